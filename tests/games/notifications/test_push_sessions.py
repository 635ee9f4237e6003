"""Browsers are told only as long as somebody is signed in there, and are told again when they come back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.enums import Channel, NotificationState
from games.models import Delivery, PushDevice
from games.notifications.channels import push
from games.notifications.channels.base import Refused
from games.notifications.channels.vapid import new_private_key
from games.notifications.deliver import deliver
from games.services import channels
from games.services.channels import add_device
from tests.games.notifications.receiver import Browser, Receiver, receiving
from tests.games.notifications.test_push import post_json, told, turn_of
from tests.games.web.visit import text_of, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _key(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    settings.VAPID_SUBJECT = "mailto:host@loupe.example"
    settings.OUTGOING_TO_THIS_MACHINE = True
    monkeypatch.setattr(channels, "TEST_PAUSE", 0)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A push service."""
    with receiving() as server:
        yield server


def subscription(receiver: Receiver, place: str = "1") -> dict[str, Any]:
    """What a browser says of itself."""
    return {"endpoint": f"{receiver.url}/{place}", "keys": Browser().keys}


def sign_out(client: Client) -> None:
    """As the menu does."""
    assert client.post(reverse("account_logout")).status_code == 302


def resumed(client: Client, receiver: Receiver, device: int, place: str = "2") -> Any:
    """What the page's script is answered in a new session."""
    body = {**subscription(receiver, place), "resume": device}
    return post_json(client, "push_subscribe", body).json()["device"]


def shows(user: User, receiver: Receiver) -> list[str]:
    """The places at which a push service is told something for this person."""
    receiver.posted.clear()
    try:
        push.send_test(user)
    except Refused:
        assert receiver.posted == []
    return [posted.path for posted in receiver.posted]


def test_nothing_is_shown_after_signing_out(receiver: Receiver, anna: User) -> None:
    client, other = visitor(anna), visitor(anna)
    post_json(client, "push_subscribe", subscription(receiver, "1"))
    post_json(other, "push_subscribe", subscription(receiver, "2"))
    assert shows(anna, receiver) == ["/2", "/1"]
    sign_out(client)
    assert shows(anna, receiver) == ["/2"]
    sign_out(other)
    assert shows(anna, receiver) == []
    assert not push.reaches(anna)


def test_new_password_ends_what_other_browsers_show(receiver: Receiver, anna: User) -> None:
    post_json(visitor(anna), "push_subscribe", subscription(receiver))
    anna.set_password("another-kite-41")
    anna.save()
    assert shows(anna, receiver) == []


def test_news_that_was_planned_before_signing_out_is_dropped(
    receiver: Receiver, anna: User
) -> None:
    client = visitor(anna)
    post_json(client, "push_subscribe", subscription(receiver))
    game = turn_of(anna)
    Delivery.objects.filter(pk=told(game).pk).update(state=NotificationState.WAITING)
    receiver.posted.clear()
    sign_out(client)
    deliver(told(game).notification_id)
    assert receiver.posted == []
    assert told(game).state == NotificationState.DROPPED
    assert (
        Delivery.objects.filter(channel=Channel.PUSH, state=NotificationState.FAILED).count() == 0
    )


def test_who_signs_in_again_is_told_again_at_the_browser_s_new_address(
    receiver: Receiver, anna: User
) -> None:
    client = visitor(anna)
    device = post_json(client, "push_subscribe", subscription(receiver)).json()["device"]
    sign_out(client)
    client.force_login(anna)
    assert resumed(client, receiver, device) == device
    assert shows(anna, receiver) == ["/2"]
    assert PushDevice.objects.count() == 1


def test_browser_that_was_taken_off_the_list_is_not_told_again(
    receiver: Receiver, anna: User
) -> None:
    client = visitor(anna)
    device = post_json(client, "push_subscribe", subscription(receiver)).json()["device"]
    sign_out(client)
    visitor(anna).post(reverse("games:push_remove"), {"device": device})
    client.force_login(anna)
    assert resumed(client, receiver, device) is None
    assert not PushDevice.objects.exists()


def test_somebody_else_who_signs_in_there_is_not_told_unasked(
    receiver: Receiver, anna: User, bela: User
) -> None:
    client = visitor(anna)
    device = post_json(client, "push_subscribe", subscription(receiver, "2")).json()["device"]
    sign_out(client)
    client.force_login(bela)
    assert resumed(client, receiver, device) is None
    assert resumed(client, receiver, 0) is None
    assert shows(bela, receiver) == []
    assert PushDevice.objects.get().user == anna


def test_browser_of_before_goes_on_and_says_its_session_at_the_next_visit(
    receiver: Receiver, anna: User
) -> None:
    add_device(user=anna, name="", **flat(subscription(receiver, "2")))
    assert shows(anna, receiver) == ["/2"]
    client = visitor(anna)
    assert resumed(client, receiver, 0) == PushDevice.objects.get().pk
    sign_out(client)
    assert shows(anna, receiver) == []


def flat(told: dict[str, Any]) -> Any:
    """As the service takes it."""
    return {"endpoint": told["endpoint"], **told["keys"]}


def test_two_rows_of_one_browser_become_one(receiver: Receiver, anna: User) -> None:
    client = visitor(anna)
    first, _second = (
        post_json(client, "push_subscribe", subscription(receiver, place)).json()["device"]
        for place in ("1", "2")
    )
    assert resumed(client, receiver, first, "2") == first
    assert PushDevice.objects.get().endpoint == f"{receiver.url}/2"


@pytest.mark.parametrize("wrong", ["7", -1, 2**63, True, 1.5, [1]])
def test_malformed_number_of_a_browser_gets_a_clear_answer(
    receiver: Receiver, anna: User, wrong: object
) -> None:
    body = {**subscription(receiver), "resume": wrong}
    assert post_json(visitor(anna), "push_subscribe", body).status_code == 400
    assert not PushDevice.objects.exists()


def test_pages_ask_once_in_each_session(receiver: Receiver, anna: User) -> None:
    client, page = visitor(anna), reverse("accounts:preferences")
    assert "data-push-me" in text_of(client.get(page))
    post_json(client, "push_subscribe", subscription(receiver))
    assert "data-push-me" not in text_of(client.get(page))
    sign_out(client)
    assert "data-signed-out" in text_of(client.get("/"))
    client.force_login(anna)
    assert "data-push-me" in text_of(client.get(page))


def test_list_says_where_one_has_signed_out(receiver: Receiver, anna: User) -> None:
    client, other = visitor(anna), visitor(anna)
    post_json(client, "push_subscribe", subscription(receiver))
    told_nothing = "told nothing while you are signed out there"
    assert told_nothing not in text_of(other.get(reverse("games:notices")))
    sign_out(client)
    assert told_nothing in text_of(other.get(reverse("games:notices")))
