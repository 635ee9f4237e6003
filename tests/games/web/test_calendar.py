"""The calendar of deadlines, read again by the library that reads calendars, and its page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from accounts.models import User
from games.models import Game
from games.services.calendar import renew_feed
from games.services.play import resign_game
from games.services.vacation import end_vacation, start_vacation
from tests.factories.games import make_computer_game, make_game, seated, take_tokens
from tests.factories.users import make_user
from tests.games.web.visit import Response, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def feed(user: User, **headers: str) -> Response:
    """The calendar as a program fetches it, which has signed in nowhere."""
    token = user.calendar_feed.token
    return Client().get(f"/calendar/{token}.ics", headers=headers)


def read(response: Response) -> Any:
    """The calendar, parsed."""
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.content)


def events(user: User) -> list[Any]:
    """The entries of somebody's calendar."""
    return list(read(feed(user)).walk("VEVENT"))


def with_feed(name: str = "", **fields: Any) -> User:
    """Somebody who has made an address."""
    user = make_user(name, **fields)
    renew_feed(user=user, shown="")
    return user


def test_an_own_turn_is_an_entry_that_ends_at_the_deadline(
    frozen_time: time_machine.Traveller,
) -> None:
    ada = with_feed("ada", time_zone="Asia/Kathmandu")
    game = make_game(ada, make_user("ben"))
    (event,) = events(ada)
    game.refresh_from_db()
    assert event["DTEND"].dt == game.deadline_at == datetime(2026, 6, 18, 12, tzinfo=UTC)
    assert event["DTSTART"].dt == event["DTEND"].dt - timedelta(minutes=30)
    assert event.to_ical().count(b"20260618T120000Z") == 1  # in UTC, whatever the reader's zone
    assert event["SUMMARY"] == "Your turn against ben ends"
    assert event["URL"].endswith(f"/games/{game.pk}/")
    assert event["UID"].startswith(game.pk + "@")


