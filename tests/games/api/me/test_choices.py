"""Preferences, hours, vacation and choices about news over the API."""

from copy import deepcopy
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts.enums import MailStop
from accounts.models import User
from games.enums import Speed
from games.models import NoticeSettings, Vacation
from games.services.lobby import Options
from games.services.vacation import set_hours
from tests.factories.games import make_begun_game
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, problem_of
from tests.games.api.matrix.me import NOTICES, PREFERENCES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

ME = "/api/v1/me/"
NOW = {"starts_at": None, "ends_at": None}
WRONG: list[Any] = [None, [], "x", 5, True, {"\0": 1}]


@pytest.fixture
def ada(frozen_time: time_machine.Traveller) -> User:
    """Somebody in Berlin."""
    return make_user("ada", time_zone="Europe/Berlin")


@pytest.fixture
def client(ada: User) -> Client:
    """Her app."""
    return client_of(ada)


def put(client: Client, part: str, body: Any) -> Any:
    return client.put(ME + part, body, format="json")


def mine(user: User) -> dict[str, Any]:
    """What is stored of her choices."""
    row = User.objects.filter(pk=user.pk).values().get()
    notices = NoticeSettings.objects.filter(user=user).values().first()
    return {"user": row, "notices": notices, "vacations": list(Vacation.objects.values())}


def test_preferences_are_read_back_as_they_were_saved(client: Client, ada: User) -> None:
    assert client.get(ME + "preferences").json() == {
        "language": "browser",
        "time_zone": "Europe/Berlin",
        "turn_mail": "at_once",
        "confirm_gifts": True,
    }
    wanted = {
        "language": "zh-hant",
        "time_zone": None,
        "turn_mail": "digest",
        "confirm_gifts": False,
    }
    assert put(client, "preferences", wanted).json() == wanted
    assert client.get(ME + "preferences").json() == wanted
    ada.refresh_from_db()
    assert (ada.language, ada.time_zone) == ("zh-hant", "")
    assert (ada.notification_delay, ada.confirm_gifts) == (1440, False)


@pytest.mark.parametrize(
    "change",
    [
        {"language": "xx"},
        {"language": ""},
        {"language": None},
        {"time_zone": 5},
        {"time_zone": "Europe/Berlin\0"},
        {"time_zone": "x" * 65},
        {"turn_mail": 0},
        {"turn_mail": "never"},
        {"confirm_gifts": "true"},
        {"confirm_gifts": None},
        {"confirm_gifts": 1},
    ],
)
def test_wrong_preferences_change_nothing(client: Client, ada: User, change: Any) -> None:
    before = mine(ada)
    response = put(client, "preferences", {**PREFERENCES, **change})
    assert problem_of(response) == (400, "invalid")
    assert list(response.json()["extra"]["fields"]) == list(change)
    assert mine(ada) == before


def test_unknown_time_zone_has_a_code_of_its_own(client: Client, ada: User) -> None:
    before = mine(ada)
    response = put(client, "preferences", {**PREFERENCES, "time_zone": "Mars/Olympus"})
    assert problem_of(response) == (422, "unknown_time_zone")
    assert mine(ada) == before


@pytest.mark.parametrize("part", ["preferences", "hours", "vacation", "notifications"])
@pytest.mark.parametrize("body", WRONG, ids=repr)
def test_bodies_of_another_kind_are_refused(
    client: Client, ada: User, part: str, body: Any
) -> None:
    before = mine(ada)
    assert problem_of(put(client, part, body)) == (400, "invalid")
    assert mine(ada) == before


def test_night_hours_are_set_and_then_stay_for_a_week(client: Client, ada: User) -> None:
    assert client.get(ME + "hours").json() == {
        "start": None,
        "hours": 0,
        "zone": "Europe/Berlin",
        "next_change_at": None,
    }
    set_ = put(client, "hours", {"start": "22:30", "hours": 8})
    assert set_.json() == client.get(ME + "hours").json()
    again_at = datetime.now(UTC) + timedelta(days=7)
    assert set_.json() == {
        "start": "22:30",
        "hours": 8,
        "zone": "Europe/Berlin",
        "next_change_at": again_at.isoformat().replace("+00:00", "Z"),
    }
    assert put(client, "hours", {"start": "22:30", "hours": 8}).status_code == 200  # once more
    before = mine(ada)
    refused = put(client, "hours", {"start": "23:30", "hours": 8})
    assert problem_of(refused) == (409, "hours_too_soon")
    assert "14:00 (Europe/Berlin)" in refused.json()["detail"]
    assert mine(ada) == before


