"""News at a web address of one's own, taken by a real server."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.enums import Channel, NotificationState
from games.errors import ServiceError
from games.models import Delivery, Game, Webhook
from games.notifications.channels import webhook
from games.notifications.channels.base import Refused
from games.notifications.channels.outside import NotNow
from games.notifications.channels.webhook import MOST_REFUSALS
from games.notifications.deliver import deliver
from games.services import channels
from games.services.channels import save_webhook, try_push, try_webhook
from tests.factories.games import make_game, mover_of, play_random
from tests.factories.users import make_user
from tests.games.notifications.receiver import Receiver, receiving
from tests.games.web.visit import text_of, visitor

pytestmark = pytest.mark.django_db

SITE = "http://127.0.0.1:8000"


@pytest.fixture(autouse=True)
def _outgoing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.OUTGOING_TO_THIS_MACHINE = True
    monkeypatch.setattr(channels, "TEST_PAUSE", 0)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server that shows what is posted to it."""
    with receiving() as server:
        server.status = 204
        yield server


@pytest.fixture
def anna() -> User:
    """Who is told, a quarter of an hour after the turn began."""
    return make_user("Anna")


def turn_of(user: User, opponent: str) -> Game:
    """A game that waits for this person."""
    game = make_game(user, make_user(opponent))
    for seed in range(20):
        if mover_of(game) == user:
            break
        play_random(game, 1, seed)
    return game


def told(game: Game) -> Delivery:
    """The delivery of the present turn, due by now."""
    rows = Delivery.objects.filter(
        channel=Channel.WEBHOOK, notification__game=game, notification__turn=game.turn
    )
    rows.update(due_at=game.created_at)
    return rows.get()


def texts(receiver: Receiver) -> list[str]:
    """What was posted, as somebody reads it there."""
    return [json.loads(posted.body)["content"] for posted in receiver.posted]


def test_games_that_wait_are_posted_together_and_tell_nothing_of_the_position(
    receiver: Receiver, anna: User
) -> None:
    save_webhook(user=anna, url=f"{receiver.url}/hook?token=1")
    games = [turn_of(anna, "Béla"), turn_of(anna, "Cora")]
    first = told(games[0])

    deliver(first.notification_id)

    (posted,) = receiver.posted
    text = "\n".join(
        f"Your turn against {name}: {SITE}/games/{game.pk}/"
        for name, game in zip(("Béla", "Cora"), games, strict=True)
    )
    assert posted.path == "/hook?token=1"
    assert posted.headers["Content-Type"] == "application/json"
    assert json.loads(posted.body) == {
        "content": text,
        "text": text,
        "allowed_mentions": {"parse": []},
    }
    states = Delivery.objects.filter(channel=Channel.WEBHOOK).values_list("state", flat=True)
    assert set(states) == {NotificationState.SENT}


def test_server_that_is_down_is_tried_again(receiver: Receiver, anna: User) -> None:
    hook = save_webhook(user=anna, url=receiver.url)
    game = turn_of(anna, "Béla")
    receiver.status = 500
    deliver(told(game).notification_id)
    assert told(game).state == NotificationState.WAITING
    receiver.status = 204
    deliver(told(game).notification_id)
    assert told(game).state == NotificationState.SENT
    hook.refresh_from_db()
    assert (hook.refusals, hook.off_since) == (0, None)


def test_address_that_refuses_again_and_again_is_switched_off(
    receiver: Receiver, anna: User
) -> None:
    hook = save_webhook(user=anna, url=receiver.url)
    rows = [told(turn_of(anna, "Béla")).notification]
    receiver.status = 404
    for number in range(1, MOST_REFUSALS + 1):
        assert webhook.reaches(anna)
        with pytest.raises(Refused):
            webhook.send(rows, anna)
        hook.refresh_from_db()
        assert hook.refusals == number
    assert (hook.off_since is not None, hook.last_error) == (True, "The other side answered 404.")
    assert not webhook.reaches(anna)
    with pytest.raises(Refused):
        webhook.send(rows, anna)
    assert len(receiver.posted) == MOST_REFUSALS


