"""News in a real browser: by the stream of the real site, and by asking where there is none."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from accounts.models import User
from games.live.news import channel
from games.models import Game
from games.notifications.presence import is_looking
from games.services.invitations import accept_invitation
from games.services.lobby import create_invitation
from tests.e2e.conftest import DESK, PATIENT, PHONE, Complaints, Open
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_game,
    mover_of,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.workers import wait_until
from tests.served import served, session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MARK = "◆ "
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Counts the sounds instead of playing them.
DEAF = """window.sounds = 0;
window.AudioContext = class {
  constructor() { window.sounds += 1; throw new Error("no ear"); }
};"""
Visit = Callable[..., Page]


@pytest.fixture
def site(site_folder: Path, queued_tasks: object) -> Iterator[str]:
    """The address of the real site."""
    with served(site_folder) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, site: str, complaints: Complaints) -> Iterator[Visit]:
    """Open a page of the real site in a browser of its own, which shows changes at once."""
    contexts: list[BrowserContext] = []

    def go(
        user: User | None,
        path: str,
        *,
        prepare: Callable[[Page], None] | None = None,
        moving: bool = False,
        phone: bool = False,
    ) -> Page:
        motion: Literal["no-preference", "reduce"] = "no-preference" if moving else "reduce"
        context = browser.new_context(
            base_url=site, reduced_motion=motion, viewport=PHONE if phone else DESK
        )
        contexts.append(context)
        complaints.watch(context)
        context.set_default_timeout(PATIENT)
        if user is not None:
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": session_of(user), "url": site}])
        page = context.new_page()
        if prepare is not None:
            prepare(page)
        page.goto(path)
        return page

    yield go
    for context in contexts:
        context.close()


def url(game: Game) -> str:
    """The game's page."""
    return f"/games/{game.pk}/"


def play(game: Game) -> str:
    """The seat to move takes tokens, somewhere else; the version that it leads to, as pages write it."""
    return str(take_tokens(game))


def game_of(user: User, other: User, *, my_turn: bool) -> Game:
    """A game of these two in which it is, or is not, the user's turn."""
    game = make_game(user, other)
    if (mover_of(game) == user) != my_turn:
        play(game)
    return game


def expect_version(page: Page, version: str, *, seconds: float = 10) -> None:
    """The page shows this version of its game."""
    main = page.locator("#main")
    expect(main).to_have_attribute("data-version", version, timeout=seconds * 1000)


