"""`./dev run`: the whole site on one machine.

Sets up the database and the static files, then starts the broker, the web server, three workers and the clock
(beat), shows their output, and stops them all together.
"""

import fcntl
import hashlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.metadata import version
from pathlib import Path
from typing import IO

from splendor.dev.supervisor import Supervisor
from splendor.dev.valkey import answers, free_port, valkey_command, wait_for

ROOT = Path(__file__).resolve().parents[2]
VAR = Path(os.environ.get("VAR_DIR") or ROOT / "var")
PORT_FILE = VAR / "valkey" / "port"
ANY_ADDRESS = {"0.0.0.0", "::"}  # noqa: S104  recognised, not bound
START_SECONDS = 90.0
HEALTHY_SECONDS = 20.0


class CannotStart(Exception):
    """Something is in the way; the text says what, and what to do."""


def address() -> str:
    """What to open in the browser."""
    host = os.environ.get("HOST") or "127.0.0.1"
    if host in ANY_ADDRESS:
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{os.environ.get('PORT') or '8000'}/"


def take_turn() -> IO[str]:
    """Hold the lock that lets one site use ``var/``; it ends with this process.

    Raises:
        CannotStart: another run holds it.
    """
    VAR.mkdir(parents=True, exist_ok=True)
    lock = (VAR / "run.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        raise CannotStart(
            f"Another ./dev run is using {VAR}: {lock.read().strip()}. Stop that one first."
        ) from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()} at {address()}\n")
    lock.flush()
    return lock


def check_port() -> None:
    """Raise CannotStart if HOST and PORT can't be listened on."""
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise CannotStart(f"PORT={port} is no port number.")
    try:
        family, kind, proto, _, place = socket.getaddrinfo(
            host, int(port), type=socket.SOCK_STREAM
        )[0]
    except OSError as error:
        raise CannotStart(
            f"HOST={host} is no address of this machine ({error.strerror})."
        ) from None
    with socket.socket(family, kind, proto) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except OSError as error:
            raise CannotStart(
                f"{host} port {port} can't be used ({error.strerror}). Choose another: PORT=8001 ./dev run"
            ) from None


def start_broker(site: Supervisor) -> None:
    """Use the server that REDIS_URL names, or start the embedded one and put its address there.

    Raises:
        CannotStart: it does not answer.
    """
    if url := os.environ.get("REDIS_URL"):
        site.say("broker: the one that REDIS_URL names")
        if not answers(url):
            raise CannotStart("The server that REDIS_URL names does not answer.")
        return
    port = free_port()
    site.say(f"broker: starting Valkey on 127.0.0.1 port {port}")
    site.start("valkey", valkey_command(port, VAR / "valkey", keep=True), os.environ)
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{port}/0"
    if not wait_for(os.environ["REDIS_URL"]):
        raise CannotStart(f"Valkey does not come up, {VAR}/valkey/valkey.log may say why.")
    PORT_FILE.write_text(str(port))  # so that ./dev manage finds it while the site runs


def manage(*arguments: str) -> None:
    """Run a management command; raise CannotStart with the last line of its output if it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines() or ["it says nothing"]
        raise CannotStart(f"manage.py {' '.join(arguments)} failed: {lines[-1]}")


def prepare(site: Supervisor) -> None:
    """Bring the database and the static files up to date."""
    site.say(
        "database: "
        + (
            "the one that DATABASE_URL names"
            if os.environ.get("DATABASE_URL")
            else f"{VAR}/db.sqlite3"
        )
    )
    manage("migrate", "--no-input", "-v0")
    stamp = VAR / "static" / ".sources"
    wanted = static_fingerprint()
    if not stamp.exists() or stamp.read_text() != wanted:
        site.say("static files: collecting")
        manage("collectstatic", "--no-input", "--clear", "-v0")
        stamp.write_text(wanted)


def static_fingerprint() -> str:
    """Changes when a static file of ours does, or the version of a package that brings some."""
    entries = [
        f"{name} {version(name)}" for name in ("django", "djangorestframework", "whitenoise")
    ]
    for path in sorted((ROOT / "static").rglob("*")):
        if path.is_file():
            entries.append(
                f"{path.relative_to(ROOT)} {path.stat().st_size} {path.stat().st_mtime_ns}"
            )
    return hashlib.sha256("\n".join(entries).encode()).hexdigest()


def start_site(site: Supervisor) -> None:
    """Start the web server, the workers and the clock."""
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "-A", "splendor"]
    worker = [*celery, "worker", "-l", "INFO", "-c", "1", "--without-gossip", "--without-mingle"]
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    # An open event stream would keep the server from ending, hence the timeout.
    web = [
        "uvicorn",
        "splendor.asgi:application",
        "--host",
        host,
        "--port",
        port,
        "--no-access-log",
    ]
    web += ["--lifespan", "off", "--timeout-graceful-shutdown", "3"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    site.start("web", [*python, *web], environment, ready="Uvicorn running")
    site.start(
        "worker", [*worker, "-Q", "default", "-n", "worker@%h"], environment, ready=" ready."
    )
    # What takes long, and nobody waits for.
    computer = [*worker, "-Q", "computer,slow", "-n", "computer@%h"]
    site.start("computer", computer, environment, ready=" ready.")
    posts = [*worker, "-Q", "posts", "-n", "posts@%h"]
    site.start("posts", posts, environment, ready=" ready.")
    site.start(
        "beat", [*celery, "beat", "-l", "INFO", "--pidfile="], environment, ready="beat: Starting"
    )


def healthy() -> bool:
    """Whether the site says that it has what it needs. Asked for a while: several web processes (WEB_CONCURRENCY) listen
    before the first of them can answer."""
    end = time.monotonic() + HEALTHY_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{address()}healthz", timeout=5) as answer:  # noqa: S310  our own address
                return bool(answer.status == 200)
        except OSError:
            if time.monotonic() > end:
                return False
            time.sleep(0.2)


def tell(site: Supervisor) -> None:
    """Say where the site is; the last line is the address to open."""
    if (os.environ.get("HOST") or "") in ANY_ADDRESS:
        site.say(
            "Everybody who reaches this machine can open the site, and read all its mail on the mailbox page."
        )
    if not os.environ.get("EMAIL_URL"):
        site.say(f"Mail is not sent but shown at {address()}mailbox/")
    site.say("Ctrl-C stops everything.")
    site.say(f"Open {address()}")


def run(site: Supervisor) -> int:
    """Start everything, wait for the end and return the exit status: 0 if it was asked for."""
    start_broker(site)
    prepare(site)
    start_site(site)
    if site.wait_ready(START_SECONDS):
        if not healthy():
            raise CannotStart("The site runs but does not answer as it should.")
        tell(site)
    elif not site.stopping.is_set() and not site.ended():
        raise CannotStart("The site does not come up.")
    name = site.watch()
    if name:
        site.say(
            f"{name} ended by itself with status {site.exit_status(name)}, so everything stops."
        )
    return 1 if name else 0


def main() -> int:
    """Run the site; the exit status is 0 after a stop that was asked for and 1 otherwise."""
    site = Supervisor()
    site.hear_signals()
    lock = None
    try:
        lock = take_turn()
        check_port()
        return run(site)
    except CannotStart as error:
        if site.stopping.is_set():
            return 0  # what was under way ended with it
        site.say(str(error))
        return 1
    finally:
        if lock:
            site.say("stopping ...")
            site.stop("valkey")
            PORT_FILE.unlink(missing_ok=True)
            site.say("stopped")


if __name__ == "__main__":
    sys.exit(main())
