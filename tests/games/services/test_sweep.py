"""What is due by the database's word, whatever became of the broker."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from celery.exceptions import SoftTimeLimitExceeded
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils import timezone

from games import tasks
from games.clock.control import GRACE
from games.enums import NotificationState
from games.models import Delivery, Game, Notification
from games.services import sweep
from games.services.sweep import (
    COMPUTER_LATE,
    SWEEP_SECONDS,
    lost_computer_turns,
    sweep_all,
)
from splendor import celery_app
from tests.factories.games import (
    make_begun_game,
    make_computer_game,
    make_game,
    play_random,
)
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

Queued = list[tuple[str, int | str, int]]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> Queued:
    """What the sweep queues: name of the task, its argument, and for how many seconds."""
    calls: Queued = []

    def note(task: Any) -> Callable[..., None]:
        return lambda args, expires, countdown=0: calls.append(
            (task.name, *args, expires - countdown)
        )

    for task in (tasks.expire_turn, tasks.play_computer_turn, tasks.deliver_notification):
        monkeypatch.setattr(task, "apply_async_on_commit", note(task))
        monkeypatch.setattr(task, "delay_on_commit", lambda *_args: None)
    return calls


def computer_to_move() -> Game:
    """A game that waits for the computer."""
    game = make_computer_game()
    for seed in range(20):
        if game.seat_to_move == 2:
            return game
        play_random(game, 1, seed)
    raise AssertionError("the person's turn does not end")


def test_sweep_runs_as_often_as_its_tasks_live() -> None:
    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"] == SWEEP_SECONDS


def test_nothing_due_queues_nothing(queued: Queued, frozen_time: time_machine.Traveller) -> None:
    make_game(make_user(notification_delay=15), make_user(notification_delay=15))
    computer_to_move()
    Notification.objects.filter(user__notification_delay=0).delete()
    Notification.objects.filter(kind="invited").delete()
    sweep_all()
    assert queued == []


def test_overdue_turns_are_queued(queued: Queued, frozen_time: time_machine.Traveller) -> None:
    late, later = make_game(), make_game()
    Game.objects.filter(pk=later.pk).update(deadline_at=timezone.now() - timedelta(days=2))
    Game.objects.filter(pk=late.pk).update(deadline_at=timezone.now() - GRACE)
    make_game()
    Notification.objects.all().delete()
    sweep_all()
    assert queued == [
        ("games.expire_turn", later.pk, SWEEP_SECONDS),
        ("games.expire_turn", late.pk, SWEEP_SECONDS),
    ]


@pytest.mark.parametrize(("left", "countdown"), [(0, [60]), (-10, [50]), (-60, [None]), (1, [])])
def test_what_falls_due_before_the_next_sweep_is_queued_for_its_moment(
    monkeypatch: pytest.MonkeyPatch,
    frozen_time: time_machine.Traveller,
    left: int,
    countdown: list[int | None],
) -> None:
    game = make_game()
    deadline = timezone.now() + timedelta(seconds=left)
    Game.objects.filter(pk=game.pk).update(deadline_at=deadline)
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(
        tasks.expire_turn, "apply_async_on_commit", lambda *_args, **how: asked.append(how)
    )
    sweep_all()
    assert [how.get("countdown") for how in asked] == countdown
    assert all(how["expires"] == SWEEP_SECONDS + how.get("countdown", 0) for how in asked)


@pytest.mark.parametrize(("seconds", "lost"), [(29, False), (30, True)])
def test_lost_turns_of_the_computer_are_queued(
    queued: Queued, frozen_time: time_machine.Traveller, seconds: int, lost: bool
) -> None:
    game = computer_to_move()
    make_game()
    Notification.objects.all().delete()
    frozen_time.shift(seconds)
    sweep_all()
    assert queued == [("computer.play_turn", game.pk, SWEEP_SECONDS)] * lost
    assert timedelta(seconds=30) == COMPUTER_LATE


def test_a_person_s_turn_is_no_lost_one(frozen_time: time_machine.Traveller) -> None:
    game = computer_to_move()
    Game.objects.filter(pk=game.pk).update(seat_to_move=1)
    frozen_time.shift(3600)
    assert lost_computer_turns() == []


def test_due_and_stale_notifications_are_queued(
    queued: Queued, frozen_time: time_machine.Traveller
) -> None:
    game = make_game()
    Notification.objects.filter(kind="invited").delete()
    row = Notification.objects.get(game=game)
    sweep_all()
    assert queued == [("games.deliver_notification", row.pk, SWEEP_SECONDS)]
    queued.clear()
    Delivery.objects.update(state=NotificationState.SENDING, claimed_at=timezone.now())
    sweep_all()
    assert queued == []
    frozen_time.shift(timedelta(minutes=6, seconds=1))
    sweep_all()
    assert queued == [("games.deliver_notification", row.pk, SWEEP_SECONDS)]


def test_a_game_that_can_t_be_ended_holds_up_no_other(
    queued: Queued, frozen_time: time_machine.Traveller
) -> None:
    """Its secret can't be opened any more, so it can't be revealed."""
    broken, sound = make_begun_game(), make_begun_game()
    Game.objects.filter(pk=broken.pk).update(sealed_secret=b"no token")
    frozen_time.shift(timedelta(days=3) + GRACE)
    sweep_all()
    assert [args[1] for args in queued if args[0] == "games.expire_turn"] == [broken.pk, sound.pk]
    with pytest.raises(InvalidToken), nothing_changes():
        tasks.expire_turn(broken.pk)
    tasks.expire_turn(sound.pk)
    sound.refresh_from_db()
    assert sound.status == "finished"


FIRST = "release_stale", "plan_reminders", "plan_digests", "people_to_fill", "due_leaving_mails"


@pytest.mark.parametrize("broken", [*FIRST, "overdue_games", "due_plans", "lost_computer_turns"])
def test_a_part_that_fails_holds_up_no_other(
    queued: Queued,
    frozen_time: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    broken: str,
) -> None:
    late, waiting = make_game(), computer_to_move()
    frozen_time.shift(timedelta(days=4))
    Game.objects.filter(pk=waiting.pk).update(deadline_at=None)
    wanted = {"overdue_games": waiting.pk, "lost_computer_turns": late.pk}.get(broken)

    def fails(*_args: Any) -> None:
        raise ValueError(broken)

    monkeypatch.setattr(sweep, broken, fails)
    sweep_all()
    found = {key for _name, key, _seconds in queued}
    assert {wanted} <= found if wanted else {late.pk, waiting.pk} <= found
    assert "the sweep could not do its part" in caplog.text


def test_what_clocks_wait_for_is_queued_before_all_else(
    queued: Queued, frozen_time: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep whose time is up has queued it."""

    def too_long(*_args: Any) -> None:
        raise SoftTimeLimitExceeded

    late = make_game()
    frozen_time.shift(timedelta(days=4))
    monkeypatch.setattr(sweep, "release_stale", too_long)
    with pytest.raises(SoftTimeLimitExceeded):
        sweep_all()
    assert [args[:2] for args in queued] == [("games.expire_turn", late.pk)]


def test_tasks_call_their_services(
    monkeypatch: pytest.MonkeyPatch, frozen_time: time_machine.Traveller
) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(sweep, "sweep_all", lambda: calls.append("sweep"))
    monkeypatch.setattr("games.notifications.deliver.send_mail_queue_posts", calls.append)
    monkeypatch.setattr("games.services.computer.play_turn", calls.append)
    tasks.sweep()
    tasks.deliver_notification(5)
    tasks.play_computer_turn("game")
    assert calls == ["sweep", 5, "game"]


def test_every_task_is_known_by_its_name() -> None:
    celery_app.loader.import_default_modules()
    names = {
        "games.sweep",
        "games.prune_submissions",
        "games.expire_turn",
        "games.deliver_notification",
        "games.post_notification",
        "computer.play_turn",
    }
    assert names <= set(celery_app.tasks)
