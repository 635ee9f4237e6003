"""Every page of the site for everybody: accessible, never wider than a small phone, no button covered."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import User
from games.services.lobby import create_invitation
from games.services.play import resign_game
from tests.e2e.conftest import Complaints, Open
from tests.e2e.positions import CASES, game_at
from tests.factories.games import OPTIONS, make_game, play_random
from tests.factories.users import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SCREENS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (1280, "light"),
    (390, "dark"),
    (320, "light"),
)
LONG_NAME = "w" * 20


def check(page: Page, address: str) -> None:
    """Open a page and look at it on each screen; on the widest and the narrowest with axe too."""
    page.goto(address)
    for width, theme in SCREENS:
        page.emulate_media(color_scheme=theme)
        check_room(page, width)
        if width != 390:
            found = Axe().run(page, options=AXE_RULES).response["violations"]
            seen = [(v["id"], [node["html"] for node in v["nodes"]]) for v in found]
            assert seen == [], (address, width)


def check_room(page: Page, width: int) -> None:
    """Nothing sticks out of a screen of this width or lies on a main button."""
    page.set_viewport_size({"width": width, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, width)
    assert covered(page) == [], (page.url, width)


def covered(page: Page) -> list[str]:
    """Main buttons of which something else lies on top, once they are scrolled into view."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("main .go")].filter((button) => {
            if (!button.checkVisibility()) return false;
            button.scrollIntoView({ block: "center" });
            const box = button.getBoundingClientRect();
            const spots = [[0.5, 0.5], [0.05, 0.2], [0.95, 0.2], [0.05, 0.8], [0.95, 0.8]];
            return spots.some(([x, y]) => {
                const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
                return !button.contains(top);
            });
        }).map((button) => button.textContent.trim())"""
    )
    return found


@pytest.fixture
def people(db: None) -> tuple[User, User]:
    return make_user("ada"), make_user(LONG_NAME)


def test_pages_before_signing_in(
    open_browser: Open, people: tuple[User, User], complaints: Complaints
) -> None:
    complaints.expect_status(404)
    page = open_browser()
    invited = create_invitation(user=people[1], invitee=None, options=OPTIONS)
    link = f"/join/{invited.invitation.token}/"
    running = game_at(CASES["purchase"].stands, *people)
    for address in (
        "/",
        "/accounts/signup/",
        "/accounts/login/",
        "/accounts/password/reset/",
        link,
        f"/games/{running.pk}/",
        "/nowhere/",
    ):
        check(page, address)


def test_pages_of_lists_and_rooms(open_browser: Open, people: tuple[User, User]) -> None:
    ada, other = people
    page = open_browser(ada)
    for address in ("/games/", "/games/new/", "/preferences/"):
        check(page, address)
    link = create_invitation(user=ada, invitee=None, options=OPTIONS)
    named = create_invitation(user=ada, invitee=other, options=OPTIONS)
    asked = create_invitation(user=other, invitee=ada, options=OPTIONS)
    for number in range(4):
        play_random(make_game(ada, other), 30 + number, seed=number)
    over = make_game(ada, other)
    resign_game(game_id=over.pk, user=other)
    for address in (
        "/games/",
        f"/games/{link.pk}/",
        f"/games/{named.pk}/",
        f"/join/{asked.invitation.token}/",
    ):
        check(page, address)


def test_pages_of_a_game(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    game = make_game(*people)
    state = play_random(game, 120)
    resign_game(game_id=game.pk, user=people[1])
    assert state.turn > 30
    for name in ("", "log/", "shuffle/"):
        check(page, f"/games/{game.pk}/{name}")
    running = game_at(CASES["take"].stands, *people)
    check(page, f"/games/{running.pk}/log/")
    check(page, f"/games/{running.pk}/resign/")
    check(page, f"/games/{running.pk}/shuffle/")


CHOICES = {"purchase": "?card=J1-16", "reserve": "?card=J1-05&gold=b1", "claim": "?do=claim"}


def test_a_choice_has_room_in_every_phase(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    for name, case in CASES.items():
        game = game_at(case.stands, *people)
        page.goto(f"/games/{game.pk}/{CHOICES.get(name, '')}")
        for width, _theme in SCREENS:
            check_room(page, width)
    check(page, f"/games/{game_at(CASES['reserve'].stands, *people).pk}/{CHOICES['reserve']}")


def test_refusals_are_pages_too(
    open_browser: Open, people: tuple[User, User], complaints: Complaints
) -> None:
    complaints.expect_status(400, 409, 422)
    page = open_browser(people[0], script=False)
    game = game_at(CASES["take"].stands, *people)
    page.goto(f"/games/{game.pk}/")
    page.locator("[data-cell=a2] input").click(force=True)
    page.locator("[data-cell=c2] input").click(force=True)
    page.locator("#confirm").click()
    expect(page.locator("#refusal")).to_be_visible()
    for width, _theme in SCREENS:
        check_room(page, width)
        assert not page.locator("#refusal").evaluate("box => box.scrollWidth > box.clientWidth")
