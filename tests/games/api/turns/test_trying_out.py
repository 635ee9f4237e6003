"""Turns tried out and listed: all that a client needs to know before it plays, and nothing that its seat doesn't."""

from typing import Any

import pytest

from accounts.scopes import Scope
from games.models import Game
from games.services.play import resign_game
from tests.factories.games import legal_json, make_game, mover_of, play_random, seated, waiter_of
from tests.games.api.calls import client_of, problem_of, submit, url_of
from tests.games.services.test_plans import BOARD, stands
from tests.games.stored import nothing_changes
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

STANDS = f"{BOARD} turn=5 seat=1 tokens1=W1 privileges1=1 pool=2"


@pytest.fixture
def known() -> Game:
    """A game in which seat 1 is to move, with a board that the test knows."""
    return stands(STANDS)


def tried(game: Game, *actions: Any, seat: int = 1) -> dict[str, Any]:
    """These actions tried out, with nothing stored."""
    client = client_of(seated(game, seat))
    with nothing_changes():
        response = client.post(url_of(game, "preview"), {"actions": list(actions)}, format="json")
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    return answer


def test_list_is_what_the_rules_allow_in_json_and_notation(known: Game) -> None:
    answer = client_of(seated(known, 1)).get(url_of(known, "legal-actions")).json()
    assert answer["version"] == known.version
    assert answer["actions"] == legal_json(known)
    assert len(answer["notation"]) == len(answer["actions"])
    taken = answer["actions"].index({"type": "take_tokens", "cells": ["b2", "c3", "d4"]})
    assert answer["notation"][taken] == "b2-c3-d4"


def test_list_of_one_type(known: Game) -> None:
    client = client_of(seated(known, 1))
    answer = client.get(url_of(known, "legal-actions?type=use_privilege")).json()
    assert answer["actions"] == legal_json(known, "use_privilege") != []
    assert problem_of(client.get(url_of(known, "legal-actions?type=dance"))) == (400, "invalid")


def test_turn_that_is_complete(known: Game) -> None:
    answer = tried(known, "b2-c3-d4")
    assert (answer["tried"], answer["stop"], answer["refusal"]) == (1, "turn_over", None)
    assert (answer["legal_actions"], answer["gives_privilege"]) == (None, False)
    before = client_of(seated(known, 1)).get(url_of(known)).json()["view"]
    played = submit(client_of(seated(known, 1)), known, ["b2-c3-d4"]).json()
    assert answer["view"] == played["view"] != before


def test_turn_with_a_choice_to_come(known: Game) -> None:
    answer = tried(known, {"type": "use_privilege", "cell": "a2"})
    assert (answer["tried"], answer["stop"]) == (1, "choice")
    assert answer["notation"] == ["privilege@a2"]
    assert {"type": "take_tokens", "cells": ["c3"]} in answer["legal_actions"]
    assert answer["view"]["seats"]["1"]["privileges"] == 0


def test_turn_stops_before_something_new_is_shown(known: Game) -> None:
    answer = tried(known, "replenish", "b2")
    assert (answer["tried"], answer["stop"], answer["notation"]) == (
        0,
        "reveals",
        ["replenish", "b2"],
    )
    assert answer["view"] == client_of(seated(known, 1)).get(url_of(known)).json()["view"]


def test_illegal_action_is_told_with_its_rule(known: Game) -> None:
    answer = tried(known, "privilege@a2", "a1")
    assert (answer["tried"], answer["stop"]) == (1, "refused")
    assert answer["refusal"] == {
        "action": 1,
        "code": "empty_cell",
        "message": "There is no token on that cell.",
        "rule": "take",
    }


def test_gift_to_the_opponent_is_told() -> None:
    game = stands("board=5/RRR2/5/5/5 bag=rest turn=5 seat=1")
    answer = tried(game, "a2-b2-c2")
    assert (answer["gives_privilege"], answer["view"]["seats"]["2"]["privileges"]) == (True, 1)


def test_actions_beyond_the_end_of_the_turn_are_not_looked_at(known: Game) -> None:
    answer = tried(known, "b2-c3-d4", "a1", "purchase:J3-01=0")
    assert (answer["tried"], answer["stop"], answer["refusal"]) == (1, "turn_over", None)


@pytest.mark.parametrize(
    "body",
    [
        *({}, [], None, "text", {"actions": None}, {"actions": []}, {"actions": "a1"}),
        *({"actions": [1]}, {"actions": ["a1"] * 13}, {"actions": [["a1"]]}),
        {"actions": ["a\0"]},
        {"actions": ["x" * 5000]},
        {"actions": [{"type": "take_tokens", "cells": ["a1"] * 5000}]},
        {"actions": [{"type": "purchase_card", "card": "J1-01", "payment": {"red": 10**40}}]},
    ],
)
def test_what_makes_no_sense_is_refused(known: Game, body: Any) -> None:
    client = client_of(seated(known, 1))
    with nothing_changes():
        response = client.post(url_of(known, "preview"), body, format="json")
    assert problem_of(response) in ((400, "invalid"), (400, "malformed_action"))


def test_nobody_else_may_try_and_not_after_the_end(known: Game) -> None:
    waiting = client_of(seated(known, 2))
    body = {"actions": ["b2"]}
    assert problem_of(waiting.post(url_of(known, "preview"), body, format="json")) == (
        409,
        "not_your_turn",
    )
    resign_game(game_id=known.pk, user=seated(known, 2))
    over = client_of(seated(known, 1)).post(url_of(known, "preview"), body, format="json")
    assert problem_of(over) == (409, "not_active")


@pytest.mark.parametrize(("seed", "actions"), [(1, 25), (2, 70), (3, 90), (4, 110)])
def test_nothing_hidden_shows_in_what_is_tried_out(seed: int, actions: int) -> None:
    game = make_game()
    play_random(game, actions, seed)
    client, mover = client_of(mover_of(game)), game.seat_to_move
    wishes = [[action] for action in legal_json(game)[:60]] + [
        ["replenish", "a1"],
        ["purchase:J3-01=0"],
    ]

    def answers() -> list[bytes]:
        told = [client.get(url_of(game, "legal-actions"))]
        told += [
            client.post(url_of(game, "preview"), {"actions": wish}, format="json")
            for wish in wishes
        ]
        return [answer.content for answer in told]

    before = answers()
    assert exchange_hidden(game, mover, seed) > 10
    assert answers() == before


def test_resignation_ends_the_game_and_may_be_sent_again(known: Game) -> None:
    client, key = client_of(seated(known, 2)), {"Idempotency-Key": "give up"}
    first = client.post(url_of(known, "resignation"), headers=key)
    assert first.status_code == 200
    assert (first.json()["status"], first.json()["winner"]) == ("finished", 1)
    with nothing_changes():
        again = client.post(url_of(known, "resignation"), headers=key)
        without_key = client.post(url_of(known, "resignation"))
        winner = client_of(seated(known, 1)).post(url_of(known, "resignation"))
    assert again.json() == without_key.json() == first.json()
    assert problem_of(winner) == (409, "not_active")


def test_reading_is_no_right_to_play(known: Game) -> None:
    client = client_of(seated(known, 1), frozenset({Scope.GAME_READ}))
    assert client.get(url_of(known, "legal-actions")).status_code == 200
    with nothing_changes():
        refused = submit(client, known, ["b2"])
        resigned = client.post(url_of(known, "resignation"))
    assert problem_of(refused) == problem_of(resigned) == (403, "missing_scope")
    assert waiter_of(known) == seated(known, 2)