def test_reminders_come_twelve_and_two_hours_before() -> None:
    ada = with_feed()
    make_game(ada, make_user())
    (event,) = events(ada)
    triggers = [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")]
    ends = event["DTEND"].dt
    assert [ends - (event["DTSTART"].dt + trigger) for trigger in triggers] == [
        timedelta(hours=12),
        timedelta(hours=2),
    ]


def test_a_game_keeps_its_entry_which_moves_on_with_each_turn(
    frozen_time: time_machine.Traveller,
) -> None:
    ada, ben = with_feed(), with_feed()
    game = make_game(ada, ben)
    (before,) = events(ada)
    assert events(ben) == []
    take_tokens(game)
    assert events(ada) == []
    frozen_time.shift(timedelta(hours=5))
    take_tokens(game)
    (after,) = events(ada)
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["DTEND"].dt == before["DTEND"].dt + timedelta(hours=5)


def test_games_without_a_deadline_of_mine_are_not_there() -> None:
    ada = with_feed()
    over, paused = make_game(ada, make_user()), make_game(ada, make_user())
    resign_game(game_id=over.pk, user=ada)
    Game.objects.filter(pk=paused.pk).update(deadline_at=None)
    make_game(make_user(), ada)
    assert events(ada) == []


def test_the_computer_is_an_opponent_like_any() -> None:
    ada = with_feed()
    make_computer_game(ada)
    assert [event["SUMMARY"] for event in events(ada)] == [
        "Your turn against Computer (careful) ends"
    ]


def test_a_wrong_token_and_a_closed_account_lead_nowhere() -> None:
    ada = with_feed()
    old = ada.calendar_feed.token
    renew_feed(user=ada, shown=old)
    ada.refresh_from_db()
    assert Client().get(f"/calendar/{old}.ics").status_code == 404
    assert Client().get("/calendar/x.ics").status_code == 404
    assert feed(ada).status_code == 200
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert feed(ada).status_code == 404


def test_an_unchanged_calendar_is_not_sent_again(frozen_time: time_machine.Traveller) -> None:
    ada = with_feed()
    game = make_game(ada, make_user())
    first = feed(ada)
    frozen_time.shift(60)
    assert feed(ada, if_none_match=first["ETag"]).status_code == 304
    assert feed(ada, if_modified_since=first["Last-Modified"]).status_code == 304
    take_tokens(game)
    changed = feed(ada, if_none_match=first["ETag"])
    assert changed.status_code == 200
    assert feed(ada, if_modified_since=first["Last-Modified"]).status_code == 200
    assert changed["ETag"] != first["ETag"]
    assert changed["Last-Modified"] == "Mon, 15 Jun 2026 12:01:00 GMT"


def test_a_cache_that_forgot_makes_the_calendar_younger_not_older(
    frozen_time: time_machine.Traveller,
) -> None:
    ada = with_feed()
    first = feed(ada)
    frozen_time.shift(60)
    cache.clear()
    assert feed(ada, if_modified_since=first["Last-Modified"]).status_code == 200


def test_names_with_other_signs_survive() -> None:
    ada = with_feed()
    make_game(ada, make_user("小明在下棋"))
    (event,) = events(ada)
    assert event["SUMMARY"] == "Your turn against 小明在下棋 ends"


def test_a_calendar_takes_three_queries_however_many_games() -> None:
    ada = with_feed()
    for number in (1, 3):
        while Game.objects.count() < number:
            make_game(ada, make_user())
        with CaptureQueriesContext(connection) as asked:
            assert len(list(read(feed(ada)).walk("VEVENT"))) == number
        assert len(asked) == 3


def test_the_page_makes_renews_and_gives_up_the_address() -> None:
    ada = make_user()
    client = visitor(ada)
    assert 'value="http' not in text_of(client.get("/calendar/"))
    client.post("/calendar/", {"do": "renew", "shown": ""})
    first = ada.calendar_feed.token
    assert f"/calendar/{first}.ics" in text_of(client.get("/calendar/"))
    client.post("/calendar/", {"do": "renew", "shown": first})
    ada.refresh_from_db()
    page = text_of(client.get("/calendar/"))
    assert first not in page
    assert f'href="webcal://127.0.0.1:8000/calendar/{ada.calendar_feed.token}.ics"' in page
    client.post("/calendar/", {"do": "stop"})
    assert 'value="http' not in text_of(client.get("/calendar/"))


def test_the_page_is_for_who_has_signed_in_and_forged_forms_do_nothing() -> None:
    assert visitor().get("/calendar/").status_code == 302
    ada = make_user()
    answer = visitor(ada, strict=True).post("/calendar/", {"do": "renew", "shown": ""})
    assert answer.status_code == 403
    assert not hasattr(User.objects.get(pk=ada.pk), "calendar_feed")


def test_my_games_lead_to_the_calendar() -> None:
    game = make_game()
    assert 'href="/calendar/"' in text_of(visitor(seated(game, 1)).get("/games/"))


@pytest.mark.django_db(transaction=True)
def test_sequence_moves_when_a_vacation_moves_the_deadline(
    frozen_time: time_machine.Traveller,
) -> None:
    """A program that has seen a number takes nothing older, nor the same anew."""
    ada = with_feed()
    make_game(ada, make_user())
    seen = [entry(ada)]
    start_vacation(user=ada, ends_at=frozen_now() + timedelta(days=3))
    seen.append(entry(ada))
    frozen_time.shift(timedelta(days=1))
    end_vacation(user=ada)
    seen.append(entry(ada))
    numbers, ends = zip(*seen, strict=True)
    assert numbers[0] < numbers[1] < numbers[2]
    assert len(set(ends)) == 3
    assert entry(ada) == seen[-1]


def entry(user: User) -> tuple[int, datetime]:
    """The number of somebody's only entry, and when it ends."""
    (event,) = events(user)
    return int(event["SEQUENCE"]), event["DTEND"].dt


def frozen_now() -> datetime:
    """The present moment of the test."""
    return datetime.now(UTC)
