"""When a clock stands: examples around changes of the offset, and the two questions as inverses of each other."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.clock.schedule import Reason, Schedule, Stand, deadline, running, standing_at

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
NIGHT = Schedule("Europe/Berlin", sleep_start=23 * 60, sleep_minutes=8 * 60)  # 23:00 to 7:00
WEEKENDS = Schedule("Europe/Berlin", weekends=True)
ALWAYS = Schedule()


def at(text: str, zone: str = "UTC", fold: int = 0) -> datetime:
    """An instant by the wall of a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def berlin(text: str) -> datetime:
    return at(text, "Europe/Berlin")


# Examples


def test_without_a_schedule_a_clock_always_runs() -> None:
    start = at("2026-06-15T12:00")

    assert deadline(start, 3 * DAY, ALWAYS) == at("2026-06-18T12:00")
    assert running(start, start + 3 * DAY, ALWAYS) == 3 * DAY
    assert standing_at(start, ALWAYS) is None


def test_night_hours_are_added_to_a_deadline() -> None:
    assert deadline(berlin("2026-06-15T22:00"), 2 * HOUR, NIGHT) == berlin("2026-06-16T08:00")
    assert deadline(berlin("2026-06-15T12:00"), DAY, NIGHT) == berlin("2026-06-16T20:00")


def test_a_budget_that_ends_as_the_night_begins_ends_with_the_night() -> None:
    assert deadline(berlin("2026-06-15T22:00"), HOUR, NIGHT) == berlin("2026-06-16T07:00")


def test_a_turn_that_begins_at_night_has_its_time_from_the_morning() -> None:
    assert deadline(berlin("2026-06-16T03:00"), HOUR, NIGHT) == berlin("2026-06-16T08:00")


@pytest.mark.parametrize(
    ("evening", "morning", "lasts"),
    [
        ("2026-03-28T23:00", "2026-03-29T07:00", 7),  # the clock goes forward that night
        ("2026-10-24T23:00", "2026-10-25T07:00", 9),
        ("2026-06-15T23:00", "2026-06-16T07:00", 8),
    ],
)
def test_a_night_keeps_to_the_wall_when_the_clocks_change(
    evening: str, morning: str, lasts: int
) -> None:
    night = standing_at(berlin(evening), NIGHT)

    assert night == Stand(berlin(evening), berlin(morning), Reason.NIGHT)
    assert night.end - night.start == lasts * HOUR


def test_lord_howe_changes_by_half_an_hour() -> None:
    schedule = Schedule("Australia/Lord_Howe", sleep_start=23 * 60, sleep_minutes=8 * 60)
    night = standing_at(at("2026-04-05T01:00", "Australia/Lord_Howe"), schedule)

    assert night is not None
    assert night.end - night.start == timedelta(hours=8, minutes=30)


def test_kathmandu_is_a_quarter_of_an_hour_off() -> None:
    schedule = Schedule("Asia/Kathmandu", sleep_start=22 * 60, sleep_minutes=60)
    night = standing_at(at("2026-06-15T16:30"), schedule)

    assert night == Stand(at("2026-06-15T16:15"), at("2026-06-15T17:15"), Reason.NIGHT)


def test_a_night_that_ends_in_the_skipped_hour_ends_with_the_change() -> None:
    schedule = Schedule("Europe/Berlin", sleep_start=0, sleep_minutes=150)  # until 2:30
    night = standing_at(berlin("2026-03-29T01:00"), schedule)

    assert night is not None
    assert night.end == at("2026-03-29T01:00")  # 3:00 by the wall, where 2:00 would have been


def test_a_night_within_the_skipped_hour_is_none() -> None:
    schedule = Schedule("Europe/Berlin", sleep_start=130, sleep_minutes=30)

    assert running(berlin("2026-03-29T00:00"), berlin("2026-03-29T12:00"), schedule) == 11 * HOUR


def test_of_an_hour_that_comes_twice_the_sleeper_has_both() -> None:
    schedule = Schedule("America/New_York", sleep_start=60, sleep_minutes=60)  # 1:00 to 2:00
    night = standing_at(at("2026-11-01T01:30", "America/New_York"), schedule)

    assert night is not None
    assert night.end - night.start == 2 * HOUR


def test_a_weekend_is_that_of_the_players_zone() -> None:
    friday = berlin("2026-06-19T23:00")

    assert deadline(friday, 2 * HOUR, WEEKENDS) == berlin("2026-06-22T01:00")
    assert standing_at(berlin("2026-06-20T00:30"), WEEKENDS) == Stand(
        berlin("2026-06-20T00:00"), berlin("2026-06-22T00:00"), Reason.WEEKEND
    )


