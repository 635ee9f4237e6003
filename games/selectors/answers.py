"""A game as plain JSON for one viewer, as the API gives it."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from engine import GameState
from games.models import Game, Seat
from games.selectors.access import STARTED
from games.selectors.clock import clock_facts
from games.selectors.games import ListedGame
from games.selectors.state import state_in
from games.selectors.story import name_of
from games.selectors.views import utc_text, view_of


def position_of(game: Game) -> GameState | None:
    """The position of a game from `game_for`, or None before it is dealt."""
    return state_in(game) if game.status in STARTED else None


def game_json(game: Game, viewer: int | None) -> dict[str, Any]:
    """Everything the viewer may know of the game but its log and legal actions."""
    state = position_of(game)
    return head_json(game, viewer) | {
        "options": {
            "open_memory": game.open_memory,
            "stand_off": game.stand_off,
            "weekends_off": game.weekends_off,
            "vacations": game.vacations,
        },
        "commitment": game.commitment,
        "view": None if state is None else view_of(state, viewer),
    }


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
        "name": None if seat.is_free and not seat.vacated else name_of(seat),
        "computer": seat.computer or None,
        "bot": seat.user is not None and seat.user.is_bot,
    }


def listed_json(listed: ListedGame) -> dict[str, Any]:
    """A game of the person's list."""
    return head_json(listed.game, listed.seat) | {
        "your_turn": listed.my_turn,
        "unread": listed.unread,
    }


def etag_of(game: Game, viewer: int | None) -> str:
    """Changes with every event, with the clock and with who looks, and tells nothing else."""
    facts = clock_facts(game, timezone.now())
    instants = (facts and facts.deadline, facts and facts.stand and facts.stand.end)
    clock = ".".join(str(int(instant.timestamp())) if instant else "0" for instant in instants)
    return f'"{game.pk}.{game.version}.{viewer or 0}.{clock}"'
