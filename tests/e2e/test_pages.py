"""Every page of the site for everybody: accessible in both themes, never too wide, no button covered or too small."""

from pathlib import Path
from typing import Any, Literal

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.web import lobby
from tests.e2e.conftest import Complaints, Open
from tests.e2e.look import covered, loose_grips, resize, small_targets, violations, width_of
from tests.e2e.pages import MORE, PAGES, states_of_a_game
from tests.e2e.world import Visit, World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
DESK, PHONE, TINY = (1280, 800), (390, 844), (320, 640)
ZOOMED = (640, 400)  # a desk at 200 %
ERRORS = (400, 403, 404, 409, 422, 500)


@pytest.fixture
def world(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """The people, and mails that go to files."""
    folder = tmp_path / "mail"
    mailer = {
        "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "OPTIONS": {"file_path": str(folder)},
    }
    monkeypatch.setattr(settings, "MAIL_DIR", folder)
    monkeypatch.setattr(settings, "MAILERS", {"default": mailer})
    return World(folder)


def go(page: Page, visit: Visit) -> None:
    """Open a page as the one who visits it."""
    page.context.clear_cookies()
    if visit.session:
        cookie: Any = {"name": settings.SESSION_COOKIE_NAME, "value": visit.session}
        page.context.add_cookies([cookie | {"url": settings.SITE_URL}])
    page.goto(visit.address)


def look(page: Page, where: str) -> None:
    """Look at an open page on each screen in both themes."""
    for screen in (DESK, PHONE):
        for theme in THEMES:
            resize(page, *screen, color_scheme=theme)
            found = violations(page, colours_only=theme != THEMES[0])
            assert found == [], (where, screen, theme)
        check_room(page, where)
    assert small_targets(page) == [], where
    for screen in (TINY, ZOOMED):
        resize(page, *screen)
        check_room(page, where)


def check_room(page: Page, where: str) -> None:
    """Nothing sticks out of the screen or lies on a main button."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert width_of(page) <= width, (where, width)
    assert covered(page) == [], (where, width)
    assert loose_grips(page) == [], (where, width)


@pytest.mark.parametrize("route", [*PAGES, *MORE])
def test_page_is_for_everybody(
    open_browser: Open, world: World, complaints: Complaints, route: str
) -> None:
    complaints.expect_status(*ERRORS)
    visits = (PAGES | MORE)[route](world)
    for number, visit in enumerate(visits):
        page = open_browser()  # anew: what a page leaves in the browser is not the next one's
        go(page, visit)
        look(page, f"{route} {number} {visit.address}")
        page.context.close()


def test_error_of_ours_is_for_everybody(
    open_browser: Open, world: World, complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(user: object) -> None:
        raise RuntimeError("broken by the test")

    monkeypatch.setattr(lobby, "my_games", broken)
    complaints.expect_status(500)
    page = open_browser()
    go(page, Visit("/games/", world.session()))
    expect(page.get_by_role("heading", level=1)).to_have_text("Something broke on our side")
    look(page, "500")
    monkeypatch.undo()
    monkeypatch.setattr(settings, "SITE_URL", page.url)
    page.get_by_role("link", name="Load the page again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")


def test_refusals_are_pages_too(open_browser: Open, world: World, complaints: Complaints) -> None:
    complaints.expect_status(*ERRORS)
    page = open_browser(script=False)
    go(page, states_of_a_game(world)["take"])
    page.locator("[data-cell=a2] input").click(force=True)
    page.locator("[data-cell=c2] input").click(force=True)
    page.locator("#confirm").click()
    expect(page.locator("#refusal")).to_be_visible()
    for screen in (DESK, PHONE, TINY):
        resize(page, *screen)
        check_room(page, "refusal")
        assert not page.locator("#refusal").evaluate("box => box.scrollWidth > box.clientWidth")
