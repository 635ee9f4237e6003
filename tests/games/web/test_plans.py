"""The page on which a turn is planned, without script; and that nobody else can tell whether there is a plan."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from accounts.models import User
from games.models import Game, Plan
from games.selectors.plans import entries_of
from games.services.planned import play_plan
from games.web.plan_words import outcome_text
from tests.factories.games import legal_json, make_game, play_random, seated
from tests.factories.users import make_user
from tests.games.api.calls import client_of, submit, url_of
from tests.games.services.planning import add, play
from tests.games.services.test_plans import BOARD, stands
from tests.games.stored import nothing_changes
from tests.games.web.visit import (
    Response,
    game_url,
    hidden_fields,
    lasting,
    refusal_on,
    text_of,
    visitor,
)
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CARDS = "pyramid=J1-02,J1-06,J1-05,J1-14,J1-24/J2-05,J2-06,J2-10,J2-12/J3-03,J3-04,J3-05"


@pytest.fixture
def waiting() -> Game:
    """A game in which seat 2 thinks; seat 1 can buy the white card J1-02, which then takes a white token."""
    return stands(f"{BOARD} {CARDS} seat=2 turn=5 tokens1=R2K2W1 privileges1=1")


def planner(game: Game) -> Any:
    """The browser of seat 1."""
    return visitor(seated(game, 1))


def choose(game: Game, **fields: Any) -> Response:
    """Seat 1 presses a button of the table on the page of its plan."""
    return planner(game).post(game_url(game, "plan_choose"), fields)


def change(game: Game, **fields: Any) -> Response:
    """Seat 1 sends a form of its plan, as the page just opened has it."""
    page = planner(game).get(game_url(game, "plan"))
    revision = hidden_fields(page).get("revision", "0")
    return planner(game).post(game_url(game, "plan_change"), {"revision": revision, **fields})


def turns(game: Game) -> list[str]:
    """The turns of seat 1's plan."""
    found = Plan.objects.filter(seat__game=game, seat__number=1).first()
    return [" ".join(entry.words) for entry in entries_of(found)] if found else []


# Choosing a turn


def test_page_offers_the_table_as_if_it_were_one_s_turn(waiting: Game) -> None:
    page = text_of(planner(waiting).get(game_url(waiting, "plan")))
    assert f'action="{game_url(waiting, "plan_choose")}"' in page
    assert "No entry yet." in page
    assert page.count("?entry=purchase:") == 1
    assert f'action="{game_url(waiting, "act")}"' not in page


@pytest.mark.parametrize(
    ("fields", "leads"),
    [
        ({"do": "take", "cell": ["b2", "c3", "d4"]}, "?entry=b2-c3-d4"),
        ({"do": "take", "cell": ["a2"], "turn": "privilege@b2"}, "?entry=privilege@b2+a2"),
        ({"do": "replenish"}, "?entry=replenish"),
        ({"do": "reserve", "gold": "b1", "deck": "2"}, "?entry=reserve:L2@b1"),
        (
            {"do": "purchase", "card": "J1-02", "payment": "red=2 black=2"},
            "?entry=purchase:J1-02=R2K2",
        ),
        ({"do": "words", "words": "privilege@b2"}, "?turn=privilege@b2"),
        ({"do": "words", "words": "replenish b2"}, "?entry=replenish+b2"),
    ],
)
def test_chosen_turn_is_put_before_the_planner(
    waiting: Game, fields: dict[str, Any], leads: str
) -> None:
    with nothing_changes():
        answer = choose(waiting, **fields)
    assert answer["Location"] == game_url(waiting, "plan") + leads + "#turn"
    assert planner(waiting).get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "take", "cell": ["a1"]}, 422),
        ({"do": "words", "words": "gibberish"}, 400),
        ({"do": "take"}, 400),
        ({}, 400),
    ],
)
def test_turn_that_can_t_be_played_is_refused_on_the_page(
    waiting: Game, fields: dict[str, Any], status: int
) -> None:
    with nothing_changes():
        answer = choose(waiting, **fields)
    assert answer.status_code == status
    assert refusal_on(answer)


