"""What each speed means in seconds, and what becomes of them."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from games.clock.schedule import Schedule, deadline, running, standing_at
from games.enums import Speed

HOUR: Final = 3600
DAY: Final = 24 * HOUR
# A turn that was taken back has at least so much left: whoever asked doesn't know when the answer comes, and may sleep.
LEAST_AGAIN: Final = HOUR
LEAST_AGAIN_PER_TURN: Final = 12 * HOUR
GRACE: Final = timedelta(seconds=60)  # after the deadline before a turn counts as overdue


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


def bank_after(control: TimeControl, bank: int, used: int) -> int:
    """The bank after a turn, or with a bank after the stretch of turns of one seat, that has used so many seconds."""
    if control.per_turn:
        return control.initial
    return min(max(bank - used + control.increment, control.increment), control.initial)


def bank_again(control: TimeControl, left: int) -> int:
    """The bank of a seat that has a turn again which it had ended with so many seconds left: nothing is added twice."""
    return max(left, LEAST_AGAIN_PER_TURN if control.per_turn else LEAST_AGAIN)


def deadline_of(start: datetime, bank: int, schedule: Schedule) -> datetime:
    """When a bank is used up that runs from `start`.

    One that would be so less than the time of grace before a night or a weekend has that little until the clock runs
    again: nobody loses in the middle of the night what they had until then. A vacation that begins too late rescues
    nothing.
    """
    end = deadline(start, timedelta(seconds=bank), schedule)
    stand = standing_at(end + GRACE, replace(schedule, vacations=()))
    return deadline(stand.end, timedelta(0), schedule) if stand else end


def left_at(now: datetime, start: datetime, bank: int, schedule: Schedule) -> int:
    """Seconds that are left at `now` of a bank that runs from `start`; less than none once it is used up."""
    return bank - int(running(start, now, schedule).total_seconds())
