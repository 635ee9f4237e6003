"""What the game is made of, as plain JSON: the same for everybody and for ever, until `VERSION` changes."""

import hashlib
import json
from dataclasses import asdict
from functools import cache
from typing import Any, Final

from engine import JEWEL_CARDS, ROYAL_CARDS, RULES_VERSION, constants
from engine.board import CELL_NAMES, LINES, SPIRAL
from games.clock.control import CONTROLS

VERSION: Final = (
    1  # a part of the addresses: answers are kept for ever, so other contents need another address
)


def cards_json() -> dict[str, Any]:
    """The jewel cards as printed, in the order of their ids."""
    return {"items": [asdict(card) for card in JEWEL_CARDS.values()]}


def royals_json() -> dict[str, Any]:
    """The royal cards as printed, in the order of their ids."""
    return {"items": [asdict(card) for card in ROYAL_CARDS.values()]}


def board_json() -> dict[str, Any]:
    """Cells, the order in which they are filled, and the lines from which tokens are taken."""
    return {
        "cells": list(CELL_NAMES),
        "spiral": [CELL_NAMES[cell] for cell in SPIRAL],
        "lines": [[CELL_NAMES[cell] for cell in line] for line in LINES],
    }


def rules_json() -> dict[str, Any]:
    """The numbers of the rules."""
    tokens = zip(
        constants.KIND_NAMES, constants.KIND_LETTERS, constants.TOKENS_OF_KIND, strict=True
    )
    rows = zip(constants.LEVELS, constants.ROW_SIZES, strict=True)
    return {
        "rules_version": RULES_VERSION,
        "tokens": [
            {"kind": kind, "letter": letter, "number": number} for kind, letter, number in tokens
        ],
        "colors": list(constants.KIND_NAMES[: constants.COLORS]),
        "privileges": constants.PRIVILEGES,
        "row_sizes": {str(level): size for level, size in rows},
        "hand_limit": constants.HAND_LIMIT,
        "reserve_limit": constants.RESERVE_LIMIT,
        "line_limit": constants.LINE_LIMIT,
        "royal_thresholds": list(constants.ROYAL_THRESHOLDS),
        "winning_prestige": constants.WINNING_PRESTIGE,
        "winning_crowns": constants.WINNING_CROWNS,
        "winning_color_points": constants.WINNING_COLOR_POINTS,
        "stand_off_limit": constants.STAND_OFF_LIMIT,
        "idle_limit": constants.IDLE_LIMIT,
    }


def speeds_json() -> dict[str, Any]:
    """What each speed means in seconds."""
    return {
        "items": [
            {
                "speed": speed.value,
                "clock": control is not None,
                "initial": control.initial if control else 0,
                "increment": control.increment if control else 0,
                "per_turn": control.per_turn if control else False,
            }
            for speed, control in CONTROLS.items()
        ]
    }


PARTS: Final = {
    "cards": cards_json,
    "royals": royals_json,
    "board": board_json,
    "rules": rules_json,
    "speeds": speeds_json,
}


@cache
def component(part: str) -> tuple[dict[str, Any], str]:
    """A part, and the tag of its contents."""
    told = PARTS[part]()
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return told, f'"{VERSION}.{part}.{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