def test_night_hours_need_a_zone() -> None:
    nowhere = client_of(make_user("nowhere"))
    assert nowhere.get(ME + "hours").json()["zone"] is None
    assert problem_of(put(nowhere, "hours", {"start": "22:30", "hours": 8})) == (409, "zone_wanted")


@pytest.mark.parametrize(
    "body",
    [
        {"start": "22:30"},
        {"start": "24:00", "hours": 8},
        {"start": "22:30:00", "hours": 8},
        {"start": "２２:30", "hours": 8},
        {"start": "22:30", "hours": 10},
        {"start": "22:30", "hours": -1},
        {"start": "22:30", "hours": "8"},
        {"start": "22:30", "hours": True},
        {"start": "22:30", "hours": 10**30},
        {"start": 2230, "hours": 8},
    ],
)
def test_wrong_night_hours_change_nothing(client: Client, ada: User, body: Any) -> None:
    before = mine(ada)
    assert problem_of(put(client, "hours", body)) == (400, "invalid")
    assert mine(ada) == before


def test_vacation_is_planned_told_and_called_off(client: Client, ada: User) -> None:
    stopped, goes_on = (
        make_begun_game(ada, make_user(name), Options(Speed.DAYS_3, vacations=vacations))
        for name, vacations in (("bert", True), ("cora", False))
    )
    start = datetime.now(UTC).replace(microsecond=0) + timedelta(days=2)
    body = {
        "starts_at": start.isoformat(),
        "ends_at": (start + timedelta(days=3)).isoformat(),
    }
    planned = put(client, "vacation", body)
    assert planned.json() == client.get(ME + "vacation").json()
    assert planned.json()["vacation"] == {
        "starts_at": body["starts_at"].replace("+00:00", "Z"),
        "ends_at": body["ends_at"].replace("+00:00", "Z"),
        "begun": False,
    }
    assert planned.json()["games_not_stopped"] == [{"game_id": goes_on.pk, "opponent": "cora"}]
    assert stopped.pk != goes_on.pk
    assert put(client, "vacation", body).json() == planned.json()  # the answer was lost
    assert Vacation.objects.count() == 1
    assert problem_of(put(client, "vacation", NOW)) == (409, "on_vacation")
    assert client.delete(ME + "vacation").status_code == 204
    assert client.delete(ME + "vacation").status_code == 204
    assert client.get(ME + "vacation").json()["vacation"] is None


def test_vacation_may_begin_at_once_and_last_as_long_as_there_is_of_it(client: Client) -> None:
    left = client.get(ME + "vacation").json()["left"]
    assert left == 7 * 24 * 3600
    begun = put(client, "vacation", NOW).json()["vacation"]
    assert begun["begun"] is True
    ends = datetime.fromisoformat(begun["ends_at"])
    assert ends - datetime.fromisoformat(begun["starts_at"]) == timedelta(seconds=left)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"starts_at": "2026-12-20T18:00:00"}, 400, "invalid"),
        ({"starts_at": "2026-12-20"}, 400, "invalid"),
        ({"starts_at": "tomorrow"}, 400, "invalid"),
        ({"starts_at": "2026-02-30T18:00:00Z"}, 400, "invalid"),
        ({"starts_at": 1}, 400, "invalid"),
        ({"ends_at": ["2026-12-20T18:00:00Z"]}, 400, "invalid"),
        ({"starts_at": "2001-01-01T00:00:00Z"}, 422, "bad_start"),
        ({"starts_at": "9999-12-31T23:59:59Z"}, 422, "bad_start"),
        ({"ends_at": "2001-01-01T00:00:00Z"}, 422, "bad_end"),
        ({"ends_at": "9999-12-31T23:59:59Z"}, 409, "vacation_too_long"),
    ],
)
def test_wrong_vacations_change_nothing(
    client: Client, ada: User, body: Any, status: int, code: str
) -> None:
    before = mine(ada)
    assert problem_of(put(client, "vacation", {**NOW, **body})) == (status, code)
    assert mine(ada) == before