@pytest.mark.parametrize("query", ["?entry=a1", "?entry=%00", "?entry=b2+b2", "?turn=x&card=J9-99"])
def test_no_address_breaks_the_page(waiting: Game, query: str) -> None:
    answer = planner(waiting).get(game_url(waiting, "plan") + query)
    assert answer.status_code == 200


def test_what_is_left_to_choose_after_a_card_is_turned_up_may_be_planned_too(
    waiting: Game,
) -> None:
    address = game_url(waiting, "plan") + "?entry=purchase:J1-02=R2K2"
    page = text_of(planner(waiting).get(address))
    ways = re.findall(r'href="\?entry=purchase:J1-02=R2K2\+(match@\w\d)#turn"', page)
    assert sorted(ways) == ["match@b3", "match@c5"]
    assert 'name="past"' not in page
    assert 'name="past"' in text_of(planner(waiting).get(address + "+match@b3"))


# The list


def test_turn_is_put_into_the_plan_with_its_conditions(waiting: Game) -> None:
    answer = change(
        waiting,
        add="1",
        entry="b2-c3",
        crowns="8",
        prestige="15",
        no_purchase="on",
        no_reserve="on",
        same_tokens="on",
        card_open="J1-05",
        not_bought="J2-05",
        full="a2, b3",
        empty="a1",
    )
    assert answer["Location"] == game_url(waiting, "plan") + "#plan"
    (entry,) = entries_of(Plan.objects.get(seat__game=waiting))
    assert [str(fact.kind) for fact in entry.wants] == [
        "cards_at_most",
        "reserved_at_most",
        "my_tokens",
        "crowns_below",
        "prestige_below",
        "card_open",
        "not_bought",
        "cell_full",
        "cell_full",
        "cell_empty",
    ]
    page = text_of(planner(waiting).get(game_url(waiting, "plan")))
    assert "has fewer than 8 crowns" in page
    assert "red on b2, blue on c3" in page


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"entry": "b2", "full": "z9"}, 422),
        ({"entry": "b2", "crowns": "99"}, 422),
        ({"entry": "b2", "card_open": "J3-99"}, 422),
        ({"entry": "replenish"}, 422),
        ({"entry": "replenish b2", "sure": "on"}, 422),
        ({"entry": "nonsense"}, 400),
        ({"entry": ""}, 400),
        ({"entry": "b2", "revision": "7"}, 409),
        ({"entry": "b2", "revision": "x"}, 400),
    ],
)
def test_entry_that_makes_no_sense_is_refused_on_the_page(
    waiting: Game, fields: dict[str, Any], status: int
) -> None:
    answer = change(waiting, add="1", **fields)
    assert answer.status_code == status
    assert refusal_on(answer)
    assert turns(waiting) == []


def test_entries_are_moved_and_deleted_by_plain_buttons(waiting: Game) -> None:
    for words in ("b2", "c3", "d4"):
        change(waiting, add="1", entry=words)
    first, _second, third = entries_of(Plan.objects.get(seat__game=waiting))
    change(waiting, up=third.key)
    assert turns(waiting) == ["b2", "d4", "c3"]
    change(waiting, down=first.key)
    assert turns(waiting) == ["d4", "b2", "c3"]
    change(waiting, delete=third.key)
    assert turns(waiting) == ["b2", "c3"]
    change(waiting, clear="1")
    assert turns(waiting) == []


def test_forged_form_changes_nothing(waiting: Game) -> None:
    client = visitor(seated(waiting, 1), strict=True)
    for name in ("plan_choose", "plan_change"):
        assert client.post(game_url(waiting, name), {"add": "1", "entry": "b2"}).status_code == 403
    assert turns(waiting) == []


@pytest.mark.parametrize("name", ["plan_choose", "plan_change"])
def test_get_changes_nothing_and_leads_to_the_page(waiting: Game, name: str) -> None:
    with nothing_changes():
        answer = planner(waiting).get(game_url(waiting, name))
    assert answer["Location"] == game_url(waiting, "plan")


