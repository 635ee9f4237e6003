"""The sentence for each code with which the engine refuses."""

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine import IllegalAction, Refusal
from games.errors import ServiceError

SENTENCES: Final[dict[Refusal, str | Promise]] = {
    Refusal.NOT_YOUR_TURN: _("It is not your turn."),
    Refusal.GAME_OVER: _("The game is over."),
    Refusal.WRONG_PHASE: _("Something else is to be decided first."),
    Refusal.NO_PRIVILEGE: _("You have no privilege to use."),
    Refusal.AFTER_REPLENISH: _("Privileges are used before the board is replenished."),
    Refusal.EMPTY_CELL: _("There is no token on that cell."),
    Refusal.GOLD_NOT_TAKEN: _("Gold is only taken together with a reserved card."),
    Refusal.DEAD_END: _("This would leave you without any main action."),
    Refusal.EMPTY_BAG: _("The bag is empty: there is nothing to replenish with."),
    Refusal.NOT_A_LINE: _("Take one to three tokens that touch in one straight line."),
    Refusal.NO_GOLD_THERE: _("There is no gold on that cell."),
    Refusal.RESERVE_FULL: _("You have reserved three cards already."),
    Refusal.CARD_NOT_THERE: _("That card is not there to be had."),
    Refusal.DECK_EMPTY: _("That deck is empty."),
    Refusal.WRONG_PAYMENT: _(
        "The payment must match the price exactly, with tokens that you hold."
    ),
    Refusal.CANNOT_AFFORD: _("You can't pay for that card."),
    Refusal.NO_COPY_TARGET: _("You own no card with a colour that this card could copy."),
    Refusal.WRONG_COPY_TARGET: _("Name one of your cards with a colour for the card to copy."),
    Refusal.WRONG_COLOR: _("The token must have the colour of the card."),
    Refusal.NOTHING_TO_STEAL: _("Your opponent has no such token that could be taken."),
    Refusal.ROYAL_NOT_THERE: _("That royal card is not there to be had."),
    Refusal.WRONG_DISCARD: _("Return tokens until exactly ten are left."),
    Refusal.NO_STAND_OFF: _("There is no stand-off to claim."),
}


def refusal_json(why: IllegalAction, place: int) -> dict[str, Any]:
    """Why the action at `place` of a list was not played, beside those that were."""
    return {
        "action": place,
        "code": why.code.value,
        "message": str(SENTENCES[why.code]),
        "rule": why.anchor,
    }


def illegal(why: IllegalAction, place: int) -> ServiceError:
    """The rules' refusal of the action at `place` of a list, in the platform's shape."""
    return ServiceError(
        why.code.value,
        409 if why.code is Refusal.NOT_YOUR_TURN else 422,  # an action behind the end of the turn
        SENTENCES[why.code],
        rule=why.anchor,
        extra={"action": place},
    )
