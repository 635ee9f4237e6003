"""Signed messages to a program: each is posted, taken, refused and tried again by itself."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.enums import Channel
from games.models import Delivery, Game, Notification, Webhook
from games.notifications import deliver as outbox
from games.notifications.channels import signed, webhook
from games.notifications.channels.outside import NotNow
from games.notifications.channels.signed import new_secret
from games.notifications.deliver import FIRST_RETRY, deliver, due_ids
from games.services.channels import save_webhook
from games.tasks import deliver_notification, post_notification
from tests.factories.games import make_game, mover_of, take_tokens
from tests.factories.users import make_user
from tests.games.notifications.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A program that takes what is posted to it."""
    settings.OUTGOING_TO_THIS_MACHINE = True
    with receiving() as server:
        server.status = 204
        yield server


@pytest.fixture
def user(receiver: Receiver) -> User:
    """Whose program is told."""
    user = make_user()
    save_webhook(user=user, url=receiver.url)
    Webhook.objects.update(secret=new_secret())
    return user


@pytest.fixture
def turns(user: User) -> list[Delivery]:
    """Three turns that wait for it; nothing else does."""
    for _game in range(3):
        game = make_game(user, make_user())
        while mover_of(game) != user:
            take_tokens(game)
    ours = Delivery.objects.filter(
        channel=Channel.WEBHOOK, notification__user=user, notification__kind="your_turn"
    )
    # Of a game in which somebody has moved, the newest row only.
    newest = {row.notification.game_id: row for row in ours.order_by("pk")}
    rows = sorted(newest.values(), key=lambda row: row.pk)
    Notification.objects.exclude(pk__in=[row.notification_id for row in rows]).delete()
    Delivery.objects.exclude(channel=Channel.WEBHOOK).delete()
    Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    return rows


def states(rows: list[Delivery]) -> list[str]:
    """How they stand."""
    found = dict(Delivery.objects.values_list("pk", "state"))
    return [found[row.pk] for row in rows]


def answering(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver, *statuses: int
) -> Callable[[], list[str]]:
    """Let the program answer one message after another so; what was posted, by game."""
    coming, real = list(statuses), signed.tell

    def tell(*arguments: Any) -> None:
        receiver.status = coming.pop(0)
        real(*arguments)

    monkeypatch.setattr(signed, "tell", tell)
    return lambda: [json.loads(posted.body)["game_id"] for posted in receiver.posted]


def test_message_that_is_refused_takes_no_other_with_it(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver, turns: list[Delivery]
) -> None:
    posted = answering(monkeypatch, receiver, 204, 404, 204)
    for pk in due_ids(10):
        deliver(pk)
    assert posted() == [row.notification.game_id for row in turns]
    assert states(turns) == ["sent", "failed", "sent"]


def test_each_message_is_settled_before_the_next_is_posted(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver, turns: list[Delivery]
) -> None:
    posted = answering(monkeypatch, receiver, 204)
    deliver(turns[1].notification_id)
    assert posted() == [turns[1].notification.game_id]
    assert states(turns) == ["waiting", "sent", "waiting"]


def test_all_that_a_program_is_to_be_told_is_queued(turns: list[Delivery]) -> None:
    assert due_ids(10) == [row.notification_id for row in turns]
    Webhook.objects.update(secret="")
    assert due_ids(10) == [turns[0].notification_id]


def test_turns_claimed_for_words_are_not_posted_to_what_became_a_program(
    receiver: Receiver, user: User, turns: list[Delivery]
) -> None:
    with pytest.raises(NotNow):
        webhook.send([row.notification for row in turns], user)
    assert receiver.posted == []


def test_program_that_takes_nothing_is_left_alone_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, receiver: Receiver, turns: list[Delivery]
) -> None:
    posted = answering(monkeypatch, receiver, 503, 204, 204, 204)
    for row in turns:
        deliver(row.notification_id)
    assert len(posted()) == 1
    assert due_ids(10) == []
    assert states(turns) == ["waiting"] * 3
    attempts = Delivery.objects.order_by("pk").values_list("attempts", flat=True)
    assert list(attempts) == [1, 0, 0]
    with time_machine.travel(timezone.now() + FIRST_RETRY, tick=False):
        for pk in due_ids(10):
            deliver(pk)
    assert states(turns) == ["sent"] * 3


def test_task_that_drops_rows_for_too_long_leaves_the_rest_to_the_next(
    monkeypatch: pytest.MonkeyPatch, turns: list[Delivery]
) -> None:
    for row in turns:
        take_tokens(Game.objects.get(pk=row.notification.game_id))
    Notification.objects.exclude(pk__in=[row.notification_id for row in turns]).delete()
    monkeypatch.setattr(outbox, "LONGEST", 0.0)
    deliver(turns[0].notification_id)
    assert states(turns) == ["dropped", "waiting", "waiting"]
    monkeypatch.undo()
    deliver(turns[1].notification_id)
    assert states(turns) == ["dropped"] * 3


@pytest.mark.django_db(transaction=True)
def test_mail_does_not_wait_for_what_is_posted(
    queued_tasks: Callable[[str], int], receiver: Receiver, turns: list[Delivery]
) -> None:
    told = turns[0].notification
    Delivery.objects.create(notification=told, channel=Channel.EMAIL, due_at=told.created_at)
    before = queued_tasks("posts")
    deliver_notification(told.pk)
    assert receiver.posted == []
    assert queued_tasks("posts") == before + 1
    assert dict(told.deliveries.values_list("channel", "state")) == {
        "email": "sent",
        "webhook": "waiting",
    }
    post_notification(told.pk)
    assert len(receiver.posted) == 1
    deliver_notification(told.pk)
    assert queued_tasks("posts") == before + 1
