"""Playing through the API: accepted once, refused in one shape, and nothing changes where it is refused."""

from typing import Any

import pytest

from games.models import Game, GameEvent
from games.services.play import resign_game
from tests.factories.games import legal_json, make_game, mover_of, play_random, seated, waiter_of
from tests.games.api.calls import client_of, problem_of, submit, url_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db


def test_action_is_applied_and_answered(game: Game) -> None:
    client, action = client_of(mover_of(game)), legal_json(game, "take_tokens")[0]
    before = game.version
    answer = submit(client, game, [action]).json()
    game.refresh_from_db()
    assert answer["version"] == game.version > before
    assert (answer["applied"], answer["refusal"], answer["legal_actions"]) == (1, None, None)
    assert answer["events"][0]["kind"] == "tokens_taken"
    assert answer["view"] == client.get(url_of(game)).json()["view"]


def test_notation_is_accepted(game: Game) -> None:
    cells = legal_json(game, "take_tokens")[0]["cells"]
    assert submit(client_of(mover_of(game)), game, ["-".join(cells)]).status_code == 200


def test_repeated_request_is_answered_again_and_applied_once(game: Game) -> None:
    client, version = client_of(mover_of(game)), game.version
    action = legal_json(game, "take_tokens")[0]
    first = submit(client, game, [action], key="same", version=version)
    with nothing_changes():
        again = submit(client, game, [action], key="same", version=version)
        other = submit(client, game, ["a1"], key="same", version=version)
    assert again.json() == first.json()
    assert problem_of(other) == (422, "key_reused")


def test_old_version_is_told_what_happened_since(game: Game) -> None:
    client, version = client_of(mover_of(game)), game.version
    play_random(game, 2)
    with nothing_changes():
        response = submit(client, game, ["replenish"], version=version)
    assert problem_of(response) == (409, "stale_version")
    extra = response.json()["extra"]
    assert extra["version"] == game.version
    assert [event["number"] for event in extra["events"]] == list(
        range(version + 1, game.version + 1)
    )


def test_illegal_action_says_why_and_which(game: Game) -> None:
    legal = legal_json(game, "take_tokens")[0]
    with nothing_changes():
        response = submit(client_of(mover_of(game)), game, ["replenish", legal])
    assert problem_of(response) == (422, "empty_bag")
    assert response.json()["rule"] == "replenish"
    assert response.json()["extra"] == {"action": 0}


def test_action_behind_the_end_of_the_turn_is_the_opponents_to_take(game: Game) -> None:
    take = next(one for one in legal_json(game, "take_tokens") if len(one["cells"]) == 1)
    with nothing_changes():
        response = submit(client_of(mover_of(game)), game, [take, "replenish"])
    assert problem_of(response) == (409, "not_your_turn")
    assert response.json()["extra"] == {"action": 1}


MALFORMED: list[Any] = [
    [{"type": "dance"}],
    [{"type": "take_tokens", "cells": ["z9"]}],
    [{"type": "take_tokens", "cells": ["a1", "a1"]}],
    [{"type": "take_tokens", "cells": "a1"}],
    [{"type": "take_tokens", "cells": []}],
    [{"type": "take_tokens", "cells": [1.5]}],
    [{"type": "use_privilege", "cell": None}],
    [{"type": "purchase_card", "card": "J9-01", "payment": {}}],
    [{"type": "purchase_card", "card": "J1-01", "payment": {"red": -1}}],
    [{"type": "purchase_card", "card": "J1-01", "payment": {"red": 10**30}}],
    [{"type": "purchase_card", "card": "J1-01", "payment": {"red": True}}],
    [{"type": "reserve_card", "gold": "a1", "card": "J1-01", "deck": 1}],
    [{"type": "discard_tokens", "tokens": {"ruby": 1}}],
    [{}],
    ["fly:a1"],
    [""],
    ["x" * 5000],
]


