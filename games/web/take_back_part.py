"""What the game's page offers about the last turn: to ask it back, to answer, or what became of it."""

from dataclasses import dataclass

from games.enums import TakeBackStatus
from games.models import Game
from games.selectors.past import Log
from games.selectors.story import name_of
from games.selectors.take_back import asked_about, asker_of, last_turn


@dataclass(frozen=True, slots=True)
class TakeBackPart:
    """One of four things, for the player of a seat. `last` names the turn in the form that is sent."""

    state: str  # "can_ask", "asked" (by the viewer), "answer" (the viewer is to), "declined"
    last: int
    name: str
    at_once: bool  # the computer agrees without being asked


def take_back_part(game: Game, log: Log, viewer: int | None) -> TakeBackPart | None:
    """None where there is nothing to ask or to answer. One query where there could be."""
    asker = asker_of(game)
    if viewer is None or asker is None:
        return None
    turn = last_turn(log.rows, asker)
    if turn is None:
        return None
    wish = asked_about(game, turn)
    state = _state("" if wish is None else wish.status, mine=viewer == asker)
    other = next(seat for seat in game.seats.all() if seat.number != viewer)
    if state is None or other.is_free:
        return None
    return TakeBackPart(state, turn.last, name_of(other), at_once=bool(other.computer))


def _state(status: str, *, mine: bool) -> str | None:
    if not mine:
        return "answer" if status == TakeBackStatus.ASKED else None
    return {
        TakeBackStatus.ASKED.value: "asked",
        TakeBackStatus.DECLINED.value: "declined",
    }.get(status, "can_ask")
