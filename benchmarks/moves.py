"""Moves over HTTP: `python -m benchmarks.moves`. Prints a table and asserts nothing; needs PostgreSQL, for the peer npm.

A throw-away site as `./dev run` starts it, on PostgreSQL, with two web processes. Games are played at once, each by its
two clients in turn, through the API: the mover asks for the legal actions and posts one. The time of a move is that of the
POST; moves per second count everything that the clients did, the questions too. Mail and live updates of the moves are
worked off by the site's workers on the same machine meanwhile.

Beside it, in the same run: boardgame.io 0.50.2, a public server for turn-based games, with a small game of its own (its
benchmark stands in `benchmarks/boardgameio/`). It keeps matches in memory and speaks over open sockets, checks no rules of
a large game, stores no log and no answers; so the ratio says how far apart the two are, not that they do the same work.

On two cores of a virtual machine, 2026-11-30, 15 s: ours 48.7 moves/s, p50 85 ms, p95 119 ms, p99 145 ms (3.2 times
`/healthz` in the same minute); boardgame.io 2,453 moves/s, p50 2.7 ms, p95 5.8 ms, p99 8.7 ms.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic, perf_counter, sleep
from typing import Any
from urllib.parse import urlsplit

import django
import psycopg
from psycopg import sql

from splendor.dev.servers import postgresql_programs, throw_away_postgresql
from splendor.dev.site import SiteFailed, throw_away_site
from splendor.dev.valkey import free_port

PEER = Path(__file__).parent / "boardgameio"
GAMES, SECONDS, WARM = 8, 20.0, 3.0
EACH = 6  # games of a pair, one after the other
WEB_PROCESSES = "2"
MILLI = 1e3
RATES = {f"API_RATE_{name}": "1000000/min" for name in ("ADDRESS", "TOKEN", "ACCOUNT", "BOT")}


@dataclass
class Table:
    """One game between two clients, played until the time is up; then the next one of the same two."""

    netloc: str
    games: list[str]
    tokens: tuple[str, str]
    seed: int
    times: list[float] = field(default_factory=list)
    refused: int = 0

    def play(self, start: float, end: float) -> None:
        """Play from now to `end`; moves before `start` don't count."""
        link, random = HTTPConnection(self.netloc), Random(self.seed)
        for game in self.games:
            mover = 0
            while monotonic() < end:
                mover, legal, version = self._ask(link, game, mover)
                if not legal:
                    break  # the game is over
                began = perf_counter()
                status, _body = self._send(link, game, mover, version, random.choice(legal))
                if status != 200:
                    self.refused += 1
                elif monotonic() >= start:
                    self.times.append(perf_counter() - began)

    def _ask(self, link: HTTPConnection, game: str, guess: int) -> tuple[int, list[Any], int]:
        """Who is to move, what they may do, and the version. The seat that moved last is asked second."""
        for mover in (guess, 1 - guess):
            status, body = self._call(link, "GET", f"{game}/legal-actions", mover)
            if status == 200:
                return mover, body["actions"], body["version"]
        return guess, [], 0

    def _send(
        self, link: HTTPConnection, game: str, mover: int, version: int, action: Any
    ) -> tuple[int, Any]:
        wanted = {"expected_version": version, "actions": [action]}
        return self._call(link, "POST", f"{game}/actions", mover, wanted, key=f"{game} {version}")

    def _call(
        self,
        link: HTTPConnection,
        method: str,
        part: str,
        who: int,
        body: Any = None,
        key: str = "",
    ) -> tuple[int, Any]:
        headers = {
            "Authorization": f"Bearer {self.tokens[who]}",
            "Content-Type": "application/json",
        }
        if key:
            headers["Idempotency-Key"] = key
        link.request(method, f"/api/v1/games/{part}", json.dumps(body) if body else None, headers)
        answer = link.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


