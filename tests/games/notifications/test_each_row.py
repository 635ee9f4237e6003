"""One reminder or digest that can't be written holds up no other, and is tried again."""

from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from accounts.models import User
from games.models import NoticeSettings, Notification, TurnWatch
from games.notifications import digests, reminders
from games.notifications.digests import plan_digests
from games.notifications.reminders import plan_reminders
from tests.factories.games import make_begun_game, mover_of
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db


def failing_for(monkeypatch: pytest.MonkeyPatch, module: Any, user: User, error: Exception) -> None:
    """Let what this person is told fail after something was written."""
    real = module.plan_notice

    def plan(whom: User, *arguments: Any, **named: Any) -> Notification:
        row: Notification = real(whom, *arguments, **named)
        if whom == user:
            raise error
        return row

    monkeypatch.setattr(module, "plan_notice", plan)


def test_reminder_that_fails_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [make_begun_game(), make_begun_game()]
    now = timezone.now()
    for number, game in enumerate(games):
        watch = TurnWatch.objects.filter(game=game)
        assert watch.update(part="most", due_at=now - timedelta(seconds=9 - number))
    first, second = (mover_of(game) for game in games)
    with monkeypatch.context() as broken:
        failing_for(broken, reminders, first, ZeroDivisionError("broken"))
        assert [row.user for row in plan_reminders(now, 10)] == [second]
    assert f"TurnWatch {games[0].pk} could not be worked off" in caplog.text
    assert not Notification.objects.filter(user=first, kind="reminder").exists()
    assert [row.user for row in plan_reminders(now, 10)] == [first]


def digest_readers() -> list[User]:
    """Two whose digest is due."""
    now, users = timezone.now(), [make_user(), make_user()]
    for number, user in enumerate(users):
        due_at = now - timedelta(seconds=9 - number)
        NoticeSettings.objects.create(user=user, digest=True, next_digest_at=due_at)
    return users


def test_digest_that_fails_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = digest_readers()
    now = timezone.now()
    with monkeypatch.context() as broken:
        failing_for(broken, digests, first, ZeroDivisionError("broken"))
        assert [row.user for row in plan_digests(now, 10)] == [second]
    assert f"NoticeSettings {first.notice_settings.pk} could not be worked off" in caplog.text
    assert [row.user for row in plan_digests(now, 10)] == [first]


def test_task_whose_time_is_up_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _second = digest_readers()
    failing_for(monkeypatch, digests, first, SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        plan_digests(timezone.now(), 10)
    assert not Notification.objects.exists()
