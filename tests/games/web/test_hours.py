"""The page of night hours and vacation."""

from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.enums import Speed
from games.models import Notification, Vacation
from games.services.lobby import Options
from games.services.vacation import end_vacation, start_vacation
from tests.factories.games import make_computer_game, make_game
from tests.factories.users import make_user
from tests.games.web.visit import visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

DAY = timedelta(days=1)


@pytest.fixture
def ada(frozen_time: time_machine.Traveller) -> User:
    """Somebody in Berlin, where it is Monday, 14:00."""
    return make_user("ada", time_zone="Europe/Berlin")


def page(user: User) -> str:
    """The text of the page."""
    return " ".join(visitor(user).get(reverse("games:hours")).content.decode().split())


def send(user: User, route: str = "games:hours", **form: str) -> Any:
    """The answer to one of its forms."""
    return visitor(user).post(reverse(route), form, follow=True)


def text(answer: Any) -> str:
    """Its text on one line."""
    return " ".join(answer.content.decode().split())


def test_night_hours_are_saved_in_the_person_s_zone(ada: User) -> None:
    answer = send(ada, sleep_start="23:00", sleep_hours="8")
    assert "They hold from your next turn on." in text(answer)
    ada.refresh_from_db()
    assert (ada.sleep_start, ada.sleep_hours) == (time(23), 8)
    assert ada.hours_zone == "Europe/Berlin"
    assert "They can be changed again on" in page(ada)


def test_a_second_change_in_a_week_is_refused_with_the_day(ada: User) -> None:
    send(ada, sleep_start="23:00", sleep_hours="8")
    answer = send(ada, sleep_start="22:00", sleep_hours="8")
    assert answer.status_code == 409
    assert "yours again on Mon 22 Jun, 14:00 (Europe/Berlin)." in text(answer)
    assert 'value="22:00"' in text(answer)


@pytest.mark.parametrize(
    "form",
    [
        {"sleep_start": "25:00", "sleep_hours": "8"},
        {"sleep_start": "23:00", "sleep_hours": "10"},
        {"sleep_start": "23:00", "sleep_hours": "x"},
        {"sleep_start": "23:00"},
    ],
)
def test_nonsense_changes_nothing(ada: User, form: dict[str, str]) -> None:
    assert send(ada, **form).status_code == 422
    ada.refresh_from_db()
    assert (ada.sleep_start, ada.hours_changed_at) == (None, None)


def test_without_a_zone_the_preferences_are_named(frozen_time: time_machine.Traveller) -> None:
    nowhere = make_user()
    assert "First choose your time zone" in page(nowhere)
    assert send(nowhere, sleep_start="23:00", sleep_hours="8").status_code == 409


def test_without_a_chosen_zone_that_of_the_browser_is_kept(
    frozen_time: time_machine.Traveller,
) -> None:
    nowhere = make_user()
    client = visitor(nowhere)
    client.cookies["timezone"] = "Asia/Kathmandu"
    client.get(reverse("games:hours"))
    nowhere.refresh_from_db()
    assert nowhere.hours_zone == ""
    form = {"sleep_start": "23:00", "sleep_hours": "8"}
    assert client.post(reverse("games:hours"), form).status_code == 302
    nowhere.refresh_from_db()
    assert (nowhere.sleep_start, nowhere.hours_zone) == (time(23), "Asia/Kathmandu")


def test_weekends_of_who_chose_no_zone_are_those_of_the_browser(
    frozen_time: time_machine.Traveller,
) -> None:
    """Friday, 20:00 UTC is Saturday in Kathmandu, where the weekend ends on Sunday, 18:15 UTC."""
    frozen_time.move_to("2026-06-19T20:00+00:00")
    user = make_user()
    client = visitor(user)
    client.cookies["timezone"] = "Asia/Kathmandu"
    client.post(reverse("games:vacation"), {"end": "1"})
    user.refresh_from_db()
    game = make_game(user, options=Options(Speed.DAYS_1, weekends_off=True))
    assert game.deadline_at is not None
    assert game.deadline_at.isoformat() == "2026-06-22T18:15:00+00:00"


