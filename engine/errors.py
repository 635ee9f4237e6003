"""Why the engine refuses. Nothing is changed when one of these is raised."""

from enum import StrEnum
from typing import Final


class Refusal(StrEnum):
    """Stable code of a refused action."""

    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    WRONG_PHASE = "wrong_phase"
    NO_PRIVILEGE = "no_privilege"
    AFTER_REPLENISH = "after_replenish"
    EMPTY_CELL = "empty_cell"
    GOLD_NOT_TAKEN = "gold_not_taken"
    DEAD_END = "dead_end"
    EMPTY_BAG = "empty_bag"
    NOT_A_LINE = "not_a_line"
    NO_GOLD_THERE = "no_gold_there"
    RESERVE_FULL = "reserve_full"
    CARD_NOT_THERE = "card_not_there"
    DECK_EMPTY = "deck_empty"
    WRONG_PAYMENT = "wrong_payment"
    CANNOT_AFFORD = "cannot_afford"
    NO_COPY_TARGET = "no_copy_target"
    WRONG_COPY_TARGET = "wrong_copy_target"
    WRONG_COLOR = "wrong_color"
    NOTHING_TO_STEAL = "nothing_to_steal"
    ROYAL_NOT_THERE = "royal_not_there"
    WRONG_DISCARD = "wrong_discard"
    NO_STAND_OFF = "no_stand_off"


# Section of the rules page that explains each refusal.
RULE_ANCHORS: Final = {
    Refusal.NOT_YOUR_TURN: "turn",
    Refusal.GAME_OVER: "victory",
    Refusal.WRONG_PHASE: "order",
    Refusal.NO_PRIVILEGE: "privileges",
    Refusal.AFTER_REPLENISH: "turn",
    Refusal.EMPTY_CELL: "take",
    Refusal.GOLD_NOT_TAKEN: "take",
    Refusal.DEAD_END: "dead-end",
    Refusal.EMPTY_BAG: "replenish",
    Refusal.NOT_A_LINE: "take",
    Refusal.NO_GOLD_THERE: "reserve",
    Refusal.RESERVE_FULL: "reserve",
    Refusal.CARD_NOT_THERE: "purchase",
    Refusal.DECK_EMPTY: "reserve",
    Refusal.WRONG_PAYMENT: "purchase",
    Refusal.CANNOT_AFFORD: "purchase",
    Refusal.NO_COPY_TARGET: "copy",
    Refusal.WRONG_COPY_TARGET: "copy",
    Refusal.WRONG_COLOR: "abilities",
    Refusal.NOTHING_TO_STEAL: "abilities",
    Refusal.ROYAL_NOT_THERE: "royal-cards",
    Refusal.WRONG_DISCARD: "discard",
    Refusal.NO_STAND_OFF: "stand-off",
}


class EngineError(Exception):
    """Base of all refusals."""


class Malformed(EngineError):
    """The text or JSON is no action, event, position or record at all. `str(error)` says where."""


class IllegalAction(EngineError):
    """A well-formed action which the rules don't allow now. `code` says why, `anchor` where the rule stands."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.value)
        self.code = code

    @property
    def anchor(self) -> str:
        """Section of the rules page."""
        return RULE_ANCHORS[self.code]
