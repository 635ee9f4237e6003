"""Plans through the API: the whole list at once, checked as the page checks it, and nobody else's business."""

from collections.abc import Callable
from typing import Any

import pytest
from time_machine import Traveller

from games.models import Game, Plan
from games.services.plans import add_entry
from games.services.play import resign_game
from tests.factories.games import make_game, mover_of, play_random, seated, waiter_of
from tests.games.api.calls import Client, Response, client_of, problem_of, submit, url_of
from tests.games.services.planning import look
from tests.games.services.test_plans import BOARD, stands
from tests.games.stored import nothing_changes
from tests.hidden import exchange_hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def waiting() -> Game:
    """A game in which seat 2 thinks, with a board that the test knows."""
    return stands(f"{BOARD} seat=2 turn=5 tokens1=W1 privileges1=1 pool=2")


@pytest.fixture
def client(waiting: Game) -> Client:
    """A client of the seat that plans."""
    return client_of(seated(waiting, 1))


def entry(*actions: Any, **given: Any) -> dict[str, Any]:
    """An entry as a client sends it."""
    return {"actions": list(actions), **given}


def put(client: Client, game: Game, *entries: Any, revision: Any = 0) -> Response:
    """Let these be the plan."""
    body = {"entries": list(entries), "revision": revision}
    return client.put(url_of(game, "plan"), body, format="json")


def words(response: Response) -> list[str]:
    """The turns of a plan."""
    return [" ".join(found["notation"]) for found in response.json()["entries"]]


def test_nothing_is_planned_at_first(client: Client, waiting: Game) -> None:
    assert client.get(url_of(waiting, "plan")).json() == {
        "version": waiting.version,
        "revision": 0,
        "open": True,
        "due_at": None,
        "entries": [],
        "played_turns": [],
        "last": None,
    }
    assert not Plan.objects.exists()


def test_plan_is_kept_with_what_it_rests_on(client: Client, waiting: Game) -> None:
    want = {"kind": "crowns_below", "number": 8}
    told = put(client, waiting, entry("b2", wants=[want]), entry("privilege@a2", "c3"))
    assert told.status_code == 200
    assert words(told) == ["b2", "privilege@a2 c3"]
    first = told.json()["entries"][0]
    assert first["actions"] == [{"type": "take_tokens", "cells": ["b2"]}]
    assert first["rests_on"] == [
        {"kind": "cell_holds", "cell": "b2", "token": "red", "holds_now": True}
    ]
    assert first["wants"] == [want | {"holds_now": True}]
    assert (first["fits_now"], first["past_revelation"]) == (True, False)
    assert client.get(url_of(waiting, "plan")).json() == told.json()


def test_list_is_replaced_and_what_stays_keeps_its_key(client: Client, waiting: Game) -> None:
    before = put(client, waiting, entry("b2"), entry("c3")).json()
    after = put(client, waiting, entry("d4"), entry("c3"), revision=before["revision"]).json()
    assert after["revision"] == before["revision"] + 1
    assert after["entries"][1]["key"] == before["entries"][1]["key"]
    assert words(put(client, waiting, entry("c3"), revision=after["revision"])) == ["c3"]


def test_same_plan_again_changes_nothing(client: Client, waiting: Game) -> None:
    told = put(client, waiting, entry("b2"), entry("c3"))
    with nothing_changes():
        assert put(client, waiting, entry("b2"), entry("c3")).json() == told.json()
        assert words(put(client, waiting, entry("b2"), entry("c3"), entry("b2"))) == ["b2", "c3"]


def test_plan_of_another_device_is_not_overwritten(client: Client, waiting: Game) -> None:
    put(client, waiting, entry("b2"))
    with nothing_changes():
        assert problem_of(put(client, waiting, entry("c3"))) == (409, "stale_plan")


def test_condition_that_does_not_hold_now_is_told(client: Client, waiting: Game) -> None:
    wants = [{"kind": "cell_empty", "cell": "b2"}, {"kind": "cards_at_most", "number": 0}]
    (found,) = put(client, waiting, entry("c3", wants=wants)).json()["entries"]
    assert [fact["holds_now"] for fact in found["wants"]] == [False, True]
    assert not found["fits_now"]


