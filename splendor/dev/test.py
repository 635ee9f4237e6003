"""`./dev test`: the tests on the embedded default, then on PostgreSQL and Redis.

One run is the whole suite on SQLite and an embedded Valkey. Beside it a second one repeats what touches the database or
the broker on PostgreSQL and Redis: those that DATABASE_URL and REDIS_URL name, else throw-away ones from the
programs that are installed here. With ``--slow`` a third drives a browser. The first is shown as it goes, the others when
it is over. What can't be run is said plainly; with ``--require-all`` it is a failure.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from splendor.dev.servers import (
    ServerFailed,
    postgresql_programs,
    redis_program,
    throw_away_postgresql,
    throw_away_redis,
)

ROOT = Path(__file__).resolve().parents[2]
NO_TESTS = 5  # pytest's exit status when nothing was selected
STOPPED = 130  # ours after Ctrl-C, as shells have it

type Child = subprocess.Popen[bytes]


def chromium() -> str | None:
    """The browser for the browser tests: CHROMIUM, or what is installed under the usual names."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return next(
        (path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None
    )


class Suite:
    """One call of `./dev test`: its runs, what it skipped and the worst exit status."""

    def __init__(self, options: argparse.Namespace, more: list[str]) -> None:
        self.options = options
        self.more = more
        self.skipped: list[str] = []
        self.status = 0
        self._children: list[Child] = []
        self._beside: list[tuple[str, Child, Path]] = []
        self._servers = ExitStack()
        self.tally = Path(tempfile.mkdtemp(prefix="loupe-tally-")) / "tally"

    def say(self, text: str) -> None:
        """Write one line of our own."""
        sys.stdout.write(f"== {text}\n")
        sys.stdout.flush()

    def on_signal(self, number: int, frame: object) -> None:
        """Let pytest end first: Ctrl-C reaches it by itself, anything else is passed on."""
        for child in self._children if number != signal.SIGINT else ():
            child.send_signal(signal.SIGINT)
        self.status = self.status or STOPPED

    def pytest(self, markers: str, env: dict[str, str]) -> None:
        """Run pytest on the tests with these markers and keep the worst exit status."""
        self._wait(self._start(markers, env))

    def begin_beside(self, label: str, markers: str, env: dict[str, str]) -> None:
        """Begin a run beside the one that is shown; `end_beside` shows what it printed."""
        path = self.tally.parent / f"beside-{len(self._beside)}"
        with path.open("wb") as output:
            self._beside.append((label, self._start(markers, env, output), path))

    def end_beside(self) -> None:
        """Wait for the runs that were begun beside the first, and show them."""
        with self._servers:
            for label, child, path in self._beside:
                self.say(f"beside that, {label}")
                self._wait(child)
                sys.stdout.write(path.read_text(errors="replace"))

    def _start(self, markers: str, env: dict[str, str], output: IO[bytes] | None = None) -> Child:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "splendor.dev.tally",
            "-m",
            markers,
            *self.more,
        ]
        child = subprocess.Popen(
            command, cwd=ROOT, env={**env, "TALLY_FILE": str(self.tally)}, stdout=output
        )
        self._children.append(child)
        return child

    def _wait(self, child: Child) -> None:
        status = child.wait()
        self._children.remove(child)
        if status != NO_TESTS:  # arguments may name tests that belong to another run
            self.status = self.status or status

    def skip(self, text: str) -> None:
        """Say what is left out; with --require-all that is a failure."""
        self.skipped.append(text)
        if self.options.require_all:
            self.status = self.status or 1

    def embedded(self) -> None:
        """The whole suite on SQLite and Valkey."""
        self.say("the whole suite on SQLite and an embedded Valkey")
        markers = "not browser" if self.options.slow else "not browser and not slow"
        self.pytest(markers, _embedded_env())

    def browser(self) -> None:
        """Begin the tests in a browser, on SQLite and Valkey too.

        A run of its own: Playwright leaves an event loop in the thread of the tests, where others want one.
        """
        if not self.options.slow:
            return
        if browser := chromium():
            self.begin_beside("in a browser", "browser", {**_embedded_env(), "CHROMIUM": browser})
        else:
            self.skip(
                "the browser tests: no Chromium here (install it, or set CHROMIUM to its path)"
            )

    def services(self) -> None:
        """Begin what touches the database or the broker, on PostgreSQL and Redis."""
        env = dict(os.environ)
        try:
            self._add_postgresql(env)
            self._add_redis(env)
        except ServerFailed as error:
            self.skip(f"the second run: {error}")
            return
        names = [
            name
            for name, key in (("PostgreSQL", "DATABASE_URL"), ("Redis", "REDIS_URL"))
            if env.get(key)
        ]
        if names:
            label = f"what touches the database or the broker, on {' and '.join(names)}"
            markers = "services and not one_database and not browser"
            markers += "" if self.options.slow else " and not slow"
            self.begin_beside(label, markers, env)

    def _add_postgresql(self, env: dict[str, str]) -> None:
        if env.get("DATABASE_URL"):
            return
        if programs := postgresql_programs():
            env["DATABASE_URL"] = self._servers.enter_context(throw_away_postgresql(programs))
        else:
            self.skip("the run on PostgreSQL: not installed here, and DATABASE_URL is not set")

    def _add_redis(self, env: dict[str, str]) -> None:
        if env.get("REDIS_URL"):
            return
        if program := redis_program():
            env["REDIS_URL"] = self._servers.enter_context(throw_away_redis(program))
        else:
            self.skip("the run on Redis: not installed here, and REDIS_URL is not set")

    def close(self) -> int:
        """Say what was skipped and the sum of all runs; return the exit status."""
        for text in self.skipped:
            self.say(f"SKIPPED {text}")
        lines = self.tally.read_text().splitlines() if self.tally.exists() else []
        shutil.rmtree(self.tally.parent, ignore_errors=True)
        total = {
            name: sum(json.loads(line)[name] for line in lines)
            for name in ("passed", "failed", "skipped")
        }
        sys.stdout.write(", ".join(f"{number} {name}" for name, number in total.items()) + "\n")
        return self.status or (0 if any(total.values()) else NO_TESTS)


def _embedded_env() -> dict[str, str]:
    """The environment without the servers that it may name."""
    return {
        key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")
    }


def main() -> int:
    """Run all; the exit status is 0 only if every run passed."""
    parser = argparse.ArgumentParser(
        prog="./dev test", description=__doc__.partition("\n")[0] if __doc__ else ""
    )
    parser.add_argument(
        "--slow", action="store_true", help="also the slow tests and those in a real browser"
    )
    parser.add_argument(
        "--require-all",
        action="store_true",
        help="fail if PostgreSQL, Redis or Chromium is missing",
    )
    options, more = parser.parse_known_args()
    run = Suite(options, more)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, run.on_signal)
    run.browser()
    run.services()
    run.embedded()
    run.end_beside()
    return run.close()


if __name__ == "__main__":
    sys.exit(main())