def streams() -> int:
    """How many processes listen for news: one while a stream is open, else none."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return int(client.pubsub_numsub(channel())[0][1])


def without_asking(page: Page) -> None:
    """The site always answers that there is nothing new, so only a stream can tell."""
    old = {"game_id": "", "version": 0, "your_turn": False}
    page.route(re.compile("/version/"), lambda route: route.fulfill(json=old))


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_opponent_s_move_is_shown_at_once(visit: Visit, phone: bool) -> None:
    game = make_game()
    pages = [
        visit(user, url(game), prepare=without_asking, phone=phone)
        for user in (waiter_of(game), make_user(), None)
    ]
    wait_until(lambda: streams() == 1)
    version = play(game)
    for page in pages:
        expect_version(page, version)
    expect(pages[0].locator("#turn-title")).to_contain_text("Your turn")
    expect(pages[0].locator("#say")).to_contain_text("The game has moved on.")
    version = play(game)
    for page in pages:
        expect_version(page, version)


def test_steps_are_shown_before_the_newest_page(visit: Visit) -> None:
    game = make_game()
    page = visit(waiter_of(game), url(game), prepare=without_asking, moving=True)
    wait_until(lambda: streams() == 1)
    before, version = str(game.version), play(game)
    expect(page.locator(".caption")).to_be_visible(timeout=10_000)
    expect_version(page, before)
    expect_version(page, version, seconds=15)
    expect(page.locator(".caption")).to_have_count(0)


def test_computer_s_answer_is_not_missed_while_a_turn_is_sent(visit: Visit) -> None:
    """The page hears of its own turn before the answer to it has come, and says nothing of it."""
    game = make_game()
    page = visit(mover_of(game), url(game), prepare=without_asking)
    cells = legal_json(game, "take_tokens")[0]["cells"]
    wait_until(lambda: streams() == 1)
    for cell in cells:
        page.locator(f"[data-cell='{cell}'] input").click(force=True)
    before = game.version
    page.locator("#confirm").click()
    expect(page.locator("#main")).not_to_have_attribute("data-version", str(before))
    expect(page.locator("#moved")).to_be_hidden()
    expect_version(page, play(game))


def test_choice_in_the_making_is_never_taken_away(visit: Visit) -> None:
    game = make_game()
    page = visit(mover_of(game), url(game))
    before = str(game.version)
    box = page.locator("[data-cell] input:not([disabled])").first
    box.click(force=True)
    version = play(game)
    moved = page.locator("#moved")
    expect(moved).to_contain_text("The game has moved on.", timeout=10_000)
    expect_version(page, before)
    expect(page.locator("[data-cell] input:checked")).to_have_count(1)
    moved.get_by_role("button", name="Show it").click()
    expect_version(page, version)
    expect(moved).to_be_hidden()


def test_move_during_a_loss_of_network_is_shown_when_it_is_back(
    visit: Visit, complaints: Complaints
) -> None:
    complaints.expect_text("ERR_INTERNET_DISCONNECTED")
    game = make_game()
    page = visit(waiter_of(game), url(game))
    page.context.set_offline(True)
    version = play(game)
    page.wait_for_timeout(4_000)
    expect_version(page, str(game.version))
    page.context.set_offline(False)
    expect_version(page, version)


@pytest.mark.parametrize("asleep", [True, False])
def test_tab_that_was_left_for_a_day_shows_the_turn(
    visit: Visit, complaints: Complaints, asleep: bool
) -> None:
    """Whether its network was gone or only its clock stood still."""
    complaints.expect_text("ERR_INTERNET_DISCONNECTED")
    game = make_game()
    page = visit(waiter_of(game), url(game), prepare=lambda page: page.clock.install())
    page.clock.run_for(5_000)
    page.context.set_offline(not asleep)
    page.clock.fast_forward("24:00:00")
    version = play(game)
    page.context.set_offline(False)
    page.clock.run_for(1_000)
    expect_version(page, version, seconds=5)


def test_tab_outlives_a_restart_of_the_site(
    browser: Browser, site_folder: Path, queued_tasks: object
) -> None:
    game = make_game()
    with served(site_folder) as address:
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.goto(address + url(game))
        wait_until(lambda: streams() == 1)
    version = play(game)
    with served(site_folder, PORT=address.rsplit(":", 1)[1]):
        expect_version(page, version, seconds=25)
        wait_until(lambda: streams() == 1, 25)
        expect_version(page, play(game))
    page.context.close()


def test_hidden_tab_marks_its_title_and_icon_and_doesn_t_count_as_looking(visit: Visit) -> None:
    game = make_game()
    user, before = waiter_of(game), str(game.version)
    page = visit(user, url(game), prepare=lambda page: page.clock.install())
    icon = page.locator("link[rel=icon]")
    plain, title = icon.get_attribute("href"), page.title()
    page.clock.run_for(3_000)
    wait_until(lambda: is_looking(user.pk, game.pk))
    page.evaluate(HIDE, True)
    wait_until(lambda: streams() == 0)
    cache.clear()
    version = play(game)
    page.clock.run_for(61_000)
    expect(page).to_have_title(MARK + title)
    expect(icon).to_have_attribute("href", re.compile(r"/icon-badge\.\w+\.svg$"))
    expect_version(page, before)
    assert not is_looking(user.pk, game.pk)
    page.evaluate(HIDE, False)
    expect_version(page, version)
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(icon).to_have_attribute("href", plain or "")
    wait_until(lambda: is_looking(user.pk, game.pk))


def test_turn_played_elsewhere_takes_the_mark_away(visit: Visit) -> None:
    game = make_game()
    page = visit(waiter_of(game), url(game), prepare=lambda page: page.clock.install())
    title = page.title()
    page.evaluate(HIDE, True)
    play(game)
    page.clock.run_for(61_000)
    expect(page).to_have_title(MARK + title)
    play(game)
    page.clock.run_for(61_000)
    expect(page).to_have_title(title)


def sounds(page: Page) -> int:
    """How many sounds the page has made."""
    return int(page.evaluate("window.sounds"))


def test_sound_is_off_until_somebody_wants_it(visit: Visit, complaints: Complaints) -> None:
    complaints.expect_text("no ear")
    game = make_game()
    page = visit(waiter_of(game), url(game), prepare=lambda page: page.add_init_script(DEAF))
    page.locator("summary[aria-label^='Your account']").click()
    switch = page.get_by_role("switch", name="Sound when it is my turn")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect_version_and_wait(page, play(game))
    assert sounds(page) == 0
    expect_version_and_wait(page, play(game))
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    wait_until(lambda: sounds(page) == 1, 5)
    expect_version_and_wait(page, play(game))
    assert sounds(page) == 2, "the opponent's turn"
    expect_version_and_wait(page, play(game))
    assert sounds(page) == 2, "the reader's own, played elsewhere"
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    expect_version_and_wait(page, play(game))
    assert sounds(page) == 2


def expect_version_and_wait(page: Page, version: str) -> None:
    """As `expect_version`, with the time that a sound takes to begin."""
    expect_version(page, version)
    page.wait_for_timeout(400)


def test_my_games_keep_themselves_true(visit: Visit) -> None:
    user, other = make_user("ada"), make_user("bert")
    games = [game_of(user, other, my_turn=False) for _number in range(12)]
    page = visit(user, "/games/")
    expect(page.locator(".urgent")).to_have_count(0)
    link = page.locator(f".game-row a[href='/games/{games[9].pk}/']")
    link.focus()
    page.evaluate("scrollTo(0, 300)")
    top = page.evaluate("scrollY")
    assert top > 100
    play(games[3])
    expect(page.locator(".urgent a.go")).to_have_attribute("href", url(games[3]), timeout=10_000)
    expect(page).to_have_title(re.compile(r"^\(1\) My games"))
    expect(link).to_be_focused()
    assert page.evaluate("scrollY") == top
    expect(page.locator("#say")).to_have_text("1 waits for you")
    create_invitation(user=other, invitee=user, options=OPTIONS)
    expect(page.get_by_text("bert asks you for a game")).to_be_visible(timeout=10_000)


def test_hidden_list_marks_itself_when_a_game_waits(visit: Visit) -> None:
    user = make_user()
    game = game_of(user, make_user(), my_turn=False)
    page = visit(user, "/games/", prepare=lambda page: page.clock.install())
    page.evaluate(HIDE, True)
    play(game)
    page.clock.run_for(61_000)
    expect(page).to_have_title(re.compile(rf"^{MARK}\(1\) My games"))
    page.evaluate(HIDE, False)
    expect(page).to_have_title(re.compile(r"^\(1\) My games"))


def test_page_of_a_game_counts_the_others_that_wait(visit: Visit) -> None:
    user = make_user()
    here, _there = (game_of(user, make_user(), my_turn=True) for _number in range(2))
    page = visit(user, url(here))
    expect(page).to_have_title(re.compile(r"^\(1\) Your turn"))


def test_room_opens_the_game_at_once(visit: Visit) -> None:
    game = create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    page = visit(seated(game, 1), url(game), prepare=without_asking)
    wait_until(lambda: streams() == 1)
    accept_invitation(token=game.invitation.token, user=make_user("bert"), entropy="")
    expect(page.locator("h1")).to_have_text("Game against bert", timeout=10_000)


def test_where_there_are_no_streams_the_page_asks(open_browser: Open) -> None:
    game = make_game()
    page = open_browser(waiter_of(game), reduced_motion="reduce")
    asked: list[int] = []

    def note(answer: Response) -> None:
        if "/events/" in answer.url:
            asked.append(answer.status)

    page.on("response", note)
    page.goto(url(game))
    expect_version(page, play(game), seconds=5)
    page.wait_for_timeout(3_000)
    assert asked == [204]