# When there is nothing to plan


@pytest.mark.parametrize("name", ["plan", "plan_choose", "plan_change"])
def test_whose_turn_it_is_is_led_to_the_game(waiting: Game, name: str) -> None:
    client = visitor(seated(waiting, 2))
    ask = client.get if name == "plan" else client.post
    answer = ask(game_url(waiting, name), {"add": "1", "entry": "b2", "revision": "0"})
    assert answer["Location"] == game_url(waiting)


@pytest.mark.parametrize("name", ["plan", "plan_choose", "plan_change"])
def test_who_only_watches_has_no_plan(waiting: Game, name: str) -> None:
    with nothing_changes():
        ask = visitor(make_user()).get if name == "plan" else visitor(make_user()).post
        assert ask(game_url(waiting, name)).status_code == 403
        nobody = visitor().get if name == "plan" else visitor().post
        assert "/accounts/login/" in nobody(game_url(waiting, name))["Location"]


# The game page


def test_game_page_tells_its_owner_of_the_plan(waiting: Game, frozen_time: Traveller) -> None:
    assert "Plan your next turn" in text_of(planner(waiting).get(game_url(waiting)))
    add(waiting, "b2-c3")
    assert "Drop the plan" in text_of(planner(waiting).get(game_url(waiting)))
    play(waiting, "d4")
    assert "Within three minutes" in text_of(planner(waiting).get(game_url(waiting)))
    frozen_time.shift(timedelta(minutes=4))
    assert play_plan(Plan.objects.get().pk)
    page = text_of(planner(waiting).get(game_url(waiting)))
    assert "Your turn was played as planned." in page


def test_log_marks_the_planned_turn_for_its_owner_only(frozen_time: Traveller) -> None:
    game = make_game()
    seat = 3 - (game.seat_to_move or 1)
    first, second = singles(game)[:2]
    add(game, second, seat=seat, sure=True)
    play(game, first)
    frozen_time.shift(timedelta(minutes=4))
    assert play_plan(Plan.objects.get().pk)
    for name in ("game", "log"):
        for user, marks in ((seated(game, seat), 1), (seated(game, 3 - seat), 0), (None, 0)):
            page = text_of(visitor(user).get(game_url(game, name)))
            assert page.count("<em>as planned</em>") == marks


def singles(game: Game) -> list[str]:
    """Cells from which a single token may be taken."""
    lines = [action["cells"] for action in legal_json(game, "take_tokens")]
    return [line[0] for line in lines if len(line) == 1]


@pytest.mark.parametrize(
    ("last", "text"),
    [
        ({}, ""),
        ({"turn": 6, "why": "refused"}, "Your plan was not played: the turn was refused."),
        (
            {"turn": 6, "words": ["replenish"], "rest": ["b2"]},
            "Your turn was played as planned up to what was turned up. The rest was no longer legal.",
        ),
        (
            {"turn": 6, "words": ["replenish"], "rest": []},
            "The first part of this turn was played as planned. Choose how it goes on.",
        ),
    ],
)
def test_what_became_of_the_plan_is_said(last: dict[str, Any], text: str) -> None:
    assert outcome_text(last, 6) == text


def test_game_that_is_not_there_has_no_plan(waiting: Game) -> None:
    client = planner(waiting)
    assert client.get("/games/nosuchgame/plan/").status_code == 404
    assert client.post("/games/nosuchgame/plan/choose/").status_code == 404
    assert client.post("/games/nosuchgame/plan/change/", {"clear": "1"}).status_code == 404


def test_game_page_says_why_nothing_was_played(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "b2-c3")
    play(waiting, "b2")
    frozen_time.shift(timedelta(minutes=4))
    assert not play_plan(Plan.objects.get().pk)
    assert "no entry fitted" in text_of(planner(waiting).get(game_url(waiting)))


