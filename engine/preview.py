"""Trying a turn out before it is played: nothing is drawn, and nothing that is hidden is looked at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.actions import Action
from engine.chance import Chance
from engine.constants import KIND_BY_NAME
from engine.counts import from_kinds
from engine.decide import decide
from engine.errors import IllegalAction
from engine.events import Event, reveals
from engine.evolve import fold
from engine.play import gives_privilege
from engine.state import GameState


@dataclass(frozen=True)
class Preview:
    """How far a turn can be foreseen.

    `state` is the position after the actions in `played`, `events` what these cause. The rest was not tried: the turn
    is over (`ended`), the next action reveals something (`revealing`) or is illegal (`refused`), or there is none.
    """

    state: GameState
    played: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()
    ended: bool = False
    revealing: bool = False
    refused: IllegalAction | None = None


class _Draw(Exception):
    """The dice would be needed."""


class _NoChance(Chance):
    """Dice that nobody may throw."""

    def shuffle(self, label: str, number: int, items: Sequence[int]) -> list[int]:
        """Refuse. Raises _Draw."""
        raise _Draw


def is_gift(kinds: Iterable[str]) -> bool:
    """True if taking tokens of these kinds in one line gives the opponent a privilege."""
    return gives_privilege(from_kinds(KIND_BY_NAME[kind] for kind in kinds))


def preview(state: GameState, seat: int, actions: Iterable[Action]) -> Preview:
    """Carry out `actions` of `seat` in order, to the end of the turn or the first that reveals something or is illegal.

    So everything in the result follows from what `seat` may know already. Never raises IllegalAction.
    """
    seen = Preview(state)
    for action in actions:
        if seen.ended:
            break
        try:
            events = decide(seen.state, seat, action, _NoChance())
        except IllegalAction as refusal:
            return replace(seen, refused=refusal)
        except _Draw:
            return replace(seen, revealing=True)
        if any(reveals(event) for event in events):
            return replace(seen, revealing=True)
        after = fold(events, seen.state)
        ended = after.over or (after.seat, after.turn) != (state.seat, state.turn)
        seen = Preview(after, (*seen.played, action), (*seen.events, *events), ended)
    return seen
