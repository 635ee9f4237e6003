"""Hours of a person's day as instants, whatever their zone does with its clocks. Nothing is read or stored here."""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


class Window(NamedTuple):
    """From one instant to another, the second left out."""

    begin: datetime
    end: datetime


def quiet_window(instant: datetime, zone: ZoneInfo, starts: time, ends: time) -> Window | None:
    """The daily hours from `starts` to `ends`, local time, that `instant` falls into; None outside of them.

    Hours that end before they start end on the next day; equal ones are none at all.
    """
    if starts == ends:
        return None
    today = instant.astimezone(zone).date()
    for day in (today - DAY, today):
        last = day if starts < ends else day + DAY
        window = Window(_instant(day, starts, zone), _instant(last, ends, zone))
        if window.begin <= instant < window.end:
            return window
    return None


def next_hour(now: datetime, zone: ZoneInfo, hour: int) -> datetime:
    """The first instant after `now` at which it is that full hour there.

    Once a day also where clocks change: an hour that is left out is the one after it, and of two the first counts.
    """
    today = now.astimezone(zone).date()
    days = (_instant(today + DAY * ahead, time(hour), zone) for ahead in range(3))
    return next(instant for instant in days if instant > now)


def _instant(day: date, clock: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, clock, zone).astimezone(UTC)
