"""Acting on the game page: applied once, refused with the reason beside the choice, nothing changed by a refusal."""

from http import HTTPStatus
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.html import escape

from engine import action_to_json, legal_actions, write_position
from games.models import Game
from games.selectors.state import load_state, refold
from games.services.play import resign_game
from games.web import play
from games.web.staging import stage
from games.web.table import read_draft
from tests.builders import position
from tests.factories.games import legal_json, mover_of, play_random, put_position, waiter_of
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.games.web.page import Page
from tests.games.web.test_new_game import BODIES
from tests.games.web.visit import (
    Response,
    act,
    form_of,
    game_url,
    hidden_fields,
    refusal_on,
    text_of,
    visitor,
)

pytestmark = pytest.mark.one_database


@pytest.fixture
def mover(game: Game) -> Client:
    """The browser of who is to move."""
    return visitor(mover_of(game))


def some_take(game: Game, number: int = 1) -> dict[str, Any]:
    """A legal form that takes this many tokens."""
    takes = [action for action in legal_json(game, "take_tokens") if len(action["cells"]) == number]
    return form_of(takes[0])


def chosen(response: Response) -> dict[str, list[str]]:
    """What is chosen on the page: boxes and radio buttons that are checked, hidden fields and numbers."""
    found: dict[str, list[str]] = {}
    for control in Page(text_of(response)).controls:
        if control.checked or (
            control.kind in ("hidden", "number", "text") and control.value != "0"
        ):
            found.setdefault(control.name, []).append(control.value)
    return found


def test_an_action_is_played_and_the_page_opens_at_the_panel(game: Game, mover: Client) -> None:
    response = act(mover, game, some_take(game))
    assert (response.status_code, response.headers["Location"]) == (302, game_url(game) + "#turn")
    assert mover_of(game) != mover.get(game_url(game)).wsgi_request.user
    assert write_position(load_state(game)) == write_position(refold(game))


@pytest.mark.parametrize("seed", [1, 4])
def test_random_games_are_played_through_the_forms(game: Game, seed: int) -> None:
    random = Random(seed)
    browsers = {seat.number: visitor(seat.user) for seat in game.seats.all()}
    draft = QueryDict(mutable=True)
    for _action in range(60):
        staged = stage(load_state(game), game.seat_to_move, read_draft(draft))
        action = action_to_json(random.choice(legal_actions(staged.state)))
        form = {**form_of(action), "turn": " ".join(staged.draft.turn)}
        draft = press(browsers[game.seat_to_move or 0], game, form)
    assert game.version > 60


def press(browser: Client, game: Game, form: dict[str, Any]) -> QueryDict:
    """Send a form and confirm a gift; gives the draft with which the page goes on, empty once the turn is played."""
    before = game.version
    response = act(browser, game, form)
    assert response.status_code == HTTPStatus.FOUND, (form, refusal_on(response))
    query = urlsplit(response.headers["Location"]).query
    if "ask=1" in query:
        asking = browser.get(f"{game_url(game)}?{query}")
        return press(browser, game, {**form, "sure": hidden_fields(asking)["sure"]})
    game.refresh_from_db()
    assert (game.version > before) == (not query)
    return QueryDict(query, mutable=True)


def test_a_second_press_is_answered_like_the_first(game: Game, mover: Client) -> None:
    form = {**some_take(game), "version": game.version, "key": "pressed twice"}
    first = act(mover, game, form)
    with nothing_changes():
        second = act(mover, game, form)
    assert second.status_code == first.status_code
    assert second.headers["Location"] == first.headers["Location"]


