"""A game as plain JSON for one viewer, as the API gives it."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from engine import GameState
from games.models import Game, Seat
from games.selectors.access import STARTED
from games.selectors.clock import clock_facts
from games.selectors.finished import rating_steps, step_json
from games.selectors.games import ListedGame
from games.selectors.state import state_in
from games.selectors.story import plain_name_of
from games.selectors.views import utc_text, view_of

TAG_LENGTH: Final = 20  # hexadecimal digits


def position_of(game: Game) -> GameState | None:
    """The position of a game from `game_for`, or None before it is dealt."""
    return state_in(game) if game.status in STARTED else None


def game_json(game: Game, viewer: int | None) -> dict[str, Any]:
    """Everything the viewer may know of the game but its log and legal actions. One query at most: of the ratings."""
    state = position_of(game)
    return head_json(game, viewer) | {
        "options": {
            "open_memory": game.open_memory,
            "stand_off": game.stand_off,
            "weekends_off": game.weekends_off,
            "vacations": game.vacations,
        },
        "commitment": game.commitment,
        "ratings": _ratings_json(game),
        "view": None if state is None else view_of(state, viewer),
    }


def _ratings_json(game: Game) -> dict[str, Any] | None:
    steps = rating_steps(game)
    return {str(seat): step_json(steps[seat]) for seat in sorted(steps)} or None


def head_json(game: Game, viewer: int | None) -> dict[str, Any]:
    """What lists and the game itself have in common."""
    return {
        "id": game.pk,
        "status": game.status,
        "version": game.version,
        "seat": viewer,
        "seats": [
            _seat_json(seat) for seat in sorted(game.seats.all(), key=lambda seat: seat.number)
        ],
        "turn": game.turn,
        "seat_to_move": game.seat_to_move,
        "speed": game.speed,
        "rated": game.rated,
        "created_at": utc_text(game.created_at),
        "started_at": _utc(game.started_at),
        "turn_started_at": _utc(game.turn_started_at),
        "deadline_at": _utc(game.deadline_at),
        "finished_at": _utc(game.finished_at),
        "clock": clock_json(game, timezone.now()),
        "standing": game.standing,
        "winner": game.winner,
        "reasons": game.reasons,
        "winning_colors": game.winning_colors,
    }


def _utc(instant: datetime | None) -> str | None:
    return None if instant is None else utc_text(instant)


def clock_json(game: Game, now: datetime) -> dict[str, Any] | None:
    """The clocks; None unless the game is being played with clocks.

    `bank` are the seconds left to each seat, to the one to move at `running_since`; from then on they are used up, but
    not while the clock `stands`, of which is told what holds now.
    """
    facts = clock_facts(game, now)
    if facts is None:
        return None
    stand = facts.stand
    return {
        "bank": {str(seat.number): seat.bank for seat in game.seats.all()},
        "running_since": _utc(game.clock_from),
        "paused": facts.paused,
        "stands": None
        if stand is None
        else {"reason": stand.reason.value, "until": utc_text(stand.end)},
    }


def _seat_json(seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "name": None if seat.is_free and not seat.vacated else plain_name_of(seat),
        "computer": seat.computer or None,
        "bot": seat.user is not None and seat.user.is_bot,
    }


def listed_json(listed: ListedGame) -> dict[str, Any]:
    """A game of the person's list."""
    return head_json(listed.game, listed.seat) | {
        "your_turn": listed.my_turn,
        "unread": listed.unread,
    }


def changed_json(listed: ListedGame, *, view: bool) -> dict[str, Any]:
    """A game of `game_list.wanted_games`, with the position if that is wanted (the snapshot is at hand then)."""
    game = listed.game
    changed = game.changed_at  # type: ignore[attr-defined]  # annotated
    told = listed_json(listed) | {"changed_at": utc_text(changed)}
    if not view:
        return told
    state = position_of(game)
    return told | {"view": None if state is None else view_of(state, listed.seat)}


def etag_of(told: Mapping[str, Any]) -> str:
    """The tag of a game as `game_json` tells it: version and seat, and a digest of everything in it.

    What the viewer may not know isn't in it, so neither is it in the tag.
    """
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()[:TAG_LENGTH]
    return f'"{told["id"]}.{told["version"]}.{told["seat"] or 0}.{digest}"'
