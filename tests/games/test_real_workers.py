"""Real workers, killed for real: nothing that was acknowledged is lost, and nothing is done twice."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.enums import GameStatus
from games.models import Game, Notification
from games.notifications.deliver import STALE
from games.selectors.verify import faults_of
from games.services.play import submit_actions
from games.services.sweep import COMPUTER_LATE, sweep_all
from games.tasks import play_computer_turn
from splendor import celery_app
from splendor.dev.valkey import free_port
from tests.factories.games import legal_json, make_game, mover_of
from tests.games.notifications.postbox import Postbox
from tests.games.services.test_computer import two_computers

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PATIENCE = 60  # seconds until a worker must have done its work


class SlowPostbox(Postbox):
    """A mail server that can keep a worker waiting for its answer."""

    def __init__(self) -> None:
        super().__init__()
        self.keep_waiting = False
        self.asked = threading.Event()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take a mail, or say nothing until the sender is gone."""
        self.asked.set()
        while self.keep_waiting:
            await asyncio.sleep(0.05)
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture
def slow_postbox() -> Iterator[tuple[SlowPostbox, int]]:
    port, box = free_port(), SlowPostbox()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    box.keep_waiting = False
    controller.stop()


def database_url() -> str:
    """The test's database, as a worker of its own process reaches it."""
    params = connection.get_connection_params()
    if connection.vendor == "sqlite":
        return f"sqlite:///{params['database']}"
    user, host, port = params.get("user", ""), params.get("host", ""), params.get("port", "")
    return f"postgresql://{user}:{params.get('password', '')}@{host}:{port}/{params['dbname']}"


@contextmanager
def worker(root: Path, var: Path, mail_port: int = 1) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker of both queues in a process of its own; killed at the end, if not before."""
    env = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "EMBEDDED": "1",
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "REDIS_PREFIX": settings.REDIS_PREFIX,
        "SECRET_KEY": settings.SECRET_KEY,
        "GAME_SECRET_KEYS": settings.GAME_SECRET_KEYS[0],
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "VAR_DIR": str(var),
    }
    command = "-m celery -A splendor worker -Q default,computer -P solo -l WARNING --without-mingle"
    process = subprocess.Popen(
        [sys.executable, *command.split(), "--without-gossip"],
        cwd=root,
        env=env,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """As the machine's own memory guard does: no word to the process itself."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


def wait_until(done: Callable[[], bool]) -> None:
    """Look every tenth of a second."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "the worker did not do its work"
        time.sleep(0.1)


@contextmanager
def broker_away() -> Iterator[None]:
    """The broker's address leads nowhere."""
    conf = celery_app.conf
    conf.broker_url, before = "redis://127.0.0.1:1/0", conf.broker_url
    celery_app._pool = celery_app.amqp._producer_pool = None
    yield
    conf.broker_url = before
    celery_app._pool = celery_app.amqp._producer_pool = None


def move_and_forget_the_rest(game: Game) -> Notification:
    """Whoever is to move takes tokens; the row that tells the opponent is the only one."""
    Notification.objects.all().delete()
    user = mover_of(game)
    action = legal_json(game, "take_tokens")[0]
    answer = submit_actions(
        game_id=game.pk, user=user, actions=[action], expected_version=game.version, key="move"
    )
    game.refresh_from_db()
    assert answer["version"] == game.version
    return Notification.objects.get()


def state_of(row: Notification) -> str:
    row.refresh_from_db()
    return row.state


def test_mail_of_a_worker_killed_while_sending_goes_out_later_once(
    queued_tasks: object, slow_postbox: tuple[SlowPostbox, int], root: Path, tmp_path: Path
) -> None:
    box, port = slow_postbox
    box.keep_waiting = True
    row = move_and_forget_the_rest(make_game())
    with worker(root, tmp_path, port) as process:
        assert box.asked.wait(PATIENCE)
        kill(process)
    assert state_of(row) == "sending"
    assert box.letters == []

    box.keep_waiting = False
    box.raw.clear()
    Notification.objects.update(claimed_at=timezone.now() - STALE - timedelta(seconds=1))
    with worker(root, tmp_path, port):
        sweep_all()
        wait_until(lambda: state_of(row) == "sent")
        sweep_all()
        time.sleep(1)
    assert row.attempts == 2
    delivered = [letter for letter in box.letters if letter.message["Message-ID"] == row.message_id]
    assert len(delivered) == 1


def test_move_is_stored_while_the_broker_is_away_and_the_mail_comes_later(
    queued_tasks: Callable[[str], int],
    slow_postbox: tuple[SlowPostbox, int],
    root: Path,
    tmp_path: Path,
) -> None:
    box, port = slow_postbox
    game = make_game()
    queued_tasks("default")
    with broker_away():
        began = time.monotonic()
        row = move_and_forget_the_rest(game)
        assert time.monotonic() - began < 10
    assert faults_of(game) == []
    assert state_of(row) == "waiting"
    with worker(root, tmp_path, port):
        sweep_all()
        wait_until(lambda: state_of(row) == "sent")
    assert len(box.letters) == 1


def test_computer_s_game_goes_on_where_a_killed_worker_left_it(
    queued_tasks: object, root: Path, tmp_path: Path
) -> None:
    game = two_computers()
    begun = game.version
    play_computer_turn.delay(game.pk)

    def grown() -> bool:
        game.refresh_from_db()
        return game.version > begun + 6

    with worker(root, tmp_path) as process:
        wait_until(grown)
        kill(process)
    game.refresh_from_db()
    left = game.version
    assert game.status == GameStatus.ACTIVE
    assert faults_of(game) == []

    def over() -> bool:
        game.refresh_from_db()
        if game.status == GameStatus.ACTIVE:
            late = timezone.now() - COMPUTER_LATE - timedelta(seconds=1)
            Game.objects.filter(pk=game.pk, version=game.version).update(turn_started_at=late)
            sweep_all()
            time.sleep(1)
        return game.status == GameStatus.FINISHED

    with worker(root, tmp_path), worker(root, tmp_path):
        wait_until(over)
    assert game.version > left
    assert faults_of(game) == []
