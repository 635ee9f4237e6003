"""Pyramid, decks, royal cards and the privilege pool."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import JEWEL_CARDS, ROYAL_CARDS

from .cards import CardFace, RoyalFace, card_face, royal_face
from .choice import Choice, Mode
from .prices import price_for
from .scene import Scene
from .words import privileges_text

PRIVILEGES: Final = 3


@dataclass(frozen=True, slots=True)
class Deck:
    """The face-down cards of a level. `href` reserves the top card unseen, where that is possible."""

    level: int
    count: int
    label: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One level: its deck and its face-up cards, None for an empty place."""

    level: int
    deck: Deck
    cards: tuple[CardFace | None, ...]


@dataclass(frozen=True, slots=True)
class Market:
    """All that lies between the seats beside the board. Rows stand from level 3 down."""

    rows: tuple[Row, ...]
    royals: tuple[RoyalFace, ...]
    pool: int

    @property
    def pool_places(self) -> tuple[bool, ...]:
        """The three places of the pool, True where a privilege lies."""
        return tuple(place < self.pool for place in range(PRIVILEGES))

    @property
    def pool_text(self) -> str:
        """The pool in words."""
        return _("%(privileges)s of 3 in the pool") % {"privileges": privileges_text(self.pool)}


def build_market(scene: Scene) -> Market:
    """The market as the viewer sees it."""
    view, owners = scene.view, royal_owners(scene)
    rows = tuple(
        Row(
            level,
            _deck(scene, level, view["decks"][str(level)]),
            tuple(_card(scene, card) for card in view["pyramid"][str(level)]),
        )
        for level in (3, 2, 1)
    )
    royals = tuple(_royal(card, owners.get(card), scene) for card in ROYAL_CARDS)
    return Market(rows, royals, view["privileges"])


def royal_owners(scene: Scene) -> dict[str, int]:
    """Which seat has taken which royal card."""
    return {card: seat for seat in (1, 2) for card in scene.view["seats"][str(seat)]["royal_cards"]}


def _royal(card: str, owner: int | None, scene: Scene) -> RoyalFace:
    if owner is None:
        return royal_face(card)
    if owner == scene.viewer:
        return royal_face(card, owner=_("you"), mark=_("you"))
    return royal_face(card, owner=scene.names[owner], mark=scene.names[owner][:1].upper())


def _card(scene: Scene, card: str | None) -> CardFace | None:
    if card is None:
        return None
    choice, me = scene.choice, scene.pricing
    wants_card = choice.mode in (Mode.GOLD, Mode.RESERVE)
    return card_face(
        card,
        price_for(JEWEL_CARDS[card], me) if me else None,
        href=scene.to(card=card, gold=_gold_first(choice)) if choice.main else scene.look(card),
        chosen=card == scene.opened,
        fresh=card in scene.news.fresh,
        reserve=wants_card and card in scene.legal.reservable,
    )


def _gold_first(choice: Choice) -> str:
    """Gold chosen first stays chosen when a card is added."""
    return choice.gold if choice.mode is Mode.GOLD else ""


def _deck(scene: Scene, level: int, count: int) -> Deck:
    choice = scene.choice
    label = ngettext(
        "Level %(level)d deck, %(count)d card", "Level %(level)d deck, %(count)d cards", count
    ) % {
        "level": level,
        "count": count,
    }
    can = choice.main and level in scene.legal.decks
    if can:
        label += ": " + _("reserve the top card unseen")
    return Deck(
        level,
        count,
        label,
        scene.to(deck=level, gold=_gold_first(choice)) if can else "",
        choice.deck == level,
    )
