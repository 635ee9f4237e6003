"""Playing through the one service that changes games."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import view_for
from games.errors import ServiceError
from games.models import Game, GameEvent, Submission
from games.selectors.state import load_state, refold
from games.selectors.verify import faults_of
from games.services.invitations import cancel_game
from games.services.lobby import create_invitation
from games.services.play import resign_game, submit_actions
from tests.builders import position
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_game,
    mover_of,
    play_random,
    put_position,
    seated,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db


def submit(game: Game, *actions: Any, key: str = "key", **changes: Any) -> dict[str, Any]:
    """Submit for the seat to move at the version that is stored."""
    game.refresh_from_db()
    wanted = {
        "game_id": game.pk,
        "user": changes.get("user") or mover_of(game),
        "actions": list(actions),
        "expected_version": game.version,
        "key": key,
    }
    return submit_actions(**{**wanted, **changes})


def refused(call: Callable[[], Any]) -> ServiceError:
    """The refusal that a call meets with; it may change nothing."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        call()
    return caught.value


# Applied


def test_whole_game_is_played_and_its_log_verifies(game: Game) -> None:
    state = play_random(game, 2000)
    assert state.over
    assert game.status == "finished"
    assert faults_of(game) == []
    assert refold(game) == state


def test_action_is_applied_logged_and_answered(game: Game) -> None:
    seat, before = game.seat_to_move, game.version
    action = legal_json(game, "take_tokens")[-1]
    answer = submit(game, action)
    game.refresh_from_db()
    rows = list(GameEvent.objects.filter(game=game, number__gt=before))
    assert [row.kind for row in rows] == ["tokens_taken", "turn_ended"]
    assert [row.seat for row in rows] == [seat, seat]
    assert answer["version"] == game.version == before + 2
    assert answer["applied"] == 1
    assert answer["refusal"] is None
    assert [event["number"] for event in answer["events"]] == [before + 1, before + 2]
    assert answer["view"] == view_for(load_state(game), seat)
    assert answer["legal_actions"] is None
    assert (game.turn, game.seat_to_move) == (2, 3 - int(seat or 0))


def test_legal_actions_are_answered_while_a_choice_is_owed(game: Game) -> None:
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W tokens1=W2B2G2R2K2 tokens2=R2"))
    answer = submit(game, "a1-b1-c1")
    assert answer["view"]["phase"] == "discard_tokens"
    assert {action["type"] for action in answer["legal_actions"]} == {"discard_tokens"}


def test_notation_and_json_are_the_same_action() -> None:
    first, second = make_game(), make_game()
    for game in (first, second):
        put_position(game, position("seat=1 board=WBG2/5/5/5/4W"))
    answers = [
        submit(first, "a1-b1"),
        submit(second, {"type": "take_tokens", "cells": ["b1", "a1"]}),
    ]
    assert answers[0]["view"] == answers[1]["view"]


# Several actions in one request


def test_several_actions_are_applied_in_order(game: Game) -> None:
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W privileges1=2"))
    answer = submit(game, "privilege@a1", "privilege@e5", "b1-c1")
    assert answer["applied"] == 3
    assert answer["refusal"] is None
    tokens = answer["view"]["seats"]["1"]["tokens"]
    assert {kind: number for kind, number in tokens.items() if number} == {
        "white": 2,
        "blue": 1,
        "green": 1,
    }


def test_nothing_is_applied_if_a_later_action_is_illegal(game: Game) -> None:
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W privileges1=2"))
    error = refused(lambda: submit(game, "privilege@a1", "privilege@a1", "b1-c1"))
    assert (error.code, error.status, error.extra) == ("empty_cell", 422, {"action": 1})


def test_a_second_turn_is_not_played_by_the_same_request(game: Game) -> None:
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W"))
    error = refused(lambda: submit(game, "a1", "b1"))
    assert (error.code, error.extra) == ("not_your_turn", {"action": 1})


def test_what_was_revealed_stays_when_the_rest_is_illegal(game: Game) -> None:
    put_position(game, position("seat=1 board=5/5/5/5/4W privileges1=1"))
    before = game.version
    answer = submit(game, "privilege@e5", "replenish", "replenish", "a1")
    assert answer["applied"] == 2
    assert answer["refusal"] == {
        "action": 2,
        "code": "empty_bag",
        "message": "The bag is empty: there is nothing to replenish with.",
        "rule": "replenish",
    }
    kinds = [event["kind"] for event in answer["events"]]
    assert kinds == ["privilege_used", "board_replenished", "privilege_gained"]
    game.refresh_from_db()
    assert game.version == answer["version"] == before + 3


