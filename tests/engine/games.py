"""Random legal games as hypothesis draws them: a seed, a length, a style and options name a position."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from engine import (
    Action,
    Event,
    GameState,
    SeededChance,
    decide,
    fold,
    legal_actions,
    play,
    start_game,
)
from engine.actions import (
    ClaimStandOff,
    DiscardTokens,
    PurchaseCard,
    ReserveCard,
    ReserveUnseen,
    TakeTokens,
    UsePrivilege,
)
from engine.constants import PEARL
from engine.counts import ONE

LONGEST = 420  # actions; most random games are over by then

Style = Callable[[GameState, list[Action]], list[Action]]


def any_action(state: GameState, actions: list[Action]) -> list[Action]:
    """Every legal action."""
    return actions


def buying(state: GameState, actions: list[Action]) -> list[Action]:
    """Purchases if there are any: brings abilities, royal cards and victories of all kinds."""
    return [a for a in actions if isinstance(a, PurchaseCard)] or actions


def hoarding(state: GameState, actions: list[Action]) -> list[Action]:
    """Seat 1 collects gold and pearls and sits on them: brings stand-offs, claims and many discards."""
    if state.seat == 2:
        return [a for a in actions if isinstance(a, ClaimStandOff | PurchaseCard)] or actions
    wanted = [a for a in actions if _collects(state, a)]
    return wanted or [a for a in actions if not isinstance(a, PurchaseCard)] or actions


def _collects(state: GameState, action: Action) -> bool:
    if isinstance(action, ReserveCard | ReserveUnseen):
        return True
    if isinstance(action, TakeTokens):
        return any(state.board[cell] == PEARL for cell in action.cells)
    if isinstance(action, UsePrivilege):
        return state.board[action.cell] == PEARL
    return isinstance(action, DiscardTokens) and action.tokens < ONE[PEARL]


@dataclass(frozen=True)
class RandomGame:
    """A game of random actions, cut off after `actions` of them."""

    seed: int
    actions: int = 10_000
    style: Style = any_action
    open_memory: bool = False
    stand_off: bool = True

    def start(self) -> tuple[Event, ...]:
        """The set-up."""
        chance = SeededChance(self.seed)
        return start_game(chance, open_memory=self.open_memory, stand_off=self.stand_off)

    def position(self) -> GameState:
        """The last position, reached without events."""
        state = fold(self.start())
        random = Random(self.seed)
        chance = SeededChance(self.seed)
        for _ in range(self.actions):
            if state.over:
                break
            play(state, random.choice(self.style(state, legal_actions(state))), chance)
        return state

    def steps(self) -> Iterator[tuple[tuple[Event, ...], GameState]]:
        """The events of the set-up and of each action, with the position after them."""
        events = self.start()
        state = fold(events)
        yield events, state
        random = Random(self.seed)
        chance = SeededChance(self.seed)
        for _ in range(self.actions):
            if state.over:
                return
            action = random.choice(self.style(state, legal_actions(state)))
            events = decide(state, state.seat, action, chance)
            state = fold(events, state)
            yield events, state

    def log(self) -> tuple[Event, ...]:
        """All events."""
        return tuple(event for events, _ in self.steps() for event in events)


STYLES = (any_action, buying, hoarding)
GAMES = st.builds(
    RandomGame,
    seed=st.integers(0, 2**32),
    actions=st.integers(0, LONGEST),
    style=st.sampled_from(STYLES),
    open_memory=st.booleans(),
    stand_off=st.booleans(),
)
WHOLE_GAMES = st.builds(
    RandomGame,
    seed=st.integers(0, 2**32),
    style=st.sampled_from(STYLES),
    open_memory=st.booleans(),
    stand_off=st.booleans(),
)
