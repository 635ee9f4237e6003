"""Take-backs, pauses and time through the API: what may be asked, what follows, and that asking twice is asking once."""

from typing import Any

import pytest

from games.enums import GameStatus, Speed
from games.models import Game, GameEvent, Notification, TakeBack
from games.services.lobby import Options
from games.services.play import resign_game
from tests.factories.games import (
    make_computer_game,
    make_game,
    mover_of,
    seated,
    take_tokens,
    waiter_of,
)
from tests.games.api.calls import Client, Response, client_of, problem_of, url_of
from tests.games.stored import everything, nothing_changes

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NONE: dict[str, Any] = {"state": "none", "last": None, "at_once": False}


def between(game: Game, seat: int) -> dict[str, Any]:
    """How things stand for this seat."""
    answer: dict[str, Any] = client_of(seated(game, seat)).get(url_of(game, "between")).json()
    return answer


def asked(game: Game) -> tuple[int, Client, Client]:
    """Seat 1 has played a turn and asks it back: its number, and clients of both seats."""
    last = take_tokens(game)
    first, second = client_of(seated(game, 1)), client_of(seated(game, 2))
    response = first.put(url_of(game, f"take-back/{last}"))
    assert response.json()["take_back"] == {"state": "asked", "last": last, "at_once": False}
    return last, first, second


def answer(client: Client, game: Game, last: int, accept: Any) -> Response:
    """Agree or decline."""
    body = {"accept": accept}
    return client.put(url_of(game, f"take-back/{last}/answer"), body, format="json")


def test_before_the_first_turn_there_is_only_a_pause_to_ask_for(game: Game) -> None:
    assert between(game, 1) == {
        "version": game.version,
        "take_back": NONE,
        "pause": "ask",
        "pause_number": 0,
        "can_grant_time": False,
    }
    assert between(game, 2)["can_grant_time"]


def test_turn_that_can_be_asked_back_is_named(game: Game) -> None:
    last = take_tokens(game)
    assert between(game, 1)["take_back"] == {"state": "can_ask", "last": last, "at_once": False}
    assert between(game, 2)["take_back"] == NONE


def test_turn_is_taken_back_once_the_opponent_agrees(game: Game) -> None:
    before = client_of(seated(game, 1)).get(url_of(game)).json()["view"]
    last, first, second = asked(game)
    assert between(game, 2)["take_back"]["state"] == "answer"
    told = answer(second, game, last, accept=True).json()
    assert told["version"] == last + 1
    assert first.get(url_of(game)).json()["view"] == before
    with nothing_changes():
        assert answer(second, game, last, accept=True).json() == told
        assert problem_of(answer(second, game, last, accept=False)) == (409, "take_back_fallen")


def test_turn_stands_if_the_opponent_declines(game: Game) -> None:
    last, first, second = asked(game)
    answer(second, game, last, accept=False)
    with nothing_changes():
        told = first.put(url_of(game, f"take-back/{last}")).json()
    assert (told["take_back"]["state"], told["version"]) == ("declined", last)


def test_wish_may_be_withdrawn_and_repeated(game: Game) -> None:
    last, first, second = asked(game)
    for _again in range(2):
        told = first.delete(url_of(game, f"take-back/{last}")).json()
        assert told["take_back"]["state"] == "can_ask"
    assert problem_of(answer(second, game, last, accept=True)) == (409, "take_back_fallen")
    assert first.put(url_of(game, f"take-back/{last}")).json()["take_back"]["state"] == "asked"
    assert TakeBack.objects.count() == 1


def test_computer_gives_the_turn_back_at_once() -> None:
    game = make_computer_game()
    last = take_tokens(game)
    client = client_of(seated(game, 1))
    assert client.get(url_of(game, "between")).json()["take_back"]["at_once"]
    told = client.put(url_of(game, f"take-back/{last}")).json()
    assert (told["version"], told["take_back"], told["pause"]) == (last + 1, NONE, "none")
    assert mover_of(game) == seated(game, 1)


@pytest.mark.parametrize("last", [0, 1, 2**31, 10**30])
def test_what_is_no_turn_of_mine_is_not_given_back(game: Game, last: int) -> None:
    take_tokens(game)
    with nothing_changes():
        response = client_of(seated(game, 1)).put(url_of(game, f"take-back/{last}"))
    assert problem_of(response) == (409, "no_way_back")


