"""All games of a person that are over, as one stream of lines."""

import json
from typing import Any

import pytest

from accounts.models import User
from engine.record import record_from_json
from games.models import Game
from games.services.play import resign_game
from tests.factories.games import make_game, play_random
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/me/games/export"


def over(user: User, actions: int = 5) -> Game:
    """A game of theirs that they gave up."""
    game = make_game(user)
    play_random(game, actions)
    resign_game(game_id=game.pk, user=user)
    game.refresh_from_db()
    return game


def lines(user: User, query: str = "") -> list[dict[str, Any]]:
    """The lines of the export."""
    response = client_of(user).get(ADDRESS + query)
    assert response["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in response.getvalue().splitlines()]


def test_export_holds_each_game_that_is_over_once() -> None:
    user = make_user()
    games = [over(user) for _number in range(3)]
    make_game(user)  # still running
    over(make_user())  # somebody else's
    told = lines(user)
    assert [line["id"] for line in told] == [game.pk for game in games]
    for line in told:
        assert record_from_json(line["record"]).game_id == line["id"]
        assert line["notation"].startswith("rules=1 ")
    assert [line["id"] for line in lines(user, f"?since={told[1]['finished_at']}")] == [
        game.pk for game in games[1:]
    ]


def test_export_of_nothing_is_empty() -> None:
    assert lines(make_user()) == []


def test_export_flows_in_batches(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr("games.selectors.exported.BATCH", 2)
    user = make_user()
    for _number in range(2):
        over(user, 1)
    client = client_of(user)
    client.get(ADDRESS)  # the first use of a token is noted
    with django_assert_num_queries(1 + 1 + 4):  # token, ids, and four for each batch
        client.get(ADDRESS).getvalue()
    for _number in range(3):
        over(user, 1)
    with django_assert_num_queries(1 + 1 + 3 * 4):
        client.get(ADDRESS).getvalue()


@pytest.mark.parametrize("since", ["", "1", "2026-02-30T00:00:00Z", "%00"])
def test_instant_that_makes_no_sense_is_refused(since: str) -> None:
    assert problem_of(client_of(make_user()).get(f"{ADDRESS}?since={since}")) == (400, "invalid")
