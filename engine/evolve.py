"""Folding events into a position. No rule is asked and nothing is drawn: an old game replays as it was played."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine import effects
from engine import events as happened
from engine.events import Event, GameStarted
from engine.state import GameState

Evolver = Callable[[GameState, Any], object]


def begin(event: GameStarted) -> GameState:
    """The position after the set-up."""
    state = GameState()
    state.open_memory = event.open_memory
    state.stand_off = event.stand_off
    effects.set_up(state, event.starter, event.board, event.decks)
    return state


def evolve(state: GameState, event: Event) -> GameState:
    """The position after `event`; `state` is left as it was."""
    after = state.copy()
    _EVOLVERS[event.__class__](after, event)
    return after


def fold(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """The position after all `events`, from the set-up or from `state` (left as it was).

    Raises ValueError if there is neither a state nor a set-up event at the front.
    """
    after = state.copy() if state is not None else None
    for event in events:
        if after is None:
            if not isinstance(event, GameStarted):
                raise ValueError("the first event of a game is its set-up")
            after = begin(event)
        else:
            _EVOLVERS[event.__class__](after, event)
    if after is None:
        raise ValueError("no events")
    return after


def _no_change(state: GameState, event: Event) -> None:
    """A fact for the log only."""


_EVOLVERS: Final[dict[type, Evolver]] = {
    happened.PrivilegeUsed: lambda s, e: effects.use_privilege(s, e.cell),
    happened.BoardReplenished: lambda s, e: effects.replenish(s, e.placed),
    happened.TokensTaken: lambda s, e: effects.take_tokens(s, e.cells),
    happened.CardReserved: lambda s, e: effects.reserve(s, e.gold, e.level, e.card, e.unseen),
    happened.CardPurchased: lambda s, e: effects.purchase(
        s, e.card, e.payment, e.color, e.from_reserve
    ),
    happened.PyramidRefilled: lambda s, e: effects.refill(s, e.level, e.place, e.card),
    happened.PrivilegeGained: lambda s, e: effects.gain_privilege(s, e.seat, e.from_opponent),
    happened.PrivilegeWithheld: _no_change,
    happened.ExtraTurnEarned: lambda s, e: effects.earn_extra_turn(s),
    happened.ChoiceOpened: lambda s, e: effects.open_choice(s, e.phase, e.color),
    happened.AbilitySkipped: _no_change,
    happened.MatchingTokenTaken: lambda s, e: effects.take_matching(s, e.cell),
    happened.TokenStolen: lambda s, e: effects.steal(s, e.kind),
    happened.RoyalCardChosen: lambda s, e: effects.choose_royal(s, e.card),
    happened.TokensDiscarded: lambda s, e: effects.discard(s, e.tokens),
    happened.TurnEnded: lambda s, e: effects.end_turn(s, e.next_seat),
    happened.StandOffWarned: _no_change,
    happened.StandOffClaimed: _no_change,
    happened.SeatResigned: _no_change,
    happened.TimeExpired: _no_change,
    happened.GameEnded: lambda s, e: effects.end_game(s, e.outcome),
}
