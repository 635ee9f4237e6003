"""The legal actions of the seat to move, sorted by where the page offers them."""

from collections.abc import Iterable
from dataclasses import dataclass

from .shapes import ActionJson


@dataclass(frozen=True, slots=True)
class Legal:
    """What may be done now. `purchases` holds each payable card with its actions, in the engine's order."""

    privilege_cells: frozenset[str]
    replenish: bool
    lines: tuple[tuple[str, ...], ...]
    golds: tuple[str, ...]
    reservable: frozenset[str]
    decks: frozenset[int]
    purchases: dict[str, tuple[ActionJson, ...]]
    matching: tuple[str, ...]
    stealable: tuple[str, ...]
    royals: tuple[str, ...]
    discard: bool
    claim: bool

    @property
    def main_action(self) -> bool:
        """True if a main action is possible without replenishing first."""
        return bool(self.lines or self.golds or self.purchases)

    @property
    def takeable(self) -> frozenset[str]:
        """Cells that belong to some line."""
        return frozenset(cell for line in self.lines for cell in line)


def read_legal(actions: Iterable[ActionJson]) -> Legal:
    """Sort the legal actions by kind."""
    by_type: dict[str, list[ActionJson]] = {}
    for action in actions:
        by_type.setdefault(action["type"], []).append(action)
    reserves = by_type.get("reserve_card", [])
    return Legal(
        privilege_cells=frozenset(action["cell"] for action in by_type.get("use_privilege", [])),
        replenish="replenish" in by_type,
        lines=tuple(tuple(action["cells"]) for action in by_type.get("take_tokens", [])),
        golds=_distinct(action["gold"] for action in reserves),
        reservable=frozenset(action["card"] for action in reserves if "card" in action),
        decks=frozenset(action["deck"] for action in reserves if "deck" in action),
        purchases=_by_card(by_type.get("purchase_card", [])),
        matching=_distinct(action["cell"] for action in by_type.get("take_matching_token", [])),
        stealable=_distinct(action["token"] for action in by_type.get("steal_token", [])),
        royals=_distinct(action["card"] for action in by_type.get("choose_royal_card", [])),
        discard="discard_tokens" in by_type,
        claim="claim_stand_off" in by_type,
    )


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _by_card(actions: list[ActionJson]) -> dict[str, tuple[ActionJson, ...]]:
    cards: dict[str, list[ActionJson]] = {}
    for action in actions:
        cards.setdefault(action["card"], []).append(action)
    return {card: tuple(found) for card, found in cards.items()}
