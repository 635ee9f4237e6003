"""Past positions and playback in a real browser: from the log, forward and back, by keys, by themselves, and skipped."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, GameEvent
from games.selectors.past import log_of
from games.services.play import resign_game
from tests.e2e.conftest import Open
from tests.e2e.look import violations, width_of
from tests.factories.games import (
    legal_json,
    make_game,
    mover_of,
    play_random,
    seated,
    waiter_of,
)
from tests.factories.users import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}


@pytest.fixture
def people(db: None) -> tuple[User, User]:
    return make_user("ada"), make_user("bert")


@pytest.fixture
def game(people: tuple[User, User]) -> Game:
    """A game of some turns: the other seat has just played, the one to move may take tokens and has done nothing yet."""
    made = make_game(*people)
    state = play_random(made, 24, seed=1)
    while state.phase or not state.fresh or state.extra_turn or not legal_json(made, "take_tokens"):
        state = play_random(made, 1, seed=made.version)
    return made


def numbers(game: Game) -> list[int]:
    """The steps."""
    return [span.last for span in log_of(game).spans]


def at(game: Game, number: int) -> str:
    """The address of a position."""
    return f"/games/{game.pk}/at/{number}/"


def shows(page: Page, game: Game, number: int) -> None:
    """Wait until the page shows this position, at its own address."""
    expect(page.locator("[aria-current=step]")).to_have_attribute("data-step", str(number))
    expect(page).to_have_url(re.compile(rf"{at(game, number)}$"))


PHONE = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


@PHONE
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_from_a_line_of_the_log_forward_and_back(
    open_browser: Open, game: Game, script: bool, phone: bool
) -> None:
    page, steps = open_browser(seated(game, 1), script=script, phone=phone), numbers(game)
    page.goto(f"/games/{game.pk}/log/")
    page.locator(f"[data-step='{steps[10]}']").click()
    shows(page, game, steps[10])
    for way, number in (
        ("forward", steps[11]),
        ("back", steps[10]),
        ("back", steps[9]),
        ("first", steps[0]),
    ):
        page.locator(f"#go-{way}").click()
        shows(page, game, number)
    page.reload()
    shows(page, game, steps[0])
    page.go_back()
    shows(page, game, steps[9])
    page.locator("#go-last").click()
    expect(page).to_have_url(re.compile(rf"/games/{game.pk}/$"))


def test_keys(open_browser: Open, game: Game) -> None:
    page, steps = open_browser(seated(game, 1)), numbers(game)
    page.goto(at(game, steps[5]))
    page.locator("#go-play").wait_for()
    for key, number in (
        ("ArrowRight", steps[6]),
        ("ArrowRight", steps[7]),
        ("ArrowLeft", steps[6]),
        ("Home", steps[0]),
    ):
        page.keyboard.press(key)
        shows(page, game, number)
    page.locator("#copies summary").click()
    page.locator("#copy-game").press("ArrowRight")  # the field uses the key itself
    shows(page, game, steps[0])
    page.locator("#turn-title").focus()
    page.keyboard.press("ArrowRight")
    shows(page, game, steps[1])
    expect(page.locator("#copy-game")).to_be_visible()  # what was opened stays open
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(rf"/games/{game.pk}/$"))


def test_play_stops_at_the_end_and_waits_for_a_pause(open_browser: Open, game: Game) -> None:
    page, steps = open_browser(seated(game, 1)), numbers(game)
    page.clock.install()
    page.goto(at(game, steps[-4]))
    play = page.locator("#go-play")
    play.click()
    shows(page, game, steps[-3])
    expect(play).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")  # on the button: it pauses
    expect(play).to_have_attribute("aria-label", "Play")
    page.clock.run_for(20_000)
    shows(page, game, steps[-3])
    page.locator("#turn-title").focus()
    page.keyboard.press("Space")
    shows(page, game, steps[-2])
    page.clock.run_for(6_000)
    shows(page, game, steps[-1])
    expect(play).to_have_attribute("aria-label", "Play")


def test_focus_stays_on_the_way_that_was_pressed(open_browser: Open, game: Game) -> None:
    page, steps = open_browser(seated(game, 1)), numbers(game)
    page.goto(at(game, steps[2]))
    page.locator("#go-back").focus()
    page.keyboard.press("Enter")
    shows(page, game, steps[1])
    expect(page.locator("#go-back")).to_be_focused()
    page.keyboard.press("Enter")
    shows(page, game, steps[0])
    expect(page.locator("#turn-title")).to_be_focused()
    expect(page.locator("#say")).to_have_text(
        re.compile(r"^The game was dealt; (you|bert) began\.$")
    )


def test_finished_game_is_seen_from_three_sides(
    open_browser: Open, game: Game, people: tuple[User, User]
) -> None:
    resign_game(game_id=game.pk, user=people[1])
    page, steps = open_browser(), numbers(game)
    page.goto(at(game, steps[8]))
    current = page.locator(".sides [aria-current]")
    expect(current).to_have_text("Everything open")
    page.get_by_role("link", name="bert", exact=True).click()
    expect(current).to_have_text("bert")
    expect(page.locator(".seat-me h2")).to_have_text("bert")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"{at(game, steps[9])}\?as=2$"))
    expect(current).to_have_text("bert")


def test_position_is_copied(open_browser: Open, game: Game) -> None:
    page, steps = open_browser(seated(game, 1)), numbers(game)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(at(game, steps[4]))
    page.locator("#copies summary").click()
    page.keyboard.press("Escape")
    page.locator("#go-forward").click()
    shows(page, game, steps[5])
    page.get_by_role("button", name="Copy the position").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#copy-position").input_value()
    assert copied.startswith("turn=")


# Playback on opening


def new_steps(game: Game, viewer: int) -> list[int]:
    """Steps since the viewer's last turn."""
    ends = GameEvent.objects.filter(game=game, kind="turn_ended", seat=viewer)
    since = max(ends.values_list("number", flat=True), default=0)
    return [number for number in numbers(game) if number > since]


