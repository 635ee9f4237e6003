"""Nothing moves under the reader's hand: no layout shift, no loop, no motion where it isn't wanted; other displays."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.services.play import submit_actions
from tests.e2e.conftest import Open
from tests.e2e.driver import version_of, wait_for_news
from tests.e2e.positions import CASES, game_at
from tests.factories.games import seated
from tests.factories.users import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAST = 0.01  # of what Chromium counts as a layout shift
WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            const moved = entry.sources.map((source) => source.node?.className ?? "");
            window.shifts.push([entry.value, String(moved)]);
        }
    }).observe({ type: "layout-shift", buffered: true });
}"""
ENDLESS = """() => document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().iterations === Infinity).length"""


def press_cell(page: Page, cell: str) -> None:
    """Tap a stone in its middle, where it is on the screen."""
    control = page.locator(f"[data-cell={cell}] input")
    control.evaluate("one => one.scrollIntoView({ block: 'center' })")
    control.click()


def take(page: Page) -> None:
    """Choose a line by its ends and play it."""
    press_cell(page, "b2")
    press_cell(page, "d4")
    before = version_of(page)
    page.locator("#confirm").click()
    wait_for_news(page, before)


def shifted(page: Page) -> tuple[float, list[Any]]:
    """The sum of the shifts since the page was loaded that no tap explains, and where they were."""
    page.wait_for_timeout(700)  # a shift soon after a tap counts as its answer
    shifts: list[Any] = page.evaluate("window.shifts")
    return sum(value for value, _moved in shifts), shifts


def test_a_shift_would_be_seen(open_browser: Open) -> None:
    page = open_browser()
    page.add_init_script(f"({WATCH})()")
    page.goto("/")
    page.evaluate(
        """() => {
            const late = document.createElement("p");
            late.textContent = "something that comes late";
            document.querySelector("main").before(late);
        }"""
    )
    assert shifted(page)[0] > LEAST


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_nothing_shifts_while_a_turn_is_chosen_played_and_answered(
    open_browser: Open, phone: bool
) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    game = game_at(CASES["take"].stands, ada, bo)
    page = open_browser(ada, phone=phone)
    page.add_init_script(f"({WATCH})()")
    page.goto(f"/games/{game.pk}/")
    assert shifted(page)[0] < LEAST, shifted(page)[1]
    take(page)
    assert shifted(page)[0] < LEAST, shifted(page)[1]
    game.refresh_from_db()
    submit_actions(
        game_id=game.pk,
        user=seated(game, 2),
        actions=[{"type": "take_tokens", "cells": ["a2"]}],
        expected_version=game.version,
        key="an-answer",
    )
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # looked at again
    expect(page.locator("[data-cell=a2] .was")).to_be_attached(timeout=30_000)
    assert shifted(page)[0] < LEAST, shifted(page)[1]


@pytest.mark.parametrize("address", ["/", "/games/", "/games/new/", "/preferences/"])
def test_no_page_shifts_while_it_loads(open_browser: Open, address: str) -> None:
    page = open_browser(None if address == "/" else make_user("ada"))
    page.add_init_script(f"({WATCH})()")
    page.goto(address)
    assert shifted(page)[0] < LEAST, shifted(page)[1]


def test_nothing_loops_and_nothing_moves_with_reduced_motion(open_browser: Open) -> None:
    ada = make_user("ada")
    game = game_at(CASES["take"].stands, ada, make_user("bo"))
    for motion in ("no-preference", "reduce"):
        page = open_browser(ada, reduced_motion=motion)
        page.goto(f"/games/{game.pk}/")
        press_cell(page, "b2")
        assert page.evaluate(ENDLESS) == 0
    assert page.evaluate("document.getAnimations().length") == 0
    still = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((one) => {
            const style = getComputedStyle(one);
            return style.transitionDuration !== "0s" || style.animationName !== "none";
        }).length"""
    )
    assert still == 0


def outline_of(page: Page, cell: str) -> str:
    """How the dimple of a cell is drawn, its marks before it included."""
    told: str = page.locator(f"[data-cell={cell}] .cell").evaluate(
        """one => ["", "::before"].map((part) => {
            const style = getComputedStyle(one, part);
            return [style.outlineStyle, style.outlineWidth, style.borderStyle, style.borderWidth];
        }).join()"""
    )
    return told


def test_forced_colours_tell_chosen_stones_by_an_outline(open_browser: Open) -> None:
    ada = make_user("ada")
    game = game_at(CASES["take"].stands, ada, make_user("bo"))
    page = open_browser(ada, forced_colors="active")
    page.goto(f"/games/{game.pk}/")
    resting = outline_of(page, "b2")
    press_cell(page, "b2")
    press_cell(page, "d4")
    assert outline_of(page, "b2") != resting
    assert outline_of(page, "a2") != outline_of(page, "b2")
    kept = "one => getComputedStyle(one).forcedColorAdjust"
    assert page.locator("[data-cell=b2] svg").first.evaluate(kept) == "none"
    edge = "one => getComputedStyle(one).borderTopStyle"
    assert page.locator("#confirm").evaluate(edge) == "solid"


def test_zoom_of_a_desk_to_two_hundred_percent_gives_the_phones_layout(open_browser: Open) -> None:
    ada = make_user("ada")
    game = game_at(CASES["take"].stands, ada, make_user("bo"))
    page = open_browser(ada, viewport={"width": 640, "height": 450}, device_scale_factor=2)
    page.goto(f"/games/{game.pk}/")
    assert page.evaluate("document.documentElement.scrollWidth") == 640
    tray, market = (page.locator(name).bounding_box() for name in (".traybox", ".market"))
    assert tray and market and tray["y"] + tray["height"] <= market["y"]
    take(page)
    expect(page.locator(".tomove")).to_have_count(1)
