"""What the game page costs: `python -m benchmarks.page`. Prints tables and asserts nothing; needs a Chromium.

On a throw-away site, as `./dev run` starts it, on SQLite and, where it is installed, on PostgreSQL: what a Chromium with
an empty cache transfers, how many questions the page asks the database, and how long the server takes. Machines differ,
so every time is also given as a ratio to `/healthz` of the same site, asked in between.
"""

import argparse
import json
import platform
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from importlib import import_module
from statistics import median, quantiles
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import django
import psycopg
from playwright.sync_api import Browser
from psycopg import sql

from splendor.dev.servers import postgresql_programs, throw_away_postgresql
from splendor.dev.shots import installed_browser
from splendor.dev.site import ROOT, SiteFailed, throw_away_site

REQUESTS = 200
HEALTH = "/healthz"
QUIET = 1500  # milliseconds after the load; what a new page then plays of the past comes on top, step by step
WARM = 5  # requests before those that count
MILLI = 1e3


@dataclass(frozen=True)
class Sent:
    """One answer that a cold browser got: what it is, and its bytes on the wire with the headers.

    `played` marks a past position that the page shows while the reader looks: it is no part of the page.
    """

    path: str
    kind: str
    size: int
    own: bool
    played: bool


@dataclass(frozen=True)
class Report:
    """All that is measured on one site. Times are seconds, by the name of who looks."""

    sent: list[Sent]
    queries: dict[str, int]
    times: dict[str, list[float]]


def transferred(browser: Browser, site: str, address: str, session: str) -> list[Sent]:
    """What a browser with an empty cache asks for until the page is quiet."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    cookie: Any = {"name": "sessionid", "value": session, "url": site}
    context.add_cookies([cookie])
    page = context.new_page()
    network = context.new_cdp_session(page)
    asked: dict[str, dict[str, Any]] = {}
    sizes: dict[str, int] = {}
    network.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event}))
    network.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])}),
    )
    network.send("Network.enable")
    page.goto(site + address)
    page.wait_for_timeout(QUIET)
    context.close()
    return [
        Sent(
            path=urlsplit(event["request"]["url"]).path,
            kind=event.get("type", "Other"),
            size=sizes.get(number, 0),
            own=event["request"]["url"].startswith((site, "data:")),
            played="/at/" in event["request"]["url"],
        )
        for number, event in asked.items()
    ]


def timed(site: str, pages: dict[str, tuple[str, str]], number: int) -> dict[str, list[float]]:
    """How long the server takes for each page, one after the other on one connection, with /healthz in between."""
    link = HTTPConnection(urlsplit(site).netloc)
    found: dict[str, list[float]] = {HEALTH: [], **{name: [] for name in pages}}
    for turn in range(number + WARM):
        for name, (address, session) in {HEALTH: (HEALTH, ""), **pages}.items():
            began = perf_counter()
            link.request(
                "GET", address, headers={"Cookie": f"sessionid={session}"} if session else {}
            )
            answer = link.getresponse()
            answer.read()
            if turn >= WARM:
                found[name].append(perf_counter() - began)
            if answer.status != 200:
                raise SiteFailed(f"{address} answers {answer.status}")
    return found


def measure(database_url: str, number: int) -> Report:
    """Measure everything on a site of its own."""
    with installed_browser() as browser, throw_away_site(database_url) as site:
        django.setup()
        scenes = import_module("splendor.dev.scenes")  # not before Django is set up
        pages: dict[str, tuple[str, str]] = scenes.game_pages()
        return Report(
            sent=transferred(browser, site, *pages["my turn"]),
            queries={name: scenes.queries_of(*page) for name, page in pages.items()},
            times=timed(site, pages, number),
        )


def measured_apart(database_url: str, number: int) -> Report:
    """As `measure`, in a process of its own: one process can belong to one site only."""
    command = [sys.executable, "-m", "benchmarks.page", "--json", "--requests", str(number)]
    done = subprocess.run(  # noqa: S603  our own command
        [*command, "--database", database_url], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise SiteFailed(done.stderr)
    found = json.loads(done.stdout)
    return Report([Sent(**sent) for sent in found["sent"]], found["queries"], found["times"])


def show_weight(sent: list[Sent]) -> None:
    """Print what the browser got."""
    out = sys.stdout.write
    out(f"{'cold browser':40}{'bytes':>10}\n")
    for one in sorted(sent, key=lambda one: -one.size):
        note = ", played afterwards" if one.played else ""
        out(f"  {one.path[-36:]:38}{one.size:10,}  {one.kind}{note}\n")
    page = [one for one in sent if not one.played]
    total, foreign = sum(one.size for one in page), sum(not one.own for one in page)
    out(f"  {'the page':38}{total:10,}  {len(page)} requests, {foreign} to third parties\n\n")


def show_times(name: str, report: Report) -> None:
    """Print queries and times on one database."""
    out = sys.stdout.write
    health = median(report.times[HEALTH])
    out(f"{name:20}{'queries':>9}{'median ms':>11}{'95 % ms':>10}{'median / healthz':>18}\n")
    for page, times in report.times.items():
        number = str(report.queries[page]) if page in report.queries else ""
        slow = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        out(f"  {page:18}{number:>9}{median(times) * MILLI:11.1f}{slow * MILLI:10.1f}")
        out(f"{median(times) / health:18.2f}\n")
    out("\n")


def main() -> int:
    """Measure and print; the exit status is 1 if something was missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS, help=f"of each page ({REQUESTS})")
    parser.add_argument(
        "--database", default="", help="the address of one database; default: SQLite"
    )
    parser.add_argument("--json", action="store_true", help="one database only, as JSON")
    options = parser.parse_args()
    try:
        if options.json:
            json.dump(asdict(measure(options.database, options.requests)), sys.stdout)
            return 0
        return _show_all(options.requests)
    except SiteFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _create_database(url: str) -> None:
    """Create the database that the address names, as tests do by themselves."""
    server, _, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _show_all(number: int) -> int:
    """Both databases, one after the other."""
    sys.stdout.write(
        f"Python {platform.python_version()}, {platform.machine()}; {number} requests each\n\n"
    )
    with ExitStack() as stack:
        databases = {"SQLite": ""}
        if programs := postgresql_programs():
            databases["PostgreSQL"] = stack.enter_context(throw_away_postgresql(programs))
            _create_database(databases["PostgreSQL"])
        for name, url in databases.items():
            report = measured_apart(url, number)
            if name == "SQLite":
                show_weight(report.sent)
            show_times(name, report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
