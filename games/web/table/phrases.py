"""Actions of a turn as the panel and its button say them: one phrase for each kind, without a full stop."""

from collections.abc import Callable
from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext as _

from engine import JEWEL_CARDS, ROYAL_CARDS
from games.selectors.words import kind_name

from .scene import Scene
from .shapes import ActionJson
from .tray import CELLS, in_order
from .words import amounts, card_name, listed, royal_text


def phrase_of(scene: Scene, action: ActionJson) -> str:
    """What the action does, by the board before the draft: "Take red, blue from b2-c3"."""
    return _PHRASES[action["type"]](scene, action)


def kinds_at(scene: Scene, cells: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens that lay in these cells before the draft."""
    board = scene.before["board"]
    return tuple(str(board[CELLS.index(cell)]) for cell in cells)


def taking(kinds: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """ "Take red, blue from b2-c3"; the line never breaks."""
    place = format_html('<span class="nb">{}</span>', "-".join(cells))
    return format_html(
        _("Take {tokens} from {cells}"), tokens=listed(map(kind_name, kinds)), cells=place
    )


def buying(card_id: str, payment: dict[str, int]) -> str:
    """ "Buy the red level 2 card for 3 green, 1 gold"; a free card is taken."""
    words = {"card": card_name(JEWEL_CARDS[card_id]), "payment": amounts(payment)}
    if any(payment.values()):
        return _("Buy %(card)s for %(payment)s") % words
    return _("Take %(card)s for free") % words


def reserving(gold: str, card_id: str, deck: int) -> str:
    """ "Take gold from c3 and reserve …", an open card or the top of a deck."""
    if card_id:
        words = {"cell": gold, "card": card_name(JEWEL_CARDS[card_id])}
        return _("Take gold from %(cell)s and reserve %(card)s") % words
    return _("Take gold from %(cell)s and reserve the top card of level %(level)d unseen") % {
        "cell": gold,
        "level": deck,
    }


def _take(scene: Scene, action: ActionJson) -> str:
    cells = in_order(action["cells"])
    return taking(kinds_at(scene, cells), cells)


def _one(scene: Scene, action: ActionJson) -> str:
    cells = (action["cell"],)
    return taking(kinds_at(scene, cells), cells)


def _purchase(_scene: Scene, action: ActionJson) -> str:
    return buying(action["card"], action["payment"])


def _reserve(_scene: Scene, action: ActionJson) -> str:
    return reserving(action["gold"], action.get("card", ""), action.get("deck", 0))


def _steal(scene: Scene, action: ActionJson) -> str:
    words = {"token": kind_name(action["token"]), "name": scene.opponent}
    return _("Take %(token)s from %(name)s") % words


def _royal(_scene: Scene, action: ActionJson) -> str:
    return royal_text(ROYAL_CARDS[action["card"]])


_PHRASES: Final[dict[str, Callable[[Scene, ActionJson], str]]] = {
    "use_privilege": _one,
    "take_tokens": _take,
    "purchase_card": _purchase,
    "reserve_card": _reserve,
    "take_matching_token": _one,
    "steal_token": _steal,
    "choose_royal_card": _royal,
}
