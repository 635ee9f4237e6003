"""The turn as a draft in a real browser: settled, changed, kept over a reload, asked about, typed, and sent once."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Game, GameEvent
from tests.e2e.conftest import Complaints, Open
from tests.e2e.driver import (
    prepare,
    press_cell,
    settled_on,
    show_steps,
    version_of,
    wait_for_news,
)
from tests.e2e.positions import BOARD, CASES, open_table
from tests.games.stored import nothing_changes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
DEVICES = pytest.mark.parametrize(
    ("script", "phone"),
    [(True, False), (True, True), (False, False), (False, True)],
    ids=["desk", "phone", "desk without script", "phone without script"],
)
PAYABLE = f"board={BOARD} bag=rest tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16"
PRIVILEGES = f"board={BOARD} bag=rest privileges1=2 pool=1"
FULL = f"board={BOARD} bag=rest tokens1=W2B2G2R2K1 privileges1=1 pool=2"
ALIKE = "board=RRR2/5/1PP2/5/4A bag=rest"
STEAL = "board=5/5/2W2/5/4A bag=rest tokens1=W4B4G2 tokens2=R1 reserved1=J2-09 cards1=J1-20"


def kinds(game: Game) -> list[str]:
    """The log after the set-up."""
    rows = GameEvent.objects.filter(game=game).order_by("number")
    dealt = [row.kind for row in rows]
    return dealt[dealt.index("game_started") + 1 :]


@DEVICES
def test_a_whole_turn_is_sent_by_one_press(
    open_browser: Open, people: tuple[User, User], script: bool, phone: bool
) -> None:
    page = open_browser(people[0], script=script, phone=phone)
    game = open_table(page, people, FULL)
    with nothing_changes():
        prepare(page, {"type": "use_privilege", "cell": "e2"}, script=script).click()
        page.locator("[data-cell=e2] .on").wait_for()
        prepare(page, {"type": "take_tokens", "cells": ["b2"]}, script=script).click()
        page.locator("#turn[data-mode=discard]").wait_for()
        expect(page.locator("#after")).to_contain_text("Nothing of this turn has been sent yet.")
        expect(page.locator(".settled")).to_have_count(2)
        confirm = prepare(page, {"type": "discard_tokens", "tokens": {"black": 1}}, script=script)
    version = version_of(page)
    confirm.click()
    wait_for_news(page, version)
    assert kinds(game) == [
        "privilege_used",
        "tokens_taken",
        "choice_opened",
        "tokens_discarded",
        "turn_ended",
    ]


@SCRIPT
def test_the_main_action_is_opened_again_from_the_discard(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    open_table(page, people, FULL)
    with nothing_changes():
        prepare(page, {"type": "take_tokens", "cells": ["b2", "c3"]}, script=script).click()
        page.locator("#turn[data-mode=discard]").wait_for()
        page.get_by_role("link", name="Take red, blue from b2-c3: Change").click()
        page.locator("#turn[data-mode=line]").wait_for()
        expect(page.locator("#board input:checked")).to_have_count(2)
        assert settled_on(page) == []


def test_a_reload_and_a_closed_tab_keep_the_draft(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, FULL)
    prepare(page, {"type": "use_privilege", "cell": "e2"}, script=True).click()
    page.locator("[data-cell=e2] .on").wait_for()
    prepare(page, {"type": "take_tokens", "cells": ["b2"]}, script=True).click()
    page.get_by_role("button", name="Return one blue: 2 kept").click()
    page.reload()
    expect(page.get_by_role("button", name="Keep the blue after all")).to_be_visible()
    again = page.context.new_page()
    page.close()
    again.goto(f"/games/{game.pk}/")
    expect(again.get_by_role("button", name="Keep the blue after all")).to_be_visible()
    expect(again.locator("#say")).to_have_text("Your draft is back. Nothing of it has been sent.")
    assert settled_on(again) == ["privilege@e2", "b2"]


def test_a_line_survives_a_reload(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    open_table(page, people, PRIVILEGES)
    page.locator("#main[data-ready]").wait_for()
    press_cell(page, "b2")
    press_cell(page, "d4")
    page.reload()
    expect(page.locator("#confirm")).to_have_text("Take red, blue, green from b2-c3-d4")


@DEVICES
@pytest.mark.parametrize("cells", [["a1", "b1", "c1"], ["c3", "b3"]], ids=["alike", "pearls"])
def test_a_gift_is_asked_about_once_more(
    open_browser: Open, people: tuple[User, User], script: bool, phone: bool, cells: list[str]
) -> None:
    page = open_browser(people[0], script=script, phone=phone)
    game = open_table(page, people, ALIKE)
    with nothing_changes():
        prepare(page, {"type": "take_tokens", "cells": cells}, script=script).click()
        expect(page.locator("#question")).to_contain_text(
            "bert gains a privilege. Play it all the same?"
        )
        page.get_by_role("link", name="No, choose again").click()
        expect(page.locator("#question")).to_have_count(0)
        expect(page.locator("#board input:checked")).to_have_count(0)
        prepare(page, {"type": "take_tokens", "cells": cells}, script=script).click()
        page.locator("#question").wait_for()
    version = version_of(page)
    page.locator("#confirm").click()
    wait_for_news(page, version)
    assert "privilege_gained" in kinds(game)


def test_another_choice_is_no_answer_to_the_question(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0])
    open_table(page, people, ALIKE)
    prepare(page, {"type": "take_tokens", "cells": ["a1", "c1"]}, script=True).click()
    page.locator("#question").wait_for()
    press_cell(page, "c3")
    expect(page.locator("#question")).to_have_count(0)
    press_cell(page, "b3")
    with nothing_changes():
        page.locator("#confirm").click()
        page.locator("#question").wait_for()


@SCRIPT
def test_the_question_can_be_switched_off(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    page.goto("/preferences/")
    page.get_by_label("Ask before my opponent gains a privilege").uncheck()
    page.get_by_role("button", name="Save").click()
    game = open_table(page, people, ALIKE)
    version = version_of(page)
    prepare(page, {"type": "take_tokens", "cells": ["a1", "b1", "c1"]}, script=script).click()
    wait_for_news(page, version)
    game = open_table(page, people, PRIVILEGES)
    version = version_of(page)
    page.locator("button[name=do][value=replenish]").click()
    wait_for_news(page, version)
    assert "board_replenished" in kinds(game)


def test_the_point_of_no_return_is_marked(open_browser: Open, people: tuple[User, User]) -> None:
    page = open_browser(people[0])
    mark = page.locator(".noback")
    open_table(page, people, FULL)
    expect(mark).to_have_count(0)
    for choice in ("?do=replenish", "?deck=2&gold=b1"):
        open_table(page, people, FULL, choice)
        expect(mark).to_have_text("Cannot be taken back from here")
    open_table(page, people, f"board={BOARD} bag=rest pyramid=J1-05", "?card=J1-05&gold=b1")
    expect(page.locator("#turn[data-mode=reserve]")).to_be_visible()
    expect(mark).to_have_count(1)
    open_table(page, people, PAYABLE, "?card=J1-16")
    expect(page.locator("#turn[data-mode=buy]")).to_be_visible()
    expect(mark).to_have_count(0)


@DEVICES
def test_a_typed_turn_stands_on_the_board_until_it_is_confirmed(
    open_browser: Open,
    people: tuple[User, User],
    complaints: Complaints,
    script: bool,
    phone: bool,
) -> None:
    complaints.expect_status(400, 422)
    page = open_browser(people[0], script=script, phone=phone)
    game = open_table(page, people, PRIVILEGES)
    with nothing_changes():
        type_turn(page, "b2-z9", script=script)
        expect(page.locator("#refusal")).to_contain_text("“b2-z9” is not an action in notation.")
        type_turn(page, "privilege@b2 b2-c3", script=script)
        expect(page.locator("#refusal")).to_contain_text("There is no token on that cell.")
        expect(page.locator("[name=words]")).to_have_value("privilege@b2 b2-c3")
        type_turn(page, "privilege@b2 c3-d4", script=script)
        expect(page.locator("#confirm")).to_contain_text("Take blue, green from c3-d4")
        assert settled_on(page) == ["privilege@b2"]
    version = version_of(page)
    page.locator("#confirm").click()
    wait_for_news(page, version)
    assert kinds(game) == ["privilege_used", "tokens_taken", "turn_ended"]


def type_turn(page: Page, words: str, *, script: bool) -> None:
    field = page.locator("[name=words]")
    show_steps(page)
    if not field.is_visible():
        page.locator(".typed summary").click()
    field.fill(words)
    if script:
        field.press("Enter")
    else:
        page.get_by_role("button", name="Put it on the board").click()


def test_a_lost_connection_loses_nothing(
    open_browser: Open, people: tuple[User, User], complaints: Complaints
) -> None:
    page = open_browser(people[0])
    game = open_table(page, people, PRIVILEGES)
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.request.post_data or "")
        if len(lost) == 1:
            route.fetch()  # the turn arrives, its answer doesn't
            route.abort("connectionreset")
        else:
            route.continue_()

    complaints.expect_text("net::ERR_CONNECTION_RESET")
    page.route("**/actions/", lose_the_answer)
    prepare(page, {"type": "take_tokens", "cells": ["b2"]}, script=True).click()
    expect(page.locator("#why")).to_contain_text("Nothing is lost")
    expect(page.locator("#confirm")).to_be_enabled()
    version = version_of(page)
    page.locator("#confirm").click()
    wait_for_news(page, version)
    assert lost[0] == lost[1]
    assert kinds(game) == ["tokens_taken", "turn_ended"]


def test_the_newest_choice_is_shown_whatever_arrives_last(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0])
    open_table(page, people, PAYABLE)
    slow = page.expect_response("**/*deck=1*")

    def hold(route: Route) -> None:
        page.locator("#turn[data-mode=buy]").wait_for()
        route.continue_()

    page.locator("#main[data-ready]").wait_for()
    page.route("**/*deck=1*", hold)
    with slow:
        page.locator("#deck-1").click()
        page.locator("#card-J1-16").click()
    page.wait_for_timeout(100)
    expect(page.locator("#turn")).to_have_attribute("data-mode", "buy")
    expect(page).to_have_url(re.compile(r"card=J1-16"))


def test_a_form_that_has_grown_old_is_renewed_with_its_draft(
    open_browser: Open, people: tuple[User, User], complaints: Complaints
) -> None:
    complaints.expect_status(403)
    page = open_browser(people[0])
    game = open_table(page, people, PRIVILEGES)
    page.locator("#main[data-ready]").wait_for()
    press_cell(page, "b2")
    page.context.clear_cookies(name="csrftoken")
    with page.expect_navigation():
        page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_text("Take red from b2")
    version = version_of(page)
    page.locator("#main[data-ready]").wait_for()
    page.locator("#confirm").click()
    wait_for_news(page, version)
    assert kinds(game) == ["tokens_taken", "turn_ended"]


def test_a_session_that_has_ended_leads_back_to_the_draft(
    open_browser: Open, people: tuple[User, User]
) -> None:
    people[0].set_password("kite-lantern-41")
    people[0].save()
    page = open_browser(people[0])
    game = open_table(page, people, PRIVILEGES)
    page.locator("#main[data-ready]").wait_for()
    press_cell(page, "b2")
    page.context.clear_cookies(name="sessionid")
    with nothing_changes():
        page.locator("#confirm").click()
        page.locator("[name=login]").fill("ada")
    page.locator("[name=password]").fill("kite-lantern-41")
    page.locator("main button.go").click()
    expect(page.locator("#confirm")).to_have_text("Take red from b2")
    assert kinds(game) == []


def test_tokens_that_come_and_go_are_marked_beside_my_own(
    open_browser: Open, people: tuple[User, User]
) -> None:
    page = open_browser(people[0])
    open_table(page, people, FULL)
    page.locator("#main[data-ready]").wait_for()
    press_cell(page, "b2")
    expect(page.locator(".seat-me [data-kind=red] i")).to_have_text("+1")
    expect(page.locator(".seat-me [data-held]")).to_have_text("9 → 10 of 10")
    open_table(page, people, PAYABLE, "?card=J1-16")
    expect(page.locator(".seat-me [data-kind=white] i")).to_have_text("−1")
    page.get_by_role("button", name="Spend gold").click()
    expect(page.locator(".seat-me [data-kind=gold] i")).to_have_text("−2")


@pytest.mark.parametrize("stands", [FULL, CASES["discard"].stands], ids=["draft", "played"])
def test_on_a_phone_the_discard_chooser_does_not_hide_the_board(
    open_browser: Open, people: tuple[User, User], stands: str
) -> None:
    page = open_browser(people[0], phone=True)
    open_table(page, people, stands, "?turn=privilege@e2+b2-c3" if stands == FULL else "")
    expect(page.get_by_role("button", name="Return one white")).to_be_visible()
    board, panel = (page.locator(where).bounding_box() for where in ("#board", "#turn"))
    assert board is not None and panel is not None
    assert board["y"] >= 0 and board["y"] + board["height"] <= panel["y"]


@SCRIPT
def test_over_ten_is_told_before_confirming(
    open_browser: Open, people: tuple[User, User], script: bool
) -> None:
    page = open_browser(people[0], script=script)
    open_table(page, people, FULL, "?cell=b2&cell=c3")
    expect(page.locator("#confirm-small")).to_have_text("then return 1")
    expect(page.locator("#after")).to_contain_text("You will hold 11 tokens and then return 1")