def test_a_move_to_another_zone_is_pointed_out(ada: User) -> None:
    send(ada, sleep_start="23:00", sleep_hours="8")
    User.objects.filter(pk=ada.pk).update(time_zone="Asia/Kathmandu")
    assert "of Europe/Berlin, also when" in page(ada)
    assert "Your pages tell times in another zone by now" in page(ada)


def test_a_vacation_begins_by_the_person_s_wall_and_ends_by_a_press(ada: User) -> None:
    make_game(ada)
    assert "You have <b>7 days</b> of vacation." in page(ada)
    answer = send(ada, "games:vacation", ends_at="2026-06-18T09:00")
    assert "Your vacation is settled, until Thu 18 Jun, 09:00 (Europe/Berlin)." in text(answer)
    assert Vacation.objects.get().ends_at.isoformat() == "2026-06-18T07:00:00+00:00"
    assert "End the vacation now" in page(ada)
    send(ada, "games:vacation", end="1")
    assert "You have <b>7 days</b> of vacation." in page(ada)


def test_it_lists_the_games_whose_clocks_run_on(ada: User) -> None:
    bea, cleo = make_user("bea"), make_user("cleo")
    make_game(ada, bea, Options(Speed.DAYS_1, vacations=False))
    make_game(ada, cleo, Options(Speed.NO_CLOCK, vacations=False))
    make_computer_game(ada)
    listed = page(ada).split("Their clocks run on:")[1]
    assert "against <b>bea</b>" in listed
    assert "cleo" not in listed


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({"ends_at": "2026-06-30T09:00"}, 409, "You have 7 days of vacation left then"),
        ({"ends_at": "2026-06-14T09:00"}, 422, "A vacation ends after it begins."),
        ({"starts_at": "2026-06-01T09:00"}, 422, "A vacation begins now or later"),
        ({"ends_at": "soon"}, 422, "Enter a valid date/time."),
    ],
)
def test_a_vacation_that_can_t_be_is_refused(
    ada: User, form: dict[str, str], status: int, said: str
) -> None:
    answer = send(ada, "games:vacation", **form)
    assert (answer.status_code, Vacation.objects.count()) == (status, 0)
    assert said in text(answer)


def test_looking_begins_no_vacation(ada: User) -> None:
    answer = visitor(ada).get(reverse("games:vacation"), {"ends_at": "2026-06-18T09:00"})
    assert (answer.status_code, Vacation.objects.count()) == (302, 0)


def test_strangers_are_asked_to_sign_in() -> None:
    assert visitor(None).get(reverse("games:hours")).status_code == 302


def test_the_page_asks_as_much_with_many_games(ada: User, django_assert_num_queries: Any) -> None:
    start_vacation(user=ada, ends_at=timezone.now() + DAY)
    client = visitor(ada)
    for number in (1, 3):
        for _game in range(number):
            make_game(ada, options=Options(Speed.DAYS_1, vacations=False))
        with django_assert_num_queries(5):
            client.get(reverse("games:hours"))


def test_zone_can_be_changed_from_here_also_where_one_is_known(ada: User) -> None:
    link = reverse("accounts:preferences")
    assert f'Another zone is chosen in the <a href="{link}">preferences</a>.' in page(ada)


def test_notice_before_the_end_is_promised_for_long_vacations_only(ada: User) -> None:
    """As the service has it: of a vacation of a day or less there is none."""
    assert "A day before it ends we write to you, if it is longer than a day." in page(ada)
    start_vacation(user=ada, ends_at=timezone.now() + DAY)
    assert not Notification.objects.filter(kind="vacation_ending").exists()
    end_vacation(user=ada)
    start_vacation(user=ada, ends_at=timezone.now() + DAY + timedelta(minutes=1))
    assert Notification.objects.filter(kind="vacation_ending").exists()
