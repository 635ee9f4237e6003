"""Browsers against a live server. The computer's turn runs in the request that leads to it (tasks are eager)."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from accounts.models import User
from tests.factories.users import PASSWORD, make_user

SignedIn = Callable[..., tuple[Page, User]]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture(autouse=True)
def _site_url(live_server: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links in mails lead to the live server."""
    monkeypatch.setattr(settings, "SITE_URL", str(live_server))


@pytest.fixture
def signed_in(browser: Browser, live_server: object, transactional_db: None) -> Iterator[SignedIn]:
    """Make a browser of its own in which a new person has signed in; `script=False` switches script off."""
    contexts: list[BrowserContext] = []

    def make(name: str = "", *, script: bool = True, phone: bool = False) -> tuple[Page, User]:
        size = PHONE if phone else DESK
        context = browser.new_context(
            base_url=str(live_server), java_script_enabled=script, viewport=size, locale="en-GB"
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        user = make_user(name)
        page = context.new_page()
        page.goto("/accounts/login/")
        page.fill("[name=login]", user.username)
        page.fill("[name=password]", PASSWORD)
        page.click("main button.go")
        page.wait_for_url("**/games/")
        return page, user

    yield make
    for context in contexts:
        context.close()