def test_what_follows_a_revelation_is_not_applied_in_part(game: Game) -> None:
    """The board that the replenish shows stays; the take after it goes with the illegal discard behind it."""
    put_position(game, position("seat=1 board=WBG2/5/5/5/5 tokens1=W2B2G2R2K1"))
    answer = submit(game, "replenish", "a1-b1-c1", "discard:W1")
    assert answer["applied"] == 1
    assert (answer["refusal"]["action"], answer["refusal"]["code"]) == (2, "wrong_discard")
    assert answer["view"]["phase"] == "main"
    assert answer["view"]["board"][0] == "white"


# Refused


def _malformed(actions: Any) -> Callable[[Game], ServiceError]:
    return lambda game: refused(lambda: submit(game, *actions))


def _of_preparing(game: Game) -> ServiceError:
    owner = make_user()
    other = create_invitation(user=owner, invitee=None, options=OPTIONS)
    return refused(lambda: submit(other, "a1", user=owner))


def _of_preparing_by_stranger(game: Game) -> ServiceError:
    other = create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    stranger = make_user()
    return refused(lambda: submit(other, "a1", user=stranger))


def _of_cancelled(game: Game) -> ServiceError:
    owner = make_user()
    other = create_invitation(user=owner, invitee=None, options=OPTIONS)
    cancel_game(game_id=other.pk, user=owner)
    return refused(lambda: submit(other, "a1", user=owner))


def _of_finished(game: Game) -> ServiceError:
    user = mover_of(game)
    resign_game(game_id=game.pk, user=user)
    return refused(lambda: submit(game, "a1", user=user))


def _by_stranger(game: Game) -> ServiceError:
    stranger = make_user()
    return refused(lambda: submit(game, "a1", user=stranger))


def _reused_key(game: Game) -> ServiceError:
    submit(game, legal_json(game)[0], user=mover_of(game))
    user = waiter_of(game)
    return refused(lambda: submit(game, "a1", user=user))


