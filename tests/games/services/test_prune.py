"""Old answers are forgotten, and old news, ninety days after they were settled; those of running games are not."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import DateTimeField, Model
from django.utils import timezone

from accounts import batches
from games import tasks
from games.enums import GameStatus, NotificationKind, NotificationState
from games.models import Delivery, Game, Notification, StoredAnswer, Submission
from games.notifications.plan import plan_notice
from games.services import prune
from games.services.prune import ANSWERS_KEPT, NEWS_KEPT, prune_notifications
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

OLD = NEWS_KEPT + timedelta(hours=1)


@pytest.fixture
def over(frozen_time: Any, game: Game) -> Game:
    """A game that has ended, of which nothing is told yet."""
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, seat_to_move=None)
    Notification.objects.all().delete()
    return game


def news(game: Game | None, state: NotificationState, age: timedelta = OLD) -> Notification:
    """A row that became so long ago."""
    then = timezone.now() - age
    kind = NotificationKind.GAME_OVER if game else NotificationKind.DIGEST
    row = plan_notice(make_user(), kind, game, now=then, key=str(Notification.objects.count()))
    Delivery.objects.filter(notification=row).update(state=state, claimed_at=then)
    return row


@pytest.mark.parametrize("state", ["sent", "dropped", "failed"])
def test_settled_news_are_forgotten_with_their_deliveries(
    over: Game, state: NotificationState
) -> None:
    news(over, state)
    news(None, state)
    kept = news(over, state, NEWS_KEPT - timedelta(hours=1))
    assert prune_notifications() == 2
    assert list(Notification.objects.all()) == [kept]
    assert set(Delivery.objects.values_list("notification", flat=True)) == {kept.pk}
    assert prune_notifications() == 0


@pytest.mark.parametrize("state", ["waiting", "sending"])
def test_what_is_still_to_be_told_stays(over: Game, state: NotificationState) -> None:
    news(over, state)
    assert prune_notifications() == 0


@pytest.mark.parametrize("field", ["claimed_at", "sent_at", "due_at"])
def test_ninety_days_count_from_when_it_was_settled(over: Game, field: str) -> None:
    row = news(over, NotificationState.SENT)
    Delivery.objects.filter(notification=row).update(**{field: timezone.now()})
    assert prune_notifications() == 0


def test_news_that_went_through_no_channel_are_forgotten_too(over: Game) -> None:
    row = news(over, NotificationState.SENT)
    Delivery.objects.filter(notification=row).delete()
    later = news(over, NotificationState.SENT)
    Delivery.objects.filter(notification=later).delete()
    Notification.objects.filter(pk=later.pk).update(due_at=timezone.now())
    assert prune_notifications() == 1
    assert list(Notification.objects.all()) == [later]


@pytest.mark.parametrize("status", ["preparing", "active"])
def test_news_of_a_game_that_is_not_over_stay_and_are_told_once(over: Game, status: str) -> None:
    Game.objects.filter(pk=over.pk).update(status=status, seat_to_move=1)
    row = news(over, NotificationState.SENT)
    assert prune_notifications() == 0
    again = plan_notice(row.user, NotificationKind.GAME_OVER, over, now=timezone.now(), key="0")
    assert again == row


def test_all_batches_are_forgotten_up_to_the_night_s_most(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prune, "BATCH", 2)
    monkeypatch.setattr(prune, "MOST_BATCHES", 2)
    for _number in range(5):
        news(over, NotificationState.SENT)
    assert [prune_notifications() for _night in range(3)] == [4, 1, 0]


def test_nightly_task_forgets_news(over: Game) -> None:
    news(over, NotificationState.SENT)
    tasks.prune_notifications()
    assert not Notification.objects.exists()


# Answers


@pytest.fixture
def answers(game: Game, frozen_time: Any) -> list[type[Model]]:
    """Seven answers in each of the two tables, five of them too old by a second."""
    then, user = timezone.now() - ANSWERS_KEPT, make_user()
    for number in range(7):
        made = then - timedelta(seconds=1) if number < 5 else then
        common: dict[str, Any] = {
            "key": f"key {number}",
            "user": user,
            "digest": "",
            "created_at": made,
        }
        StoredAnswer.objects.create(status=200, **common)
        Submission.objects.create(game=game, answer={}, **common)
    return [Submission, StoredAnswer]


def test_two_weeks_old_answers_are_forgotten_batch_by_batch(
    answers: list[type[Model]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(batches, "BATCH", 2)
    monkeypatch.setattr(batches, "SECONDS", -1.0)
    assert [prune.prune_answers() for _step in range(4)] == [2, 2, 1, 0]
    with django_capture_on_commit_callbacks(execute=True):
        tasks.prune_submissions()
    for table in answers:
        assert set(table._default_manager.values_list("key", flat=True)) == {"key 5", "key 6"}


def test_each_table_is_forgotten_by_a_task_of_its_own(
    answers: list[type[Model]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """Where one of them fails, the others do their work all the same."""
    nightly = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {f"games.prune_{what}" for what in ("submissions", "answers", "notifications")} < nightly
    with django_capture_on_commit_callbacks(execute=True):
        tasks.prune_answers()
    assert (Submission.objects.count(), StoredAnswer.objects.count()) == (7, 2)


def test_every_table_with_an_age_was_thought_of() -> None:
    """A new table that grows with what people do needs a task that forgets, or a reason here why its rows stay."""
    forgotten = {"Submission", "StoredAnswer", "Notification", "Delivery"}
    forgotten |= {"AccessToken", "DataExport"}  # when they end
    with_their_person = {"User", "UsedName", "Block", "Webhook", "PushDevice", "CalendarFeed"}
    with_their_person |= {"NoticeSettings", "StandingOffer", "Vacation", "Rating"}
    with_their_game = {"Game", "GameEvent", "Invitation", "TakeBack", "ChatMessage", "Note", "Plan"}
    with_their_game |= {"RatingChange", "TurnWatch"}
    aged = {
        table.__name__
        for app in ("games", "accounts")
        for table in apps.get_app_config(app).get_models()
        if any(isinstance(field, DateTimeField) for field in table._meta.get_fields())
    }
    assert aged - forgotten - with_their_person - with_their_game == set()
