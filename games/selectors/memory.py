"""What everybody could remember of a game: the cards not seen yet, and what each seat has reserved face up.

The same for both players and for those who watch. A card reserved unseen stays among the unseen ones, in its owner's
list as well, and counts in the reserve by its level only.
"""

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final, NamedTuple

from engine import JEWEL_CARDS
from engine.constants import COLORS, KIND_NAMES, LEVELS, SEATS

RESERVE_KINDS: Final = ("card_reserved", "card_purchased")  # they tell what is known of reserves
_BONUSES: Final = (*KIND_NAMES[:COLORS], "copy", "none")


class Kept(NamedTuple):
    """What everybody knows of a reserved card: its level, and the card if it lay face up before."""

    level: int
    card: str = ""


type Reserves = Mapping[int, tuple[Kept, ...]]  # by seat


def reserves_of(events: Iterable[Mapping[str, Any]]) -> Reserves:
    """Each seat's reserve by a redacted log from its beginning: the same for every viewer."""
    kept: dict[int, list[Kept]] = {seat: [] for seat in SEATS}
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


def reserves_by_level(view: Mapping[str, Any]) -> Reserves:
    """Each seat's reserve without a log: the levels, which everybody sees."""
    return {
        seat: tuple(
            Kept(level)
            for level in sorted(row["level"] for row in view["seats"][str(seat)]["reserved"])
        )
        for seat in SEATS
    }


def unseen_cards(view: Mapping[str, Any], reserves: Reserves) -> dict[int, list[str]]:
    """The cards of each level that nobody could have seen, by what they give: colour, then points and crowns."""
    seen = _seen(view, reserves)
    return {level: _unseen(level, seen) for level in LEVELS}


def _seen(view: Mapping[str, Any], reserves: Reserves) -> set[str]:
    """Cards whose place everybody knows."""
    seen = {card for row in view["pyramid"].values() for card in row if card}
    for seat in SEATS:
        seen.update(owned["card"] for owned in view["seats"][str(seat)]["cards"])
        seen.update(kept.card for kept in reserves[seat])
    return seen


def _unseen(level: int, seen: Container[str]) -> list[str]:
    left = [card for card in JEWEL_CARDS.values() if card.level == level and card.id not in seen]
    left.sort(key=lambda card: (_BONUSES.index(card.bonus), card.points, card.crowns, card.id))
    return [card.id for card in left]
