"""The page on which a person chooses what they are told, through which channel, and when."""

import re
from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.enums import Channel, NoticeCategory, QuietHours
from games.models import NoticeSettings
from games.notifications.channels.vapid import new_private_key
from games.notifications.reminders import SHORTEST
from games.notifications.wishes import settings_of, wants
from tests.factories.users import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PATH = "/notifications/"
EVERYTHING = {f"{category}-{channel}": "on" for category in NoticeCategory for channel in Channel}
FORM = {**EVERYTHING, "quiet": "none", "digest_hour": "8", "remind_last": "on"}


@pytest.fixture(autouse=True)
def _key(settings: Any) -> None:
    """Every channel is offered."""
    settings.VAPID_PRIVATE_KEY = new_private_key()


@pytest.fixture
def anna() -> User:
    """Who chooses."""
    return make_user("Anna", time_zone="Europe/Berlin")


@pytest.fixture
def as_anna(anna: User, client: Client) -> Client:
    """Her browser."""
    client.force_login(anna)
    return client


def test_page_shows_the_usual_choices_and_stores_nothing(as_anna: Client) -> None:
    page = as_anna.get(PATH).content.decode()
    for category in NoticeCategory:
        assert f'name="{category}-email"' in page
    # The quiet hours, two reminders, the digest by mail, all else by every channel; but plans at no web address.
    assert page.count(" checked") == 1 + 2 + 1 + 3 * (len(NoticeCategory) - 1) - 1
    assert not NoticeSettings.objects.exists()


def test_choices_are_stored_and_shown_again(as_anna: Client, anna: User) -> None:
    form = {
        "turns-email": "on",
        "messages-push": "on",
        "quiet": "own",
        "quiet_from": "22:30",
        "quiet_until": "07:15",
        "remind_half": "on",
        "digest": "on",
        "digest_hour": "6",
    }
    answer = as_anna.post(PATH, form)
    assert (answer.status_code, answer.headers["Location"]) == (302, PATH)
    stored = settings_of(anna)
    assert (stored.quiet, stored.quiet_from, stored.quiet_until) == (
        "own",
        time(22, 30),
        time(7, 15),
    )
    assert (stored.remind_half, stored.remind_most, stored.remind_last) == (True, False, False)
    assert (stored.digest, stored.digest_hour) == (True, 6)
    wanted = {
        (category.value, channel.value)
        for category in NoticeCategory
        for channel in Channel
        if wants(stored, category, channel)
    }
    assert wanted == {("turns", "email"), ("messages", "push")}
    page = as_anna.get(PATH).content.decode()
    assert 'value="22:30"' in page
    assert page.count(" checked") == 2 + 1 + 1 + 1  # two channels, hours of her own, half, digest


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"quiet": "own", "quiet_from": "22:00"}, "Quiet hours need a beginning and an end."),
        ({"quiet": "own", "quiet_from": "late", "quiet_until": "7:00"}, "Enter a valid time."),
        ({"quiet": "always"}, "Select a valid choice."),
        ({"digest_hour": "24"}, "Select a valid choice."),
        ({"digest_hour": ""}, "This field is required."),
    ],
)
def test_what_makes_no_sense_is_refused_and_stored_nowhere(
    as_anna: Client, wrong: dict[str, str], said: str
) -> None:
    answer = as_anna.post(PATH, {**FORM, **wrong})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not NoticeSettings.objects.exists()


def test_digest_is_due_at_the_person_s_own_hour(
    as_anna: Client, anna: User, frozen_time: time_machine.Traveller
) -> None:
    as_anna.post(PATH, {**FORM, "digest": "on", "digest_hour": "18"})
    assert settings_of(anna).next_digest_at == timezone.now() + timedelta(hours=4)  # 16:00 UTC
    as_anna.post(PATH, FORM)
    assert settings_of(anna).next_digest_at is None


def test_quiet_hours_of_one_s_own_are_forgotten_with_the_choice(
    as_anna: Client, anna: User
) -> None:
    as_anna.post(PATH, {**FORM, "quiet": "own", "quiet_from": "22:00", "quiet_until": "07:00"})
    as_anna.post(PATH, {**FORM, "quiet": "sleep", "quiet_from": "22:00", "quiet_until": "07:00"})
    stored = settings_of(anna)
    assert (stored.quiet, stored.quiet_from) == (QuietHours.SLEEP, None)


def test_page_is_for_those_who_are_signed_in(client: Client) -> None:
    for answer in (client.get(PATH), client.post(PATH, FORM), client.post(f"{PATH}test/")):
        assert answer.status_code == 302
        assert "/accounts/login/" in answer.headers["Location"]
    assert not NoticeSettings.objects.exists()


def test_number_of_questions_is_small(as_anna: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(10):
        as_anna.get(PATH)


def test_test_mail_goes_out_once_a_minute(
    as_anna: Client, anna: User, frozen_time: time_machine.Traveller
) -> None:
    answers = [as_anna.post(f"{PATH}test/", follow=True).content.decode() for _time in range(2)]
    assert "A mail is on its way to you." in answers[0]
    assert "Please wait a minute before the next test." in answers[1]
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == ([anna.email], "This is a test from Loupe.")


def test_test_mail_that_can_t_be_sent_is_said(as_anna: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(email="")
    answer = as_anna.post(f"{PATH}test/", follow=True)
    assert "There is no address to write to." in answer.content.decode()


def test_page_says_of_which_turns_there_are_reminders(as_anna: Client) -> None:
    page = as_anna.get(PATH).content.decode()
    for hours in ("24 hours", "12 hours", "1 hour"):
        assert f"(of turns with {hours} or more)" in page
    for named in re.findall(r'aria-describedby="([^"]+)"', page):
        assert f'id="{named}"' in page
    assert {part: hours.total_seconds() / 3600 for part, hours in SHORTEST.items()} == {
        "half": 24,
        "most": 12,
        "last": 1,
    }
