"""How a result changes what is known of two players' strength."""

from games.rating.glicko2 import (
    FLOOR,
    INITIAL,
    PERIOD,
    PROVISIONAL,
    Strength,
    certain_for,
    grown,
    updated,
)

__all__ = [
    "FLOOR",
    "INITIAL",
    "PERIOD",
    "PROVISIONAL",
    "Strength",
    "certain_for",
    "grown",
    "updated",
]
