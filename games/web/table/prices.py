"""What a card costs a seat now: the one place of the pages that knows how bonuses and gold work."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

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

    `lies` is False for a copy card that finds no card to be laid on. Without a seat only the print counts.
    """

    lines: tuple[CostLine, ...]
    personal: bool
    short: int = 0
    gold: int = 0
    lies: bool = True

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
    missing = sum(max(0, line.now - seat["tokens"].get(line.kind, 0)) for line in lines)
    gold = seat["tokens"].get("gold", 0)
    lies = card.bonus != "copy" or any(owned["color"] for owned in seat["cards"])
    return Price(
        lines, personal=True, short=max(0, missing - gold), gold=min(missing, gold), lies=lies
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
