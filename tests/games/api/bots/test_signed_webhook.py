"""Signed messages to a program: what they say, that they verify, when they come, and who may ask for them."""

import json
import runpy
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import timezone

from accounts.enums import NotificationDelay
from accounts.models import User
from games.enums import Channel, NotificationState, QuietHours
from games.models import Delivery, Game, NoticeSettings, Webhook
from games.notifications.channels import signed
from games.notifications.deliver import deliver
from games.services import channels
from games.services.channels import save_webhook
from tests.factories.games import make_game, mover_of, play_random, seated, take_tokens
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of
from tests.games.notifications.receiver import Posted, Receiver, receiving
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ADDRESS = "/api/v1/me/signed-webhook"
VERIFY = runpy.run_path(str(Path(site.BASE_DIR) / "examples" / "webhook.py"))["verified"]


@pytest.fixture(autouse=True)
def _outgoing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.OUTGOING_TO_THIS_MACHINE = True
    monkeypatch.setattr(channels, "TEST_PAUSE", 0)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A program that takes what is posted to it."""
    with receiving() as server:
        server.status = 204
        yield server


def save(user: User, url: str, *kinds: str) -> str:
    """Have a program told; its secret."""
    body = {"url": url, "kinds": list(kinds or ("turns", "invitations"))}
    response = client_of(user).put(ADDRESS, body, format="json")
    assert response.status_code == 200, response.content
    secret: str = response.json()["secret"]
    return secret


def turn_told(user: User) -> tuple[Game, Delivery]:
    """A game in which it has just become this person's turn, and what is to be told of it."""
    game = make_game(user, make_user())
    while mover_of(game) == user:
        take_tokens(game)
    take_tokens(game)
    return game, Delivery.objects.filter(
        channel=Channel.WEBHOOK, notification__user=user, notification__kind="your_turn"
    ).latest("pk")


def lower(posted: Posted) -> dict[str, str]:
    """Its headers."""
    return {name.lower(): value for name, value in posted.headers.items()}


def test_turn_is_told_with_a_signature_that_the_example_verifies(receiver: Receiver) -> None:
    user = make_user()
    secret = save(user, receiver.url)
    game, row = turn_told(user)
    deliver(row.notification_id)
    (posted,) = receiver.posted
    game.refresh_from_db()
    told = json.loads(posted.body)
    assert told.pop("at").endswith("Z")
    assert told == {
        "kind": "your_turn",
        "game_id": game.pk,
        "version": game.version,
        "your_turn": True,
    }
    assert VERIFY(secret, lower(posted), posted.body)
    assert not VERIFY(signed.new_secret(), lower(posted), posted.body)
    assert not VERIFY(secret, lower(posted), posted.body + b" ")
    late = {**lower(posted), "webhook-timestamp": str(int(time.time()) - 600)}
    assert not VERIFY(secret, late, posted.body)


def test_signature_is_that_of_standard_webhooks() -> None:
    # The example of the specification's own libraries.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    assert (
        signed.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


def test_program_is_told_at_once_whatever_its_person_chose(receiver: Receiver) -> None:
    user = make_user(notification_delay=NotificationDelay.HOUR)
    now = timezone.localtime()
    NoticeSettings.objects.create(
        user=user,
        quiet=QuietHours.OWN,
        quiet_from=(now - timedelta(hours=1)).time(),
        quiet_until=(now + timedelta(hours=1)).time(),
    )
    save(user, receiver.url)
    _game, row = turn_told(user)
    assert row.due_at <= timezone.now() < row.notification.due_at
    deliver(row.notification_id)
    assert len(receiver.posted) == 1


def test_what_is_not_taken_comes_again_under_the_same_id(receiver: Receiver) -> None:
    user = make_user()
    save(user, receiver.url)
    _game, row = turn_told(user)
    receiver.status = 503
    deliver(row.notification_id)
    row.refresh_from_db()
    assert row.state == NotificationState.WAITING and row.due_at > timezone.now()
    Delivery.objects.filter(pk=row.pk).update(due_at=timezone.now())
    receiver.status = 204
    deliver(row.notification_id)
    first, second = (lower(posted)["webhook-id"] for posted in receiver.posted)
    assert first == second


