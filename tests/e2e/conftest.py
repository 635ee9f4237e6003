"""Browsers against a live server. The computer's turn runs in the request that leads to it (tasks are eager)."""

import re
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    WebError,
    expect,
)

from accounts.models import User
from games.selectors import limits
from tests.factories.users import make_user

DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# Milliseconds, on a machine that does other things too; what is there at once costs none of it.
PATIENT = 30_000
expect.set_options(timeout=PATIENT / 2)


@pytest.fixture(autouse=True)
def _room_for_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newcomers of the tests may have as many games as anybody: one person looks at every state of a game."""
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", limits.MOST_OPEN_GAMES)


class Open(Protocol):
    """Open a browser of its own."""

    def __call__(
        self,
        user: User | None = None,
        *,
        script: bool = True,
        phone: bool = False,
        **options: Any,
    ) -> Page:
        """An empty page; `user` has signed in, `script` says whether script runs, `options` are Playwright's."""


class Complaints:
    """What browsers complain about in their console: errors of scripts, what the content policy stops, lost files."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of a browser."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._heard.append(f"{message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self._heard.append(str(error.error))

    def expect_status(self, *statuses: int) -> None:
        """Browsers note every page that comes with an error status; these are what the test is about."""
        for status in statuses:
            self._expected.append(re.compile(rf"responded with a status of {status}\b"))

    def expect_text(self, text: str) -> None:
        """The test itself brings this about."""
        self._expected.append(re.compile(re.escape(text)))

    def unexpected(self) -> list[str]:
        """What no test asked for."""
        return [text for text in self._heard if not any(e.search(text) for e in self._expected)]


@pytest.fixture(autouse=True)
def _site_url(live_server: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links in mails lead to the live server."""
    monkeypatch.setattr(settings, "SITE_URL", str(live_server))


@pytest.fixture(autouse=True)
def complaints() -> Iterator[Complaints]:
    """Every test fails if a browser complained about anything that it didn't expect."""
    heard = Complaints()
    yield heard
    assert heard.unexpected() == []


@pytest.fixture
def people(db: None) -> tuple[User, User]:
    """Two who play."""
    return make_user("ada"), make_user("bert")


@pytest.fixture
def open_browser(browser: Browser, live_server: object, complaints: Complaints) -> Iterator[Open]:
    """Browsers that are closed after the test."""
    contexts: list[BrowserContext] = []

    def make(
        user: User | None = None, *, script: bool = True, phone: bool = False, **options: Any
    ) -> Page:
        # Calm by default: what the opponent played is then shown only where a test asks for it.
        values = {
            "viewport": PHONE if phone else DESK,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **options,
        }
        context = browser.new_context(
            base_url=str(live_server), java_script_enabled=script, **values
        )
        contexts.append(context)
        complaints.watch(context)
        context.set_default_timeout(PATIENT)
        if user is not None:
            context.add_cookies([_session_cookie(user, str(live_server))])
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def _session_cookie(user: User, address: str) -> Any:
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": address}