CONDITIONS: list[dict[str, Any]] = [
    {"kind": "cell_holds", "cell": "b2", "token": "red"},
    {"kind": "cell_empty", "cell": "a1"},
    {"kind": "cell_full", "cell": "b2"},
    {"kind": "card_open", "card": "J1-05"},
    {"kind": "deck_left", "number": 2},
    {"kind": "royal_left", "card": "R-2"},
    {"kind": "privileges", "number": 1},
    {"kind": "can_pay", "tokens": {"white": 1}},
    {"kind": "my_tokens", "tokens": {"white": 1, "red": 0}},
    {"kind": "they_hold", "token": "gold"},
    {"kind": "not_bought", "card": "J2-07"},
    {"kind": "reserved_at_most", "number": 0},
]


def test_every_kind_of_condition_is_kept(client: Client, waiting: Game) -> None:
    (found,) = put(client, waiting, entry("b2", wants=CONDITIONS)).json()["entries"]
    kept = [{name: fact[name] for name in fact if name != "holds_now"} for fact in found["wants"]]
    wanted = [*CONDITIONS]
    wanted[8] = {"kind": "my_tokens", "tokens": {"white": 1}}
    assert kept == wanted
    with nothing_changes():
        put(client, waiting, entry("b2", wants=CONDITIONS))


NONSENSE: list[Any] = [
    {"kind": "dance"},
    {},
    {"kind": "cell_empty"},
    {"kind": "cell_empty", "cell": "z9"},
    {"kind": "cell_empty", "cell": "a1", "token": "red"},
    {"kind": "card_open", "card": "R-1"},
    {"kind": "card_open", "card": "J1-99"},
    {"kind": "royal_left", "card": "J1-01"},
    {"kind": "crowns_below", "number": 0},
    {"kind": "crowns_below", "number": 11},
    {"kind": "deck_left", "number": 4},
    {"kind": "cards_at_most", "number": 10**40},
    {"kind": "can_pay", "tokens": {"white": -1}},
    {"kind": "can_pay", "tokens": None},
    {"kind": "can_pay", "tokens": []},
    None,
    "cell_empty",
]


@pytest.mark.parametrize("want", NONSENSE)
def test_condition_that_makes_no_sense_is_refused(client: Client, waiting: Game, want: Any) -> None:
    with nothing_changes():
        response = put(client, waiting, entry("c3"), entry("b2", wants=[want]))
    assert problem_of(response)[1] in ("invalid", "bad_condition")
    if problem_of(response)[1] == "bad_condition":
        assert response.json()["extra"] == {"entry": 1}


REFUSED: dict[str, tuple[list[dict[str, Any]], tuple[int, str]]] = {
    "illegal": ([entry("a1")], (422, "empty_cell")),
    "no action": ([entry()], (400, "invalid")),
    "no word": ([entry("dance")], (400, "malformed_action")),
    "unfinished": ([entry("privilege@a2")], (422, "plan_unfinished")),
    "too long": ([entry("b2", "c3")], (422, "plan_too_long")),
    "behind what is turned up": ([entry("replenish", "b2")], (422, "plan_crosses")),
    "a gift": ([entry("replenish", "b2", past_revelation=True)], (422, "gift_not_confirmed")),
    "too many": ([entry("b2")] * 9, (400, "invalid")),
    "too many conditions": (
        [entry("b2", wants=[{"kind": "cell_empty", "cell": "a1"}] * 13)],
        (400, "invalid"),
    ),
    "no list": (["b2"], (400, "invalid")),  # type: ignore[list-item]
}


@pytest.mark.parametrize("case", REFUSED)
def test_turn_that_cannot_be_planned_is_refused(client: Client, waiting: Game, case: str) -> None:
    entries, refusal = REFUSED[case]
    body = {"entries": entries}
    with nothing_changes():
        assert problem_of(put(client, waiting, *entries)) == refusal
        tried = client.post(url_of(waiting, "plan/preview"), body, format="json")
        assert problem_of(tried) == refusal


def test_what_must_be_allowed_is_allowed(client: Client, waiting: Game) -> None:
    wanted = entry("replenish", "b2", past_revelation=True, confirmed_gift=True)
    (found,) = put(client, waiting, wanted).json()["entries"]
    assert (found["past_revelation"], found["gives_privilege"]) == (True, True)
    with nothing_changes():
        put(client, waiting, wanted)


def test_preview_says_what_would_be_kept_and_keeps_nothing(client: Client, waiting: Game) -> None:
    wanted = [entry("b2-c3"), entry({"type": "take_tokens", "cells": ["d4"]})]
    with nothing_changes():
        tried = client.post(url_of(waiting, "plan/preview"), {"entries": wanted}, format="json")
    kept = put(client, waiting, *wanted).json()["entries"]
    assert [found | {"key": ""} for found in tried.json()["entries"]] == [
        found | {"key": ""} for found in kept
    ]


