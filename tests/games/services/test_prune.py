"""Old news are forgotten, ninety days after the last of them was settled; those of running games are not."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.enums import GameStatus, NotificationKind, NotificationState
from games.models import Delivery, Game, Notification
from games.notifications.plan import plan_notice
from games.services import prune
from games.services.prune import NEWS_KEPT, prune_notifications
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
    tasks.prune()
    assert not Notification.objects.exists()
