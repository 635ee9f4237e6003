"""Before the cards are dealt, in a real browser: the share of the shuffle, the link, the friend who comes."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.services.invitations import accept_invitation
from games.services.lobby import create_invitation
from tests.e2e.conftest import Open
from tests.factories.games import OPTIONS
from tests.factories.users import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 4_000  # milliseconds after which the page adds a share by itself
RANDOM = re.compile(r"[0-9a-f]{32}")


@pytest.fixture
def game(db: None) -> Game:
    """A game whose link has not been sent yet."""
    return create_invitation(user=make_user("ada"), invitee=None, options=OPTIONS)


def room(open_browser: Open, game: Game, *, script: bool = True) -> Page:
    """The waiting room in the maker's browser."""
    page = open_browser(game.seats.get(number=1).user, script=script)
    page.goto(f"/games/{game.pk}/")
    return page


def share_of(game: Game) -> str:
    """What the maker has added."""
    return game.seats.get(number=1).entropy


def test_the_browser_adds_a_random_share_by_itself(open_browser: Open, game: Game) -> None:
    page = room(open_browser, game)
    expect(page.locator("#share input[name=entropy]")).to_have_value(RANDOM)
    expect(page.locator("#added")).to_be_visible(timeout=PATIENCE + 3_000)
    assert RANDOM.fullmatch(share_of(game))
    expect(page.locator("#added code")).to_have_text(share_of(game))
    expect(page.locator("#share")).to_have_count(0)
    game.refresh_from_db()
    expect(page.locator("#main")).to_have_attribute("data-version", str(game.version))
    page.reload()
    expect(page.locator("#added code")).to_have_text(share_of(game))


def test_whoever_types_decides_themselves(open_browser: Open, game: Game) -> None:
    page = room(open_browser, game)
    page.locator("#entropy").fill("seven, four, one")
    page.wait_for_timeout(PATIENCE + 500)
    assert share_of(game) == ""
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#added code")).to_have_text("seven, four, one")


def test_a_share_goes_out_before_the_link_does(open_browser: Open, game: Game) -> None:
    page = room(open_browser, game)
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#added")).to_be_visible(timeout=PATIENCE - 1_000)
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert RANDOM.fullmatch(share_of(game))


def test_without_script_there_is_a_button(open_browser: Open, game: Game) -> None:
    page = room(open_browser, game, script=False)
    page.locator("#entropy").fill("dice")
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#added code")).to_have_text("dice")


def test_the_game_opens_by_itself_when_the_friend_comes(open_browser: Open, game: Game) -> None:
    page = room(open_browser, game)
    accept_invitation(token=game.invitation.token, user=make_user("bert"), entropy="")
    expect(page.locator("#turn")).to_be_visible(timeout=6_000)
    expect(page.locator("h1")).to_have_text("Game against bert")


def test_a_friend_signs_in_on_the_way_and_adds_a_share(open_browser: Open, game: Game) -> None:
    make_user("bert")
    page = open_browser()
    page.goto(f"/join/{game.invitation.token}/")
    page.get_by_role("link", name="Sign in to accept").click()
    page.fill("[name=login]", "bert")
    page.fill("[name=password]", "kite-lantern-41")
    page.locator("main button.go").click()
    page.get_by_role("button", name="Accept and play").click()
    expect(page.locator("#turn")).to_be_visible()
    assert RANDOM.fullmatch(game.seats.get(number=2).entropy)