REFUSALS: dict[str, tuple[Callable[[Game], ServiceError], str, int]] = {
    "unknown game": (
        lambda game: refused(lambda: submit(game, "a1", game_id="nosuchgame")),
        "not_found",
        404,
    ),
    "stranger": (_by_stranger, "not_seated", 403),
    "stranger before the start": (_of_preparing_by_stranger, "not_found", 404),
    "before the start": (_of_preparing, "not_active", 409),
    "called off": (_of_cancelled, "not_active", 409),
    "over": (_of_finished, "not_active", 409),
    "other's turn": (
        lambda game: refused(lambda: submit(game, "a1", user=waiter_of(game))),
        "not_your_turn",
        409,
    ),
    "old version": (
        lambda game: refused(lambda: submit(game, "a1", expected_version=1)),
        "stale_version",
        409,
    ),
    "version to come": (
        lambda game: refused(lambda: submit(game, "a1", expected_version=game.version + 1)),
        "stale_version",
        409,
    ),
    "key of another request": (_reused_key, "key_reused", 422),
    "no key": (lambda game: refused(lambda: submit(game, "a1", key="")), "malformed_action", 400),
    "long key": (
        lambda game: refused(lambda: submit(game, "a1", key="k" * 65)),
        "malformed_action",
        400,
    ),
    "unprintable key": (
        lambda game: refused(lambda: submit(game, "a1", key="a\n")),
        "malformed_action",
        400,
    ),
    "no action": (_malformed([]), "malformed_action", 400),
    "too many actions": (_malformed(["a1"] * 13), "malformed_action", 400),
    "not in the notation": (_malformed(["z9"]), "malformed_action", 400),
    "number": (_malformed([5]), "malformed_action", 400),
    "empty object": (_malformed([{}]), "malformed_action", 400),
    "unknown type": (_malformed([{"type": "resign"}]), "malformed_action", 400),
    "half an object": (_malformed([{"type": "take_tokens"}]), "malformed_action", 400),
    "field too many": (
        _malformed([{"type": "take_tokens", "cells": ["a1"], "seat": 2}]),
        "malformed_action",
        400,
    ),
    "wrong type in a field": (
        _malformed([{"type": "take_tokens", "cells": "a1"}]),
        "malformed_action",
        400,
    ),
    "list": (_malformed([["a1"]]), "malformed_action", 400),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusal_has_code_and_status_and_changes_nothing(game: Game, case: str) -> None:
    refuse, code, status = REFUSALS[case]
    error = refuse(game)
    assert (error.code, error.status) == (code, status)


def test_stale_version_tells_what_happened_since_as_the_person_may_see_it(game: Game) -> None:
    owner, opponent = mover_of(game), waiter_of(game)
    before = game.version
    reserve = next(action for action in legal_json(game, "reserve_card") if "deck" in action)
    submit(game, reserve)
    error = refused(lambda: submit(game, "a1", user=opponent, expected_version=before))
    game.refresh_from_db()
    assert error.extra["version"] == game.version
    reserved, ended = error.extra["events"]
    assert (reserved["kind"], reserved["card"]) == ("card_reserved", None)
    assert ended["kind"] == "turn_ended"
    own = refused(lambda: submit(game, "a1", user=owner, expected_version=before, key="other"))
    assert own.extra["events"][0]["card"] is not None


# Idempotency


def test_same_key_and_body_give_the_stored_answer(game: Game) -> None:
    user = mover_of(game)
    before = game.version
    action = legal_json(game)[0]
    first = submit(game, action, user=user)
    with nothing_changes():
        again = submit(game, action, user=user, expected_version=before)
    assert again == first
    assert Submission.objects.count() == 1


@pytest.mark.parametrize("change", ["action", "form of the action", "version", "number"])
def test_same_key_with_another_body_is_refused(game: Game, change: str) -> None:
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W"))
    user, before = mover_of(game), game.version
    submit(game, "a1-b1", user=user)
    other: dict[str, tuple[list[Any], int]] = {
        "action": (["a1"], before),
        "form of the action": ([{"type": "take_tokens", "cells": ["a1", "b1"]}], before),
        "version": (["a1-b1"], before + 1),
        "number": (["a1-b1", "c1"], before),
    }
    actions, version = other[change]
    error = refused(lambda: submit(game, *actions, user=user, expected_version=version))
    assert (error.code, error.status) == ("key_reused", 422)


def test_both_seats_may_use_the_same_key(game: Game) -> None:
    submit(game, legal_json(game)[0], user=mover_of(game), key="k")
    submit(game, legal_json(game)[0], user=mover_of(game), key="k")
    assert Submission.objects.filter(key="k").count() == 2


def test_a_refused_request_leaves_its_key_free(game: Game) -> None:
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W"))
    refused(lambda: submit(game, "d1", key="k"))
    assert submit(game, "a1", key="k")["applied"] == 1


# Resigning


@pytest.mark.parametrize("seat", [1, 2])
def test_either_seat_resigns_at_any_moment_and_loses(game: Game, seat: int) -> None:
    resign_game(game_id=game.pk, user=seated(game, seat))
    game.refresh_from_db()
    assert (game.status, game.winner, game.reasons) == ("finished", 3 - seat, ["resignation"])
    assert (game.seat_to_move, game.deadline_at) == (None, None)
    assert faults_of(game) == []


def test_resigning_twice_changes_nothing(game: Game) -> None:
    user = seated(game, 1)
    resign_game(game_id=game.pk, user=user)
    with nothing_changes():
        assert resign_game(game_id=game.pk, user=user).pk == game.pk


def test_the_winner_of_a_resignation_cannot_resign(game: Game) -> None:
    resign_game(game_id=game.pk, user=seated(game, 1))
    winner = seated(game, 2)
    error = refused(lambda: resign_game(game_id=game.pk, user=winner))
    assert (error.code, error.status) == ("not_active", 409)


def test_a_game_that_ended_otherwise_cannot_be_resigned(game: Game) -> None:
    play_random(game, 2000)
    user = seated(game, 1)
    assert refused(lambda: resign_game(game_id=game.pk, user=user)).code == "not_active"


def test_a_stranger_cannot_resign(game: Game) -> None:
    stranger = make_user()
    error = refused(lambda: resign_game(game_id=game.pk, user=stranger))
    assert (error.code, error.status) == ("not_seated", 403)


def test_a_game_that_has_not_begun_cannot_be_resigned() -> None:
    owner = make_user()
    game = create_invitation(user=owner, invitee=None, options=OPTIONS)
    assert refused(lambda: resign_game(game_id=game.pk, user=owner)).code == "not_active"
