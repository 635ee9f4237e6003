"""The game page in a real browser, served without a site: what its script adds, and that every state is accessible."""

from collections.abc import Callable, Iterator
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.http import QueryDict
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from engine import GameState
from games.web.forms import parse_actions
from tests.builders import position
from tests.e2e.look import violations
from tests.games.web.page import render

pytestmark = pytest.mark.browser
SITE = "http://loupe.test"
GAME = f"{SITE}/games/abcdefghjk/"
BOARD = "1A3/GRK1P/1WBK1/B1RG1/2W2"
MAIN = (
    "privileges1=2 pool=1 bag=rest tokens1=W2B1R1A1 tokens2=R1 cards1=J1-20,J2-15 reserved1=J1-16"
)
SCREENS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (1280, "light"),
    (1280, "dark"),
    (390, "dark"),
    (390, "light"),
)
Table = Callable[..., Page]


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    """Open the page of seat 1 for a position; `sent` presses its button."""
    contexts: list[BrowserContext] = []

    def show(state: GameState, query: str = "") -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 844})
        contexts.append(context)
        context.set_default_timeout(5_000)
        context.route("**/*", lambda route: serve(route, state))
        page = context.new_page()
        page.goto(f"{GAME}?{query}")
        page.locator("#main[data-ready]").wait_for()
        return page

    yield show
    for context in contexts:
        context.close()


def serve(route: Route, state: GameState) -> None:
    """The site as far as the page asks for it."""
    address = urlsplit(route.request.url)
    if address.path.startswith("/static/"):
        route.fulfill(path=str(finders.find(address.path.removeprefix("/static/"))))
    elif address.path.endswith("/version/"):
        route.fulfill(json={"version": 8})
    elif route.request.method == "POST":
        route.abort()  # the site is away
    else:
        route.fulfill(content_type="text/html", body=render(state, 1, address.query))


def sent(page: Page) -> list[dict[str, Any]]:
    """Press the confirm button and read what arrived."""
    with page.expect_request(lambda request: request.method == "POST") as request:
        page.locator("#confirm").click()
    return actions_in(request.value.post_data or "")


def actions_in(body: str) -> list[dict[str, Any]]:
    """What the server reads from a form."""
    post = QueryDict(mutable=True)
    for name, value in parse_qsl(body, keep_blank_values=True):
        post.appendlist(name, value)
    return parse_actions(post)


def cell(page: Page, name: str) -> Any:
    return page.locator(f"[data-cell={name}] input")


def test_middle_of_a_line_completes_itself(table: Table) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    expect(page.locator("#confirm")).to_be_disabled()
    cell(page, "b2").click()
    marked = page.locator(".cell.may").evaluate_all(
        "all => all.map(e => e.parentNode.dataset.cell)"
    )
    assert marked == ["a2", "c2", "b3", "c3", "d4"]
    cell(page, "d4").click()
    expect(page.locator("#confirm")).to_have_text("Take red, blue, green from b2-c3-d4")
    expect(page.locator("#say")).to_have_text("Chosen: red b2, blue c3, green d4.")
    expect(cell(page, "c3")).to_have_accessible_name("c3, blue, chosen 2 of 3")
    assert sent(page) == [{"type": "take_tokens", "cells": ["b2", "c3", "d4"]}]


@pytest.mark.parametrize(
    ("first", "then", "why"),
    [
        ("b2", "e2", "e2 is not in line with b2; begun anew."),
        ("c2", "e2", "d2 lies between and cannot be taken; begun anew."),
    ],
)
def test_wrong_cell_says_why(table: Table, first: str, then: str, why: str) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    cell(page, first).click()
    cell(page, then).click()
    expect(page.locator(".tray-why")).to_have_text(why)
    assert sent(page) == [{"type": "take_tokens", "cells": [then]}]


def test_line_by_keyboard_alone(table: Table) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    cell(page, "b3").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    with page.expect_request(lambda request: request.method == "POST") as request:
        page.keyboard.press("Enter")
    assert actions_in(request.value.post_data or "") == [
        {"type": "take_tokens", "cells": ["b3", "c3", "d3"]}
    ]


def test_escape_clears_and_enter_sends_nothing_by_accident(table: Table) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    cell(page, "b3").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(cell(page, "b3")).not_to_be_checked()
    expect(page.locator("#confirm")).to_be_disabled()
    assert page.url.startswith(GAME)