def test_a_weekend_with_a_change_of_the_clocks_is_an_hour_shorter() -> None:
    weekend = standing_at(berlin("2026-03-28T12:00"), WEEKENDS)

    assert weekend is not None
    assert weekend.end - weekend.start == 47 * HOUR


def test_a_deadline_is_never_in_a_vacation_that_begins_before_it() -> None:
    away = (at("2026-06-20T12:00"), at("2026-06-27T12:00"))
    schedule = Schedule(vacations=(away,))

    assert deadline(at("2026-06-18T12:00"), 3 * DAY, schedule) == at("2026-06-28T12:00")
    assert deadline(at("2026-06-17T12:00"), 3 * DAY, schedule) == away[1]


def test_one_that_stands_for_several_reasons_says_when_it_runs_again() -> None:
    schedule = Schedule("Europe/Berlin", 23 * 60, 8 * 60, weekends=True)
    stand = standing_at(berlin("2026-06-20T12:00"), schedule)

    assert stand is not None
    assert (stand.reason, stand.end) == (Reason.WEEKEND, berlin("2026-06-22T07:00"))


def test_a_schedule_is_the_same_after_it_was_stored() -> None:
    away = (at("2026-06-20T12:00"), at("2026-06-27T12:00"))
    schedule = Schedule("Asia/Kathmandu", 60, 90, weekends=True, vacations=(away,))

    assert Schedule.from_json(schedule.to_json()) == schedule
    assert Schedule.from_json({}) == ALWAYS


# Properties, around the changes of the offset in spring and autumn of both halves of the globe


_SPRING, _AUTUMN = at("2026-03-01T00:00"), at("2026-09-20T00:00")


@st.composite
def instants(draw: st.DrawFn) -> datetime:
    since = draw(st.sampled_from((_SPRING, _AUTUMN)))
    return since + timedelta(seconds=draw(st.integers(0, 60 * 86_400)))


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    begin = draw(instants())
    away = (begin, begin + timedelta(minutes=draw(st.integers(1, 30 * 1440))))
    return Schedule(
        zone=draw(st.sampled_from(ZONES)),
        sleep_start=draw(st.integers(0, 1439)),
        sleep_minutes=draw(st.sampled_from((0, 1, 30, 60, 480, 540))),
        weekends=draw(st.booleans()),
        vacations=draw(st.sampled_from(((), (away,)))),
    )


budgets = st.integers(0, 15 * 86_400).map(lambda seconds: timedelta(seconds=seconds))


@given(instants(), budgets, schedules())
@example(berlin("2026-03-28T22:00"), 3 * HOUR, NIGHT)
@example(at("2026-04-04T22:00", "Australia/Lord_Howe"), DAY, Schedule("Australia/Lord_Howe", 0, 9))
def test_a_clock_has_run_for_the_budget_at_its_deadline(
    start: datetime, budget: timedelta, schedule: Schedule
) -> None:
    assert running(start, deadline(start, budget, schedule), schedule) == budget


@given(instants(), budgets, schedules())
def test_an_instant_at_which_the_clock_runs_is_the_deadline_of_the_time_until_then(
    start: datetime, later: timedelta, schedule: Schedule
) -> None:
    end = start + later
    stand = standing_at(end, schedule)

    assert deadline(start, running(start, end, schedule), schedule) == (stand.end if stand else end)


@given(instants(), budgets, schedules())
def test_no_deadline_is_in_a_stretch_in_which_the_clock_stands(
    start: datetime, budget: timedelta, schedule: Schedule
) -> None:
    assert standing_at(deadline(start, budget, schedule), schedule) is None


@given(instants(), budgets, budgets, schedules())
def test_more_budget_is_a_later_deadline_and_parts_add_up(
    start: datetime, first: timedelta, second: timedelta, schedule: Schedule
) -> None:
    middle = deadline(start, first, schedule)

    assert deadline(start, first + second, schedule) == deadline(middle, second, schedule)
    assert deadline(start, first + second, schedule) >= middle + second


@given(instants(), budgets, budgets, schedules())
def test_running_times_of_two_stretches_add_up(
    start: datetime, first: timedelta, second: timedelta, schedule: Schedule
) -> None:
    middle, end = start + first, start + first + second
    parts = running(start, middle, schedule) + running(middle, end, schedule)

    assert running(start, end, schedule) == parts
    assert timedelta(0) <= parts <= end - start
