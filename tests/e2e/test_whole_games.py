"""Whole games in a real browser: against the computer, and two people of whom one has no script."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from engine import action_to_json, view_for
from engine.ai import choose
from games.enums import GameStatus
from games.models import Game
from games.selectors.state import load_state
from games.selectors.verify import faults_of
from games.web.staging import stage
from games.web.table import Draft
from tests.e2e.conftest import Open
from tests.e2e.driver import play_on_page, settled_on, version_of
from tests.e2e.keyboard import play_by_keys
from tests.factories.games import make_game
from tests.factories.users import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_ACTIONS = 500


def next_action(game: Game, settled: list[str]) -> dict[str, Any]:
    """What a careful player would do after the settled part of a draft, with the colour that a copy card takes."""
    state = stage(load_state(game), game.seat_to_move, Draft(turn=tuple(settled))).state
    view = view_for(state, state.seat)
    action: dict[str, Any] = action_to_json(choose(view, game.version))
    colors = {owned["card"]: owned["color"] for owned in view["seats"][str(state.seat)]["cards"]}
    return action | {"onto_color": colors.get(action.get("onto"))}


Play = Callable[[Page, dict[str, Any]], None]


def finish(game: Game, pages: dict[int, tuple[Page, Play]]) -> None:
    """Play through the pages until the game is over; `pages` are the people's pages and how they play there."""
    shown: dict[Page, int] = {}
    for _action in range(MOST_ACTIONS):
        game.refresh_from_db()
        if game.status == GameStatus.FINISHED:
            return
        page, play = pages[game.seat_to_move or 0]
        if shown.get(page) != game.version:
            page.goto(f"/games/{game.pk}/")
        play(page, next_action(game, settled_on(page)))
        shown[page] = int(version_of(page))
    raise AssertionError("the game doesn't end")


with_script = partial(play_on_page, script=True)
without_script = partial(play_on_page, script=False)


def test_person_signs_up_and_plays_the_computer_to_the_end(open_browser: Open) -> None:
    page = open_browser()
    sign_up(page)
    page.goto("/games/new/")
    page.locator("[name=opponent][value=computer]").check()
    page.locator("main button.go").click()
    expect(page.locator("main")).to_contain_text(Game.objects.get().commitment)
    page.locator("form[action$='/deal/'] button.go").click()
    page.locator("#main[data-version]").wait_for()
    game = Game.objects.get()
    assert game.status == GameStatus.ACTIVE
    assert game.seats.get(number=1).entropy, "the browser adds randomness by itself"

    finish(game, {1: (page, with_script)})

    page.goto(f"/games/{game.pk}/")
    expect(page.locator("#turn[data-mode=over] h2")).to_be_visible()
    page.locator("#turn a[href$='/shuffle/']").click()
    expect(page.locator("#check-status")).to_contain_text("Checked: everything follows")
    assert faults_of(game) == []


def sign_up(page: Page) -> None:
    """Make an account the way the pages want it: the form, then the link in the mail."""
    page.goto("/accounts/signup/")
    page.fill("[name=username]", "newcomer")
    page.fill("[name=email]", "newcomer@example.com")
    page.fill("[name=password1]", "kite-lantern-41")
    page.locator("main button.go").click()
    expect(page.locator("main")).to_contain_text("newcomer@example.com")
    link = re.search(r"https?://\S+", str(mail.outbox[-1].body))
    assert link is not None, mail.outbox[-1].body
    page.goto(link[0])
    page.locator("main button.go").click()
    page.wait_for_url("**/games/")


def test_two_people_one_without_script_play_to_the_end(open_browser: Open) -> None:
    page = open_browser(make_user("ada"))
    plain = open_browser(make_user("bert"), script=False, phone=True)
    page.goto("/games/new/")
    page.locator("[name=opponent][value=link]").check()
    page.locator("main button.go").click()
    page.locator("#link").wait_for()
    link = page.locator("#link").input_value()
    plain.goto(link)
    plain.locator("form[action$='/accept/'] button.go").click()
    plain.locator("#main[data-version]").wait_for()

    game = Game.objects.get()
    finish(game, {1: (page, with_script), 2: (plain, without_script)})

    for each in (page, plain):
        each.goto(f"/games/{game.pk}/")
        expect(each.locator("#turn[data-mode=over] h2")).to_be_visible()
    assert faults_of(game) == []


def test_two_people_play_to_the_end_by_keys_alone(open_browser: Open) -> None:
    people = make_user("ada"), make_user("bert")
    pages = {number: open_browser(user) for number, user in enumerate(people, start=1)}
    game = make_game(*people)
    finish(game, {number: (page, play_by_keys) for number, page in pages.items()})
    assert faults_of(game) == []
