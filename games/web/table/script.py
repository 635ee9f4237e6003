"""Words and facts for the page's script, so that it speaks the reader's language and knows no rule of its own."""

from typing import Any

from django.utils.translation import gettext as _

from engine import JEWEL_CARDS, is_gift
from games.selectors.words import kind_name

from .market import PRIVILEGES
from .phrases import kinds_at
from .scene import Scene
from .seats import held_by
from .tray import in_order
from .words import KINDS, card_name


def script_data(scene: Scene) -> dict[str, Any]:
    """What the script gets: public facts of the viewer's own page, and sentences with {places}."""
    return {
        "mode": str(scene.choice.mode),
        "held": held_by(scene.near),
        "gifts": _gifts(scene),
        "card": card_name(JEWEL_CARDS[scene.choice.card]) if scene.choice.card else "",
        "kinds": {kind: kind_name(kind) for kind in KINDS},
        "words": _words(scene.opponent),
    }


def _gifts(scene: Scene) -> list[str]:
    """The lines that give the opponent a privilege, who may still hold one more: "a1-b1-c1"."""
    if scene.far["privileges"] == PRIVILEGES:
        return []
    lines = (in_order(line) for line in scene.legal.lines)
    return ["-".join(line) for line in lines if is_gift(kinds_at(scene, line))]


def _words(opponent: str) -> dict[str, str]:
    return {
        "comma": _(", "),
        "take": _("Take {tokens} from {cells}"),
        "takeNone": _("Take tokens"),
        "gift": _("%(name)s gains a privilege") % {"name": opponent},
        "held": _("{held}/10 held"),
        "heldAfter": _("{held} → {after} of 10"),
        "hold": _("You will hold {held} of 10 tokens."),
        "thenReturn": _("then return {number}"),
        "over": _("You will hold {held} tokens and then return {surplus}."),
        "chosen": _("{name}, chosen {place} of {number}"),
        "said": _("Chosen: {cells}."),
        "saidMore": _("Chosen: {cells}. You may add {more}."),
        "saidNone": _("Nothing chosen."),
        "whyNone": _("Choose up to three tokens in a line, or a card."),
        "whyEmpty": _("{cell} is empty."),
        "whyNoGold": _(
            "Gold cannot be taken now: three cards reserved already, or nothing left to reserve."
        ),
        "whyApart": _("{cell} is not in line with {others}; begun anew."),
        "whyGap": _("{cell} lies between and cannot be taken; begun anew."),
        "whyThree": _("Three at most; begun anew."),
        "whyNoPrivilege": _("A privilege cannot take {cell}."),
        "buy": _("Buy {card} for {payment}"),
        "keepGold": _("Keep gold"),
        "spendGold": _("Spend gold"),
        "paysOwn": _("Pays with {kind}. Change."),
        "paysGold": _("Pays with gold for {kind}. Change."),
        "swap": _("Choose a token to pay gold in its place."),
        "return": _("Return {tokens}"),
        "returnMore": _("Choose {number} more to return."),
        "returnOne": _("Return one {kind}: {number} kept"),
        "keepOne": _("Keep the {kind} after all"),
        "toBag": _("Back to the bag"),
        "piles": _("Your tokens: choose one to return it"),
        "chosenBack": _("Chosen to return"),
        "moved": _("The game has moved on."),
        "show": _("Show it"),
        "failed": _("The page could not be loaded. Try again."),
        "unsent": _(
            "The site did not answer. Nothing is lost: your draft is still here. Check your connection and press again."
        ),
        "restored": _("Your draft is back. Nothing of it has been sent."),
    }