def test_in_a_rated_game_no_turn_is_given_back() -> None:
    game = make_game(options=Options(Speed.DAYS_3, rated=True))
    last = take_tokens(game)
    with nothing_changes():
        response = client_of(seated(game, 1)).put(url_of(game, f"take-back/{last}"))
    assert problem_of(response) == (409, "rated")
    assert between(game, 1)["take_back"] == NONE


@pytest.mark.parametrize(
    "body", [{}, None, [], {"accept": None}, {"accept": "perhaps"}, {"accept": "yes"}]
)
def test_answer_must_be_yes_or_no(game: Game, body: Any) -> None:
    last, _first, second = asked(game)
    with nothing_changes():
        address = url_of(game, f"take-back/{last}/answer")
        assert problem_of(second.put(address, body, format="json")) == (400, "invalid")


def test_both_agree_to_a_pause_and_either_ends_it(game: Game) -> None:
    first, second = client_of(seated(game, 1)), client_of(seated(game, 2))
    for _again in range(2):
        told = first.put(url_of(game, "pause-wish/0")).json()
        assert (told["pause"], told["pause_number"]) == ("asked", 1)
    assert between(game, 2)["pause"] == "answer"
    for _again in range(2):
        told = second.put(url_of(game, "pause-wish/1")).json()
        assert (told["pause"], told["pause_number"]) == ("paused", 2)
    with nothing_changes():
        assert first.delete(url_of(game, "pause-wish/1")).json()["pause"] == "paused"
        assert first.put(url_of(game, "pause-wish/0")).json()["pause"] == "paused"
    for _again in range(2):
        told = first.delete(url_of(game, "pause/2")).json()
        assert (told["pause"], told["pause_number"]) == ("ask", 3)
    assert GameEvent.objects.filter(game=game, kind="game_resumed").count() == 1


@pytest.mark.parametrize("seat", [1, 2])
def test_wish_for_a_pause_is_withdrawn_or_declined(game: Game, seat: int) -> None:
    client_of(seated(game, 1)).put(url_of(game, "pause-wish/0"))
    client = client_of(seated(game, seat))
    for _again in range(2):
        told = client.delete(url_of(game, "pause-wish/1")).json()
        assert (told["pause"], told["pause_number"]) == ("ask", 2)


def test_wish_that_is_sent_again_late_agrees_to_no_other(game: Game) -> None:
    first, second = client_of(seated(game, 1)), client_of(seated(game, 2))
    first.put(url_of(game, "pause-wish/0"))
    second.delete(url_of(game, "pause-wish/1"))
    with nothing_changes():
        assert problem_of(first.put(url_of(game, "pause-wish/0"))) == (409, "pause_changed")
    second.put(url_of(game, "pause-wish/2"))
    with nothing_changes():
        assert problem_of(first.put(url_of(game, "pause-wish/0"))) == (409, "pause_changed")
        late = second.delete(url_of(game, "pause-wish/1"))
        assert problem_of(late) == (409, "pause_changed")
        assert problem_of(first.put(url_of(game, f"pause-wish/{10**30}")))[0] == 409
    assert between(game, 1)["pause"] == "answer"


def test_end_that_is_sent_again_late_ends_no_other_pause(game: Game) -> None:
    first, second = client_of(seated(game, 1)), client_of(seated(game, 2))
    first.put(url_of(game, "pause-wish/0"))
    second.put(url_of(game, "pause-wish/1"))
    first.delete(url_of(game, "pause/2"))
    with nothing_changes():  # who agreed and heard nothing asks for no other pause
        assert problem_of(second.put(url_of(game, "pause-wish/1"))) == (409, "pause_changed")
    second.put(url_of(game, "pause-wish/3"))
    first.put(url_of(game, "pause-wish/4"))
    with nothing_changes():
        assert problem_of(first.delete(url_of(game, "pause/2"))) == (409, "pause_changed")
    assert between(game, 1)["pause"] == "paused"


def test_looking_tells_of_each_wish_for_a_pause(game: Game) -> None:
    first, second = client_of(seated(game, 1)), client_of(seated(game, 2))
    marks = [second.put(url_of(game, "looking")).json()["mark"]]
    for act, place in ((first.put, 0), (first.delete, 1), (first.put, 2)):
        act(url_of(game, f"pause-wish/{place}"))
        marks.append(second.put(url_of(game, "looking")).json()["mark"])
    second.put(url_of(game, "talk/muted"), {"muted": True}, format="json")
    muted = second.put(url_of(game, "looking")).json()["mark"]
    first.delete(url_of(game, "pause-wish/3"))
    assert second.put(url_of(game, "looking")).json()["mark"] != muted
    assert len(set(marks)) == 4


