"""Planning a turn in a real browser: on the board, by the keyboard alone, and without script."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Plan
from tests.e2e.conftest import Open
from tests.e2e.positions import CASES, game_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

People = tuple[User, User]


def waiting(people: People) -> Game:
    """A game in which the second of the people thinks."""
    return game_at(CASES["take"].stands + " seat=2", *people)


def planned() -> list[list[str]]:
    """The turns of the only plan there is."""
    return [entry["words"] for entry in Plan.objects.get().entries]


def put_in(page: Page) -> None:
    """The turn that is complete goes into the plan."""
    button = page.get_by_role("button", name="Put it into the plan")
    expect(button).to_be_in_viewport()
    button.click()
    expect(page.locator("#plan ol > li")).not_to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("phone", [True, False])
def test_turn_chosen_on_the_board_goes_into_the_plan(
    open_browser: Open, people: People, script: bool, phone: bool
) -> None:
    page = open_browser(people[0], script=script, phone=phone)
    page.goto(f"/games/{waiting(people).pk}/")
    page.get_by_role("link", name="Plan your next turn").click()
    page.locator(".planning[data-ready]" if script else "form#turn").wait_for()
    for cell in ("b2", "c3", "d4"):
        page.locator(f"[data-cell={cell}] input").check()
    page.locator("#confirm").click()
    expect(page.locator("#turn-title")).to_have_text("Put this turn into your plan")
    put_in(page)
    assert planned() == [["b2-c3-d4"]]
    expect(page.locator("form#turn")).to_be_visible()  # ready for the next entry


def test_turn_is_planned_by_keys_alone(open_browser: Open, people: People) -> None:
    page = open_browser(people[0])
    page.goto(f"/games/{waiting(people).pk}/plan/")
    page.locator("#main[data-ready]").wait_for()
    page.locator("[data-cell=b2] input").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-title")).to_be_focused()
    page.get_by_role("button", name="Put it into the plan").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#plan ol > li")).to_have_count(1)
    assert planned() == [["b2"]]
