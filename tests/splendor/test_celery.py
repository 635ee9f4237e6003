"""Queueing after the commit, with the broker there and away."""

import time
from collections.abc import Callable, Iterator

import pytest
from celery import shared_task
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from splendor import celery_app


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


def test_the_computer_has_a_queue_of_its_own() -> None:
    route = celery_app.amqp.router.route({}, "computer.play_turn")
    assert route["queue"].name == "computer"


def test_a_task_ends_before_the_broker_hands_it_out_again() -> None:
    visible = celery_app.conf.broker_transport_options["visibility_timeout"]
    assert celery_app.conf.task_time_limit < visible


def test_every_scheduled_task_exists() -> None:
    celery_app.autodiscover_tasks(force=True)
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert names - set(celery_app.tasks) == set()