def test_only_the_kinds_that_were_asked_for_are_told(receiver: Receiver) -> None:
    user = make_user()
    save(user, receiver.url, "messages")
    make_game(user, make_user())
    assert not Delivery.objects.filter(channel=Channel.WEBHOOK).exists()
    shown = client_of(user).get(ADDRESS).json()
    assert shown == {
        "url": receiver.url,
        "kinds": ["messages"],
        "off_since": None,
        "last_error": None,
    }


def test_first_answer_names_the_kinds_that_were_asked_for(receiver: Receiver) -> None:
    user = make_user()
    body = {"url": receiver.url, "kinds": ["turns", "invitations"]}
    saved = client_of(user).put(ADDRESS, body, format="json").json()
    assert saved["kinds"] == client_of(user).get(ADDRESS).json()["kinds"]
    assert set(saved["kinds"]) == {"turns", "invitations"}


def test_nothing_hidden_is_told(receiver: Receiver) -> None:
    user = make_user()
    save(user, receiver.url)
    game, row = turn_told(user)
    play_random(game, 0)
    viewer = next(number for number in (1, 2) if seated(game, number) == user)
    for seed in (1, 2, 3):
        assert exchange_hidden(game, viewer, seed) > 0
        Delivery.objects.filter(pk=row.pk).update(
            state=NotificationState.WAITING, due_at=timezone.now()
        )
        deliver(row.notification_id)
    assert len(receiver.posted) == 3
    assert len({posted.body for posted in receiver.posted}) == 1


def test_test_tells_nothing_and_switches_the_address_on_again(receiver: Receiver) -> None:
    user = make_user()
    secret = save(user, receiver.url)
    Webhook.objects.update(off_since=timezone.now(), last_error="no", refusals=3)
    assert client_of(user).post(f"{ADDRESS}/tests").status_code == 204
    (posted,) = receiver.posted
    assert json.loads(posted.body)["kind"] == "test"
    assert VERIFY(secret, lower(posted), posted.body)
    assert client_of(user).get(ADDRESS).json()["off_since"] is None


def test_secret_is_new_with_each_call_and_told_nowhere_else(receiver: Receiver) -> None:
    user = make_user()
    first, second = save(user, receiver.url), save(user, receiver.url)
    assert first != second
    client = client_of(user)
    for address in (ADDRESS, "/api/v1/me/webhook"):
        assert second.encode() not in client.get(address).content


def test_one_address_in_words_or_signed(receiver: Receiver) -> None:
    user = make_user()
    save(user, receiver.url)
    save_webhook(user=user, url=receiver.url)
    client = client_of(user)
    assert problem_of(client.get(ADDRESS)) == (404, "no_webhook")
    assert problem_of(client.post(f"{ADDRESS}/tests")) == (404, "no_webhook")
    assert client.delete(ADDRESS).status_code == 204
    assert Webhook.objects.filter(user=user, secret="").exists()
    save(user, receiver.url)
    assert client.delete(ADDRESS).status_code == 204
    assert client.delete(ADDRESS).status_code == 204
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid"),
        ({"url": "https://bot.example/", "kinds": []}, "invalid"),
        ({"url": "https://bot.example/", "kinds": ["plans"]}, "invalid"),
        ({"url": "https://bot.example/", "kinds": ["turns"] * 9}, "invalid"),
        ({"url": "https://bot.example/", "kinds": "turns"}, "invalid"),
        ({"url": "https://bot.example/", "kinds": [None]}, "invalid"),
        ({"url": 5, "kinds": ["turns"]}, "invalid"),
        ({"url": "https://bot.example/\x00", "kinds": ["turns"]}, "invalid"),
        ({"url": f"https://{'x' * 600}.example/", "kinds": ["turns"]}, "invalid"),
        ({"url": "ftp://bot.example/", "kinds": ["turns"]}, "bad_url"),
        ({"url": "https://me:secret@bot.example/", "kinds": ["turns"]}, "bad_url"),
        ([], "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(body: Any, code: str) -> None:
    user = make_user()
    response = client_of(user).put(ADDRESS, body, format="json")
    assert problem_of(response)[1] == code
    assert not Webhook.objects.exists() and not NoticeSettings.objects.exists()
