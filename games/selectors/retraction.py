"""Turns that were taken back: their events stay in the log and count no more.

`turn_retracted` names the event after which the position stands again. What the rules wrote between that and the
retraction itself is undone; the platform's own events change no position and are never undone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from games.enums import PlatformEvent
from games.models import GameEvent

PLATFORM_KINDS = frozenset(PlatformEvent.values)


@dataclass(frozen=True, slots=True)
class Undone:
    """Which events no longer count: for each retraction, those between two numbers."""

    gaps: tuple[tuple[int, int], ...]

    @classmethod
    def by(cls, rows: Iterable[GameEvent]) -> Self:
        """By rows of the log, as far as they go."""
        return cls(
            tuple(
                (row.payload["to"], row.number)
                for row in rows
                if row.kind == PlatformEvent.TURN_RETRACTED
            )
        )

    @classmethod
    def by_shown(cls, events: Iterable[Mapping[str, Any]]) -> Self:
        """By events as a viewer may see them."""
        return cls(
            tuple(
                (event["to"], event["number"])
                for event in events
                if event["kind"] == PlatformEvent.TURN_RETRACTED
            )
        )

    def has(self, number: int, kind: str) -> bool:
        """True for an event of the rules that was taken back."""
        return kind not in PLATFORM_KINDS and any(to < number < at for to, at in self.gaps)


def standing_rows(rows: Sequence[GameEvent]) -> list[GameEvent]:
    """The rows that still count at the last of them."""
    undone = Undone.by(rows)
    return [row for row in rows if not undone.has(row.number, row.kind)]


def standing_shown(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The same for events as a viewer may see them."""
    undone = Undone.by_shown(events)
    if not undone.gaps:
        return list(events)
    return [event for event in events if not undone.has(event["number"], event["kind"])]
