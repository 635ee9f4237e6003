"""The course of a rating as a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.models import RatingChange

WIDTH: Final = 600  # of the picture, in its own units
HEIGHT: Final = 120
ROOM: Final = 6  # around the line
LEAST_SPAN: Final = (
    100.0  # points from edge to edge: a change of three points must not look like a mountain
)


@dataclass(frozen=True, slots=True)
class Chart:
    """A line from the rating before the first game shown to the one after the last; `line` are its points."""

    line: str
    last_x: float
    last_y: float
    lowest: int
    highest: int
    first: int
    newest: int
    games: int


def chart_of(history: Sequence[RatingChange]) -> Chart | None:
    """The chart of changes, oldest first; None without any."""
    if not history:
        return None
    values = [history[0].before, *(change.after for change in history)]
    lowest, highest = min(values), max(values)
    spare = max(LEAST_SPAN - (highest - lowest), 0) / 2
    low, span = lowest - spare, highest - lowest + 2 * spare
    step = (WIDTH - 2 * ROOM) / len(history)
    points = [
        (
            round(ROOM + number * step, 1),
            round(HEIGHT - ROOM - (value - low) / span * (HEIGHT - 2 * ROOM), 1),
        )
        for number, value in enumerate(values)
    ]
    return Chart(
        line=" ".join(f"{x},{y}" for x, y in points),
        last_x=points[-1][0],
        last_y=points[-1][1],
        lowest=round(lowest),
        highest=round(highest),
        first=round(values[0]),
        newest=round(values[-1]),
        games=len(history),
    )
