"""Fixtures that more than one folder of tests uses.

A test that touches the database or the broker is marked ``services`` by itself: it gets a running broker with an
empty cache, and `./dev test` runs it a second time on PostgreSQL and Redis.
"""

import base64
import ipaddress
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.db import connection

from splendor import celery_app
from splendor.dev.valkey import throw_away_valkey

SERVICE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_setup",
    "live_server",
    "broker",
    "admin_client",
}
NOON = "2026-06-15T12:00:00+00:00"
# What mails carry instead of the drawn table, which takes longer than all else that happens in a move.
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
)

# How long an example takes says something about the machine, not about the code.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database or the broker, before pytest selects by marker."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & SERVICE_FIXTURES:
            item.add_marker("services")


def pytest_configure(config: pytest.Config) -> None:
    """Playwright's synchronous driver keeps an event loop in the main thread, which Django takes for async code."""
    if "not browser" not in str(config.getoption("markexpr")):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


# Servers


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running broker: the one that REDIS_URL names, else a Valkey for this session."""
    port = settings.EMBEDDED_VALKEY_PORT
    if not port:
        yield settings.REDIS_URL
        return
    with throw_away_valkey(port, tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture(autouse=True)
def _service_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("services"):
        request.getfixturevalue("broker")
        cache.clear()  # rate counters of the test before
        if not request.node.get_closest_marker("pictures"):
            monkeypatch.setattr("games.notifications.told.board_png", lambda game, viewer: DOT)


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where sites in processes of their own (tests/served.py) keep their files and their log."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture
def postgresql(db: None) -> None:
    """Skip the test where the database is SQLite, which lets one process write at a time and has no row locks."""
    if connection.vendor != "postgresql":
        pytest.skip("needs the row locks of PostgreSQL")


@pytest.fixture
def hashed_passwords(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that was hashed: on a real site each takes as long as somebody with a clock can tell."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return hashed


@pytest.fixture
def queued_tasks(broker: str) -> Iterator[Callable[[str], int]]:
    """Let tasks wait in the broker's queues instead of running at once; gives a count by name of the queue."""
    conf = celery_app.conf
    conf.task_always_eager = False
    with celery_app.connection_for_write() as link:
        channel: Any = link.default_channel
        for queue in ("default", "computer", "slow", "posts"):
            channel.queue_purge(queue)

        def count(queue: str) -> int:
            return int(channel._size(queue))

        yield count
        for queue in ("default", "computer", "slow", "posts"):
            channel.queue_purge(queue)
    conf.task_always_eager = True


# Time, threads, network


@pytest.fixture
def frozen_time() -> Iterator[time_machine.Traveller]:
    """Time stands still at noon UTC of a summer day; ``shift(seconds)`` and ``move_to(instant)`` move it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def run_together(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same moment, a thread each; gives their results, or the exceptions they raised."""
    gate = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def work(place: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            results[place] = call()
        except Exception as error:  # handed to the test, which looks at its kind
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


@pytest.fixture
def together() -> Callable[..., list[Any]]:
    """``run_together``; use it with ``@pytest.mark.django_db(transaction=True)``."""
    return run_together


@pytest.fixture(autouse=True, scope="session")
def _no_outside_network() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    connect = socket.socket.connect

    def guarded(sock: socket.socket, place: Any) -> None:
        if sock.family in {socket.AF_INET, socket.AF_INET6} and not _is_loopback(place[0]):
            raise AssertionError(f"a test reaches outside this machine: {place}")
        connect(sock, place)

    patch.setattr(socket.socket, "connect", guarded)
    yield
    patch.undo()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# Browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the Chromium that is installed; the flags keep it from calling home."""
    flags = (
        "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    )
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM") or "/usr/bin/chromium",
        "args": [*flags.split(), "--disable-component-update", "--disable-sync"],
    }


# The tree


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the project's tree."""
    return Path(settings.BASE_DIR)
