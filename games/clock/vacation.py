"""How much vacation somebody has: it grows with time and is used up by being away."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

AT_FIRST: Final = timedelta(days=7)
MOST: Final = timedelta(days=30)
LEAST_CHARGE: Final = timedelta(hours=12)  # else a vacation of minutes would rescue every turn
GROWTH: Final = 8  # of a day, three hours: one part of so many

Away = tuple[datetime, datetime]


def balance(joined: datetime, taken: Iterable[Away], at: datetime) -> timedelta:
    """What is left at an instant to somebody who joined then and took these vacations, in order.

    It doesn't grow during a vacation, and is charged as the time away passes: the first hours of it at once.
    """
    left, since = AT_FIRST, joined
    for start, end in taken:
        if start > at:
            break
        left = _grown(left, since, start) - max(min(end, at) - start, LEAST_CHARGE)
        since = end
    return max(_grown(left, since, at), timedelta(0))


def _grown(left: timedelta, since: datetime, until: datetime) -> timedelta:
    return min(max(left, timedelta(0)) + max(until - since, timedelta(0)) / GROWTH, MOST)
