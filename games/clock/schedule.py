"""When a clock stands still, and the two questions about it: how long did it run, and when will it have run so long?

Nights and weekends are windows of wall time in the player's zone. Each is turned into instants for its own day, so they
keep to the wall when the zone changes its offset: a night from 23:00 to 7:00 then lasts seven or nine hours. A wall time
that a day skips means the moment of the change; one that a day has twice, the first for a beginning, the second for an
end. Everything else here is UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property
from heapq import merge
from itertools import count
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_DAY: Final = timedelta(days=1)
_SECOND: Final = timedelta(seconds=1)
_SATURDAY: Final = 5
_BEFORE: Final = 4  # days, in which everything that lasts until now has begun
_FIRST_SECOND: Final = 0
_LAST_SECOND: Final = 1


class Reason(StrEnum):
    """Why a clock stands."""

    NIGHT = "night"
    WEEKEND = "weekend"
    VACATION = "vacation"


@dataclass(frozen=True, slots=True, order=True)
class Stand:
    """A stretch in which a clock stands: from `start` until just before `end`, both in UTC."""

    start: datetime
    end: datetime
    reason: Reason


@dataclass(frozen=True)
class Schedule:
    """When the clock of one player stands.

    `sleep_start` is the minute of the day at which a night of `sleep_minutes` begins by the wall in `zone`; no minutes,
    no nights. `weekends`: Saturdays and Sundays are off. `vacations` are pairs of instants.
    """

    zone: str = "UTC"
    sleep_start: int = 0
    sleep_minutes: int = 0
    weekends: bool = False
    vacations: tuple[tuple[datetime, datetime], ...] = ()

    @cached_property
    def local(self) -> ZoneInfo:
        """The zone itself; UTC if its name has left the table since."""
        try:
            return ZoneInfo(self.zone)
        except ZoneInfoNotFoundError:
            return ZoneInfo("UTC")

    def to_json(self) -> dict[str, Any]:
        """As it is stored with a game."""
        return {
            "zone": self.zone,
            "sleep_start": self.sleep_start,
            "sleep_minutes": self.sleep_minutes,
            "weekends": self.weekends,
            "vacations": [[start.isoformat(), end.isoformat()] for start, end in self.vacations],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Schedule":
        """From what `to_json` gave; an empty object is a clock that never stands."""
        away = value.get("vacations", ())
        vacations = tuple(
            (datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in away
        )
        return cls(**(value | {"vacations": vacations}))


def running(start: datetime, end: datetime, schedule: Schedule) -> timedelta:
    """For how long the clock runs between two instants; nothing if `end` is not after `start`."""
    total, at = timedelta(0), _utc(start)
    end = _utc(end)
    for stand in _stands(schedule, at):
        if stand.start >= end:
            break
        total += max(stand.start - at, timedelta(0))
        at = max(at, stand.end)
    return total + max(end - at, timedelta(0))


def deadline(start: datetime, budget: timedelta, schedule: Schedule) -> datetime:
    """When the clock will have run for `budget` since `start`; the first such instant at which it runs.

    So it is never in a stretch in which the clock stands: what is used up as one begins ends with it.
    """
    at, left = _utc(start), budget
    for stand in _stands(schedule, at):
        ahead = stand.start - at
        if left < ahead:
            break
        left -= max(ahead, timedelta(0))
        at = max(at, stand.end)
    return at + left


def standing_at(instant: datetime, schedule: Schedule) -> Stand | None:
    """The stand that an instant falls into; None if the clock runs.

    Its end is when the clock runs again, though stands for several reasons follow on each other; its reason the last
    of them to end, of those that hold at the instant.
    """
    at = _utc(instant)
    holding: Stand | None = None
    for stand in _stands(schedule, at):
        if stand.start > (holding.end if holding else at):
            break
        if holding is None:
            holding = stand if stand.end > at else None
        else:
            reason = stand.reason if stand.start <= at and stand.end > holding.end else None
            holding = Stand(holding.start, max(holding.end, stand.end), reason or holding.reason)
    return holding


def _utc(instant: datetime) -> datetime:
    """Differences of instants in one zone would be differences by the wall."""
    return instant.astimezone(UTC)


def _stands(schedule: Schedule, since: datetime) -> Iterator[Stand]:
    """All stands that last beyond `since`, in the order of their beginnings; they may overlap. Without nights and
    weekends they come to an end."""
    first = since.astimezone(schedule.local).date() - _BEFORE * _DAY
    kinds = [_vacations(schedule)]
    if schedule.sleep_minutes:
        kinds.append(_nights(schedule, first))
    if schedule.weekends:
        kinds.append(_weekends(schedule, first))
    return (stand for stand in merge(*kinds) if stand.end > since)


def _vacations(schedule: Schedule) -> Iterator[Stand]:
    for start, end in sorted(schedule.vacations):
        yield Stand(_utc(start), _utc(end), Reason.VACATION)


def _nights(schedule: Schedule, first: date) -> Iterator[Stand]:
    length = timedelta(minutes=schedule.sleep_minutes)
    for day in count():
        midnight = datetime.combine(first + day * _DAY, time())
        bed = midnight + timedelta(minutes=schedule.sleep_start)
        yield from _window(schedule.local, bed, bed + length, Reason.NIGHT)


def _weekends(schedule: Schedule, first: date) -> Iterator[Stand]:
    saturday = first + (_SATURDAY - first.weekday()) % 7 * _DAY
    for week in count():
        begin = datetime.combine(saturday + 7 * week * _DAY, time())
        yield from _window(schedule.local, begin, begin + 2 * _DAY, Reason.WEEKEND)


def _window(zone: ZoneInfo, begin: datetime, end: datetime, reason: Reason) -> Iterator[Stand]:
    """A window of wall time as a stand; nothing if a change of the offset swallows it."""
    start, stop = _instant(zone, begin, _FIRST_SECOND), _instant(zone, end, _LAST_SECOND)
    if start < stop:
        yield Stand(start, stop, reason)


def _instant(zone: ZoneInfo, wall: datetime, fold: int) -> datetime:
    """The instant of a wall time: of one that there is twice the first (`fold` 0) or the second."""
    instant = wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) == wall:
        return instant
    return _change_of_offset(
        zone,
        wall.replace(tzinfo=zone, fold=1).astimezone(UTC),
        wall.replace(tzinfo=zone, fold=0).astimezone(UTC),
    )


def _change_of_offset(zone: ZoneInfo, low: datetime, high: datetime) -> datetime:
    """The first second between `low` and `high` at which the offset of `high` holds."""
    after = high.astimezone(zone).utcoffset()
    while high - low > _SECOND:
        middle = low + (high - low) // (2 * _SECOND) * _SECOND
        if middle.astimezone(zone).utcoffset() == after:
            high = middle
        else:
            low = middle
    return high
