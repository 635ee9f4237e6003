"""The full check of an action: every rule that can refuse it, each with its own code.

Written apart from `legal`, so that the two confirm each other in the tests (legal if and only if accepted).
"""

from collections.abc import Callable
from typing import Any, Final

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
from engine.board import BIT, CELLS, LINES
from engine.cards import BONUS
from engine.constants import (
    COPY,
    DISCARD,
    GOLD,
    HAND_LIMIT,
    LEVELS,
    MAIN,
    MATCHING,
    NOTHING,
    RESERVE_LIMIT,
    ROYAL,
    STEAL,
)
from engine.counts import contains, count, total
from engine.errors import IllegalAction, Refusal
from engine.payment import affordable, is_exact, price
from engine.possible import face_up_cards, has_copy_target, makes_dead_end, stand_off_is_claimable
from engine.state import GameState

Checker = Callable[[GameState, Any], None]


def check(state: GameState, seat: int, action: Action) -> None:
    """Raise IllegalAction unless `seat` may do this now. Changes nothing."""
    _refuse_if(state.over, Refusal.GAME_OVER)
    _refuse_if(state.seat != seat, Refusal.NOT_YOUR_TURN)
    phase, checker = _CHECKERS[action.__class__]
    _refuse_if(state.phase != phase, Refusal.WRONG_PHASE)
    checker(state, action)


def _refuse_if(refused: bool, code: Refusal) -> None:
    if refused:
        raise IllegalAction(code)


def _claim(state: GameState, action: ClaimStandOff) -> None:
    _refuse_if(not stand_off_is_claimable(state), Refusal.NO_STAND_OFF)


def _use_privilege(state: GameState, action: UsePrivilege) -> None:
    _refuse_if(state.replenished, Refusal.AFTER_REPLENISH)
    _refuse_if(state.mine.privileges == 0, Refusal.NO_PRIVILEGE)
    _token_at(state, action.cell)
    _refuse_if(makes_dead_end(state, action.cell), Refusal.DEAD_END)


def _token_at(state: GameState, cell: int) -> None:
    """A gem or pearl lies there."""
    _refuse_if(not 0 <= cell < CELLS or state.board[cell] == NOTHING, Refusal.EMPTY_CELL)
    _refuse_if(state.board[cell] == GOLD, Refusal.GOLD_NOT_TAKEN)


def _replenish(state: GameState, action: Replenish) -> None:
    _refuse_if(state.bag == 0, Refusal.EMPTY_BAG)


def _take(state: GameState, action: TakeTokens) -> None:
    mask = LINES.get(action.cells)
    _refuse_if(mask is None, Refusal.NOT_A_LINE)
    for cell in action.cells:
        _token_at(state, cell)


def _gold_at(state: GameState, cell: int) -> None:
    _refuse_if(not 0 <= cell < CELLS or not state.golds & BIT[cell], Refusal.NO_GOLD_THERE)
    _refuse_if(len(state.mine.reserved) >= RESERVE_LIMIT, Refusal.RESERVE_FULL)


def _reserve_card(state: GameState, action: ReserveCard) -> None:
    _gold_at(state, action.gold)
    _refuse_if(action.card not in face_up_cards(state), Refusal.CARD_NOT_THERE)


def _reserve_unseen(state: GameState, action: ReserveUnseen) -> None:
    _gold_at(state, action.gold)
    _refuse_if(action.level not in LEVELS or not state.decks[action.level - 1], Refusal.DECK_EMPTY)


def _purchase(state: GameState, action: PurchaseCard) -> None:
    mine = state.mine
    known = action.card in face_up_cards(state) or action.card in mine.reserved
    # The same answer for a card that doesn't exist and one in the opponent's reserve (cases.md 062).
    _refuse_if(not known, Refusal.CARD_NOT_THERE)
    _copy_target(state, action)
    _refuse_if(not affordable(action.card, mine), Refusal.CANNOT_AFFORD)
    exact = contains(mine.tokens, action.payment) and is_exact(
        action.payment, price(action.card, mine)
    )
    _refuse_if(not exact, Refusal.WRONG_PAYMENT)


def _copy_target(state: GameState, action: PurchaseCard) -> None:
    if BONUS[action.card] != COPY:
        _refuse_if(action.onto != NOTHING, Refusal.WRONG_COPY_TARGET)
        return
    mine = state.mine
    _refuse_if(not has_copy_target(mine), Refusal.NO_COPY_TARGET)
    owned = action.onto in mine.cards
    _refuse_if(
        not owned or mine.colors[mine.cards.index(action.onto)] == NOTHING,
        Refusal.WRONG_COPY_TARGET,
    )


def _matching(state: GameState, action: TakeMatchingToken) -> None:
    _token_at(state, action.cell)
    _refuse_if(state.board[action.cell] != state.matching, Refusal.WRONG_COLOR)


def _steal(state: GameState, action: StealToken) -> None:
    stealable = 0 <= action.kind < GOLD and count(state.theirs.tokens, action.kind) > 0
    _refuse_if(not stealable, Refusal.NOTHING_TO_STEAL)


def _royal(state: GameState, action: ChooseRoyalCard) -> None:
    _refuse_if(action.card not in state.royals, Refusal.ROYAL_NOT_THERE)


def _discard(state: GameState, action: DiscardTokens) -> None:
    tokens = state.mine.tokens
    right = contains(tokens, action.tokens) and total(tokens) - total(action.tokens) == HAND_LIMIT
    _refuse_if(not right, Refusal.WRONG_DISCARD)


_CHECKERS: Final[dict[type, tuple[int, Checker]]] = {
    ClaimStandOff: (MAIN, _claim),
    UsePrivilege: (MAIN, _use_privilege),
    Replenish: (MAIN, _replenish),
    TakeTokens: (MAIN, _take),
    ReserveCard: (MAIN, _reserve_card),
    ReserveUnseen: (MAIN, _reserve_unseen),
    PurchaseCard: (MAIN, _purchase),
    TakeMatchingToken: (MATCHING, _matching),
    StealToken: (STEAL, _steal),
    ChooseRoyalCard: (ROYAL, _royal),
    DiscardTokens: (DISCARD, _discard),
}
