"""What everybody could remember: the cards not seen yet, and what each seat has reserved face up.

The same for both players and for those who watch, whatever one of them drafts. A card reserved unseen stays among the
unseen ones, in its owner's list as well, and counts in the reserve by its level only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import JEWEL_CARDS

from .cards import Slip, slip
from .scene import Scene
from .shapes import Kept, Reserves, ViewJson
from .words import COLORS, listed

_BONUSES = (*COLORS, "copy", "none")


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards of a level that nobody could have seen: those in the deck and those reserved from it."""

    level: int
    slips: tuple[Slip, ...]
    deck: int

    @property
    def text(self) -> str:
        """How many there are and where: "19 cards: 18 in the deck, 1 reserved from it"."""
        number, kept = len(self.slips), len(self.slips) - self.deck
        parts = [_("%(number)d in the deck") % {"number": self.deck}]
        if kept:
            parts.append(_("%(number)d reserved from it") % {"number": kept})
        cards = ngettext("%(number)d card", "%(number)d cards", number) % {"number": number}
        return _("%(cards)s: %(where)s") % {"cards": cards, "where": listed(parts)}


@dataclass(frozen=True, slots=True)
class Paper:
    """A reserved card; `slip` is None for one that nobody saw. `href` opens it."""

    level: int
    slip: Slip | None = None
    href: str = ""


@dataclass(frozen=True, slots=True)
class Reserve:
    """What a seat has reserved, as far as everybody can know."""

    name: str
    papers: tuple[Paper, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """The levels stand from 3 down, as in the pyramid; the seats in their order."""

    levels: tuple[Unseen, ...]
    reserves: tuple[Reserve, ...]


def reserves_of(events: Iterable[Mapping[str, Any]]) -> Reserves:
    """Each seat's reserve by a redacted log from its beginning: the same for every viewer."""
    kept: dict[int, list[Kept]] = {1: [], 2: []}
    for event in events:
        if event["kind"] == "card_reserved":
            card = "" if event["unseen"] else event["card"]
            kept[event["seat"]].append(Kept(event["level"], card))
        elif event["kind"] == "card_purchased" and event["from_reserve"]:
            _leave(kept[event["seat"]], event["card"])
    return {seat: tuple(cards) for seat, cards in kept.items()}


def _leave(kept: list[Kept], card: str) -> None:
    """A card that was not seen when it was reserved shows itself now."""
    level = JEWEL_CARDS[card].level
    found = next((row for row in (Kept(level, card), Kept(level)) if row in kept), None)
    if found is not None:  # a log that begins in the middle may not tell of its being reserved
        kept.remove(found)


def reserves_by_level(view: ViewJson) -> Reserves:
    """Each seat's reserve without a log: the levels, which everybody sees."""
    return {
        seat: tuple(Kept(level) for level in sorted(row["level"] for row in owned["reserved"]))
        for seat, owned in ((1, view["seats"]["1"]), (2, view["seats"]["2"]))
    }


def build_memory(scene: Scene) -> Memory | None:
    """None once the game is over: everything lies open then."""
    if scene.over:
        return None
    seen = _seen(scene)
    return Memory(
        levels=tuple(
            Unseen(level, _unseen(level, seen), scene.before["decks"][str(level)])
            for level in (3, 2, 1)
        ),
        reserves=tuple(
            Reserve(scene.names[seat], tuple(_paper(scene, kept) for kept in scene.reserves[seat]))
            for seat in (1, 2)
        ),
    )


def _seen(scene: Scene) -> set[str]:
    """Cards whose place everybody knows."""
    seen = {card for row in scene.before["pyramid"].values() for card in row if card}
    for seat in (1, 2):
        seen.update(owned["card"] for owned in scene.before["seats"][str(seat)]["cards"])
        seen.update(kept.card for kept in scene.reserves[seat])
    return seen


def _unseen(level: int, seen: set[str]) -> tuple[Slip, ...]:
    """Sorted by what they give: colour, then points and crowns."""
    left = [c for c in JEWEL_CARDS.values() if c.level == level and c.id not in seen]
    left.sort(key=lambda c: (_BONUSES.index(c.bonus), c.points, c.crowns, c.id))
    return tuple(slip(card.id) for card in left)


def _paper(scene: Scene, kept: Kept) -> Paper:
    if not kept.card:
        return Paper(kept.level)
    return Paper(kept.level, slip(kept.card), scene.look(kept.card))
