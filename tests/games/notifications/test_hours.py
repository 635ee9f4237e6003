"""Hours of a person's day as instants, across changes of the clocks."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notifications.hours import next_hour, quiet_window

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = st.sampled_from(
    [
        ZoneInfo(name)
        for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
    ]
)
INSTANTS = st.datetimes(datetime(2025, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001  bounds are naive by the library's wish


def at(text: str) -> datetime:
    """An instant in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "inside"),
    [
        ("2026-06-15T19:59", False),  # 21:59 in Berlin
        ("2026-06-15T20:00", True),
        ("2026-06-16T04:59", True),
        ("2026-06-16T05:00", False),
        ("2026-01-15T20:59", False),  # winter: an hour later by UTC
        ("2026-01-15T21:00", True),
    ],
)
def test_hours_over_midnight_go_by_the_wall(now: str, inside: bool) -> None:
    assert (quiet_window(at(now), BERLIN, time(22), time(7)) is not None) is inside


def test_hours_of_the_day_end_on_the_same_day() -> None:
    window = quiet_window(at("2026-06-15T10:30"), BERLIN, time(12), time(14))
    assert window == (at("2026-06-15T10:00"), at("2026-06-15T12:00"))


def test_night_in_which_clocks_change_is_an_hour_shorter_or_longer() -> None:
    for now, hours in (("2026-03-29T00:30", 8), ("2026-10-25T00:30", 10)):
        window = quiet_window(at(now), BERLIN, time(22), time(7))
        assert window is not None
        assert window.end - window.begin == timedelta(hours=hours)


def test_equal_ends_mean_no_quiet_hours() -> None:
    assert quiet_window(at("2026-06-15T10:30"), BERLIN, time(12), time(12)) is None


@given(INSTANTS, ZONES, st.times(), st.times())
def test_window_holds_its_instant_and_lasts_about_a_day_at_most(
    now: datetime, zone: ZoneInfo, starts: time, ends: time
) -> None:
    window = quiet_window(now, zone, starts, ends)
    if window is not None:
        assert window.begin <= now < window.end <= window.begin + timedelta(hours=25)


@given(INSTANTS, ZONES, st.integers(0, 23))
def test_digest_comes_once_a_day_whatever_the_clocks_do(
    now: datetime, zone: ZoneInfo, hour: int
) -> None:
    days = set()
    for _day in range(5):
        coming = next_hour(now, zone, hour)
        assert timedelta(0) < coming - now <= timedelta(hours=25)
        days.add(coming.astimezone(zone).date())
        now = coming
    assert len(days) == 5


def test_hour_that_a_day_leaves_out_is_the_one_after_it() -> None:
    coming = next_hour(at("2026-03-28T12:00"), BERLIN, 2)
    assert coming == at("2026-03-29T01:00")  # 3:00 summer time
