"""A card that somebody looks at: what it costs each seat, by what everybody can see. Nothing here tells what is legal."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import JEWEL_CARDS

from .cards import CardFace, card_face
from .choice import Mode
from .prices import cost_text, missing_text, price_for
from .scene import Scene
from .words import gives_text


@dataclass(frozen=True, slots=True)
class Look:
    """A card opened by somebody who can do nothing with it now. `back` leads to the table without it."""

    face: CardFace
    gives: str
    where: str
    costs: tuple[str, ...]
    back: str


def build_look(scene: Scene) -> Look | None:
    """The card of the address; None without one, and where the turn panel itself shows it."""
    card = scene.opened
    if not card or card == scene.choice.card:
        return None
    price = price_for(JEWEL_CARDS[card], scene.pricing) if scene.pricing else None
    where, bought = _place(scene, card)
    return Look(
        face=card_face(card, price),
        gives=gives_text(JEWEL_CARDS[card]),
        where=where,
        costs=() if bought or scene.over else _costs(scene, card, (scene.lower, scene.upper)),
        back=scene.to(),
    )


def costs_beside(scene: Scene) -> tuple[str, ...]:
    """Beside a card in the turn panel: what the mover misses, and what it costs the opponent."""
    card = scene.choice.card
    if not card:
        return ()
    if scene.choice.mode is Mode.BUY:
        return _costs(scene, card, (scene.upper,))
    missing = missing_text(price_for(JEWEL_CARDS[card], scene.near))
    mine = (missing[:1].upper() + missing[1:],) if missing else ()
    return (*mine, *_costs(scene, card, (scene.upper,)))


def _costs(scene: Scene, card: str, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(_cost(scene, card, seat) for seat in seats)


def _cost(scene: Scene, card: str, seat: int) -> str:
    """ "For bert: 2 blue, 1 pearl; short 1", for the viewer with what is missing."""
    price = price_for(JEWEL_CARDS[card], scene.view["seats"][str(seat)])
    if seat != scene.viewer:
        return _("For %(name)s: %(cost)s") % {"name": scene.names[seat], "cost": cost_text(price)}
    line = _("For you: %(cost)s") % {"cost": cost_text(price)}
    missing = missing_text(price)
    return f"{line}; {missing}" if missing else line


def _place(scene: Scene, card: str) -> tuple[str, bool]:
    """Where the viewer knows the card to lie, and whether it is bought."""
    if any(card in row for row in scene.view["pyramid"].values()):
        return _("Face up in the pyramid."), False
    for seat in (1, 2):
        owned = scene.view["seats"][str(seat)]
        name = {"name": _("you") if seat == scene.viewer else scene.names[seat]}
        if any(card == row["card"] for row in owned["cards"]):
            return _("Bought by %(name)s.") % name, True
        open_cards = {row["card"] for row in owned["reserved"]}
        if card in open_cards or any(card == kept.card for kept in scene.reserves[seat]):
            return _("Reserved by %(name)s.") % name, False
    return _("Not seen yet: in the deck or reserved from it."), False
