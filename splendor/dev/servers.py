"""Throw-away PostgreSQL and Redis servers for the tests, from the programs that a machine has installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from splendor.dev.valkey import free_port, wait_for

# The oldest that Django takes.
OLDEST_POSTGRESQL = 15
# Nothing of the tests needs to survive a power cut, so the disk is not waited for.
CARELESS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


class ServerFailed(Exception):
    """A server did not come up; the text says which and why."""


def postgresql_programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl` of the newest PostgreSQL here, or None."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda path: int(path.parent.name),
        reverse=True,
    )
    if program := shutil.which("initdb"):
        found.append(Path(program).parent)
    for folder in found:
        if (
            (folder / "initdb").exists()
            and (folder / "pg_ctl").exists()
            and _version(folder) >= OLDEST_POSTGRESQL
        ):
            return folder
    return None


def _version(folder: Path) -> int:
    text = subprocess.run([folder / "initdb", "--version"], capture_output=True, text=True).stdout
    digits = "".join(sign if sign.isdigit() else " " for sign in text).split()
    return int(digits[0]) if digits else 0


def redis_program() -> str | None:
    """The path of `redis-server`, or None."""
    return shutil.which("redis-server")


@contextmanager
def throw_away_postgresql(programs: Path) -> Iterator[str]:
    """A PostgreSQL on a free port of the loopback, deleted on leaving; gives its address.

    Its programs refuse to run as root, so for root they run as the user `postgres`.

    Raises:
        ServerFailed: it does not come up.
    """
    folder = Path(tempfile.mkdtemp(prefix="loupe-postgresql-"))
    user = None
    if os.geteuid() == 0:
        user = "postgres"
        shutil.chown(folder, user)
    port, data = free_port(), folder / "data"
    listen = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}"
    make = ["--auth=trust", "--username=loupe", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
    control: list[str | Path] = [programs / "pg_ctl", "-D", data]
    try:
        _run([programs / "initdb", "-D", data, *make], user)
        _run([*control, "-w", "-l", folder / "log", "-o", f"{listen} {CARELESS}", "start"], user)
        yield f"postgresql://loupe@127.0.0.1:{port}/loupe"
    finally:
        subprocess.run(
            [*control, "-m", "immediate", "stop"], user=user, capture_output=True, cwd="/"
        )
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str | Path], user: str | None) -> None:
    # Output goes to a file: the server keeps it open, and a pipe would never be at its end.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            command, user=user, cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
        if done.returncode:
            output.seek(0)
            raise ServerFailed(f"{Path(command[0]).name}: {output.read().strip()}")


@contextmanager
def throw_away_redis(program: str) -> Iterator[str]:
    """A Redis on a free port of the loopback, ended on leaving; gives its address.

    Raises:
        ServerFailed: it does not come up.
    """
    port = free_port()
    command = [
        program,
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
    ]
    process = subprocess.Popen(
        command,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    url = f"redis://127.0.0.1:{port}/0"
    try:
        if not wait_for(url):
            raise ServerFailed("redis-server does not come up")
        yield url
    finally:
        process.terminate()
        process.wait(10)