def opened(open_browser: Open, game: Game, **options: Any) -> Page:
    """The page of the seat to move, after a turn of the other."""
    page = open_browser(mover_of(game), **{**MOVING, **options})
    page.clock.install()
    page.goto(f"/games/{game.pk}/")
    return page


@PHONE
def test_what_the_opponent_played_is_shown_once(
    open_browser: Open, game: Game, phone: bool
) -> None:
    viewer = game.seat_to_move
    assert viewer
    steps = new_steps(game, viewer)
    page = opened(open_browser, game, phone=phone)
    caption = page.locator(".caption")
    expect(caption.locator(".told")).to_be_visible()
    said = page.locator("#say").text_content() or ""
    assert said.startswith(f"Since your last turn: {waiter_of(game).username} ")
    for _second in range(6 * len(steps)):
        page.clock.run_for(1_000)
    expect(caption).to_have_count(0)
    expect(page.locator("#board input").first).to_be_attached()
    assert page.locator("#say").text_content() == said
    page.reload()
    expect(page.locator("#show-steps")).to_be_visible()
    page.wait_for_timeout(300)
    expect(caption).to_have_count(0)


@PHONE
@pytest.mark.parametrize("how", ["button", "key", "tap"])
def test_playback_is_skipped(open_browser: Open, game: Game, how: str, phone: bool) -> None:
    page = opened(open_browser, game, phone=phone)
    caption = page.locator(".caption")
    caption.wait_for()
    expect(page.locator("#board input")).to_have_count(0)
    if how == "button":
        caption.get_by_role("button", name="Skip").click()
    elif how == "key":
        page.keyboard.press("x")
    else:
        page.locator(".pouch").click()
    expect(caption).to_have_count(0)
    expect(page.locator("#board input").first).to_be_attached()


@PHONE
def test_nothing_moves_beside_the_table(open_browser: Open, game: Game, phone: bool) -> None:
    page = opened(open_browser, game, phone=phone)
    page.locator(".caption .told svg, .caption .told b").first.wait_for()
    places = "[...document.querySelectorAll('#main > *')].map((part) => part.getBoundingClientRect().width)"
    during = page.evaluate(places)
    assert violations(page) == []
    assert width_of(page) <= (390 if phone else 1280)
    page.keyboard.press("x")
    assert page.evaluate(places) == during


def test_reduced_motion_is_offered_the_steps(open_browser: Open, game: Game) -> None:
    page = opened(open_browser, game, reduced_motion="reduce")
    caption = page.locator(".caption")
    page.locator("#board[role=grid]").wait_for()
    page.wait_for_timeout(300)
    expect(caption).to_have_count(0)
    page.locator("#show-steps").click()
    expect(caption.locator(".told")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(caption).to_have_count(0)
    expect(page.locator("#show-steps")).to_be_focused()


def test_a_choice_in_the_address_is_never_covered(open_browser: Open, game: Game) -> None:
    page = open_browser(mover_of(game), **MOVING)
    page.goto(f"/games/{game.pk}/?do=replenish")
    page.locator("#board[role=grid]").wait_for()
    page.wait_for_timeout(400)
    expect(page.locator(".caption")).to_have_count(0)
    expect(page.locator("#show-steps")).to_be_visible()


def test_an_extra_turn_is_shown_too(open_browser: Open, people: tuple[User, User]) -> None:
    game, viewer = make_game(*people), 0
    for _action in range(400):
        state = play_random(game, 1, seed=GameEvent.objects.count())
        viewer = 3 - state.seat if state.extra_turn else viewer
        if viewer and state.seat == viewer and state.fresh and not state.phase:
            break
    steps = new_steps(game, viewer)
    ends = GameEvent.objects.filter(game=game, kind="turn_ended", number__gte=steps[0])
    assert ends.count() > 1
    page = opened(open_browser, game)
    expect(page.locator("#since li")).to_have_count(ends.count())
    expect(page.locator(".caption .mut")).to_have_text(f"1/{len(steps)}")


def test_news_are_played_while_the_page_is_open(open_browser: Open, game: Game) -> None:
    page = open_browser(waiter_of(game), **MOVING)
    page.goto(f"/games/{game.pk}/")
    page.locator("#turn[data-mode=watch]").wait_for()
    before = page.locator("#main").get_attribute("data-version")
    play_random(game, 1)
    page.evaluate(
        "async () => (await import('/static/js/playback.js')).showNews(document.getElementById('main'))"
    )
    expect(page.locator("#main")).not_to_have_attribute("data-version", before or "")
    expect(page.locator(".caption")).to_have_count(0)


def test_without_script_the_steps_are_a_link(open_browser: Open, game: Game) -> None:
    page = open_browser(mover_of(game), script=False)
    page.goto(f"/games/{game.pk}/")
    page.locator("#show-steps").click()
    viewer = game.seat_to_move
    assert viewer
    shows(page, game, new_steps(game, viewer)[0])
