"""Messages and take-backs in a real browser: beside the board, without a reload, and nothing that was typed is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import ChatMessage, Game, Note, TakeBack
from games.services.take_back import ask_turn_back
from games.services.talk import write_message
from tests.e2e.conftest import Open
from tests.factories.games import make_game, mover_of, take_tokens, waiter_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOK = "document.dispatchEvent(new Event('visibilitychange'))"  # asks for news at once


@pytest.fixture
def game() -> Game:
    """A game in which the first turn was played."""
    found = make_game()
    take_tokens(found)
    found.refresh_from_db()
    return found


def opened(page: Page, game: Game) -> Page:
    """The game page with its messages open."""
    page.goto(f"/games/{game.pk}/")
    page.locator("main[data-ready]").wait_for()
    page.locator("#talk summary").click()
    expect(page.locator("#message-text")).to_be_visible()
    return page


def say(game: Game, text: str) -> None:
    """A message of the seat that waits."""
    write_message(game_id=game.pk, user=waiter_of(game), text=text, key=text)


def test_messages_come_and_go_beside_the_board(open_browser: Open, game: Game) -> None:
    say(game, "Good luck!")
    page = open_browser(mover_of(game))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("#talk-news")).to_have_text("1 new message")
    opened(page, game)
    expect(page.locator(".said-both")).to_contain_text("Good luck!")
    expect(page.locator("#talk-news")).to_be_empty()  # shown, so read
    page.locator("#message-text").fill("Thank you!")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said-both .own")).to_contain_text("Thank you!")
    expect(page.locator("#message-text")).to_have_value("")
    page.locator("#note-text").fill("Watch the pearls.")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#talk")).to_contain_text("kept")
    assert Note.objects.get().text == "Watch the pearls."
    assert page.url.endswith(f"/games/{game.pk}/")


def test_what_is_new_comes_while_somebody_types(open_browser: Open, game: Game) -> None:
    page = opened(open_browser(mover_of(game)), game)
    page.locator("#message-text").press_sequentially("I am thinking")
    say(game, "Take your time.")
    page.evaluate(LOOK)
    expect(page.locator(".said-both")).to_contain_text("Take your time.")
    expect(page.locator("#message-text")).to_be_focused()
    page.keyboard.type(" still")
    expect(page.locator("#message-text")).to_have_value("I am thinking still")
    assert not ChatMessage.objects.filter(text__startswith="I am").exists()


def test_a_request_comes_without_a_reload_and_is_answered(open_browser: Open, game: Game) -> None:
    page = open_browser(mover_of(game))
    page.goto(f"/games/{game.pk}/")
    page.locator("main[data-ready]").wait_for()
    expect(page.locator("#take-back-note")).to_be_hidden()
    ask_turn_back(game_id=game.pk, user=waiter_of(game), last=game.version)
    page.evaluate(LOOK)
    expect(page.locator("#take-back-note")).to_be_visible()
    page.get_by_role("button", name="Agree").click()
    expect(page.locator("body")).to_contain_text("The turn was taken back.")
    assert TakeBack.objects.get().status == "granted"


def test_without_script_everything_works_too(open_browser: Open, game: Game) -> None:
    page = open_browser(mover_of(game), script=False, phone=True)
    say(game, "Good luck!")
    page.goto(f"/games/{game.pk}/")
    page.locator("#talk summary").click()
    page.get_by_role("link", name="Open messages and notes").click()
    page.get_by_label(re.compile("^Write to")).fill("Thank you!")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said-both .own")).to_contain_text("Thank you!")
    page.get_by_role("button", name="Mute").click()
    expect(page.locator(".said-both")).not_to_contain_text("Good luck!")
