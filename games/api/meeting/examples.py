"""What the documentation shows of games that are to begin."""

from typing import Any, Final

OPTIONS: Final = {
    "open_memory": False,
    "stand_off": True,
    "weekends_off": False,
    "vacations": True,
}
TERMS_WANTED: Final = {"speed": "days_3", "rated": True, "options": OPTIONS}
GATES: Final = {"min_rating": 1400, "max_rating": None, "min_turns_in_time": 90, "bots": False}
_NO_GATES: Final = dict.fromkeys(GATES)
_LINK: Final = "https://loupe.example/join/q3Jv0dX2S5m8aY1cZ6bN4w/"
_COMMITMENT: Final = "b1946ac92492d2347c6235b4d2611184c4f0b2a0b3e7f1f7f6c7d3a5c2e4d8f9"
_MADE: Final = "2026-11-28T09:12:44.103000Z"
_EXPIRES: Final = "2026-12-12T09:12:44.103000Z"

INVITATION: Final[dict[str, Any]] = {
    "token": _LINK.split("/")[-2],
    "link": _LINK,
    "audience": "lobby",
    "status": "open",
    "own": False,
    "for_you": False,
    "inviter": {
        "name": "Ada",
        "bot": False,
        "rating": {"value": 1612, "provisional": False},
        "turns_in_time": 98,
        "finished_games": 41,
    },
    "gates": GATES,
    "commitment": _COMMITMENT,
    "game_id": None,
    "rematch_of": None,
    "created_at": _MADE,
    "expires_at": _EXPIRES,
    "closed": {
        "code": "rating_too_low",
        "message": "For ratings from 1400 on; yours is 1350.",
    },
    **TERMS_WANTED,
}
INVITED: Final = INVITATION | {
    "audience": "name",
    "for_you": True,
    "gates": _NO_GATES,
    "game_id": "k7wq2mhx9d",
    "closed": None,
}
INVITATIONS: Final = {"items": [INVITED], "next": None}
OFFERS: Final = {
    "items": [INVITATION],
    "next": "https://loupe.example/api/v1/offers?cursor=cD0yMDI2",
}
PREPARATION: Final[dict[str, Any]] = {
    "id": "k7wq2mhx9d",
    "status": "preparing",
    "seat": 1,
    "opponent": {"name": "Bert", "computer": None, "bot": False},
    "commitment": _COMMITMENT,
    "entropy": None,
    "can_deal": False,
    "rematch_of": None,
    "created_at": _MADE,
    "invitation": {
        "token": _LINK.split("/")[-2],
        "link": _LINK,
        "audience": "name",
        "own": True,
        "invitee": "Bert",
        "email": None,
        "gates": _NO_GATES,
        "standing_offer": None,
        "status": "open",
        "reason": None,
        "note": "",
        "why": "",
        "created_at": _MADE,
        "expires_at": _EXPIRES,
        "closed_at": None,
    },
    **TERMS_WANTED,
}
WITH_COMPUTER: Final = PREPARATION | {
    "opponent": {"name": "Computer (careful)", "computer": "careful", "bot": False},
    "can_deal": True,
    "invitation": None,
    "rated": False,
}
PREPARATIONS: Final = {"items": [PREPARATION], "next": None}
MISSED: Final = {
    "items": [
        PREPARATION
        | {
            "status": "cancelled",
            "invitation": PREPARATION["invitation"]
            | {
                "status": "declined",
                "reason": "not_now",
                "note": "after the holidays",
                "why": "Bert declined: not now, perhaps later: after the holidays",
                "closed_at": "2026-11-29T18:02:10.551000Z",
            },
        }
    ],
    "next": None,
}
STANDING: Final = {
    "id": 12,
    "count": 2,
    "paused": False,
    "open": 1,
    "running": 1,
    "gates": GATES,
    "created_at": _MADE,
    **TERMS_WANTED,
}
WAITING: Final = {
    "counts": {"turns": 1, "requests": 1, "invitations": 1, "messages": 2},
    "turns": [
        {
            "game_id": "x4p8rtk2wc",
            "version": 57,
            "seat": 2,
            "opponent": {"name": "Ada", "computer": None, "bot": False},
            "turn": 14,
            "speed": "days_3",
            "rated": True,
            "deadline_at": "2026-12-01T20:00:00Z",
            "clock": {
                "bank": {"1": 259200, "2": 259200},
                "running_since": "2026-11-28T20:00:00Z",
                "paused": False,
                "stands": None,
            },
            "last_turn": "Ada takes white and two green.",
            "unread": 2,
        }
    ],
    "requests": [
        {
            "kind": "pause",
            "game_id": "x4p8rtk2wc",
            "version": 57,
            "seat": 2,
            "opponent": {"name": "Ada", "computer": None, "bot": False},
            "last": None,
        }
    ],
    "invitations": [INVITED],
    "messages": [
        {
            "game_id": "x4p8rtk2wc",
            "version": 57,
            "seat": 2,
            "opponent": {"name": "Ada", "computer": None, "bot": False},
            "status": "active",
            "unread": 2,
        }
    ],
}
LIMITS: Final = {
    "games": {"taken": 7, "allowed": 23},
    "mailed_invitations": {"taken": 1, "allowed": 10},
    "standing_offers": {"taken": 1, "allowed": 5},
}
ENTROPY: Final = {"entropy": "7f3a 19c2 tea leaves"}
