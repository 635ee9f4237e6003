"""Memory, owned cards, cards looked at and the board in words in a real browser, with and without script."""

from collections.abc import Callable, Iterator
from typing import Literal
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from engine import GameState
from tests.builders import position
from tests.e2e.look import violations
from tests.games.web.page import known_reserves, render

pytestmark = pytest.mark.browser
GAME = "http://loupe.test/games/abcdefghjk/"
SCREENS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (1280, "light"),
    (1280, "dark"),
    (390, "dark"),
    (390, "light"),
)
STATE = (
    "board=1A3/GRK1P/1WBK1/B1RG1/2W2 bag=rest tokens1=W2P1A1 privileges1=2 tokens2=G2R2K1 "
    "pyramid=J1-28,J1-27,J1-23,J1-11,J1-02/J2-05,J2-23,J2-02,J2-12/J3-07,J3-12,J3-06 "
    "cards1=J3-02,J2-03,J2-04,J1-05,J1-16,J1-30 reserved1=J3-08,J1-13:unseen "
    "cards2=J3-01,J3-03,J1-04,J1-14,J1-25,J1-26:B,J2-20,J1-24 royals2=R-1,R-4 "
    "reserved2=J1-09,J3-10:unseen"
)
OPENED = {
    "memory": "#memory > summary",
    "words": "#words > summary",
    "a bonus": ".seat-me .owned:not(.all) > summary",
    "all cards": ".seat-opp .owned.all > summary",
}
Show = Callable[..., Page]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """Open the page of a viewer, seat 1 unless told."""
    contexts: list[BrowserContext] = []

    def open_page(
        query: str = "", *, seat: int = 2, viewer: int | None = 1, script: bool = True
    ) -> Page:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, java_script_enabled=script
        )
        contexts.append(context)
        context.set_default_timeout(5_000)
        state = position(STATE, seat=seat)
        context.route("**/*", lambda route: serve(route, state, viewer))
        page = context.new_page()
        page.goto(f"{GAME}?{query}")
        if script:
            page.locator("#main[data-ready]").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()


def serve(route: Route, state: GameState, viewer: int | None) -> None:
    """The site as far as the page asks for it."""
    address = urlsplit(route.request.url)
    if address.path.startswith("/static/"):
        route.fulfill(path=str(finders.find(address.path.removeprefix("/static/"))))
    elif address.path == urlsplit(GAME).path:
        page = render(state, viewer, address.query, known_reserves(state))
        route.fulfill(content_type="text/html", body=page)
    else:
        route.abort()


def check_everywhere(page: Page) -> None:
    """Accessible on both screens in both themes, and no wider than any screen."""
    for width, theme in SCREENS:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []
    for width in (320, 390, 719, 720, 1120, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", OPENED)
def test_what_opens_is_accessible_and_fits(show: Show, name: str) -> None:
    page = show()
    page.locator(OPENED[name]).first.click()
    assert page.locator("details[open]").count() == 1
    check_everywhere(page)


@pytest.mark.parametrize(
    ("query", "seat", "viewer"),
    [("card=J3-07", 2, 1), ("card=J1-09", 2, None), ("card=J1-09", 1, 1), ("card=J2-05", 1, 1)],
)
def test_a_card_that_is_opened_is_accessible_and_fits(
    show: Show, query: str, seat: int, viewer: int | None
) -> None:
    page = show(query, seat=seat, viewer=viewer)
    expect(page.locator(".cost").last).to_contain_text("For Bo: ")
    check_everywhere(page)


def test_everything_opens_without_script(show: Show) -> None:
    page = show(script=False)
    page.locator("#card-J3-07").click()
    expect(page.locator(".look .cost").last).to_have_text(
        "For Bo: 3 blue, 2 green, 1 pearl; short 4"
    )
    page.locator(".look").get_by_role("link", name="Put it back").click()
    expect(page.locator(".look")).to_have_count(0)
    page.locator("#memory > summary").click()
    expect(page.locator("#memory .slip").first).to_be_visible()
    page.locator(OPENED["a bonus"]).first.click()
    expect(page.locator(".owned[open] .fan-head")).to_have_text("White: 4 bonuses, 9 points")


def test_a_bonus_opens_and_closes_by_keyboard(show: Show) -> None:
    page = show()
    chip = page.locator(OPENED["a bonus"]).first
    expect(chip).to_contain_text("white: 4 bonuses")
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".owned[open] .slip")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("details[open]")).to_have_count(0)
    expect(chip).to_be_focused()


def test_what_was_opened_stays_open_when_a_card_is_looked_at(show: Show) -> None:
    page = show()
    page.locator("#memory > summary").click()
    page.locator("#memory .kept a.hit").first.click()
    expect(page.locator("#turn-title")).to_be_focused()
    expect(page.locator(".look")).to_contain_text("Reserved by you.")
    assert page.locator("#memory").get_attribute("open") is not None
    page.get_by_role("link", name="Put it back").click()
    expect(page.locator(".look")).to_have_count(0)


def test_on_a_phone_a_card_opens_in_the_panel(show: Show) -> None:
    page = show()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#card-J2-05").click()
    expect(page.locator(".look")).to_be_in_viewport()
    expect(page.locator("#steps-open")).to_be_checked()


def test_both_seats_fit_a_small_desk_when_both_can_win(show: Show) -> None:
    page = show()
    assert page.locator(".chance").all_inner_texts() == ["can win this turn", "can win next turn"]
    bottom = page.locator(".seat-me").evaluate("e => e.getBoundingClientRect().bottom")
    assert bottom <= 800


def test_goals_of_both_seats_stand_above_each_other(show: Show) -> None:
    page = show()
    for width in (390, 800, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        places = [
            page.locator(f".seat-{seat} .gauge").evaluate_all(
                "all => all.map(e => [e.getBoundingClientRect().left, e.getBoundingClientRect().width])"
            )
            for seat in ("opp", "me")
        ]
        assert places[0] == places[1]
