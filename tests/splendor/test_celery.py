"""Queueing after the commit, with the broker there and away."""

import time
from collections.abc import Callable, Iterator

import pytest
from celery import shared_task
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from splendor import celery_app
from splendor.dev.run import start_site
from splendor.dev.supervisor import Supervisor


@shared_task(name="tests.note")
def note(text: str) -> None:
    """Does nothing: only its way to the queue is looked at."""


@pytest.fixture
def no_broker() -> Iterator[None]:
    conf = celery_app.conf
    conf.task_always_eager = False
    conf.broker_url, before = "redis://127.0.0.1:1/0", conf.broker_url
    celery_app._pool = None
    celery_app.amqp._producer_pool = None
    yield
    conf.broker_url, conf.task_always_eager = before, True
    celery_app._pool = None
    celery_app.amqp._producer_pool = None


@pytest.mark.django_db
def test_a_task_is_queued_only_after_the_commit(
    queued_tasks: Callable[[str], int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        note.delay_on_commit("now")
        assert queued_tasks("default") == 0
    assert queued_tasks("default") == 1


@pytest.mark.django_db
def test_a_broker_that_is_away_is_logged_quickly_and_not_raised(
    no_broker: None,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    began = time.monotonic()
    with django_capture_on_commit_callbacks(execute=True):
        note.delay_on_commit("never")
    assert time.monotonic() - began < 3
    assert "tests.note was not queued, a sweep will find its work" in caplog.text


def test_the_computer_and_what_takes_long_hold_up_neither_deadlines_nor_mail() -> None:
    celery_app.autodiscover_tasks(force=True)
    queues: dict[str, set[str]] = {}
    for name in celery_app.tasks:
        queue = celery_app.amqp.router.route({}, name)["queue"].name
        queues.setdefault(queue, set()).add(name)
    assert queues["computer"] == {"computer.play_turn"}
    assert queues["slow"] == {
        "games.build_export",
        "games.delete_account",
        "games.prune_submissions",
        "games.prune_answers",
        "games.prune_notifications",
        "accounts.drop_expired_tokens",
        "splendor.clear_sessions",
    }
    assert queues["posts"] == {"games.post_notification"}
    assert {"games.sweep", "games.expire_turn", "games.deliver_notification"} <= queues["default"]


def test_every_queue_is_worked_off_by_dev_run(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    site = Supervisor()
    monkeypatch.setattr(
        site, "start", lambda _name, command, *_more, **_how: started.append(command)
    )
    start_site(site)
    taken = [command[command.index("-Q") + 1].split(",") for command in started if "-Q" in command]
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert {queue for some in taken for queue in some} == routed | {"default"}


def test_a_task_ends_before_the_broker_hands_it_out_again() -> None:
    visible = celery_app.conf.broker_transport_options["visibility_timeout"]
    assert celery_app.conf.task_time_limit < visible


def test_every_scheduled_task_exists() -> None:
    celery_app.autodiscover_tasks(force=True)
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert names - set(celery_app.tasks) == set()
