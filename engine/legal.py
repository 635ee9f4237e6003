"""Every action that is legal now, sorted, always in the same order.

The order is that of `SORT_ORDER`, then of each action's own fields. The lists of takes, reservations and discards are
built from prepared actions, since a search asks for them thousands of times a second.
"""

from functools import lru_cache
from typing import Final

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
from engine.board import CELLS, cells_of, takes
from engine.cards import BONUS, CARD_IDS, ROYAL_IDS
from engine.constants import (
    COPY,
    DISCARD,
    GOLD,
    HAND_LIMIT,
    KINDS,
    LEVELS,
    MAIN,
    MATCHING,
    NOTHING,
    OVER,
    ROYAL,
    STEAL,
)
from engine.counts import ONE, Counts, count, total
from engine.flow import matching_cells, stealable_kinds
from engine.payment import affordable_cards, payments, price
from engine.possible import (
    face_up_cards,
    makes_dead_end,
    purchasable,
    reserve_is_open,
    stand_off_is_claimable,
)
from engine.state import GameState

SORT_ORDER: Final = (
    ClaimStandOff,
    UsePrivilege,
    Replenish,
    TakeTokens,
    ReserveCard,
    ReserveUnseen,
    PurchaseCard,
    TakeMatchingToken,
    StealToken,
    ChooseRoyalCard,
    DiscardTokens,
)

_CLAIM: Final = ClaimStandOff()
_REPLENISH: Final = Replenish()
_PRIVILEGES: Final = tuple(UsePrivilege(cell) for cell in range(CELLS))
_RESERVES: Final = tuple(
    tuple(ReserveCard(cell, card) for card in range(len(CARD_IDS))) for cell in range(CELLS)
)
_UNSEEN: Final = tuple(
    tuple(ReserveUnseen(cell, level) for level in LEVELS) for cell in range(CELLS)
)
_MATCHING: Final = tuple(TakeMatchingToken(cell) for cell in range(CELLS))
_STEALS: Final = tuple(StealToken(kind) for kind in range(GOLD))
_ROYALS: Final = tuple(ChooseRoyalCard(card) for card in range(len(ROYAL_IDS)))


def legal_actions(state: GameState) -> list[Action]:
    """All legal actions of the seat to move; empty only when the game is over. Resigning is not among them."""
    phase = state.phase
    if phase == MAIN:
        return _turn_actions(state)
    if phase == MATCHING:
        return [_MATCHING[cell] for cell in matching_cells(state, state.matching)]
    if phase == STEAL:
        return [_STEALS[kind] for kind in stealable_kinds(state.theirs)]
    if phase == ROYAL:
        return [_ROYALS[card] for card in state.royals]
    if phase == DISCARD:
        tokens = state.mine.tokens
        return list(discards(tokens, total(tokens) - HAND_LIMIT))
    assert phase == OVER
    return []


def _turn_actions(state: GameState) -> list[Action]:
    found: list[Action] = []
    if stand_off_is_claimable(state):
        found.append(_CLAIM)
    if state.mine.privileges and not state.replenished:
        found += [
            _PRIVILEGES[cell] for cell in cells_of(state.usable) if not makes_dead_end(state, cell)
        ]
    if state.bag:
        found.append(_REPLENISH)
    found += takes(state.usable)
    if reserve_is_open(state):
        found += _reservations(state)
    found += _purchases(state)
    return found


def _reservations(state: GameState) -> list[Action]:
    golds = cells_of(state.golds)
    cards = sorted(face_up_cards(state))
    levels = [level for level in LEVELS if state.decks[level - 1]]
    found: list[Action] = [_RESERVES[gold][card] for gold in golds for card in cards]
    found += [_UNSEEN[gold][level - 1] for gold in golds for level in levels]
    return found


def _purchases(state: GameState) -> list[Action]:
    mine = state.mine
    found: list[Action] = []
    for card in sorted(affordable_cards(purchasable(state), mine)):
        if BONUS[card] == COPY:
            targets = sorted(copy_targets(state))
        else:
            targets = [NOTHING]
        for payment in payments(price(card, mine), mine.tokens):
            found += [_purchase(card, payment, onto) for onto in targets]
    return found


def copy_targets(state: GameState) -> list[int]:
    """The mover's cards that have a colour: what a copy card may be laid on."""
    mine = state.mine
    return [card for card, color in zip(mine.cards, mine.colors, strict=True) if color != NOTHING]


@lru_cache(maxsize=1 << 16)
def _purchase(card: int, payment: Counts, onto: int) -> PurchaseCard:
    return PurchaseCard(card, payment, onto)


@lru_cache(maxsize=1 << 14)
def _discard(tokens: Counts) -> DiscardTokens:
    return DiscardTokens(tokens)


@lru_cache(maxsize=1 << 14)
def discards(tokens: Counts, number: int) -> tuple[DiscardTokens, ...]:
    """Every way to return `number` of these tokens, sorted."""
    partial = [0]
    for kind in range(KINDS):
        steps = [ONE[kind] * some for some in range(count(tokens, kind) + 1)]
        partial = [
            chosen + step for chosen in partial for step in steps if total(chosen + step) <= number
        ]
    return tuple(_discard(chosen) for chosen in sorted(partial) if total(chosen) == number)