def ours(database_url: str, games: int, seconds: float) -> tuple[list[float], float, int]:
    """Seconds of each move, those of /healthz meanwhile (the median), and how many requests were refused."""
    os.environ |= {"WEB_CONCURRENCY": WEB_PROCESSES, **RATES}
    with throw_away_site(database_url) as site:
        django.setup()
        scenes = import_module("splendor.dev.scenes")  # not before Django is set up
        netloc = urlsplit(site).netloc
        pairs = [scenes.duel(f"pair{number}", EACH) for number in range(games)]
        tables = [Table(netloc, pair[0], pair[1], seed) for seed, pair in enumerate(pairs)]
        start = monotonic() + WARM
        threads = [
            threading.Thread(target=table.play, args=(start, start + seconds)) for table in tables
        ]
        for thread in threads:
            thread.start()
        health = _health(netloc, start + seconds)
        for thread in threads:
            thread.join()
        times = [time for table in tables for time in table.times]
        return times, health, sum(table.refused for table in tables)


def _health(netloc: str, end: float) -> float:
    link, times = HTTPConnection(netloc), []
    while monotonic() < end:
        began = perf_counter()
        link.request("GET", "/healthz")
        link.getresponse().read()
        times.append(perf_counter() - began)
        sleep(0.25)
    return median(times)


def peer(games: int, seconds: float) -> list[float]:
    """Seconds of each move of boardgame.io. Raises SiteFailed."""
    with _installed_peer() as folder:
        port = str(free_port())
        server = subprocess.Popen(["node", "server.js", port], cwd=folder, stdout=subprocess.PIPE)  # noqa: S603, S607  found by _installed_peer
        try:
            assert server.stdout is not None
            server.stdout.readline()  # "ready"
            players = ["node", "players.js", f"http://localhost:{port}", str(games)]
            done = subprocess.run(  # noqa: S603  our own command
                [*players, str(WARM), str(seconds)],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=seconds * 3 + 60,
            )
        finally:
            server.terminate()
            server.wait(10)
    if done.returncode:
        raise SiteFailed(done.stderr)
    return [time / MILLI for time in json.loads(done.stdout)]


@contextmanager
def _installed_peer() -> Iterator[Path]:
    if not shutil.which("npm"):
        raise SiteFailed("npm is not installed, so there is no peer to compare with")
    with tempfile.TemporaryDirectory(prefix="loupe-peer-") as name:
        folder = Path(name)
        shutil.copytree(PEER, folder, dirs_exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        done = subprocess.run(install, cwd=folder, capture_output=True, text=True)  # noqa: S603
        if done.returncode:
            raise SiteFailed(done.stderr)
        yield folder


def show(name: str, times: list[float], seconds: float) -> None:
    """One line of the table."""
    if len(times) < 2:
        sys.stdout.write(f"{name:34}{'no moves':>10}\n")
        return
    marks = quantiles(times, n=100)
    cells = "".join(f"{value * MILLI:10.1f}" for value in (median(times), marks[94], marks[98]))
    sys.stdout.write(f"{name:34}{len(times) / seconds:10.1f}{cells}\n")


def _database(stack_url: str) -> str:
    server, _, name = stack_url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return stack_url


def main() -> int:
    """Measure and print; the exit status is 1 if something was missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.moves", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"played at once ({GAMES})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"that count ({SECONDS})")
    options = parser.parse_args()
    programs = postgresql_programs()
    if not programs:
        sys.stderr.write("PostgreSQL is not installed\n")
        return 1
    out = sys.stdout.write
    out(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; ")
    out(f"{options.games} games at once, {options.seconds:.0f} s\n\n")
    out(f"{'':34}{'moves/s':>10}{'p50 ms':>10}{'p95 ms':>10}{'p99 ms':>10}\n")
    try:
        with throw_away_postgresql(programs) as url:
            times, health, refused = ours(_database(url), options.games, options.seconds)
        show("POST actions, PostgreSQL", times, options.seconds)
        theirs = peer(options.games, options.seconds)
        show("boardgame.io, in memory", theirs, options.seconds)
    except SiteFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    out(f"\nrefused {refused}; /healthz meanwhile {health * MILLI:.1f} ms (median); ")
    if times and theirs:
        out(
            f"a move is {median(times) / health:.1f} times that, {median(times) / median(theirs):.1f} times the peer's\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