def test_a_key_is_good_for_one_choice(game: Game, mover: Client) -> None:
    form = {**some_take(game), "version": game.version, "key": "same"}
    act(mover, game, form)
    with nothing_changes():
        response = act(mover, game, {**form, "do": "replenish"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert refusal_on(response) == "This key was already used for another request."


def test_the_second_of_two_tabs_reads_what_happened(game: Game, mover: Client) -> None:
    play_random(game, 30)
    while len(legal_json(game, "take_tokens")) < 2:
        play_random(game, 1)
    browser = visitor(mover_of(game))
    name = mover_of(game).username
    pages = [browser.get(game_url(game)) for _tab in range(2)]
    takes = [form_of(action) for action in legal_json(game, "take_tokens")[:2]]
    forms = [take | hidden_fields(page) for take, page in zip(takes, pages, strict=True)]
    assert act(browser, game, forms[0]).status_code == HTTPStatus.FOUND
    with nothing_changes():
        response = act(browser, game, forms[1])
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response).startswith("The game has moved on since you opened this page.")
    story = text_of(response).partition("What happened meanwhile")[2].partition("</ul>")[0]
    assert f"You took {takes_words(game, takes[0])}" in story
    assert name not in story


def takes_words(game: Game, take: dict[str, Any]) -> str:
    """The tokens taken last, as the log tells them."""
    tokens = game.events.filter(kind="tokens_taken").order_by("-number")[0].payload["tokens"]
    return f"{', '.join(tokens)} from" if len(tokens) > 1 else f"{tokens[0]} from"


def test_an_outdated_page_tells_the_opponents_turns_and_keeps_the_choice(game: Game) -> None:
    other, player = visitor(mover_of(game)), visitor(waiter_of(game))
    old = game.version
    act(other, game, some_take(game))
    with nothing_changes():
        response = act(player, game, {**some_take(game, 2), "version": old, "key": "old"})
    assert response.status_code == HTTPStatus.CONFLICT
    assert "What happened meanwhile" in text_of(response)
    again = chosen(response)
    assert len(again["cell"]) == 2
    assert again["version"] == [str(game.version)]
    assert act(player, game, {**again, "do": "take"}).status_code == HTTPStatus.FOUND


REFUSED = [
    ("a gap in the line", "do=take", {"cell": ["a1", "a3"]}, 422),
    ("gold in a line", "do=take", {"cell": ["b1"]}, 422),
    ("an empty cell", "do=take", {"cell": ["e5"]}, 422),
    ("a card out of reach", "do=purchase", {"card": "J3-03", "payment": "white=2"}, 422),
    ("no such card in the row", "do=reserve", {"card": "J1-03", "gold": "b1"}, 422),
    ("no gold there", "do=reserve", {"deck": ["1"], "gold": "a1"}, 422),
    ("a privilege on gold", "do=words", {"words": "privilege@b1"}, 422),
    ("words that are none", "do=words", {"words": "b2 to c3"}, 400),
    ("no words", "do=words", {"words": " "}, 400),
    ("a draft that is none", "do=take", {"cell": ["a1"], "turn": "b9!"}, 400),
    (
        "a privilege in the draft that is on gold",
        "do=take",
        {"cell": ["a1"], "turn": "privilege@b1"},
        422,
    ),
    ("nothing to claim", "do=claim", {}, 422),
    ("a step of another phase", "do=steal", {"token": "red"}, 422),
    ("nothing chosen", "do=take", {}, 400),
    ("no such step", "do=win", {"cell": ["a1"]}, 400),
    ("no step at all", "do=", {"cell": ["a1"]}, 400),
    ("a deck and a card", "do=reserve", {"gold": "b1", "card": "J1-02", "deck": "1"}, 400),
    ("a cell off the board", "do=take", {"cell": ["f6"]}, 400),
    ("tokens of no kind", "do=discard", {"discard-red": "many"}, 400),
    ("no page's version", "do=take", {"cell": ["a1"], "version": "new"}, 400),
    ("a version from the future", "do=take", {"cell": ["a1"], "version": "999999999"}, 409),
    ("a huge version", "do=take", {"cell": ["a1"], "version": "9" * 5000}, 400),
    ("no key", "do=take", {"cell": ["a1"], "key": ""}, 400),
    ("a key too long", "do=take", {"cell": ["a1"], "key": "k" * 65}, 400),
    ("a key of null characters", "do=take", {"cell": ["a1"], "key": "\0"}, 400),
    ("a thousand cells", "do=take", {"cell": ["a1"] * 900}, 400),
    ("a very long cell", "do=take", {"cell": ["a1" * 9999]}, 400),
    ("null characters", "do=purchase", {"card": "J1-02\0", "payment": "\0"}, 400),
]
PLAIN = "board=WA3/5/BB3/5/5 bag=rest tokens1=W2 privileges1=1 pool=2 pyramid=J1-02,J1-05,-,-,-/J2-05,-,-,-/J3-03,-,-"


@pytest.mark.parametrize(
    ("step", "fields", "status"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_a_refusal_changes_nothing_and_leaves_a_page_that_works(
    game: Game, step: str, fields: dict[str, Any], status: int
) -> None:
    put_position(game, position(PLAIN))
    mover = visitor(mover_of(game))
    with nothing_changes():
        response = act(mover, game, {"do": step.removeprefix("do="), **fields})
    assert response.status_code == status
    assert refusal_on(response).endswith((".", "characters"))
    fields = hidden_fields(response)
    assert fields["version"] == str(game.version)
    form = {"do": "take", "cell": "a1", "version": fields["version"], "key": fields["key"]}
    assert act(mover, game, form).status_code == HTTPStatus.FOUND


FOLLOW_UP = "bag=rest tokens2=R1P1"
KEPT = [
    (PLAIN, {"do": "take", "cell": ["a1", "a3"]}, {"cell": ["a1", "a3"]}),
    (PLAIN, {"do": "words", "words": "a1-e5"}, {"words": ["a1-e5"]}),
    (
        PLAIN,
        {"do": "take", "cell": ["b3", "b1"], "turn": "privilege@a1"},
        {"turn": ["privilege@a1"], "cell": ["b3"]},
    ),
    (
        PLAIN + " cards1=J1-20",
        {"do": "purchase", "card": "J1-05", "payment": "white=1"},
        {"card": ["J1-05"]},
    ),
    (
        PLAIN,
        {"do": "reserve", "card": "J1-05", "gold": "a1"},
        {"card": ["J1-05"]},
    ),
    (
        FOLLOW_UP + " phase=discard_tokens tokens1=W4B4G4",
        {"do": "discard", "discard-green": "1", "discard-white": "3"},
        {"discard-green": ["1"], "discard-white": ["3"]},
    ),
    (
        FOLLOW_UP + " phase=steal_token tokens1=W1",
        {"do": "steal", "token": "red", "key": "k" * 65},
        {"token": ["red"]},
    ),
    (
        FOLLOW_UP + " phase=choose_royal_card cards1=J3-05,J3-07",
        {"do": "royal", "royal": "R-2", "key": "k" * 65},
        {"royal": ["R-2"]},
    ),
]


@pytest.mark.parametrize(("stands", "form", "kept"), KEPT)
def test_a_refused_choice_stays_chosen(
    game: Game, stands: str, form: dict[str, Any], kept: dict[str, list[str]]
) -> None:
    put_position(game, position(stands))
    response = act(visitor(mover_of(game)), game, form)
    assert response.status_code in (400, 422)
    again = chosen(response)
    assert {name: again.get(name) for name in kept} == kept


def test_who_waits_is_told_whose_turn_it_is(game: Game) -> None:
    form = some_take(game)
    with nothing_changes():
        response = act(visitor(waiter_of(game)), game, form)
    assert (response.status_code, refusal_on(response)) == (409, "It is not your turn.")
    assert 'data-mode="watch"' in text_of(response)


def test_nothing_is_played_in_a_game_that_is_over(game: Game, mover: Client) -> None:
    form = some_take(game)
    resign_game(game_id=game.pk, user=waiter_of(game))
    with nothing_changes():
        response = act(mover, game, form)
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This game is not being played at the moment."
    assert 'data-mode="over"' in text_of(response)


def test_those_who_watch_are_told_so_on_the_board(game: Game) -> None:
    form = some_take(game)
    with nothing_changes():
        response = act(visitor(make_user()), game, form)
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert refusal_on(response) == escape("You don't play in this game.")
    assert Page(text_of(response)).controls == []


@pytest.mark.parametrize(("body", "kind"), BODIES)
def test_bodies_that_are_no_form_are_refused(
    game: Game, mover: Client, body: bytes, kind: str
) -> None:
    with nothing_changes():
        response = mover.generic("POST", game_url(game, "act"), body, content_type=kind)
    assert response.status_code in (400, 413)


NAMES = ("do", "cell", "gold", "card", "deck", "payment", "onto", "token", "royal", "discard-red")
JUNK: tuple[Any, ...] = (
    *("take", "privilege", "reserve", "purchase", "matching", "steal", "royal", "discard"),
    *("replenish", "a1", "b1", "c3", "J1-05", "J9-99", "R-1", "red", "red=1 gold=2", "1", "0"),
    *("-1", "", " ", "\0", "\u0661", "\N{SNOWMAN}", "null", "[]", "{}", "x" * 999, "1e9", "a1\n"),
    *(["a1", "b2"], ["c3"] * 30, ["1", "2"]),
)


def test_no_junk_in_the_form_breaks_anything(game: Game) -> None:
    random = Random(7)
    play_random(game, 20)
    for number in range(90):
        data = {name: random.choice(JUNK) for name in random.sample(NAMES, random.randint(1, 5))}
        before = game.version
        browser = visitor(random.choice([mover_of(game), waiter_of(game)]))
        response = act(browser, game, {"do": random.choice(JUNK), "key": f"{number}", **data})
        game.refresh_from_db()
        assert response.status_code in (302, 400, 409, 422), data
        assert (game.version > before) == (response.status_code == HTTPStatus.FOUND)


def test_what_stands_of_a_request_is_told(
    game: Game, mover: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_position(game, position("board=WA3/5/5/5/5 bag=rest privileges2=1 pool=2"))
    wanted = [{"type": "replenish"}, {"type": "take_tokens", "cells": ["a1", "e5"]}]
    monkeypatch.setattr(play, "parse_actions", lambda form: wanted)
    form = {"do": "take", "version": game.version, "key": "two"}
    for _press in range(2):
        response = act(visitor(mover_of(game)), game, form)
        page = text_of(visitor_after(response, game))
        assert "Only a part of this was played. Take one to three tokens that touch" in page
    assert [event.kind for event in game.events.filter(seat=1)].count("board_replenished") == 1


def visitor_after(response: Response, game: Game) -> Response:
    """The page that a browser opens after this answer."""
    client: Client = response.client
    return client.get(response.headers["Location"].partition("#")[0])
