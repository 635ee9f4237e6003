"""Whether anything can be done: the facts that the legal list and the checks share (RULES section 3)."""

from engine import effects
from engine.board import BIT
from engine.cards import BONUS
from engine.constants import COPY, NOTHING, RESERVE_LIMIT, STAND_OFF_LIMIT
from engine.counts import GOLD_SHIFT, NOT_GOLD
from engine.payment import affordable
from engine.state import GameState, Holdings


def has_copy_target(holdings: Holdings) -> bool:
    """True if a copy card could be laid on one of these cards: any with a colour."""
    return holdings.bonuses != 0


def can_purchase(state: GameState, card: int) -> bool:
    """True if the mover could pay for this card, and lay it somewhere if it is a copy card."""
    mine = state.mine
    return affordable(card, mine) and (BONUS[card] != COPY or has_copy_target(mine))


def reserve_is_open(state: GameState) -> bool:
    """True if gold lies on the board, the mover has room and there is a card to keep."""
    return state.golds != 0 and _may_reserve(state)


def _may_reserve(state: GameState) -> bool:
    return len(state.mine.reserved) < RESERVE_LIMIT and (
        any(state.decks) or bool(face_up_cards(state))
    )


def main_action_exists(state: GameState) -> bool:
    """True if the mover can take, reserve or purchase."""
    if state.usable or reserve_is_open(state):
        return True
    return any(can_purchase(state, card) for card in purchasable(state))


def face_up_cards(state: GameState) -> list[int]:
    """Cards of the pyramid, in no order."""
    return [card for row in state.pyramid for card in row if card != NOTHING]


def purchasable(state: GameState) -> list[int]:
    """Cards the mover may buy if the price is right, in no order."""
    return [*face_up_cards(state), *state.mine.reserved]


def makes_dead_end(state: GameState, cell: int) -> bool:
    """True if a privilege used at `cell` would leave no main action, now or after a replenish (RULES section 3)."""
    if state.usable != BIT[cell]:
        return False
    after = state.copy()
    effects.use_privilege(after, cell)
    return not main_action_exists(after) and not replenish_would_help(after)


def replenish_would_help(state: GameState) -> bool:
    """True if the bag holds what makes a main action possible: something to take, or gold to reserve with."""
    return state.bag & NOT_GOLD != 0 or (state.bag >> GOLD_SHIFT != 0 and _may_reserve(state))


def stand_off_is_claimable(state: GameState) -> bool:
    """True at the first action of a turn that follows the holder's third or later one (RULES section 8)."""
    return state.fresh and not state.extra_turn and state.theirs.stand_off >= STAND_OFF_LIMIT