def test_plan_that_is_about_to_be_looked_at_can_be_stopped(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    planner(waiting).post(game_url(waiting, "plan_change"), {"clear": "1"})
    frozen_time.shift(timedelta(minutes=4))
    assert not play_plan(Plan.objects.get().pk)


def test_page_of_the_plan_takes_the_same_few_queries_whatever_is_planned(waiting: Game) -> None:
    def asked() -> int:
        client = planner(waiting)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(game_url(waiting, "plan")).status_code == 200
        return len(queries)

    before = asked()
    for words in ("b2", "c3", "d4"):
        add(waiting, words)
    assert asked() == before <= 10


# Secrecy


def seen_by(game: Game, user: User | None) -> list[bytes]:
    """All that this person is told about the game: pages, the version, the API, refusals included."""
    browser, api = visitor(user), client_of(user)
    pages = [lasting(browser.get(game_url(game, name))) for name in ("game", "log", "shuffle")]
    pages.append(browser.get(game_url(game, "version")).content)
    answers = [api.get(url_of(game, part)) for part in ("", "events", "legal-actions")]
    answers.append(submit(api, game, ["royal:R-1"], version=0))
    lists = [lasting(browser.get("/games/")), api.get("/api/v1/games").content]
    return pages + [answer.content for answer in answers] + lists


@pytest.mark.parametrize("who", ["opponent", "stranger", "nobody"])
def test_nobody_else_can_tell_that_there_is_a_plan(
    waiting: Game, frozen_time: Traveller, who: str
) -> None:
    people = {"opponent": seated(waiting, 2), "stranger": make_user(), "nobody": None}
    before = seen_by(waiting, people[who])
    add(waiting, "b2-c3")
    add(waiting, "replenish", sure=True)
    assert seen_by(waiting, people[who]) == before


def world(game: Game, time: Traveller, people: list[User | None], act: Callable[[], object]) -> Any:
    """What people are told some minutes after the opponent's turn, when `act` has been done; then undone again."""
    point = transaction.savepoint_create()
    act()
    game.refresh_from_db()
    told = [seen_by(game, user) for user in people]
    transaction.savepoint_rollback(point)
    game.refresh_from_db()
    return told


@pytest.mark.parametrize("words", ["b2-c3", "privilege@a2 b2-c3", "reserve:J1-05@b1"])
def test_nobody_else_can_tell_that_a_turn_was_planned(
    waiting: Game, frozen_time: Traveller, words: str
) -> None:
    """The same turn at the same moment, by a plan and by hand: equal to the last byte."""
    people = [seated(waiting, 2), make_user(), None]
    add(waiting, *words.split())
    play(waiting, "d4")
    frozen_time.shift(timedelta(minutes=4))
    planned = world(waiting, frozen_time, people, lambda: play_plan(Plan.objects.get().pk))
    by_hand = world(waiting, frozen_time, people, lambda: play(waiting, *words.split()))
    assert planned == by_hand


def test_nobody_else_can_tell_that_a_plan_was_not_played(
    waiting: Game, frozen_time: Traveller
) -> None:
    people = [seated(waiting, 2), make_user(), None]
    add(waiting, "d4")
    play(waiting, "d4")
    frozen_time.shift(timedelta(minutes=4))
    looked = world(waiting, frozen_time, people, lambda: play_plan(Plan.objects.get().pk))
    assert looked == world(waiting, frozen_time, people, lambda: None)


@pytest.mark.parametrize("seed", range(3))
def test_plan_learns_nothing_that_its_owner_does_not_know(seed: int) -> None:
    """With all that is hidden from the planner exchanged, the page is the same to the last byte."""
    game = make_game()
    play_random(game, 31 + seed, seed)
    planner_seat = 3 - (game.seat_to_move or 1)
    browser = visitor(seated(game, planner_seat))
    queries = ("", "?entry=replenish", "?entry=reserve:L1@b1", "?do=replenish")
    before = [lasting(browser.get(game_url(game, "plan") + query)) for query in queries]
    assert exchange_hidden(game, planner_seat, seed) > 10
    assert [lasting(browser.get(game_url(game, "plan") + query)) for query in queries] == before
