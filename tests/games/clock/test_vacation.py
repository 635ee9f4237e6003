"""How much vacation is left."""

from datetime import UTC, datetime, timedelta

from games.clock.vacation import AT_FIRST, MOST, balance

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
JOINED = datetime(2026, 1, 1, tzinfo=UTC)


def test_it_begins_with_a_week_and_grows_by_three_hours_a_day() -> None:
    assert balance(JOINED, (), JOINED) == AT_FIRST
    assert balance(JOINED, (), JOINED + 8 * DAY) == AT_FIRST + DAY


def test_it_never_grows_beyond_thirty_days() -> None:
    assert balance(JOINED, (), JOINED + 1000 * DAY) == MOST


def test_a_vacation_is_charged_as_it_passes_and_nothing_grows_meanwhile() -> None:
    start = JOINED + 8 * DAY
    away = (start, start + 4 * DAY)

    assert balance(JOINED, (away,), start + 2 * DAY) == AT_FIRST + DAY - 2 * DAY
    assert balance(JOINED, (away,), start + 4 * DAY) == AT_FIRST + DAY - 4 * DAY
    assert balance(JOINED, (away,), start + 12 * DAY) == AT_FIRST + 2 * DAY - 4 * DAY


def test_a_short_vacation_is_charged_half_a_day() -> None:
    away = (JOINED, JOINED + HOUR)

    assert balance(JOINED, (away,), JOINED + HOUR) == AT_FIRST - 12 * HOUR


def test_one_that_is_only_planned_costs_nothing_yet() -> None:
    away = (JOINED + 8 * DAY, JOINED + 9 * DAY)

    assert balance(JOINED, (away,), JOINED + 8 * DAY - HOUR) == AT_FIRST + DAY - HOUR / 8


def test_it_is_never_less_than_nothing() -> None:
    taken = [(JOINED, JOINED + AT_FIRST), (JOINED + AT_FIRST, JOINED + AT_FIRST + HOUR)]

    assert balance(JOINED, taken, JOINED + AT_FIRST + HOUR) == timedelta(0)
