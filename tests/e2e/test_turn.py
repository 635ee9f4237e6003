"""Taking a turn in a real browser: two windows, reload, back, keyboard, changing one's mind, refusals, news."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game, GameEvent, Submission
from games.selectors.state import load_state
from games.services.play import resign_game
from tests.e2e.conftest import Complaints, Open
from tests.e2e.driver import play_on_page, prepare, press_cell, version_of, wait_for_news
from tests.e2e.positions import BOARD, CASES, open_table
from tests.factories.games import legal_json, make_computer_game, play_random
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
TABLE = f"board={BOARD} bag=rest tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16 privileges1=2 pool=1"


def take(game: Game) -> None:
    """The seat to move takes tokens, elsewhere than in the browsers at hand."""
    play_random(game, 1)


@SCRIPT
def test_two_windows_on_the_same_turn(
    open_browser: Open, people: tuple[User, User], complaints: Complaints, script: bool
) -> None:
    complaints.expect_status(409)
    first, second = (open_browser(people[0], script=script) for _window in range(2))
    game = open_table(first, people, CASES["take"].stands)
    second.goto(first.url)
    late = prepare(second, {"type": "take_tokens", "cells": ["a2", "b2", "c2"]}, script=script)
    play_on_page(first, CASES["take"].action, script=script)
    late.click()
    refusal = second.locator("#refusal")
    expect(refusal).to_contain_text("The game has moved on since you opened this page.")
    expect(refusal).to_contain_text("You took red, blue and green from b2-c3-d4.")
    expect(second.locator("#turn-title")).to_have_text("bert to move")
    assert GameEvent.objects.filter(game=game, kind="tokens_taken").count() == 1


@SCRIPT
def test_reload_shows_the_same_prompt_in_every_phase(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    for name, case in CASES.items():
        open_table(page, people, case.stands)
        ready(page, script=script)
        mode, prompt = page.locator("#turn").get_attribute("data-mode"), _prompt(page)
        page.reload()
        ready(page, script=script)
        assert (page.locator("#turn").get_attribute("data-mode"), _prompt(page)) == (mode, prompt)
        assert mode != "watch", name


def ready(page: Page, *, script: bool) -> None:
    """Wait until the page's script has taken over, where it runs."""
    page.locator("#main[data-ready]" if script else "#main").wait_for()


def _prompt(page: Page) -> str:
    """What the turn panel says, but for the time left, which goes on."""
    said: str = page.locator("#turn").evaluate(
        "turn => [...turn.children].map((part) => part.querySelector('.clock')"
        " ? part.querySelector('h2').textContent : part.innerText).join()"
    )
    return re.sub(r" · .* left$", "", said, flags=re.MULTILINE)