def test_choices_about_news_are_read_back_as_they_were_saved(client: Client, ada: User) -> None:
    usual = client.get(ME + "notifications").json()
    assert usual["channels"]["turns"] == ["email", "push", "webhook"]
    assert usual["channels"]["plans"] == ["email", "push"]
    assert put(client, "notifications", {k: usual[k] for k in NOTICES}).json() == usual
    saved = put(client, "notifications", NOTICES).json()
    assert {name: saved[name] for name in NOTICES} == NOTICES
    assert client.get(ME + "notifications").json() == saved
    row = NoticeSettings.objects.get(user=ada)
    assert (row.quiet_from, row.quiet_until) == (time(22), time(7, 30))
    assert row.next_digest_at is not None


def changed(path: str, value: Any) -> Any:
    """The choices with another value at one place."""
    body = deepcopy(NOTICES)
    part, name = path.split(".")
    body[part][name] = value
    return body


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("channels.plans", ["webhook"]),
        ("channels.turns", ["pigeon"]),
        ("channels.turns", "email"),
        ("channels.turns", None),
        ("channels.turns", ["email"] * 11),
        ("reminders.half", "yes"),
        ("digest.hour", 24),
        ("digest.hour", -1),
        ("digest.hour", "8"),
        ("quiet.mode", "always"),
        ("quiet.start", "25:00"),
    ],
)
def test_wrong_choices_about_news_change_nothing(
    client: Client, ada: User, path: str, value: Any
) -> None:
    before = mine(ada)
    assert problem_of(put(client, "notifications", changed(path, value))) == (400, "invalid")
    assert mine(ada) == before


@pytest.mark.parametrize("part", list(NOTICES))
def test_choices_about_news_are_saved_whole_or_not_at_all(
    client: Client, ada: User, part: str
) -> None:
    before = mine(ada)
    body = {name: value for name, value in NOTICES.items() if name != part}
    assert problem_of(put(client, "notifications", body)) == (400, "invalid")
    assert mine(ada) == before


def test_quiet_hours_of_ones_own_need_both_ends(client: Client, ada: User) -> None:
    before = mine(ada)
    response = put(client, "notifications", changed("quiet.end", None))
    assert problem_of(response) == (422, "quiet_hours")
    assert mine(ada) == before


def test_stopped_mail_is_told_and_resumed(client: Client, ada: User) -> None:
    assert client.get(ME + "mail").json() == {"address": ada.email, "stopped": None}
    since = datetime(2026, 6, 1, 8, tzinfo=UTC)
    User.objects.update(mail_stopped_at=since, mail_stopped_why=MailStop.BOUNCED)
    stopped = client.get(ME + "mail").json()["stopped"]
    assert stopped == {"since": "2026-06-01T08:00:00Z", "why": "bounced"}
    assert client.delete(ME + "mail/stop").status_code == 204
    assert client.delete(ME + "mail/stop").status_code == 204
    assert client.get(ME + "mail").json()["stopped"] is None


def test_test_mail_goes_out_once_a_minute(client: Client, ada: User) -> None:
    mail.outbox = []
    assert client.post(ME + "mail/tests").status_code == 204
    assert [message.to for message in mail.outbox] == [[ada.email]]
    response = client.post(ME + "mail/tests")
    assert problem_of(response) == (429, "too_many_tests")
    assert response["Retry-After"] == "60"
    assert len(mail.outbox) == 1


def test_hours_are_those_of_the_site(client: Client, ada: User) -> None:
    set_hours(user=ada, start=time(23), hours=7)
    answer = client.get(ME + "hours").json()
    assert (answer["start"], answer["hours"]) == ("23:00", 7)
