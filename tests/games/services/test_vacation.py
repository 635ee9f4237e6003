"""Night hours and vacations: what they do to the clocks of one's own turns, and to nobody else's."""

from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.clock.control import GRACE
from games.enums import Speed
from games.errors import ServiceError
from games.models import Game, Notification, Vacation
from games.selectors.away import away_of
from games.selectors.verify import faults_of
from games.services.lobby import Options
from games.services.time import ask_pause, expire_turn, resume_game
from games.services.vacation import end_vacation, set_hours, start_vacation
from tests.factories.games import make_begun_game, make_game, seated, take_tokens
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db(transaction=True)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DAY_1 = Options(Speed.DAYS_1)


@pytest.fixture
def ada(frozen_time: time_machine.Traveller) -> User:
    """Somebody in Berlin, where it is Monday, 14:00."""
    return make_user("ada", time_zone="Europe/Berlin")


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


def deadline(game: Game) -> datetime | None:
    game.refresh_from_db()
    return game.deadline_at


def refusal(service: Any, **wish: Any) -> ServiceError:
    """A refusal that changed nothing."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        service(**wish)
    return caught.value


# Night hours, weekends


def test_the_night_is_that_of_the_player_s_zone(ada: User) -> None:
    set_hours(user=ada, start=time(23), hours=8)
    assert deadline(make_game(ada, options=DAY_1)) == berlin("2026-06-16T22:00")


@pytest.mark.parametrize(
    ("zone", "until"),
    [
        ("America/New_York", "2026-06-16T20:00+00:00"),
        ("Australia/Lord_Howe", "2026-06-17T03:30+00:00"),
        ("Asia/Kathmandu", "2026-06-17T04:00+00:00"),
    ],
)
def test_night_hours_in_zones_far_away(
    frozen_time: time_machine.Traveller, zone: str, until: str
) -> None:
    """Noon UTC is 8:00 in New York, 22:30 on Lord Howe Island and 17:45 in Kathmandu."""
    user = make_user(time_zone=zone)
    set_hours(user=user, start=time(22), hours=8)
    assert deadline(make_game(user, options=DAY_1)) == datetime.fromisoformat(until)


def test_hours_and_zone_act_from_the_next_turn_on(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(ada, options=DAY_1)
    set_hours(user=ada, start=time(15), hours=9)
    assert deadline(game) == timezone.now() + DAY
    take_tokens(game)
    assert deadline(game) == timezone.now() + DAY
    take_tokens(game)
    assert deadline(game) == berlin("2026-06-17T08:00")
    ada.time_zone = "Asia/Kathmandu"
    ada.save()
    assert faults_of(Game.objects.get(pk=game.pk)) == []


def test_zone_acts_from_the_next_turn_on_also_without_night_hours(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    """The weekend of a running turn stays where it was as the turn began, whatever is reckoned anew meanwhile."""
    frozen_time.move_to(berlin("2026-06-19T14:00"))  # a Friday
    game = make_game(ada, options=Options(Speed.DAYS_1, weekends_off=True))
    assert deadline(game) == berlin("2026-06-22T14:00")
    User.objects.filter(pk=ada.pk).update(time_zone="America/Los_Angeles")
    start_vacation(user=ada, starts_at=timezone.now() + 30 * DAY)
    assert deadline(game) == berlin("2026-06-22T14:00")
    for number in (1, 2):
        ask_pause(game_id=game.pk, user=seated(game, number))
    resume_game(game_id=game.pk, user=seated(game, 2))
    assert deadline(game) == berlin("2026-06-22T14:00")
    frozen_time.move_to(berlin("2026-06-22T10:00"))
    assert not expire_turn(game_id=game.pk)
    take_tokens(game)
    take_tokens(game)
    assert Game.objects.get(pk=game.pk).schedule["zone"] == "America/Los_Angeles"


def test_hours_change_once_a_week(ada: User, frozen_time: time_machine.Traveller) -> None:
    set_hours(user=ada, start=time(23), hours=8)
    with nothing_changes():
        set_hours(user=ada, start=time(23), hours=8)
    error = refusal(set_hours, user=ada, start=time(22), hours=8)
    assert error.code == "hours_too_soon"
    assert "Mon 22 Jun, 12:00 (UTC)" in str(error.message)
    frozen_time.shift(7 * DAY)
    assert set_hours(user=ada, start=None, hours=0).sleep_start is None


def test_a_night_is_at_most_nine_hours_in_a_known_zone(ada: User) -> None:
    assert refusal(set_hours, user=ada, start=time(23), hours=10).code == "bad_hours"
    nowhere = make_user()
    assert refusal(set_hours, user=nowhere, start=time(23), hours=8).code == "zone_wanted"


def test_a_move_to_another_zone_moves_no_night_before_the_week_is_over(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    set_hours(user=ada, start=time(23), hours=8)
    ada.refresh_from_db()
    ada.time_zone = "Asia/Kathmandu"
    ada.save()
    assert deadline(make_game(ada, options=DAY_1)) == berlin("2026-06-16T22:00")
    assert refusal(set_hours, user=ada, start=time(23), hours=8).code == "hours_too_soon"


def test_weekends_are_off_where_that_was_agreed(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    frozen_time.move_to(berlin("2026-06-19T23:00"))
    off = make_game(ada, options=Options(Speed.DAYS_1, weekends_off=True))
    assert deadline(off) == berlin("2026-06-22T23:00")
    assert deadline(make_game(ada, options=DAY_1)) == berlin("2026-06-20T23:00")


def test_nobody_is_timed_out_in_the_night_that_begins_in_the_grace(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    set_hours(user=ada, start=time(22), hours=8)
    frozen_time.move_to(berlin("2026-06-15T13:59:30"))
    game = make_begun_game(ada, options=DAY_1)
    frozen_time.move_to(berlin("2026-06-16T22:00:45"))
    assert expire_turn(game_id=game.pk) is False
    frozen_time.move_to(berlin("2026-06-17T06:01:00"))
    assert expire_turn(game_id=game.pk) is True


# Vacations


def test_a_vacation_stops_the_clocks_of_one_s_own_turns(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    mine, theirs = make_game(ada, options=DAY_1), make_game(make_user(), ada, DAY_1)
    kept = make_game(ada, options=Options(Speed.DAYS_1, vacations=False))
    frozen_time.shift(6 * HOUR)
    start_vacation(user=ada, ends_at=timezone.now() + 2 * DAY)
    assert deadline(mine) == timezone.now() + 2 * DAY + 18 * HOUR
    assert deadline(theirs) == deadline(kept) == timezone.now() + 18 * HOUR
    assert away_of(ada, timezone.now()).runs_on == [(seated(kept, 2).username, kept.pk)]
    assert [faults_of(game) for game in (mine, theirs, kept)] == [[], [], []]


def test_a_turn_that_begins_in_a_vacation_has_its_time_after_it(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(make_user(), ada, DAY_1)
    vacation = start_vacation(user=ada, ends_at=timezone.now() + 2 * DAY)
    take_tokens(game)
    assert deadline(game) == vacation.ends_at + DAY
    take_tokens(game)
    assert deadline(game) == timezone.now() + DAY
    assert Vacation.objects.get().ends_at == vacation.ends_at


def test_nobody_is_timed_out_on_vacation_though_a_deadline_was_not_moved(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    """As after a worker that died between storing the vacation and moving the deadlines."""
    game = make_begun_game(ada, options=DAY_1)
    now = timezone.now()
    Vacation.objects.create(user=ada, starts_at=now + HOUR, ends_at=now + 3 * DAY)
    frozen_time.shift(DAY + GRACE)
    assert expire_turn(game_id=game.pk) is False
    assert deadline(game) == now + 3 * DAY + 23 * HOUR


def test_one_that_begins_after_the_deadline_rescues_nothing(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_begun_game(ada, options=DAY_1)
    frozen_time.shift(DAY + GRACE)
    start_vacation(user=ada)
    assert expire_turn(game_id=game.pk) is True


def test_a_vacation_may_be_planned_and_called_off(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    game, now = make_game(ada, options=DAY_1), timezone.now()
    start_vacation(user=ada, starts_at=now + 12 * HOUR, ends_at=now + 3 * DAY)
    assert deadline(game) == now + 3 * DAY + 12 * HOUR
    end_vacation(user=ada)
    assert deadline(game) == now + DAY
    assert not Vacation.objects.exists()
    assert not Notification.objects.filter(kind="vacation_ending").exists()


def test_a_vacation_that_ends_early_gives_the_rest_back(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(ada, options=DAY_1)
    start_vacation(user=ada, ends_at=timezone.now() + 5 * DAY)
    frozen_time.shift(DAY)
    end_vacation(user=ada)
    assert deadline(game) == timezone.now() + DAY
    assert away_of(ada, timezone.now()).left == 6 * DAY
    assert not Notification.objects.filter(kind="vacation_ending").exists()
    with nothing_changes():
        end_vacation(user=ada)


def test_without_an_end_it_lasts_until_nothing_is_left(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(ada, options=DAY_1)
    vacation = start_vacation(user=ada)
    assert vacation.ends_at == timezone.now() + 7 * DAY
    frozen_time.move_to(vacation.ends_at)
    assert away_of(ada, timezone.now()).vacation is None
    assert deadline(game) == timezone.now() + DAY
    assert refusal(start_vacation, user=ada).code == "no_vacation_left"


def test_a_word_is_planned_a_day_before_it_ends(ada: User) -> None:
    vacation = start_vacation(user=ada, ends_at=timezone.now() + 2 * DAY)
    (notice,) = Notification.objects.filter(user=ada, kind="vacation_ending")
    assert notice.due_at == timezone.now() + DAY
    assert notice.data == {"until": vacation.ends_at.isoformat()}


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (-DAY, DAY, "bad_start"),
        (400 * DAY, 401 * DAY, "bad_start"),
        (DAY, HOUR, "bad_end"),
        (timedelta(0), 8 * DAY, "vacation_too_long"),
    ],
)
def test_vacations_that_can_t_be(ada: User, start: timedelta, end: timedelta, code: str) -> None:
    now = timezone.now()
    wish: dict[str, Any] = {"user": ada, "starts_at": now + start, "ends_at": now + end}
    assert refusal(start_vacation, **wish).code == code


def test_there_is_one_vacation_at_a_time(ada: User) -> None:
    wish: dict[str, Any] = {"user": ada, "ends_at": timezone.now() + 2 * DAY}
    first = start_vacation(**wish)
    assert start_vacation(**wish) == first
    assert refusal(start_vacation, user=ada, ends_at=timezone.now() + DAY).code == "on_vacation"


def test_a_vacation_that_begins_in_a_pause_counts_after_it(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    bea = make_user()
    game = make_game(ada, bea, DAY_1)
    for user in (ada, bea):
        ask_pause(game_id=game.pk, user=user)
    vacation = start_vacation(user=ada, ends_at=timezone.now() + 2 * DAY)
    frozen_time.shift(DAY)
    resume_game(game_id=game.pk, user=bea)
    assert deadline(game) == vacation.ends_at + DAY


def test_a_turn_that_begins_as_a_vacation_does_knows_of_it(together: Any, db: None) -> None:
    ada = make_user()
    game = make_game(make_user(), ada, DAY_1)
    until = timezone.now() + 2 * DAY
    together(partial(take_tokens, game), partial(start_vacation, user=ada, ends_at=until))
    assert game.seats.get(user=ada).number == 2
    assert (deadline(game) or until) > until + 23 * HOUR
    assert faults_of(game) == []
