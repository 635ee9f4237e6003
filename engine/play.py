"""Carrying out an action that is known to be legal, in place, with or without a log of events.

`decide` calls this with a log after checking; a search calls it without one, on its own copy, with an action from
`legal_actions`. There is no second copy of any rule.
"""

from collections.abc import Callable
from typing import Any, Final

from engine import effects, flow
from engine.actions import (
    Action,
    ChooseRoyalCard,
    ClaimStandOff,
    DiscardTokens,
    PurchaseCard,
    Replenish,
    ReserveCard,
    ReserveUnseen,
    StealToken,
    TakeMatchingToken,
    TakeTokens,
    UsePrivilege,
)
from engine.board import empty_along_spiral
from engine.cards import LEVEL
from engine.chance import Chance
from engine.constants import COLORS, NOTHING, PEARL, other_seat
from engine.counts import ONE, Counts, count, to_kinds
from engine.events import (
    BoardReplenished,
    CardPurchased,
    CardReserved,
    PrivilegeUsed,
    PyramidRefilled,
    StandOffClaimed,
    TokensDiscarded,
    TokensTaken,
)
from engine.flow import Log
from engine.state import GameState, Outcome
from engine.victory import Reason

THREE_ALIKE: Final = frozenset(3 * ONE[color] for color in range(COLORS))
TWO_PEARLS: Final = 2

Player = Callable[[GameState, Any, Chance, Log], None]


def play(state: GameState, action: Action, chance: Chance, log: Log = None) -> None:
    """Change `state` by a legal action and everything that follows from it; append the events to `log` if given."""
    _PLAYERS[action.__class__](state, action, chance, log)


def gives_privilege(taken: Counts) -> bool:
    """True for three gems of one colour or two pearls in one take (RULES section 3.3)."""
    return taken in THREE_ALIKE or count(taken, PEARL) == TWO_PEARLS


def _claim(state: GameState, action: ClaimStandOff, chance: Chance, log: Log) -> None:
    if log is not None:
        log.append(StandOffClaimed(state.seat))
    flow.end_game(state, Outcome(state.seat, (Reason.STAND_OFF.value,)), log)


def _use_privilege(state: GameState, action: UsePrivilege, chance: Chance, log: Log) -> None:
    if log is not None:
        log.append(PrivilegeUsed(state.seat, action.cell, state.board[action.cell]))
    effects.use_privilege(state, action.cell)


def _replenish(state: GameState, action: Replenish, chance: Chance, log: Log) -> None:
    drawn = chance.shuffle("replenish", state.replenishes + 1, to_kinds(state.bag))
    placed = tuple(zip(empty_along_spiral(state.board), drawn, strict=False))
    effects.replenish(state, placed)
    if log is not None:
        log.append(BoardReplenished(state.seat, placed))
    flow.gain_privilege(state, other_seat(state.seat), log)


def _take(state: GameState, action: TakeTokens, chance: Chance, log: Log) -> None:
    if log is not None:
        kinds = tuple(state.board[cell] for cell in action.cells)
        log.append(TokensTaken(state.seat, action.cells, kinds))
    taken = effects.take_tokens(state, action.cells)
    if gives_privilege(taken):
        flow.gain_privilege(state, other_seat(state.seat), log)
    flow.after_ability(state, log)


def _reserve_card(state: GameState, action: ReserveCard, chance: Chance, log: Log) -> None:
    level = LEVEL[action.card]
    place = state.pyramid[level - 1].index(action.card)
    effects.reserve(state, action.gold, level, action.card, unseen=False)
    if log is not None:
        log.append(CardReserved(state.seat, action.gold, level, action.card, unseen=False))
    _refill(state, level, place, log)
    flow.after_ability(state, log)


def _reserve_unseen(state: GameState, action: ReserveUnseen, chance: Chance, log: Log) -> None:
    card = state.decks[action.level - 1][0]
    effects.reserve(state, action.gold, action.level, card, unseen=True)
    if log is not None:
        log.append(CardReserved(state.seat, action.gold, action.level, card, unseen=True))
    flow.after_ability(state, log)


def _refill(state: GameState, level: int, place: int, log: Log) -> None:
    """Turn up the next card at once; an empty deck leaves the place empty."""
    deck = state.decks[level - 1]
    if not deck:
        return
    card = deck[0]
    effects.refill(state, level, place, card)
    if log is not None:
        log.append(PyramidRefilled(level, place, card))


def _purchase(state: GameState, action: PurchaseCard, chance: Chance, log: Log) -> None:
    card = action.card
    mine = state.mine
    onto_color = mine.colors[mine.cards.index(action.onto)] if action.onto != NOTHING else NOTHING
    color = effects.color_of(card, onto_color)
    level = LEVEL[card]
    from_reserve = card in mine.reserved
    place = NOTHING if from_reserve else state.pyramid[level - 1].index(card)
    effects.purchase(state, card, action.payment, color, from_reserve)
    if log is not None:
        log.append(
            CardPurchased(state.seat, card, action.payment, color, action.onto, from_reserve)
        )
    if not from_reserve:
        _refill(state, level, place, log)
    flow.after_purchase(state, card, log)


def _take_matching(state: GameState, action: TakeMatchingToken, chance: Chance, log: Log) -> None:
    flow.take_matching(state, action.cell, log)


def _steal(state: GameState, action: StealToken, chance: Chance, log: Log) -> None:
    flow.steal(state, action.kind, log)


def _choose_royal(state: GameState, action: ChooseRoyalCard, chance: Chance, log: Log) -> None:
    flow.choose_royal(state, action.card, log)


def _discard(state: GameState, action: DiscardTokens, chance: Chance, log: Log) -> None:
    effects.discard(state, action.tokens)
    if log is not None:
        log.append(TokensDiscarded(state.seat, action.tokens, automatic=False))
    flow.end_turn(state, log)


_PLAYERS: Final[dict[type, Player]] = {
    ClaimStandOff: _claim,
    UsePrivilege: _use_privilege,
    Replenish: _replenish,
    TakeTokens: _take,
    ReserveCard: _reserve_card,
    ReserveUnseen: _reserve_unseen,
    PurchaseCard: _purchase,
    TakeMatchingToken: _take_matching,
    StealToken: _steal,
    ChooseRoyalCard: _choose_royal,
    DiscardTokens: _discard,
}
