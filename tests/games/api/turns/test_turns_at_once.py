"""Writes sent twice at the same moment, or cut off on the way: each is done once, and its answer can be asked for again."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.models import ChatMessage, Game, GameEvent, Plan, StoredAnswer, Submission
from games.selectors.verify import faults_of
from games.services import play as service
from games.services.sealing import unseal
from splendor import celery_app
from tests.factories.games import legal_json, make_game, mover_of, seated, take_tokens, waiter_of
from tests.games.api.calls import Client, Response, client_of, url_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db(transaction=True)

Together = Callable[..., list[Any]]


@pytest.fixture(autouse=True)
def _no_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are not run by themselves: each test looks at one thing."""
    for name in ("games.deliver_notification", "games.play_plan"):
        task = celery_app.tasks[name]
        monkeypatch.setattr(task, "delay_on_commit", lambda *_args: None)
        monkeypatch.setattr(task, "apply_async_on_commit", lambda *_args, **_given: None)


@pytest.fixture
def game(db: None) -> Game:
    """A dealt game of two people."""
    return make_game()


def post(client: Client, game: Game, part: str, body: Any, key: str) -> Response:
    """A write with this key."""
    headers = {"Idempotency-Key": key}
    return client.post(url_of(game, part), body, format="json", headers=headers)


def turn(game: Game, place: int = 0) -> dict[str, Any]:
    """One of the turns that may be played."""
    return {
        "expected_version": game.version,
        "actions": [legal_json(game, "take_tokens")[place]],
    }


def statuses(answers: list[Response]) -> list[int]:
    """The statuses, sorted."""
    return sorted(answer.status_code for answer in answers)


def sound(game: Game) -> bool:
    """Whether the log agrees with the rules, the dice and all copies."""
    game.refresh_from_db()
    return faults_of(game, unseal(game.sealed_secret)) == []


def test_same_turn_twice_at_once_is_played_once(game: Game, together: Together) -> None:
    clients, body = [client_of(mover_of(game)) for _device in range(2)], turn(game)
    answers = together(
        *(partial(post, client, game, "actions", body, "same") for client in clients)
    )
    assert statuses(answers) == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert GameEvent.objects.filter(game=game, kind="tokens_taken").count() == 1
    assert sound(game)


def test_two_turns_at_once_let_one_through(game: Game, together: Together) -> None:
    client, wishes = client_of(mover_of(game)), [turn(game, 0), turn(game, 1)]
    answers = together(
        *(
            partial(post, client, game, "actions", body, f"key {place}")
            for place, body in enumerate(wishes)
        )
    )
    assert statuses(answers) == [200, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "stale_version"}
    assert GameEvent.objects.filter(game=game, kind="tokens_taken").count() == 1
    assert sound(game)


def test_same_key_for_two_turns_at_once_lets_one_through(game: Game, together: Together) -> None:
    client, wishes = client_of(mover_of(game)), [turn(game, 0), turn(game, 1)]
    answers = together(*(partial(post, client, game, "actions", body, "same") for body in wishes))
    assert statuses(answers) == [200, 422]
    assert Submission.objects.count() == 1
    assert sound(game)


def test_turn_that_died_before_it_was_stored_may_be_sent_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, body = client_of(mover_of(game)), turn(game)
    client.raise_request_exception = False
    with monkeypatch.context() as patch, nothing_changes():
        patch.setattr(service, "view_of", lambda *_args: 1 / 0)
        assert _dies(lambda: post(client, game, "actions", body, "same"))
    assert post(client, game, "actions", body, "same").status_code == 200
    assert sound(game)


def _dies(call: Callable[[], Response]) -> bool:
    """Whether the server broke off; the test's client is told of no answer then."""
    try:
        call()
    except (ZeroDivisionError, AssertionError):
        return True
    return False


@pytest.mark.parametrize("part", ["messages", "time", "resignation"])
def test_other_writes_with_one_key_are_done_once(game: Game, together: Together, part: str) -> None:
    bodies: dict[str, Any] = {
        "messages": {"text": "Hello"},
        "time": {"expected_version": game.version},
        "resignation": None,
    }
    clients = [client_of(waiter_of(game)) for _device in range(2)]
    answers = together(
        *(partial(post, client, game, part, bodies[part], "same") for client in clients)
    )
    again = post(clients[0], game, part, bodies[part], "same")
    assert statuses([*answers, again]) == [answers[0].status_code] * 3
    assert answers[0].json() == answers[1].json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert StoredAnswer.objects.count() == 1
    assert ChatMessage.objects.count() == (part == "messages")
    assert sound(game)


def test_writes_of_two_kinds_at_once_both_hold(game: Game, together: Together) -> None:
    mover, waiter = client_of(mover_of(game)), client_of(waiter_of(game))
    answers = together(
        partial(post, mover, game, "actions", turn(game), "a"),
        partial(post, waiter, game, "time", {"expected_version": game.version}, "b"),
        partial(post, waiter, game, "messages", {"text": "Hello"}, "c"),
    )
    # Time can't be granted any more if the turn came first.
    assert statuses(answers) in ([200, 200, 201], [200, 201, 409])
    assert (answers[0].status_code, answers[2].status_code) == (200, 201)
    assert sound(game)


def test_of_two_that_ask_for_a_pause_at_once_one_is_told_to_answer(
    game: Game, together: Together
) -> None:
    clients = [client_of(seated(game, seat)) for seat in (1, 2)]
    answers = together(*(partial(client.put, url_of(game, "pause-wish/0")) for client in clients))
    assert statuses(answers) == [200, 409]  # the second learns first that it would be an answer
    game.refresh_from_db()
    assert (game.pauses, game.pause_number) == ([], 1)
    assert sound(game)


def test_take_back_granted_twice_at_once_is_granted_once(game: Game, together: Together) -> None:
    last = take_tokens(game)
    client_of(seated(game, 1)).put(url_of(game, f"take-back/{last}"))
    address = url_of(game, f"take-back/{last}/answer")
    clients = [client_of(seated(game, 2)) for _device in range(2)]
    answers = together(
        *(partial(client.put, address, {"accept": True}, format="json") for client in clients)
    )
    assert statuses(answers) == [200, 200]
    assert GameEvent.objects.filter(game=game, kind="turn_retracted").count() == 1
    assert sound(game)


def test_two_plans_at_once_let_one_through(game: Game, together: Together) -> None:
    cells = [one["cells"][0] for one in legal_json(game, "take_tokens") if len(one["cells"]) == 1]
    clients = [client_of(waiter_of(game)) for _device in range(2)]
    bodies = [{"revision": 0, "entries": [{"actions": [cell]}]} for cell in cells[:2]]
    answers = together(
        *(
            partial(client.put, url_of(game, "plan"), body, format="json")
            for client, body in zip(clients, bodies, strict=True)
        )
    )
    assert statuses(answers) == [200, 409]
    assert len(Plan.objects.get(seat__user=waiter_of(game)).entries) == 1


def test_turn_refused_by_the_rules_leaves_its_key_free(game: Game) -> None:
    client = client_of(mover_of(game))
    wrong = {"expected_version": game.version, "actions": ["replenish"]}
    assert post(client, game, "actions", wrong, "same").status_code == 422
    assert post(client, game, "actions", turn(game), "same").status_code == 200
