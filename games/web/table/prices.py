"""What a card costs a seat now: the one place of the pages that knows how bonuses and gold work."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import JewelCard

from .shapes import SeatJson
from .words import KINDS, amounts, gives_text


@dataclass(frozen=True, slots=True)
class CostLine:
    """One kind of a card's cost: `now` is what is left after bonuses, `printed` what stands on the card."""

    kind: str
    printed: int
    now: int


@dataclass(frozen=True, slots=True)
class Price:
    """A card's cost. `short` tokens are missing even with all gold, `gold` is the least gold that must be paid.

    `missing` is what tokens and bonuses leave, by kind, before gold. `lies` is False for a copy card that finds no card to
    be laid on. Without a seat only the print counts.
    """

    lines: tuple[CostLine, ...]
    personal: bool
    short: int = 0
    gold: int = 0
    lies: bool = True
    missing: Mapping[str, int] = field(default_factory=dict)

    @property
    def free(self) -> bool:
        """True if nothing is left to pay."""
        return not any(line.now for line in self.lines)

    @property
    def can(self) -> bool:
        """True if the seat could buy the card now."""
        return self.personal and self.lies and not self.short


def printed_price(card: JewelCard) -> Price:
    """The cost as printed, for viewers without a seat and for finished games."""
    lines = tuple(
        CostLine(kind, card.cost[kind], card.cost[kind]) for kind in KINDS if kind in card.cost
    )
    return Price(lines, personal=False)


def price_for(card: JewelCard, seat: SeatJson) -> Price:
    """The cost for a seat: its bonuses, tokens and gold counted in."""
    lines = tuple(
        CostLine(kind, card.cost[kind], max(0, card.cost[kind] - seat["bonuses"].get(kind, 0)))
        for kind in KINDS
        if kind in card.cost
    )
    missing = {
        line.kind: line.now - held
        for line in lines
        if line.now > (held := seat["tokens"].get(line.kind, 0))
    }
    owed, gold = sum(missing.values()), seat["tokens"].get("gold", 0)
    lies = card.bonus != "copy" or any(owned["color"] for owned in seat["cards"])
    return Price(
        lines,
        personal=True,
        short=max(0, owed - gold),
        gold=min(owed, gold),
        lies=lies,
        missing=missing,
    )


def due(price: Price) -> dict[str, int]:
    """What is left to pay, by kind."""
    return {line.kind: line.now for line in price.lines if line.now}


def verdict(price: Price) -> str:
    """The word at the foot of a card."""
    if not price.personal:
        return ""
    if price.short:
        return _("short %(number)d") % {"number": price.short}
    if not price.lies:
        return _("no base")
    return _("Free") if price.free else _("Buy")


def spoken(card: JewelCard, price: Price) -> str:
    """The whole card as one name, ending in the verdict."""
    costs = _("Costs %(printed)s") % {"printed": amounts(card.cost)}
    if not price.personal:
        return f"{gives_text(card)}. {costs}."
    now = _("for you now %(now)s: %(verdict)s") % {
        "now": amounts(due(price)),
        "verdict": spoken_verdict(price),
    }
    return f"{gives_text(card)}. {costs}; {now}."


def spoken_verdict(price: Price) -> str:
    """The verdict in words: "short 2", "affordable with 1 gold"."""
    if price.short:
        return _("short %(number)d") % {"number": price.short}
    if not price.lies:
        return _("none of your cards has a colour to copy")
    if price.free:
        return _("free for you now")
    return (
        _("affordable with %(number)d gold") % {"number": price.gold}
        if price.gold
        else _("affordable")
    )


def cost_text(price: Price) -> str:
    """What a card costs somebody: "2 blue, 1 pearl; short 1", "free", "1 red; affordable with 1 gold"."""
    if not price.lies and not price.short:
        return _("no card to lay it on")
    if price.free:
        return _("free")
    words = {"cost": amounts(due(price)), "verdict": spoken_verdict(price)}
    return _("%(cost)s; %(verdict)s") % words


def missing_text(price: Price) -> str:
    """What a card that is out of reach lacks: "missing 2 blue, 1 pearl; 1 gold pays for one of them"."""
    if not price.short:
        return ""
    missing = _("missing %(kinds)s") % {"kinds": amounts(price.missing)}
    if not price.gold:
        return missing
    gold = ngettext(
        "%(gold)d gold pays for one of them", "%(gold)d gold pay for %(gold)d of them", price.gold
    ) % {"gold": price.gold}
    return f"{missing}; {gold}"
