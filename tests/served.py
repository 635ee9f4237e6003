"""The real site in a process of its own: uvicorn with the site's own settings, on the database of this test run."""

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.test import Client

from accounts.models import User
from splendor.dev.valkey import free_port
from tests.games.workers import environment, wait_until

COLLECT = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"]
SERVE = [sys.executable, "-m", "uvicorn", "splendor.asgi:application", "--no-access-log"]
OPTIONS = ("--lifespan", "off", "--timeout-graceful-shutdown", "1", "--host", "127.0.0.1")


@contextmanager
def served(folder: Path, **more: str) -> Iterator[str]:
    """The site's address; `more` are variables of its environment, PORT among them where it matters.

    What it logs stands in `folder`/log.
    """
    port = more.pop("PORT", None) or str(free_port())
    env = {**environment(1), "VAR_DIR": str(folder), "PORT": port, **more}
    if not (folder / "static").exists():
        subprocess.run(COLLECT, cwd=settings.BASE_DIR, env=env, check=True)
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            [*SERVE, *OPTIONS, "--port", port],
            cwd=settings.BASE_DIR,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: _answers(f"{address}/healthz"), 30)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310  our own address
            return bool(answer.status == 200)
    except OSError:
        return False


def session_of(user: User) -> str:
    """The value of the cookie of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
