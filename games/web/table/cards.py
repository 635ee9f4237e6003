"""Faces of jewel cards, card backs and royal cards, as the templates draw them."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import JEWEL_CARDS, ROYAL_CARDS, JewelCard
from games.selectors.words import kind_name

from .prices import CostLine, Price, printed_price, spoken, verdict
from .words import COLORS, gives_text, royal_text


class _Marks:
    """What a card draws as often as it has it."""

    __slots__ = ()
    bonus: str
    bonus_count: int
    crowns: int

    @property
    def stones(self) -> range:
        """One for each stone of the bonus; none for a copy card and one without a colour."""
        return range(self.bonus_count if self.bonus in COLORS else 0)

    @property
    def crown_marks(self) -> range:
        """One for each crown."""
        return range(self.crowns)


@dataclass(frozen=True, slots=True)
class CardFace(_Marks):
    """An open jewel card. `href` opens it in the turn panel; empty where it cannot be chosen.

    `foot` is the verdict, `gold` the bars drawn beside it; `fresh` marks what was turned up last turn.
    """

    id: str
    level: int
    bonus: str
    bonus_count: int
    points: int
    crowns: int
    ability: str
    lines: tuple[CostLine, ...]
    personal: bool
    can: bool
    foot: str
    gold: int
    label: str
    href: str = ""
    chosen: bool = False
    fresh: bool = False

    @property
    def gold_marks(self) -> range:
        """One for each bar of gold that must be paid."""
        return range(self.gold)


@dataclass(frozen=True, slots=True)
class Slip(_Marks):
    """A jewel card drawn small: what it gives and its printed cost; `lines` is empty for a card that is paid for.

    `color` is the colour that a copy card took.
    """

    id: str
    bonus: str
    bonus_count: int
    points: int
    crowns: int
    ability: str
    color: str
    lines: tuple[CostLine, ...]
    label: str


@dataclass(frozen=True, slots=True)
class CardBack:
    """A reserved card that the viewer may not know."""

    level: int

    @property
    def label(self) -> str:
        """What the back tells."""
        return _("Reserved card, level %(level)d") % {"level": self.level}


@dataclass(frozen=True, slots=True)
class RoyalFace:
    """A royal card; `owner` is set where somebody has taken it, `mark` stands in its place then."""

    id: str
    points: int
    ability: str
    label: str
    owner: str = ""
    mark: str = ""
    chosen: bool = False


def card_face(
    card_id: str,
    price: Price | None = None,
    *,
    href: str = "",
    chosen: bool = False,
    fresh: bool = False,
    reserve: bool = False,
) -> CardFace:
    """The face of a card. Without a price it shows the printed cost. `reserve`: choosing it reserves it."""
    card = JEWEL_CARDS[card_id]
    price = price or printed_price(card)
    label = spoken(card, price)
    if fresh:
        label += " " + _("Turned up last turn.")
    if reserve:
        label += " " + _("Reserve it.")
    return CardFace(
        id=card.id,
        level=card.level,
        bonus=card.bonus,
        bonus_count=card.bonus_count,
        points=card.points,
        crowns=card.crowns,
        ability=card.ability,
        lines=price.lines,
        personal=price.personal,
        can=price.can or reserve,
        foot=_("Reserve") if reserve else verdict(price),
        gold=0 if reserve or price.short or not price.lies else price.gold,
        label=label,
        href=href,
        chosen=chosen,
        fresh=fresh,
    )


def slip(card_id: str) -> Slip:
    """A card that is not bought yet, in the reader's language."""
    return _slip(card_id, "", True, get_language())


def owned_slip(card_id: str, color: str | None) -> Slip:
    """A card that is paid for; `color` is the one it counts for."""
    return _slip(card_id, color or "", False, get_language())


@lru_cache(maxsize=1024)
def _slip(card_id: str, color: str, priced: bool, _language: str | None) -> Slip:
    """There are few cards and a page may show most of them, so each is put into words once for each language."""
    card = JEWEL_CARDS[card_id]
    copied = color if card.bonus == "copy" else ""
    return Slip(
        id=card.id,
        bonus=card.bonus,
        bonus_count=card.bonus_count,
        points=card.points,
        crowns=card.crowns,
        ability=card.ability,
        color=copied,
        lines=printed_price(card).lines if priced else (),
        label=_slip_label(card, copied, priced),
    )


def _slip_label(card: JewelCard, copied: str, priced: bool) -> str:
    if priced:
        return spoken(card, printed_price(card))
    if copied:
        return _("%(card)s: counts as %(color)s") % {
            "card": gives_text(card),
            "color": kind_name(copied),
        }
    return gives_text(card)


def royal_face(card_id: str, *, owner: str = "", mark: str = "", chosen: bool = False) -> RoyalFace:
    """The face of a royal card, or its empty place once somebody owns it."""
    card = ROYAL_CARDS[card_id]
    label = royal_text(card)
    if owner:
        label = _("%(card)s, taken by %(owner)s") % {"card": label, "owner": owner}
    return RoyalFace(card.id, card.points, card.ability, label, owner, mark, chosen)
