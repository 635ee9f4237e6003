"""Words of the table: names of stones, cards and amounts, in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from engine import JewelCard, RoyalCard
from games.selectors.words import crowns_text, kind_name, points_text

KINDS: Final = ("white", "blue", "green", "red", "black", "pearl", "gold")
COLORS: Final = KINDS[:5]

_LETTERS: Final = {
    "white": pgettext_lazy("letter on the board for white", "W"),
    "blue": pgettext_lazy("letter on the board for blue", "B"),
    "green": pgettext_lazy("letter on the board for green", "G"),
    "red": pgettext_lazy("letter on the board for red", "R"),
    "black": pgettext_lazy("letter on the board for black", "K"),
    "pearl": pgettext_lazy("letter on the board for pearl", "P"),
    "gold": pgettext_lazy("letter on the board for gold", "Au"),
}
_ABILITIES: Final = {
    "extra_turn": gettext_lazy("extra turn"),
    "take_matching": gettext_lazy("take a matching token"),
    "privilege": gettext_lazy("gain a privilege"),
    "steal": gettext_lazy("take a token from the opponent"),
}


def kind_letter(kind: str) -> str:
    """The letter that stands beside a token on the board."""
    return str(_LETTERS[kind])


def ability_name(ability: str) -> str:
    """What an ability does, in a few words; empty for none."""
    return str(_ABILITIES.get(ability, ""))


def listed(parts: Iterable[str]) -> str:
    """Parts of a list with the reader's comma between them."""
    return pgettext("between the parts of a list", ", ").join(parts)


def amounts(tokens: Mapping[str, int]) -> str:
    """Tokens in words, in the fixed order: "2 blue, 1 pearl"; "nothing" for none."""
    parts = [
        _("%(number)d %(kind)s") % {"number": tokens[kind], "kind": kind_name(kind)}
        for kind in KINDS
        if tokens.get(kind)
    ]
    return listed(parts) or _("nothing")


def privileges_text(number: int) -> str:
    """Privileges in words: "no privilege", "2 privileges"."""
    if not number:
        return _("no privilege")
    return ngettext("%(number)d privilege", "%(number)d privileges", number) % {"number": number}


def tokens_text(number: int) -> str:
    """Tokens in words: "3 tokens"."""
    return ngettext("%(number)d token", "%(number)d tokens", number) % {"number": number}


def card_name(card: JewelCard) -> str:
    """How sentences call a jewel card: "the red level 3 card"."""
    words = {"level": card.level}
    if card.bonus == "copy":
        return _("the copy card of level %(level)d") % words
    if card.bonus == "none":
        return _("the level %(level)d card without a colour") % words
    return _("the %(color)s level %(level)d card") % {**words, "color": kind_name(card.bonus)}


def bonus_text(card: JewelCard) -> str:
    """What a jewel card counts for: "blue twice"."""
    if card.bonus == "copy":
        return _("copies a colour")
    if card.bonus == "none":
        return _("no colour")
    name = kind_name(card.bonus)
    return _("%(color)s twice") % {"color": name} if card.bonus_count == 2 else name


def gives_text(card: JewelCard) -> str:
    """All that a jewel card gives: "Level 3, blue, 3 points, 2 crowns"."""
    parts = [_("Level %(level)d") % {"level": card.level}, bonus_text(card)]
    if card.points:
        parts.append(points_text(card.points))
    if card.crowns:
        parts.append(crowns_text(card.crowns))
    if card.ability != "none":
        parts.append(ability_name(card.ability))
    return listed(parts)


def royal_text(card: RoyalCard) -> str:
    """A royal card in words: "Royal card, 2 points, extra turn"."""
    parts = [_("Royal card"), points_text(card.points)]
    if card.ability != "none":
        parts.append(ability_name(card.ability))
    return listed(parts)