@pytest.mark.parametrize("revision", [-1, "one", None, 10**40])
def test_revision_that_makes_no_sense_is_refused(
    client: Client, waiting: Game, revision: Any
) -> None:
    with nothing_changes():
        assert problem_of(put(client, waiting, entry("b2"), revision=revision)) == (400, "invalid")


def test_plan_is_dropped_however_often(client: Client, waiting: Game) -> None:
    put(client, waiting, entry("b2"))
    for _again in range(2):
        response = client.delete(url_of(waiting, "plan"))
        assert (response.status_code, response.content) == (204, b"")
    assert words(client.get(url_of(waiting, "plan"))) == []


def test_on_ones_own_turn_and_after_the_end_nothing_is_planned(waiting: Game) -> None:
    mover = client_of(seated(waiting, 2))
    with nothing_changes():
        assert problem_of(put(mover, waiting, entry("b2"))) == (409, "own_turn")
    assert not mover.get(url_of(waiting, "plan")).json()["open"]
    resign_game(game_id=waiting.pk, user=seated(waiting, 2))
    with nothing_changes():
        response = put(client_of(seated(waiting, 1)), waiting, entry("b2"))
    assert problem_of(response) == (409, "not_active")


def test_what_became_of_a_plan_is_told(
    client: Client, waiting: Game, frozen_time: Traveller
) -> None:
    put(client, waiting, entry("b2-c3"))
    turn = waiting.turn + 1
    submit(client_of(seated(waiting, 2)), waiting, ["d4"])
    told = client.get(url_of(waiting, "plan")).json()
    assert not told["open"]
    assert told["due_at"] is not None
    assert look(waiting, frozen_time)
    told = client.get(url_of(waiting, "plan")).json()
    assert (told["entries"], told["played_turns"]) == ([], [turn])
    assert told["last"] == {"turn": turn, "outcome": "played"}


def test_plan_that_found_nothing_says_so(
    client: Client, waiting: Game, frozen_time: Traveller
) -> None:
    put(client, waiting, entry("d4"))
    submit(client_of(seated(waiting, 2)), waiting, ["d4"])
    look(waiting, frozen_time)
    told = client.get(url_of(waiting, "plan")).json()
    assert told["last"] == {"turn": waiting.turn, "outcome": "no_match"}


PARTS = ("", "events", "between", "legal-actions", "plan", "messages", "talk", "note", "actions")


@pytest.mark.parametrize("who", ["opponent", "stranger", "nobody"])
def test_nobody_else_can_tell_that_there_is_a_plan(
    waiting: Game, who: str, frozen_time: Traveller
) -> None:
    watcher = client_of(seated(waiting, 2)) if who == "opponent" else client_of()
    if who == "stranger":
        watcher = client_of(seated(make_game(), 1))

    def answers() -> list[bytes]:
        told = [watcher.get(url_of(waiting, part)) for part in PARTS]
        told += [watcher.get("/api/v1/games"), watcher.put(url_of(waiting, "looking"))]
        told += [put(watcher, waiting, entry("b2")), submit(watcher, waiting, ["a1"])]
        return [
            b"%d %s " % (one.status_code, one.get("ETag", "").encode()) + one.content
            for one in told
        ]

    before = answers()
    add_entry(game_id=waiting.pk, user=seated(waiting, 1), actions=["b2"], revision=0)
    assert answers() == before


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_nothing_hidden_shows_in_a_plan(seed: int) -> None:
    game = make_game()
    play_random(game, 60, seed)
    planner = waiter_of(game)
    seat = 3 - (game.seat_to_move or 0)
    client = client_of(planner)
    assert mover_of(game) != planner
    wishes: list[dict[str, Any]] = [
        entry(f"{column}{row}") for column in "abcde" for row in "12345"
    ]
    wishes += [entry("replenish", "a1", past_revelation=True), entry("purchase:J3-01=0")]
    ask: Callable[[dict[str, Any]], Response] = lambda wish: client.post(  # noqa: E731  short
        url_of(game, "plan/preview"), {"entries": [wish]}, format="json"
    )

    def answers() -> list[Any]:
        found = [ask(wish).json() for wish in wishes]
        for answer in found:
            for kept in answer.get("entries", ()):
                kept["key"] = ""  # random
        return [*found, client.get(url_of(game, "plan")).json()]

    before = answers()
    assert exchange_hidden(game, seat, seed) > 10
    assert answers() == before
