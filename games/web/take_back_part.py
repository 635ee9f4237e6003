"""What the game's page offers about the last turn: to ask it back, to answer, or what became of it."""

from dataclasses import dataclass

from games.models import Game
from games.selectors.past import Log
from games.selectors.story import name_of
from games.selectors.take_back import take_back_facts


@dataclass(frozen=True, slots=True)
class TakeBackPart:
    """As `TakeBackFacts`, with the name of the opponent."""

    state: str
    last: int
    name: str
    at_once: bool


def take_back_part(game: Game, log: Log, viewer: int | None) -> TakeBackPart | None:
    """None where there is nothing to ask or to answer. One query where there could be."""
    facts = take_back_facts(game, log.rows, viewer)
    if facts is None:
        return None
    other = next(seat for seat in game.seats.all() if seat.number != viewer)
    return TakeBackPart(facts.state, facts.last, name_of(other), facts.at_once)
