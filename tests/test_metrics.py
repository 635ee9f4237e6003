"""Figures for a monitor: who may read them, and that they show when mail stops."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from games.enums import Speed
from games.models import Delivery, Game, Notification
from games.notifications.deliver import deliver
from games.services.lobby import Options
from tests.factories.games import make_begun_game, make_game, take_tokens
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def figures(**more: Any) -> dict[str, float]:
    """What the page says, each figure by its name and labels."""
    answer = Client().get("/metrics", **more)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    families = text_string_to_metric_families(answer.content.decode())
    return {
        ":".join([sample.name.removeprefix("loupe_"), *sample.labels.values()]): sample.value
        for family in families
        for sample in family.samples
    }


def test_turns_played_and_turns_told_are_counted_for_an_hour(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    frozen_time.shift(2 * HOUR)
    for _turn in range(2):
        take_tokens(game)
        deliver(Notification.objects.filter(kind="your_turn").latest("pk").pk)
        frozen_time.shift(60)
    found = figures()
    assert (found["turns_ended_last_hour"], found["turns_to_tell_last_hour"]) == (2, 2)
    assert found["turn_messages_last_hour:email"] == 2
    frozen_time.shift(HOUR)
    found = figures()
    assert (found["turns_ended_last_hour"], found["turn_messages_last_hour:email"]) == (0, 0)


def test_mail_that_stops_is_seen(frozen_time: time_machine.Traveller) -> None:
    """Turns are played and nobody is told: the worker is gone, or the outbox is never swept."""
    game = make_game()
    frozen_time.shift(HOUR)
    take_tokens(game)
    frozen_time.shift(timedelta(minutes=20))
    found = figures()
    assert found["turns_to_tell_last_hour"] == 1
    assert found["turn_messages_last_hour:email"] == 0
    assert found["oldest_due_seconds"] == (HOUR + timedelta(minutes=20)).total_seconds()
    assert found["deliveries:email:waiting"] == Delivery.objects.count()


def test_failures_are_counted_for_an_hour(frozen_time: time_machine.Traveller) -> None:
    make_game()
    row = Notification.objects.get(kind="your_turn")
    User.objects.filter(pk=row.user_id).update(email="x@")
    deliver(row.pk)
    assert figures()["deliveries:email:failed"] == 1
    frozen_time.shift(HOUR + timedelta(seconds=1))
    assert "deliveries:email:failed" not in figures()


def test_games_that_nobody_ends_are_counted(frozen_time: time_machine.Traveller) -> None:
    make_begun_game(options=Options(Speed.DAYS_1))
    make_begun_game(options=Options(Speed.NO_CLOCK))
    frozen_time.shift(timedelta(days=1, minutes=5))
    assert figures()["overdue_games"] == 0
    frozen_time.shift(1)
    assert figures()["overdue_games"] == 1
    Game.objects.update(status="finished")
    assert figures()["overdue_games"] == 0


def test_people_without_mail_are_counted() -> None:
    make_user()
    make_user(mail_stopped_at=timezone.now())
    assert figures()["mail_stopped"] == 1


def test_number_of_questions_does_not_grow(django_assert_num_queries: Any) -> None:
    make_game()
    with django_assert_num_queries(9):
        figures()


# Who may read


def test_without_a_token_only_this_machine_may_read() -> None:
    client = Client()
    assert client.get("/metrics", REMOTE_ADDR="::1").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="10.0.0.1").status_code == 403
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 403


def test_with_a_token_whoever_has_it_may_read(settings: Any) -> None:
    settings.METRICS_TOKEN = "kite"
    client = Client()
    assert client.get("/metrics").status_code == 403
    for wrong in ("Bearer ", "Bearer kit", "kite", "Bearer kité", "Basic kite"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 403
    figures(headers={"Authorization": "Bearer kite"}, REMOTE_ADDR="10.0.0.1")


def test_metrics_are_for_reading() -> None:
    assert Client().post("/metrics").status_code == 405
