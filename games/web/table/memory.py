"""What everybody could remember, drawn: the same for all, whatever one of them drafts (`games.selectors.memory`)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.memory import Kept, unseen_cards

from .cards import Slip, slip
from .scene import Scene
from .words import listed


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


def build_memory(scene: Scene) -> Memory | None:
    """None once the game is over: everything lies open then."""
    if scene.over:
        return None
    unseen = unseen_cards(scene.before, scene.reserves)
    return Memory(
        levels=tuple(
            Unseen(level, tuple(map(slip, unseen[level])), scene.before["decks"][str(level)])
            for level in (3, 2, 1)
        ),
        reserves=tuple(
            Reserve(scene.names[seat], tuple(_paper(scene, kept) for kept in scene.reserves[seat]))
            for seat in (1, 2)
        ),
    )


def _paper(scene: Scene, kept: Kept) -> Paper:
    if not kept.card:
        return Paper(kept.level)
    return Paper(kept.level, slip(kept.card), scene.look(kept.card))
