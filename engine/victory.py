"""When a seat has won (RULES section 6)."""

from enum import StrEnum

from engine.constants import COLORS, WINNING_CROWNS, WINNING_PRESTIGE
from engine.counts import BITS, ONE, reaches_ten
from engine.state import Holdings


class Reason(StrEnum):
    """Why a game ended. The first three are the victories."""

    PRESTIGE = "prestige"
    CROWNS = "crowns"
    COLOR = "color"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    STAND_OFF = "stand_off"
    NO_PROGRESS = "no_progress"


def has_won(holdings: Holdings) -> bool:
    """True if any of the three conditions is met."""
    return (
        holdings.prestige >= WINNING_PRESTIGE
        or holdings.crowns >= WINNING_CROWNS
        or reaches_ten(holdings.points) != 0
    )


def winning_colors(holdings: Holdings) -> tuple[int, ...]:
    """Colours with ten points or more."""
    marks = reaches_ten(holdings.points)
    return tuple(color for color in range(COLORS) if marks & (ONE[color] << (BITS - 1)))


def reasons_met(holdings: Holdings) -> tuple[str, ...]:
    """Every victory condition met."""
    met = (
        (Reason.PRESTIGE, holdings.prestige >= WINNING_PRESTIGE),
        (Reason.CROWNS, holdings.crowns >= WINNING_CROWNS),
        (Reason.COLOR, reaches_ten(holdings.points) != 0),
    )
    return tuple(reason.value for reason, reached in met if reached)
