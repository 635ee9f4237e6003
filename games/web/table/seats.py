"""Both seats' strips: tokens, bonuses, points, goals, privileges and papers."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine import JEWEL_CARDS
from games.selectors.words import kind_name

from .cards import CardBack, CardFace, RoyalFace, card_face, royal_face
from .outlook import Chance, chance_of
from .owned import Owned, bonuses_text, cards_text, owned_by
from .prices import price_for
from .scene import Scene
from .shapes import ReservedJson, SeatJson
from .words import COLORS, KINDS, listed, privileges_text

HAND_LIMIT: Final = 10
RESERVE_LIMIT: Final = 3
GAUGE_UNITS: Final = 10
_UNIT: Final = 10.0  # width of a unit of the gauge with its gap
_BAR: Final = 8.6  # width of a unit without it


@dataclass(frozen=True, slots=True)
class Pile:
    """Tokens of one kind in hand."""

    kind: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class ColorRow:
    """Bonuses and points of one colour, and the cards behind them; `label` names the bonuses."""

    kind: str
    bonuses: int
    points: int
    label: str
    owned: Owned | None


@dataclass(frozen=True, slots=True)
class Goal:
    """One of the three ways to win. `reached` and `left` are drawn paths of the gauge, `text` says it in words.

    `near`: the seat can reach it in one turn.
    """

    key: str
    value: int
    goal: int
    reached: str
    left: str
    text: str
    color: str = ""
    near: bool = False


@dataclass(frozen=True, slots=True)
class SeatStrip:
    """One seat across the page. `papers` are its reserved cards, `free` the reserve places left.

    `owned` are its purchased cards by colour, `chance` says whether it can win in one turn.
    """

    seat: int
    name: str
    initial: str
    you: bool
    to_move: bool
    stand_off: int
    privileges: int
    privileges_text: str
    piles: tuple[Pile, ...]
    colors: tuple[ColorRow, ...]
    held: int
    goals: tuple[Goal, ...]
    royals: tuple[RoyalFace, ...]
    papers: tuple[CardFace | CardBack, ...]
    free: int
    owned: tuple[Owned, ...]
    owned_text: str
    chance: str
    after: int | None = None

    @property
    def known(self) -> bool:
        """True if a reserved card lies open: it then needs the room of a card."""
        return any(isinstance(paper, CardFace) for paper in self.papers)

    @property
    def owned_number(self) -> int:
        """Purchased cards."""
        return sum(len(group.slips) for group in self.owned)

    @property
    def seals(self) -> range:
        """One for each privilege."""
        return range(self.privileges)

    @property
    def free_places(self) -> range:
        """One for each reserve place left."""
        return range(self.free)


def best_color(seat: SeatJson) -> str:
    """The colour with most points, the first of equals; empty without points."""
    best = max(COLORS, key=lambda color: seat["points"].get(color, 0))
    return best if seat["points"].get(best, 0) else ""


def goals_of(seat: SeatJson, chance: Chance) -> tuple[Goal, ...]:
    """The three gauges of a seat."""
    best = best_color(seat)
    return (
        _goal("prestige", seat["prestige"], 20, chance),
        _goal("crowns", seat["crowns"], 10, chance),
        _goal("color", seat["points"].get(best, 0), 10, chance, best),
    )


def _goal(key: str, value: int, goal: int, chance: Chance, color: str = "") -> Goal:
    units = min(value, goal) * GAUGE_UNITS / goal
    near = chance.goal_text(key)
    text = _goal_text(value, goal, color) + (f"; {near}" if near else "")
    reached, left = _bars(0, units), _bars(units, GAUGE_UNITS)
    return Goal(key, value, goal, reached, left, text, color, near=bool(near))


def _goal_text(value: int, goal: int, color: str) -> str:
    """ "8 of 10 in red, 2 to go" """
    words = {"value": value, "goal": goal, "color": kind_name(color) if color else ""}
    so_far = _("%(value)d of %(goal)d in %(color)s") if color else _("%(value)d of %(goal)d")
    rest = _("%(number)d to go") % {"number": goal - value} if value < goal else _("reached")
    return listed((so_far % words, rest))


def _bars(start: float, end: float) -> str:
    """Path of the units from start to end; a unit may be half."""
    path = []
    for unit in range(GAUGE_UNITS):
        low, high = max(start, unit), min(end, unit + 1)
        if low < high:
            left, width = unit * _UNIT + (low - unit) * _BAR, (high - low) * _BAR
            path.append(f"M{left:g} 0h{width:g}v8h-{width:g}z")
    return "".join(path)


def held_by(seat: SeatJson) -> int:
    """All tokens in hand."""
    return sum(seat["tokens"].values())


def seat_strip(scene: Scene, number: int) -> SeatStrip:
    """The strip of one seat as the viewer may see it."""
    seat, name = scene.view["seats"][str(number)], scene.names[number]
    papers = tuple(_paper(scene, number, reserved) for reserved in seat["reserved"])
    owned, chance = owned_by(seat), chance_of(scene, number)
    return SeatStrip(
        seat=number,
        name=name,
        initial=name[:1],
        you=number == scene.viewer,
        to_move=number == scene.view["seat_to_move"],
        stand_off=seat["stand_off"] if scene.view["options"]["stand_off"] else 0,
        privileges=seat["privileges"],
        privileges_text=privileges_text(seat["privileges"]),
        piles=tuple(Pile(kind, kind_name(kind), seat["tokens"].get(kind, 0)) for kind in KINDS),
        colors=tuple(_color_row(color, seat, owned) for color in COLORS),
        held=held_by(seat),
        goals=goals_of(seat, chance),
        royals=tuple(royal_face(card) for card in seat["royal_cards"]),
        papers=papers,
        free=0 if scene.over else RESERVE_LIMIT - len(papers),
        owned=owned,
        owned_text=cards_text(len(seat["cards"])),
        chance=chance.text,
    )


def _color_row(color: str, seat: SeatJson, owned: tuple[Owned, ...]) -> ColorRow:
    bonuses = seat["bonuses"].get(color, 0)
    label = f"{kind_name(color)}: {bonuses_text(bonuses)}"
    behind = next((group for group in owned if group.kind == color), None)
    return ColorRow(color, bonuses, seat["points"].get(color, 0), label, behind)


def _paper(scene: Scene, number: int, reserved: ReservedJson) -> CardFace | CardBack:
    """A reserved card: open where the view names it, priced for its owner if that is the viewer."""
    card_id = reserved["card"]
    if card_id is None:
        return CardBack(reserved["level"])
    mine = number == scene.viewer
    price = price_for(JEWEL_CARDS[card_id], scene.near) if mine and not scene.over else None
    return card_face(card_id, price, href=scene.look(card_id), chosen=card_id == scene.opened)