@SCRIPT
def test_back_after_playing_shows_the_game_as_it_is(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    page.goto("/games/")
    game = open_table(page, people, CASES["purchase"].stands)
    play_on_page(page, CASES["purchase"].action, script=script)
    with nothing_changes():
        page.go_back()  # the card that was bought, still chosen in the address
        expect(page.locator("#turn-title")).to_have_text("bert to move")
        page.go_back()
        expect(page.locator("#turn-title")).to_have_text("bert to move")
        page.go_back()
        expect(page.locator("main h1")).to_have_text("My games")
        page.go_forward()
        expect(page.locator("#main")).to_have_attribute("data-version", str(_version(game)))


def _version(game: Game) -> int:
    game.refresh_from_db()
    return game.version


def test_back_and_forward_among_choices(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    open_table(page, people, TABLE)
    mode = page.locator("#turn")
    page.locator("#card-J1-16").click()
    expect(mode).to_have_attribute("data-mode", "buy")
    page.locator("#deck-2").click()
    expect(mode).to_have_attribute("data-mode", "reserve")
    page.go_back()
    expect(mode).to_have_attribute("data-mode", "buy")
    page.go_back()
    expect(mode).to_have_attribute("data-mode", "line")
    page.go_forward()
    expect(mode).to_have_attribute("data-mode", "buy")


def test_a_jump_within_the_page_loads_nothing(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, TABLE)
    ready(page, script=True)
    press_cell(page, "b2")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".skip").press("Enter")
    expect(page).to_have_url(re.compile(r"#main$"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.go_back()
    expect(page.locator("[data-cell=b2] input")).to_be_checked()
    assert [url for url in asked if urlsplit(url).path == f"/games/{game.pk}/"] == []


# Keyboard


def tab_to(page: Page, target: Locator, most: int = 60) -> None:
    """Press Tab until the target has the focus."""
    for _press in range(most):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def test_tokens_by_keyboard_alone(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, CASES["take"].stands)
    version = version_of(page)
    tab_to(page, page.locator("#board [tabindex='0']"))
    expect(page.locator("[data-cell=a2] input")).to_be_focused()
    for key in ("ArrowRight", "Space", "Shift+ArrowDown", "Enter", "Enter"):
        page.keyboard.press(key)
    wait_for_news(page, version)
    taken = GameEvent.objects.get(game=game, kind="tokens_taken").payload
    assert taken["cells"] == ["b2", "b3"]


def test_a_purchase_by_keyboard_alone(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, CASES["purchase"].stands)
    version = version_of(page)
    tab_to(page, page.locator("#card-J1-16"))
    page.keyboard.press("Enter")
    expect(page.locator("#turn-title")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Spend gold"))
    page.keyboard.press("Space")
    tab_to(page, page.locator("#confirm"))
    page.keyboard.press("Enter")
    wait_for_news(page, version)
    paid = GameEvent.objects.get(game=game, kind="card_purchased").payload["payment"]
    assert paid["gold"] == 2


def test_tokens_to_return_by_keyboard_alone(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, CASES["discard"].stands)
    version = version_of(page)
    tab_to(page, page.locator(".piles button[data-kind=green]"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_news(page, version)
    assert _returned(game) == {"green": 2}


def _returned(game: Game) -> dict[str, int]:
    tokens = GameEvent.objects.get(game=game, kind="tokens_discarded").payload["tokens"]
    return {kind: number for kind, number in tokens.items() if number}


# Changing one's mind


def overlap(one: Locator, other: Locator) -> bool:
    """True if the two cover each other on the screen."""
    a, b = one.bounding_box(), other.bounding_box()
    if a is None or b is None:
        return False
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def test_tokens_to_return_can_be_corrected_with_the_board_in_view(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, CASES["discard"].stands)
    page.get_by_role("button", name="Return one white: 4 kept").click()
    page.get_by_role("button", name="Return one green: 4 kept").click()
    expect(page.locator("#confirm")).to_be_enabled()
    assert not overlap(page.locator("#board"), page.locator("#turn"))
    page.get_by_role("button", name="Keep the white after all").click()
    expect(page.locator("#confirm")).to_be_disabled()
    page.get_by_role("button", name="Return one blue: 4 kept").click()
    version = version_of(page)
    page.locator("#confirm").click()
    wait_for_news(page, version)
    assert _returned(game) == {"blue": 1, "green": 1}


def test_on_a_phone_the_panel_steps_aside_and_keeps_what_was_chosen(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0], phone=True)
    open_table(page, people, CASES["discard"].stands)
    page.get_by_role("button", name="Return one white: 4 kept").click()
    page.locator("#steps-open").uncheck()
    page.locator("#board").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.querySelector('#board').offsetTop)")
    assert not overlap(page.locator("#board"), page.locator("#turn"))
    page.locator("#steps-open").check()
    expect(page.get_by_role("button", name="Keep the white after all")).to_be_visible()


def test_on_a_phone_the_opponents_holdings_stand_beside_the_board(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0], phone=True)
    open_table(
        page,
        people,
        f"board={BOARD} bag=rest tokens2=R1K1P1 privileges2=2 pool=1 cards2=J1-20,J3-01",
    )
    upper = page.locator(".seat-opp")
    for held in (
        ".seals .i >> nth=0",
        ".stones .has",
        ".stones .chip",
        ".stones .pp",
        ".goal .val",
    ):
        for number in upper.locator(held).all():
            expect(number).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    assert overlap(page.locator("#board"), page.locator("#turn")) is False
    sizes = page.locator(".market .price b, .market .pts, .market .foot span").evaluate_all(
        "all => all.filter(e => e.textContent.trim()).map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 11


@SCRIPT
def test_leaving_a_payment_spends_nothing(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    game = open_table(page, people, TABLE)
    with nothing_changes():
        page.locator("#card-J1-16").click()
        expect(page.locator("#turn")).to_have_attribute("data-mode", "buy")
        page.get_by_role("link", name="Change").click()
        expect(page.locator("#turn")).to_have_attribute("data-mode", "line")
        expect(page.locator("#main [aria-current=true]")).to_have_count(0)
        page.locator("#deck-1").click()
        page.locator("#card-J1-16").click()
        expect(page.locator("#turn input[name=card]")).to_have_value("J1-16")
        expect(page.locator("#turn input[name=deck]")).to_have_count(0)
    assert not Submission.objects.filter(game=game).exists()


@SCRIPT
def test_a_privilege_can_be_put_back_before_it_is_used(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    open_table(page, people, TABLE)
    with nothing_changes():
        page.get_by_role("link", name="Privileges: Use").click()
        page.locator("[data-cell=b2] a").click()
        expect(page.locator("[data-cell=b2] a")).to_have_accessible_name(
            "b2, red, taken in this draft: put it back"
        )
        page.locator("[data-cell=b2] a").click()
        expect(page.locator("#turn [name=turn]")).to_have_count(0)
        page.get_by_role("link", name="Privileges: Enough").click()
        expect(page.locator("#turn")).to_have_attribute("data-mode", "line")
        expect(page.locator("#turn [name=turn]")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_refused_choice_stays_on_the_screen_beside_the_reason(
    open_browser: Open, people: tuple[User, User], complaints: Complaints, phone: bool
) -> None:
    complaints.expect_status(422)
    page = open_browser(people[0], script=False, phone=phone)
    game = open_table(page, people, CASES["take"].stands)
    press_cell(page, "a2")
    press_cell(page, "c2")
    press_cell(page, "d4")
    with nothing_changes():
        page.locator("#confirm").click()
        expect(page.locator("#refusal")).to_be_in_viewport()
    expect(page.locator("#refusal")).to_have_text(
        "Take one to three tokens that touch in one straight line."
    )
    expect(page.locator("#confirm")).to_be_in_viewport()
    expect(page.locator("#board input:checked")).to_have_count(3)
    for cell in ("a2", "c2"):
        press_cell(page, cell)
    version = version_of(page)
    page.locator("#confirm").click()
    wait_for_news(page, version)
    assert _version(game) > int(version)


def test_after_a_refusal_one_may_choose_anew(
    open_browser: Open, people: tuple[User, User], complaints: Complaints
) -> None:
    complaints.expect_status(422)
    page = open_browser(people[0])
    game = open_table(page, people, TABLE)
    page.locator("#card-J1-16").click()
    page.locator("input[name=payment]").first.evaluate("radio => radio.value = 'gold=1'")
    page.locator("#confirm").click()
    expect(page.locator("#refusal")).to_contain_text("The payment must match the price exactly")
    expect(page.locator("#turn")).to_have_attribute("data-mode", "buy")
    page.get_by_role("link", name="Change").click()
    expect(page.locator("#turn")).to_have_attribute("data-mode", "line")
    page.reload()
    expect(page.locator("#turn")).to_have_attribute("data-mode", "line")
    play_on_page(page, CASES["take"].action, script=True)
    assert load_state(game).seat == 2


# News


def test_the_opponents_page_shows_a_move_by_itself(
    open_browser: Open, people: tuple[User, User]
) -> None:
    waiting = open_browser(people[1])
    game = open_table(waiting, people, CASES["take"].stands)
    expect(waiting.locator("#turn-title")).to_have_text("ada to move")
    page = open_browser(people[0])
    page.goto(waiting.url)
    play_on_page(page, CASES["take"].action, script=True)
    expect(waiting.locator("#turn-title")).to_have_text("Your turn")
    expect(waiting.locator("#say")).to_have_text("The game has moved on. Your turn")
    expect(page.locator("#turn-title")).to_have_text("bert to move")
    take(game)
    expect(page.locator("#turn-title")).to_have_text("Your turn")


def test_the_end_is_shown_by_itself(open_browser: Open, people: tuple[User, User]) -> None:
    waiting = open_browser(people[1])
    game = open_table(waiting, people, CASES["take"].stands)
    resign_game(game_id=game.pk, user=people[0])
    expect(waiting.locator("#turn h2")).to_contain_text("You won")


def test_the_computers_answer_is_there_when_the_page_is(open_browser: Open) -> None:
    user = make_user()
    game = make_computer_game(user)
    page = open_browser(user)
    page.goto(f"/games/{game.pk}/")
    if game.seat_to_move == 1:
        action = legal_json(game, "take_tokens")[0]
        play_on_page(page, action, script=True)
    expect(page.locator("#turn-title")).to_have_text("Your turn")


def test_times_are_those_of_the_browser(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0], timezone_id="Asia/Kathmandu")
    open_table(page, people, CASES["take"].stands)
    page.reload()
    # Chromium calls the zone by its old name.
    expect(page.locator("#turn .clock").first).to_have_text(re.compile(r"\(Asia/Kath?mandu\)"))