@pytest.mark.parametrize(
    ("options", "code"),
    [(Options(Speed.NO_CLOCK), "no_clock"), (None, "nobody_to_agree")],
)
def test_no_pause_without_a_clock_or_somebody(options: Options | None, code: str) -> None:
    game = make_computer_game() if options is None else make_game(options=options)
    client = client_of(seated(game, 1))
    with nothing_changes():
        assert problem_of(client.put(url_of(game, "pause-wish/0"))) == (409, code)
    assert client.get(url_of(game, "between")).json()["pause"] == "none"


def test_time_is_granted_once_from_one_version(game: Game) -> None:
    client, body = client_of(waiter_of(game)), {"expected_version": game.version}
    before = client.get(url_of(game)).json()["clock"]["bank"]["1"]
    versions = [
        client.post(url_of(game, "time"), body, format="json", headers=headers).json()["version"]
        for headers in ({}, {}, {"Idempotency-Key": "k"}, {"Idempotency-Key": "k"})
    ]
    assert versions == [game.version + 1] * 4
    assert client.get(url_of(game)).json()["clock"]["bank"]["1"] == before + 24 * 3600


def test_nobody_grants_time_to_themselves_or_without_end(game: Game) -> None:
    client, body = client_of(mover_of(game)), {"expected_version": game.version}
    with nothing_changes():
        response = client.post(url_of(game, "time"), body, format="json")
    assert problem_of(response) == (409, "own_turn")
    game.seats.update(bank=60 * 24 * 3600)
    with nothing_changes():
        response = client_of(waiter_of(game)).post(url_of(game, "time"), body, format="json")
    assert problem_of(response) == (409, "time_enough")


@pytest.mark.parametrize(
    "body",
    [
        {},
        None,
        {"expected_version": -1},
        {"expected_version": 10**40},
        {"expected_version": None},
        {"expected_version": "4"},
    ],
)
def test_time_is_granted_from_a_version_only(game: Game, body: Any) -> None:
    with nothing_changes():
        response = client_of(waiter_of(game)).post(url_of(game, "time"), body, format="json")
    assert problem_of(response) == (400, "invalid")


def test_key_of_another_request_is_refused(game: Game) -> None:
    client, key = client_of(waiter_of(game)), {"Idempotency-Key": "k"}
    body = {"expected_version": game.version}
    client.post(url_of(game, "time"), body, format="json", headers=key)
    with nothing_changes():
        other = client.post(url_of(game, "resignation"), headers=key)
    assert problem_of(other) == (422, "key_reused")


def test_when_the_game_is_over_nothing_is_left_to_ask(game: Game) -> None:
    last = take_tokens(game)
    resign_game(game_id=game.pk, user=seated(game, 2))
    client = client_of(seated(game, 1))
    asked_for = (
        client.put(url_of(game, f"take-back/{last}")),
        client.put(url_of(game, "pause-wish/0")),
        client.delete(url_of(game, "pause-wish/0")),
        client.delete(url_of(game, "pause/0")),
        client.post(url_of(game, "time"), {"expected_version": last}, format="json"),
    )
    assert {problem_of(response) for response in asked_for} == {(409, "not_active")}
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    told = between(game, 1)
    assert (told["take_back"], told["pause"], told["can_grant_time"]) == (NONE, "none", False)


def test_looking_says_how_far_the_game_is_and_holds_mails_back(game: Game) -> None:
    mover, waiter = mover_of(game), waiter_of(game)
    before = everything()
    told = client_of(mover).put(url_of(game, "looking")).json()
    assert everything() == before
    assert (told["game_id"], told["version"], told["your_turn"]) == (game.pk, game.version, True)
    client_of(waiter).post(url_of(game, "messages"), {"text": "Hello"}, format="json")
    assert client_of(mover).put(url_of(game, "looking")).json()["mark"] != told["mark"]
    assert Notification.objects.filter(user=mover, kind="message").exists()


def test_tokens_of_a_condition_are_numbers(game: Game) -> None:
    wants = [{"kind": "can_pay", "tokens": {"red": "0"}}]
    body = {"entries": [{"actions": ["b2"], "wants": wants}]}
    with nothing_changes():
        response = client_of(waiter_of(game)).post(
            url_of(game, "plan/preview"), body, format="json"
        )
    assert problem_of(response) == (400, "invalid")