def test_privileges_are_settled_and_sent_with_the_line_chosen_before(table: Table) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    cell(page, "a2").click()
    page.get_by_role("link", name="Privileges: Use").click()
    for name in ("e2", "b2"):
        page.locator(f"[data-cell={name}] a").click()
        expect(page.locator(f"[data-cell={name}] a.on")).to_be_focused()
    page.get_by_role("link", name="Take pearl from e2: Put back").click()
    expect(page.locator(".settled")).to_have_text("Take red from b2 Put back")
    expect(page.locator("#confirm")).to_have_text("First: Take red from b2Take green from a2")
    assert sent(page) == [
        {"type": "use_privilege", "cell": "b2"},
        {"type": "take_tokens", "cells": ["a2"]},
    ]


def test_without_an_answer_the_draft_stays_and_may_be_sent_again(table: Table) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    cell(page, "b2").click()
    first = sent(page)
    expect(page.locator("#why")).to_contain_text("Nothing is lost")
    expect(cell(page, "b2")).to_be_checked()
    assert sent(page) == first


def test_payment_is_swapped_for_gold_without_a_page_load(table: Table) -> None:
    state = position(
        f"board={BOARD} bag=rest tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16 tokens2=R1"
    )
    page = table(state)
    page.evaluate("window.stays = true")
    page.locator("#card-J1-16").click()
    expect(page.locator("#turn-title")).to_be_focused()
    page.get_by_role("button", name="Spend gold").click()
    expect(page.locator(".slotb[aria-pressed=true]")).to_have_count(2)
    page.get_by_role("button", name="Keep gold").click()
    page.get_by_role("button", name="Pays with blue. Change.").click()
    expect(page.locator("#confirm-text")).to_contain_text("for 1 white, 1 green, 2 gold")
    assert page.evaluate("window.stays")
    assert sent(page)[0]["payment"] == {"white": 1, "green": 1, "gold": 2}


def test_discard_fills_the_dimples(table: Table) -> None:
    page = table(position("phase=discard_tokens bag=rest tokens1=W4B4G4", flags="acted"))
    page.get_by_role("button", name="Return one white: 4 kept").click()
    expect(page.locator("#why")).to_have_text("Choose 1 more to return.")
    page.get_by_role("button", name="Return one green: 4 kept").click()
    page.get_by_role("button", name="Keep the white after all").click()
    page.get_by_role("button", name="Return one blue: 4 kept").click()
    assert sent(page) == [{"type": "discard_tokens", "tokens": {"blue": 1, "green": 1}}]


def test_news_never_takes_a_choice_away(table: Table) -> None:
    page = table(position(f"board={BOARD} {MAIN}"))
    cell(page, "b2").click()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#moved")).to_contain_text("The game has moved on.")
    expect(cell(page, "b2")).to_be_checked()
    page.get_by_role("button", name="Show it").click()
    expect(cell(page, "b2")).not_to_be_checked()


STATES = {
    "line": (f"board={BOARD} {MAIN}", "cell=b2&cell=c3"),
    "gold": (f"board={BOARD} {MAIN}", "gold=b1"),
    "buy": (f"board={BOARD} {MAIN} ".replace("tokens1=W2B1R1A1", "tokens1=W1B1G1A1"), "card=J1-16"),
    "reserve unseen": (f"board={BOARD} {MAIN}", "deck=2"),
    "replenish": (f"board={BOARD} {MAIN}", "do=replenish"),
    "matching": (f"board={BOARD} phase=take_matching_token matching=K bag=rest flags=acted", ""),
    "steal": ("phase=steal_token bag=rest tokens2=R1K1P1 flags=acted", ""),
    "royal": ("phase=choose_royal_card bag=rest cards1=J3-01,J1-04 flags=acted", ""),
    "discard": ("phase=discard_tokens bag=rest tokens1=W4B4G4 flags=acted", ""),
    "waiting": (f"board={BOARD} {MAIN} seat=2", ""),
    "over": ("phase=over outcome=2/resignation bag=rest reserved2=J1-05:unseen", ""),
}


@pytest.mark.parametrize("name", STATES)
def test_page_is_accessible_in_both_themes_on_desk_and_phone(table: Table, name: str) -> None:
    page = table(position(STATES[name][0]), STATES[name][1])
    for width, theme in SCREENS:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []


@pytest.mark.parametrize("name", STATES)
def test_page_is_never_wider_than_the_screen(table: Table, name: str) -> None:
    page = table(position(STATES[name][0]), STATES[name][1])
    for width in (320, 359, 390, 719, 720, 768, 1024, 1120, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