@pytest.mark.parametrize("actions", MALFORMED)
def test_malformed_action_is_refused(game: Game, actions: Any) -> None:
    with nothing_changes():
        response = submit(client_of(mover_of(game)), game, actions)
    assert problem_of(response) == (400, "malformed_action")


INVALID: list[Any] = [
    {},
    [],
    "text",
    7,
    None,
    {"expected_version": 1},
    {"actions": ["a1"]},
    {"expected_version": "one", "actions": ["a1"]},
    {"expected_version": -1, "actions": ["a1"]},
    {"expected_version": 10**40, "actions": ["a1"]},
    {"expected_version": 1, "actions": "a1"},
    {"expected_version": 1, "actions": []},
    {"expected_version": 1, "actions": [1]},
    {"expected_version": 1, "actions": [["a1"]]},
    {"expected_version": 1, "actions": [None]},
    {"expected_version": 1, "actions": ["a1"] * 500},
]


@pytest.mark.parametrize("body", INVALID)
def test_body_of_the_wrong_shape_is_refused(game: Game, body: Any) -> None:
    with nothing_changes():
        response = submit(client_of(mover_of(game)), game, [], body=body)
    assert problem_of(response)[0] == 400


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("{", "application/json", 400),
        (b"\xed\xa0\x80", "application/json", 400),
        ("[" * 60_000, "application/json", 400),
        ("do=take", "application/x-www-form-urlencoded", 415),
        ("<a/>", "text/xml", 415),
        ('{"x": "' + "x" * 70_000 + '"}', "application/json", 413),
    ],
)
def test_body_that_is_no_json_is_refused(game: Game, body: Any, kind: str, status: int) -> None:
    client = client_of(mover_of(game))
    with nothing_changes():
        response = client.generic(
            "POST",
            url_of(game, "actions"),
            body,
            content_type=kind,
            headers={"Idempotency-Key": "k"},
        )
    assert problem_of(response)[0] == status


@pytest.mark.parametrize("key", ["", "x" * 65, "tab\there"])
def test_key_has_to_make_sense(game: Game, key: str) -> None:
    with nothing_changes():
        response = submit(client_of(mover_of(game)), game, legal_json(game)[:1], key=key)
    assert problem_of(response) == (400, "malformed_action")


def test_key_is_wanted(game: Game) -> None:
    body = {"expected_version": game.version, "actions": legal_json(game)[:1]}
    with nothing_changes():
        response = client_of(mover_of(game)).post(url_of(game, "actions"), body, format="json")
    assert problem_of(response) == (400, "key_missing")
    assert response.json()["detail"] == "The header Idempotency-Key is missing."


def test_game_that_is_over_is_not_played(game: Game) -> None:
    resign_game(game_id=game.pk, user=waiter_of(game))
    for seat in (1, 2):
        with nothing_changes():
            response = submit(client_of(seated(game, seat)), game, ["a1"])
        assert problem_of(response) == (409, "not_active")
    assert problem_of(client_of(seated(game, 1)).get(url_of(game, "legal-actions"))) == (
        409,
        "not_active",
    )


def test_cookies_of_a_browser_are_nobodys_here(game: Game) -> None:
    client = client_of()
    client.force_login(mover_of(game))
    with nothing_changes():
        response = submit(client, game, legal_json(game)[:1])
    assert problem_of(response) == (401, "not_authenticated")


def test_what_was_revealed_stays_when_the_next_action_is_refused() -> None:
    game = make_game()
    for seed in range(1, 200):
        play_random(game, 3, seed)
        if legal_json(game, "replenish"):
            break
    answer = submit(client_of(mover_of(game)), game, ["replenish", "replenish"]).json()
    assert (answer["applied"], answer["refusal"]["code"]) == (1, "empty_bag")
    assert GameEvent.objects.filter(game=game, kind="board_replenished").exists()
    assert {action["type"] for action in answer["legal_actions"]} >= {"take_tokens"}
