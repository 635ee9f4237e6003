"""Time on the pages: the clock of the seat to move, and what its players may do about it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from engine import GameState
from games.clock.control import control_of
from games.clock.schedule import Reason
from games.enums import GameStatus
from games.models import Game, Seat
from games.selectors.away import when_text
from games.selectors.clock import ClockFacts, clock_facts, may_grant, pause_state
from games.selectors.story import name_of
from games.web.table import Clock, clock_for, left_text


@dataclass(frozen=True, slots=True)
class TimePart:
    """What the page says of time beside the board.

    `control` is what was agreed; `left` what both have, the viewer first. `pause` is "ask", "asked" (by the viewer),
    "answer" (asked by the opponent), "paused", or empty where nobody can agree to one.
    """

    name: str
    control: str
    left: str
    grants: bool
    pause: str


def clock_of(game: Game, viewer: int | None, now: datetime) -> Clock | None:
    """The clock of the seat to move at `now`; None unless the game is being played with clocks. No query."""
    facts = clock_facts(game, now)
    if facts is None:
        return None
    left = timedelta(seconds=facts.left[game.seat_to_move or 1])
    return clock_for(left, facts.deadline, _why_it_stands(game, facts, viewer))


def _why_it_stands(game: Game, facts: ClockFacts, viewer: int | None) -> str:
    if facts.paused:
        return _("The game is paused: no clock runs.")
    if facts.stand is None:
        return ""
    mover = _seat(game, game.seat_to_move or 1)
    words = {"until": when_text(facts.stand.end), "name": name_of(mover)}
    mine = mover.number == viewer
    if facts.stand.reason is Reason.WEEKEND:
        return _("The clock stands until %(until)s: it is weekend.") % words
    if facts.stand.reason is Reason.NIGHT:
        if mine:
            return _("Your clock stands until %(until)s: these are your night hours.") % words
        return _("The clock stands until %(until)s: night hours of %(name)s.") % words
    if mine:
        return _("Your clock stands until %(until)s: you are on vacation.") % words
    return _("The clock stands until %(until)s: %(name)s is on vacation.") % words


def _seat(game: Game, number: int) -> Seat:
    return next(seat for seat in game.seats.all() if seat.number == number)


def time_part(game: Game, viewer: int, now: datetime) -> dict[str, TimePart | None]:
    """Time beside the board, for a seat of a game that is being played with clocks. No query."""
    facts, control = clock_facts(game, now), control_of(game.speed)
    if facts is None or control is None:
        return {"time": None}
    opponent = _seat(game, 3 - viewer)
    part = TimePart(
        name=name_of(opponent),
        control=game.get_speed_display(),
        left="" if control.per_turn else _banks(facts, viewer, name_of(opponent)),
        grants=may_grant(game, viewer),
        pause=pause_state(game, viewer),
    )
    return {"time": part}


def _banks(facts: ClockFacts, viewer: int, name: str) -> str:
    mine, theirs = (left_text(timedelta(seconds=facts.left[seat])) for seat in (viewer, 3 - viewer))
    return _("you %(mine)s, %(name)s %(theirs)s") % {"mine": mine, "name": name, "theirs": theirs}


def called_off_text(game: Game, state: GameState) -> str:
    """Why a game was called off; empty for any other."""
    if game.status != GameStatus.ABORTED:
        return ""
    missing = name_of(_seat(game, state.seat))
    return _("%(name)s made no first turn in time. Nobody has lost, and nothing is rated.") % {
        "name": missing
    }
