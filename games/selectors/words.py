"""Words in the reader's language: tokens, numbers of things, and cards as log and mails call them."""

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine import JEWEL_CARDS, ROYAL_CARDS, JewelCard

TOKENS: Final[dict[str, Promise]] = {
    "white": pgettext_lazy("token", "white"),
    "blue": pgettext_lazy("token", "blue"),
    "green": pgettext_lazy("token", "green"),
    "red": pgettext_lazy("token", "red"),
    "black": pgettext_lazy("token", "black"),
    "pearl": pgettext_lazy("token", "pearl"),
    "gold": pgettext_lazy("token", "gold"),
}
ABILITIES: Final[dict[str, Promise]] = {
    "extra_turn": gettext_lazy("an extra turn"),
    "take_matching": gettext_lazy("a token of its colour"),
    "privilege": gettext_lazy("a privilege"),
    "steal": gettext_lazy("a token of the opponent's"),
}


def kind_name(kind: str) -> str:
    """The name of a token kind or colour: "red"."""
    return str(TOKENS[kind])


def points_text(points: int) -> str:
    """Prestige in words: "3 points"."""
    return ngettext("%(number)d point", "%(number)d points", points) % {"number": points}


def crowns_text(crowns: int) -> str:
    """Crowns in words: "2 crowns"."""
    return ngettext("%(number)d crown", "%(number)d crowns", crowns) % {"number": crowns}


def listed(words: Iterable[str]) -> str:
    """Words as a list: "red, blue and green"."""
    *front, last = list(words)
    return (
        _("%(front)s and %(last)s") % {"front": ", ".join(front), "last": last} if front else last
    )


def cells(names: Iterable[str]) -> str:
    """Cells of a line: "b2-c3-d4"."""
    return "-".join(names)


def jewel(card_id: str) -> str:
    """A jewel card, by what tells it from others: "the level 2 red card with 2 points (J2-15)"."""
    card = JEWEL_CARDS[card_id]
    facts = {"level": card.level, "what": _kind(card), "id": card_id}
    if card.points or card.crowns:
        return _("the level %(level)d %(what)s with %(worth)s (%(id)s)") % {
            **facts,
            "worth": _worth(card),
        }
    return _("the level %(level)d %(what)s (%(id)s)") % facts


def _kind(card: JewelCard) -> str:
    if card.bonus == "copy":
        return _("copy card")
    if card.bonus == "none":
        return _("card without a colour")
    return _("%(color)s card") % {"color": kind_name(card.bonus)}


def _worth(card: JewelCard) -> str:
    parts = []
    if card.points:
        parts.append(points_text(card.points))
    if card.crowns:
        parts.append(crowns_text(card.crowns))
    return listed(parts)


def royal(card_id: str) -> str:
    """A royal card: "the royal card with 2 points and a privilege (R-2)"."""
    card = ROYAL_CARDS[card_id]
    if card.ability == "none":
        return _("the royal card with %(points)s (%(id)s)") % {
            "points": points_text(card.points),
            "id": card_id,
        }
    return _("the royal card with %(points)s and %(ability)s (%(id)s)") % {
        "points": points_text(card.points),
        "ability": ABILITIES[card.ability],
        "id": card_id,
    }


REASONS: Final[dict[str, Promise]] = {
    "prestige": gettext_lazy("20 points"),
    "crowns": gettext_lazy("10 crowns"),
    "resignation": gettext_lazy("the other seat resigned"),
    "timeout": gettext_lazy("the other seat ran out of time"),
    "stand_off": gettext_lazy("a stand-off"),
    "no_progress": gettext_lazy("no purchase in 300 turns"),
}
