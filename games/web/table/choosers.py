"""The choosers of the turn panel: payment, gold, discard, follow-ups."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import JEWEL_CARDS
from games.selectors.words import kind_name

from .cards import CardFace, card_face
from .draft import payment_value
from .prices import Price, due, price_for
from .scene import Scene
from .seats import HAND_LIMIT, held_by
from .shapes import ActionJson, SeatJson
from .victory import win_by
from .words import COLORS, KINDS, amounts


@dataclass(frozen=True, slots=True)
class Amount:
    """Some tokens of one kind."""

    kind: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Payment:
    """One exact payment. `value` is what the form sends, see `payment_value`."""

    value: str
    text: str
    tokens: tuple[Amount, ...]
    gold: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Lay:
    """A colour that a copy card may take, with a card of it. `wins` says how the game would end."""

    card: str
    color: str
    name: str
    bonuses: int
    wins: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Purchase:
    """The payment chooser. `due` is what is left to pay as the form writes it, `reserve_href` leads to reserving."""

    card: CardFace
    note: str
    due: str
    payments: tuple[Payment, ...]
    lays: tuple[Lay, ...]
    wins: str
    reserve_href: str


@dataclass(frozen=True, slots=True)
class GoldChoice:
    """One bar of gold on the board."""

    cell: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Reserve:
    """Gold and the card to keep: an open card, or the top of a deck when `card` is None."""

    card: CardFace | None
    deck: int
    gold: str
    golds: tuple[GoldChoice, ...]
    note: str
    buy_href: str


@dataclass(frozen=True, slots=True)
class DiscardPile:
    """Tokens of one kind and how many of them go back."""

    kind: str
    name: str
    count: int
    chosen: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The discard chooser: `number` tokens must go."""

    piles: tuple[DiscardPile, ...]
    number: int


@dataclass(frozen=True, slots=True)
class StealPile:
    """A kind that the opponent can lose."""

    kind: str
    name: str
    count: int
    chosen: bool


def purchase_chooser(scene: Scene) -> Purchase:
    """Every exact payment, the one that spares gold chosen unless the draft names another."""
    card_id, legal, draft, me = scene.choice.card, scene.legal, scene.draft, scene.near
    card, actions = JEWEL_CARDS[card_id], legal.purchases[card_id]
    price = price_for(card, me)
    return Purchase(
        card=card_face(card_id, price, chosen=True),
        note=_bonus_note(price),
        due=payment_value(due(price)),
        payments=_payments(actions, draft.payment),
        lays=_lays(card_id, actions, me, draft.onto),
        wins=win_by(card, card.bonus if card.bonus in COLORS else "", me),
        reserve_href=scene.to(card=card_id, do="reserve") if card_id in legal.reservable else "",
    )


def _bonus_note(price: Price) -> str:
    covered = {
        line.kind: line.printed - line.now for line in price.lines if line.printed > line.now
    }
    printed = _("Printed cost %(cost)s.") % {
        "cost": amounts({line.kind: line.printed for line in price.lines})
    }
    if not covered:
        return printed
    return printed + " " + _("Your bonuses cover %(covered)s.") % {"covered": amounts(covered)}


def _payments(actions: Iterable[ActionJson], wanted: str) -> tuple[Payment, ...]:
    distinct = {payment_value(action["payment"]): action["payment"] for action in actions}
    ordered = sorted(distinct.items(), key=lambda item: item[1].get("gold", 0))
    chosen = wanted if wanted in distinct else ordered[0][0]
    return tuple(
        Payment(
            value=value,
            text=amounts(payment),
            tokens=tuple(
                Amount(kind, kind_name(kind), payment[kind]) for kind in KINDS if payment.get(kind)
            ),
            gold=payment.get("gold", 0),
            chosen=value == chosen,
        )
        for value, payment in ordered
    )


def _lays(
    card_id: str, actions: Iterable[ActionJson], me: SeatJson, wanted: str
) -> tuple[Lay, ...]:
    """One card of each colour: only the colour of the card below matters."""
    offered = {action["onto"] for action in actions if action.get("onto")}
    by_color: dict[str, str] = {}
    for owned in me["cards"]:
        if (
            owned["color"]
            and owned["card"] in offered
            and (owned["card"] == wanted or owned["color"] not in by_color)
        ):
            by_color[owned["color"]] = owned["card"]
    colors = [color for color in COLORS if color in by_color]
    chosen = next(
        (color for color in colors if by_color[color] == wanted), colors[0] if colors else ""
    )
    card = JEWEL_CARDS[card_id]
    return tuple(
        Lay(
            by_color[color],
            color,
            kind_name(color),
            me["bonuses"][color],
            win_by(card, color, me),
            color == chosen,
        )
        for color in colors
    )


def reserve_chooser(scene: Scene) -> Reserve:
    """The gold to take with the card or deck."""
    card_id, deck, gold = scene.choice.card, scene.choice.deck, scene.choice.gold
    legal, me = scene.legal, scene.near
    price = price_for(JEWEL_CARDS[card_id], me) if card_id else None
    return Reserve(
        card=card_face(card_id, price, chosen=True) if card_id else None,
        deck=deck,
        gold=gold,
        golds=tuple(
            GoldChoice(cell, scene.to(card=card_id, deck=deck, gold=cell), cell == gold)
            for cell in legal.golds
        ),
        note=_bonus_note(price)
        if price
        else _("Nobody sees the card before you have bought it; you see it at once."),
        buy_href=scene.to(card=card_id) if card_id in legal.purchases else "",
    )


def discard_chooser(scene: Scene) -> Discard:
    """What goes back to the bag, down to ten."""
    me, draft = scene.near, scene.draft
    piles = tuple(
        DiscardPile(kind, kind_name(kind), count, min(count, draft.discard.get(kind, 0)))
        for kind in KINDS
        if (count := me["tokens"].get(kind, 0))
    )
    return Discard(piles, held_by(me) - HAND_LIMIT)


def steal_piles(scene: Scene) -> tuple[StealPile, ...]:
    """The opponent's tokens that may be taken."""
    return tuple(
        StealPile(kind, kind_name(kind), scene.far["tokens"][kind], kind == scene.draft.token)
        for kind in scene.legal.stealable
    )
