"""Examples for the documentation of turns: real answers, shortened."""

from typing import Any, Final

from games.api.games.examples import GAME

WANTED: Final[dict[str, Any]] = {
    "expected_version": 41,
    "actions": ["privilege@a2", {"type": "take_tokens", "cells": ["b2", "c3", "d4"]}],
}
LEGAL: Final[dict[str, Any]] = {
    "version": 41,
    "actions": [
        {"type": "replenish"},
        {"type": "take_tokens", "cells": ["b2", "c3", "d4"]},
        {"type": "reserve_card", "gold": "c1", "deck": 2},
    ],
    "notation": ["replenish", "b2-c3-d4", "reserve:L2@c1"],
}
_NO_TOKENS: Final = dict.fromkeys(("white", "blue", "green", "red", "black", "pearl", "gold"), 0)
_COLORS: Final = dict.fromkeys(("white", "blue", "green", "red", "black"), 0)
_SEAT: Final[dict[str, Any]] = {
    "tokens": _NO_TOKENS | {"red": 1, "blue": 1, "green": 1},
    "privileges": 0,
    "cards": [],
    "bonuses": _COLORS,
    "points": _COLORS,
    "prestige": 0,
    "crowns": 0,
    "royal_cards": [],
    "stand_off": 0,
    "reserved": [],
}
_VIEW: Final[dict[str, Any]] = {
    "schema": 1,
    "options": {"open_memory": False, "stand_off": True},
    "turn": 6,
    "seat_to_move": 2,
    "phase": "main",
    "extra_turn": False,
    "extra_turn_earned": False,
    "fresh": True,
    "replenished": False,
    "last_purchase_turn": 0,
    "matching_color": None,
    "board": [None] * 24 + ["white"],
    "bag": _NO_TOKENS | {"black": 3},
    "pyramid": {"1": ["J1-05"], "2": ["J2-07"], "3": ["J3-01"]},
    "decks": {"1": 25, "2": 20, "3": 10},
    "royal_cards": ["R-1", "R-2", "R-3", "R-4"],
    "privileges": 2,
    "seats": {"1": _SEAT, "2": _SEAT},
    "outcome": None,
}
PLAYED: Final[dict[str, Any]] = {
    "version": 44,
    "applied": 2,
    "refusal": None,
    "events": [
        {
            "number": 44,
            "at": "2026-06-15T12:00:00Z",
            "kind": "turn_ended",
            "seat": 1,
            "next_seat": 2,
        }
    ],
    "view": _VIEW,
    "legal_actions": None,
}
FORESIGHT: Final[dict[str, Any]] = {
    "version": 41,
    "tried": 2,
    "notation": ["privilege@a2", "b2-c3-d4"],
    "stop": "turn_over",
    "refusal": None,
    "gives_privilege": False,
    "view": _VIEW,
    "legal_actions": None,
}
RESIGNED: Final[dict[str, Any]] = GAME | {
    "status": "finished",
    "version": GAME["version"] + 3,  # resigned, over, and the secret of the shuffles is told
    "seat_to_move": None,
    "deadline_at": None,
    "finished_at": "2026-06-15T18:40:12Z",
    "clock": None,
    "view": GAME["view"]
    | {
        "seat_to_move": None,
        "phase": "over",
        "outcome": {"winner": 2, "reasons": ["resignation"], "colors": []},
    },
    "winner": 2,
    "reasons": ["resignation"],
    "ratings": {
        "1": {
            "before": {"value": 1604, "provisional": False},
            "after": {"value": 1597, "provisional": False},
        },
        "2": {
            "before": {"value": 1580, "provisional": True},
            "after": {"value": 1601, "provisional": False},
        },
    },
}
