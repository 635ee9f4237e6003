"""The 67 jewel cards and 4 royal cards, read once from `data/`.

Inside the engine a card is its number: jewel cards 0-66 and royal cards 0-3 in the order of the tables, which is also
the order of their ids. Outside it is its id (`J1-05`, `R-2`).
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from engine.constants import ABILITY_NAMES, COPY, KIND_BY_NAME, KIND_NAMES, LEVELS, NOTHING
from engine.counts import Counts, from_names


@dataclass(frozen=True)
class JewelCard:
    """One jewel card as printed. `cost` names only the kinds that cost something."""

    id: str
    level: int
    bonus: str  # a colour, "copy" or "none"
    bonus_count: int
    points: int
    crowns: int
    ability: str
    cost: dict[str, int]


@dataclass(frozen=True)
class RoyalCard:
    """One royal card as printed."""

    id: str
    points: int
    ability: str


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = files("engine").joinpath("data", name).read_text(encoding="utf-8")
    return csv.DictReader(text.splitlines())


def _jewel(row: dict[str, str]) -> JewelCard:
    cost = {name: int(row[name]) for name in KIND_NAMES if int(row.get(name, "0"))}
    return JewelCard(
        id=row["id"],
        level=int(row["level"]),
        bonus=row["bonus"],
        bonus_count=int(row["bonus_count"]),
        points=int(row["points"]),
        crowns=int(row["crowns"]),
        ability=row["ability"],
        cost=cost,
    )


def _bonus(card: JewelCard) -> int:
    if card.bonus == "copy":
        return COPY
    return NOTHING if card.bonus == "none" else KIND_BY_NAME[card.bonus]


_JEWELS: Final = [_jewel(row) for row in _rows("jewel_cards.csv")]
_ROYALS: Final = [
    RoyalCard(row["id"], int(row["points"]), row["ability"]) for row in _rows("royal_cards.csv")
]

JEWEL_CARDS: Final = {card.id: card for card in _JEWELS}
ROYAL_CARDS: Final = {card.id: card for card in _ROYALS}

# The same facts by number, for the rules.
CARD_IDS: Final = tuple(card.id for card in _JEWELS)
CARD_NUMBERS: Final = {card_id: number for number, card_id in enumerate(CARD_IDS)}
LEVEL: Final = tuple(card.level for card in _JEWELS)
BONUS: Final = tuple(_bonus(card) for card in _JEWELS)
BONUS_COUNT: Final = tuple(card.bonus_count for card in _JEWELS)
POINTS: Final = tuple(card.points for card in _JEWELS)
CROWNS: Final = tuple(card.crowns for card in _JEWELS)
ABILITY: Final = tuple(ABILITY_NAMES.index(card.ability) for card in _JEWELS)
COST: Final[tuple[Counts, ...]] = tuple(from_names(card.cost) for card in _JEWELS)
CARDS_OF_LEVEL: Final = tuple(
    tuple(n for n, level in enumerate(LEVEL) if level == wanted) for wanted in LEVELS
)

ROYAL_IDS: Final = tuple(card.id for card in _ROYALS)
ROYAL_NUMBERS: Final = {card_id: number for number, card_id in enumerate(ROYAL_IDS)}
ROYAL_POINTS: Final = tuple(card.points for card in _ROYALS)
ROYAL_ABILITY: Final = tuple(ABILITY_NAMES.index(card.ability) for card in _ROYALS)
