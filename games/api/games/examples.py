"""Examples for the documentation, made by the rules, so that they can't be wrong."""

from typing import Any, Final

from engine import SeededChance, decide, fold, read_action, redact, start_game, view_for, write_view
from games.selectors.table_facts import facts_json

_STARTED = start_game(SeededChance(1), open_memory=False, stand_off=True)
_AT_FIRST = fold(_STARTED)
_MOVER: Final = _AT_FIRST.seat
_TAKEN = decide(_AT_FIRST, _MOVER, read_action("a1"), SeededChance(1))
_STATE = fold(_TAKEN, _AT_FIRST)
_AT: Final = "2026-06-15T18:30:00Z"

VIEW: Final[dict[str, Any]] = view_for(_STATE, 1)
EVENTS: Final[list[dict[str, Any]]] = [
    {"number": number, "at": _AT} | redact(event, 1) for number, event in enumerate(_TAKEN, start=6)
]
HEAD: Final[dict[str, Any]] = {
    "id": "k7m2xw9qhd",
    "status": "active",
    "version": EVENTS[-1]["number"],
    "seat": 1,
    "seats": [
        {"number": 1, "name": "Ada", "computer": None, "bot": False},
        {"number": 2, "name": "Bela", "computer": None, "bot": False},
    ],
    "turn": 2,
    "seat_to_move": 3 - _MOVER,
    "speed": "days_3",
    "rated": True,
    "created_at": "2026-06-15T17:02:11Z",
    "started_at": "2026-06-15T17:40:09Z",
    "turn_started_at": _AT,
    "deadline_at": "2026-06-18T18:30:00Z",
    "finished_at": None,
    "clock": {
        "bank": {"1": 259200, "2": 259200},
        "running_since": _AT,
        "paused": False,
        "stands": None,
    },
    "standing": {
        seat: {"prestige": 0, "crowns": 0, "color_points": 0, "color": None} for seat in ("1", "2")
    },
    "winner": None,
    "reasons": [],
    "winning_colors": [],
}
GAME: Final[dict[str, Any]] = HEAD | {
    "options": {
        "open_memory": False,
        "stand_off": True,
        "weekends_off": False,
        "vacations": True,
    },
    "commitment": "9f2c" * 16,
    "ratings": None,
    "view": VIEW,
}
GAMES: Final[dict[str, Any]] = {
    "items": [HEAD | {"your_turn": HEAD["seat_to_move"] == 1, "unread": 0, "changed_at": _AT}],
    "next": None,
    "as_of": "2026-11-30T07:59:00Z",
}
LOG: Final[dict[str, Any]] = {"version": HEAD["version"], "events": EVENTS, "more": False}
_TOKEN: Final = EVENTS[0]["tokens"][0]
_SENTENCE: Final[dict[str, Any]] = {
    "text": f"Ada took {_TOKEN} from a1.",
    "parts": [
        {"kind": "name", "text": "Ada"},
        {"kind": "text", "text": " took "},
        {"kind": "token", "token": _TOKEN, "text": _TOKEN},
        {"kind": "text", "text": " from "},
        {"kind": "cells", "cells": ["a1"], "text": "a1"},
        {"kind": "text", "text": "."},
    ],
}
STORY: Final[dict[str, Any]] = {
    "id": HEAD["id"],
    "version": HEAD["version"],
    "turns": [
        {
            "turn": 1,
            "seat": _MOVER,
            "mine": False,
            "retracted": False,
            "at": _AT,
            "version": HEAD["version"],
            "text": _SENTENCE["text"],
            "steps": [{"number": HEAD["version"]} | _SENTENCE],
        }
    ],
    "more": False,
}
_FACTS: Final = facts_json(VIEW, [])
TABLE: Final[dict[str, Any]] = {"id": HEAD["id"], "version": HEAD["version"]} | _FACTS
POSITION: Final[dict[str, Any]] = {
    "id": HEAD["id"],
    "number": HEAD["version"],
    "eyes": "1",
    "turn": 1,
    "step": {
        "first": EVENTS[0]["number"],
        "last": HEAD["version"],
        "sentence": _SENTENCE,
        "events": EVENTS,
    },
    "previous": EVENTS[0]["number"] - 1,
    "next": None,
    "view": VIEW,
    "facts": _FACTS,
    "notation": write_view(VIEW),
    "whole": False,
}
SHUFFLE: Final[dict[str, Any]] = {
    "id": HEAD["id"],
    "status": "active",
    "commitment": GAME["commitment"],
    "entropies": {"1": "c0ffee", "2": ""},
    "secret": None,
    "events": [],
}
_ENDED: Final[dict[str, Any]] = HEAD | {
    "status": "finished",
    "seat_to_move": None,
    "deadline_at": None,
    "finished_at": "2026-06-16T07:12:44Z",
    "clock": None,
    "winner": 1,
    "reasons": ["resignation"],
}
_RECORD: Final[dict[str, Any]] = {
    "schema": 1,
    "rules_version": 1,
    "id": HEAD["id"],
    "names": {"1": "Ada", "2": "Bela"},
    "events": [redact(event, None, over=True) for event in _TAKEN],
}
EXPORTED: Final[dict[str, Any]] = _ENDED | {
    "notation": "rules=1 … : a1 resign:2",
    "record": _RECORD,
}
REPLAY: Final[dict[str, Any]] = EXPORTED | {"eyes": "all", "events": EVENTS}
