"""Real workers in processes of their own, to be killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

OPTIONS = ("-c", "1", "--without-mingle", "--without-gossip", "--without-heartbeat", "-l", "INFO")


class Worker:
    """One worker with one process for tasks. `steps` is for one that tests.games.steps is to halt."""

    def __init__(self, queue: str, smtp_port: int, steps: dict[str, str]) -> None:
        command = [sys.executable, "-m", "celery", "-A", "splendor", "worker", "-Q", queue]
        halting = ["--include", "steps"] if steps else []
        self.process = subprocess.Popen(
            [*command, *OPTIONS, *halting],
            cwd=settings.BASE_DIR,
            env=environment(smtp_port) | {"PYTHONPATH": str(Path(__file__).parent)} | steps,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """End it and its task at once, as a power cut does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        """Let it finish what it does."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


def environment(smtp_port: int) -> dict[str, str]:
    """The site's own settings on the database, the broker and the secrets of this test run."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "splendor.settings",
        "EMBEDDED": "1",
        "SECRET_KEY": settings.SECRET_KEY,
        "GAME_SECRET_KEYS": ",".join(settings.GAME_SECRET_KEYS),
        "DATABASE_URL": _database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "REDIS_PREFIX": settings.REDIS_PREFIX,
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp_port}",
        "VAR_DIR": str(settings.VAR_DIR),
    }


def _database_url() -> str:
    given: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    who = f"{given['USER']}:{given['PASSWORD']}@{given['HOST']}:{given['PORT']}"
    return f"postgresql://{who}/{given['NAME']}"


@contextmanager
def working(
    queue: str, smtp_port: int = 1, steps: dict[str, str] | None = None
) -> Iterator[Worker]:
    """A worker that is gone at the end of the block."""
    worker = Worker(queue, smtp_port, steps or {})
    try:
        yield worker
    finally:
        worker.stop()


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something another process does. Fails when it takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