def test_one_success_forgets_refusals(receiver: Receiver, anna: User) -> None:
    hook = save_webhook(user=anna, url=receiver.url)
    rows = [told(turn_of(anna, "Béla")).notification]
    for status in (404, 404, 204, 404, 404):
        receiver.status = status
        if status == 204:
            webhook.send(rows, anna)
        else:
            with pytest.raises(Refused):
                webhook.send(rows, anna)
    hook.refresh_from_db()
    assert (hook.refusals, hook.off_since) == (2, None)


def test_address_inside_our_own_network_is_never_posted_to(
    receiver: Receiver, anna: User, settings: Any
) -> None:
    save_webhook(user=anna, url=receiver.url.replace("http://", "https://"))
    settings.OUTGOING_TO_THIS_MACHINE = False
    rows = [told(turn_of(anna, "Béla")).notification]
    with pytest.raises(Refused, match="does not lead out into the internet"):
        webhook.send(rows, anna)
    assert receiver.posted == []


def test_page_says_why_it_was_switched_off_and_a_test_switches_it_on(
    receiver: Receiver, anna: User
) -> None:
    hook = save_webhook(user=anna, url=receiver.url)
    rows = [told(turn_of(anna, "Béla")).notification]
    receiver.status = 403
    for _time in range(MOST_REFUSALS):
        with pytest.raises(Refused):
            webhook.send(rows, anna)
    client = visitor(anna)
    page = text_of(client.get(reverse("games:notices")))
    assert "because it refused several times: The other side answered 403." in page

    refused = text_of(client.post(reverse("games:webhook_test"), follow=True))
    assert "The other side answered 403." in refused
    assert not webhook.reaches(anna)
    receiver.status = 200
    taken = text_of(client.post(reverse("games:webhook_test"), follow=True))
    assert "The test was taken." in taken
    assert webhook.reaches(anna)
    hook.refresh_from_db()
    assert (hook.refusals, hook.last_error) == (0, "")


def test_form_stores_replaces_and_removes_the_address(anna: User) -> None:
    client, other = visitor(anna), make_user()
    save_webhook(user=other, url="https://hook.example/other")
    for url in ("https://hook.example/1", " https://hook.example/2 "):
        answer = client.post(reverse("games:webhook"), {"url": url})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/notifications/")
        assert Webhook.objects.get(user=anna).url == url.strip()
    assert 'value="https://hook.example/2"' in text_of(client.get(reverse("games:notices")))
    client.post(reverse("games:webhook_remove"))
    assert [hook.user for hook in Webhook.objects.all()] == [other]


@pytest.mark.parametrize(
    "url", ["", "http://hook.example/", "javascript:alert(1)", "https://" + "x" * 500]
)
def test_address_that_is_none_comes_back_with_the_reason_and_changes_nothing(
    anna: User, settings: Any, url: str
) -> None:
    settings.OUTGOING_TO_THIS_MACHINE = False
    save_webhook(user=anna, url="https://hook.example/1")
    answer = visitor(anna).post(reverse("games:webhook"), {"url": url})
    assert answer.status_code == 422
    assert 'id="webhook-error"' in text_of(answer)
    assert Webhook.objects.get().url == "https://hook.example/1"


def test_only_the_form_of_who_signed_in_changes_anything(anna: User) -> None:
    address = reverse("games:webhook")
    assert visitor().post(address, {"url": "https://hook.example/"}).status_code == 302
    assert visitor(anna).get(address).headers["Location"] == reverse("games:notices")
    forged = visitor(anna, strict=True).post(address, {"url": "https://hook.example/"})
    assert forged.status_code == 403
    assert not Webhook.objects.exists()


def test_test_without_an_address_or_without_an_answer_is_told(
    receiver: Receiver, anna: User
) -> None:
    with pytest.raises(ServiceError, match="no_webhook"):
        try_webhook(user=anna)
    hook = save_webhook(user=anna, url=receiver.url)
    receiver.status = 502
    with pytest.raises(ServiceError, match="unreached"):
        try_webhook(user=anna)
    with pytest.raises(NotNow):
        webhook.send_test(hook)


def test_tests_do_not_hammer_somebodys_server(
    receiver: Receiver, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "TEST_PAUSE", 60)
    save_webhook(user=anna, url=receiver.url)
    try_webhook(user=anna)
    for test in (try_webhook, try_push):
        with pytest.raises(ServiceError, match="too_many_tests"):
            test(user=anna)
    assert len(receiver.posted) == 1
