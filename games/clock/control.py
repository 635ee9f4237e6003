"""What each speed means in seconds."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.enums import Speed

HOUR: Final = 3600
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds a seat begins with, and what a turn adds.

    `per_turn`: every turn begins with `initial` anew and nothing is saved. Otherwise a bank: after each stretch of turns
    of one seat it is what is left plus `increment`, at least `increment` and at most `initial`.
    """

    initial: int
    increment: int = 0
    per_turn: bool = False


CONTROLS: Final[dict[Speed, TimeControl | None]] = {
    Speed.DAYS_1: TimeControl(DAY, per_turn=True),
    Speed.DAYS_2: TimeControl(2 * DAY, per_turn=True),
    Speed.DAYS_3: TimeControl(3 * DAY, per_turn=True),
    Speed.DAYS_5: TimeControl(5 * DAY, per_turn=True),
    Speed.DAYS_7: TimeControl(7 * DAY, per_turn=True),
    Speed.DAYS_14: TimeControl(14 * DAY, per_turn=True),
    Speed.BANK_BRISK: TimeControl(DAY, 4 * HOUR),
    Speed.BANK_STANDARD: TimeControl(3 * DAY, 12 * HOUR),
    Speed.BANK_RELAXED: TimeControl(7 * DAY, DAY),
    Speed.NO_CLOCK: None,
}


def control_of(speed: str) -> TimeControl | None:
    """The time control of a speed; None without a clock."""
    return CONTROLS[Speed(speed)]


def deadline_of(speed: str, begun: datetime) -> datetime | None:
    """When a turn that began at `begun` ends; None without a clock."""
    control = control_of(speed)
    return None if control is None else begun + timedelta(seconds=control.initial)
