"""Which position a turn was decided on: by the body or by the header If-Match."""

from typing import Any

import pytest

from games.models import Game
from games.services.time import grant_time
from tests.factories.games import legal_json, mover_of, play_random, waiter_of
from tests.games.api.calls import Response, client_of, problem_of, url_of
from tests.games.stored import nothing_changes

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def play(game: Game, if_match: str | None, version: int | None = None) -> Response:
    """The seat to move plays its first action."""
    body: dict[str, Any] = {"actions": legal_json(game)[:1]}
    if version is not None:
        body["expected_version"] = version
    headers = {"Idempotency-Key": "k"} | ({} if if_match is None else {"If-Match": if_match})
    client = client_of(mover_of(game))
    return client.post(url_of(game, "actions"), body, format="json", headers=headers)


def tag_of(game: Game) -> str:
    """The ETag of the game as the seat to move sees it."""
    return str(client_of(mover_of(game)).get(url_of(game))["ETag"])


@pytest.mark.parametrize("weak", ["", "W/"])
def test_tag_of_the_game_names_the_position(game: Game, weak: str) -> None:
    assert play(game, weak + tag_of(game)).status_code == 200


def test_old_tag_is_told_what_happened_since(game: Game) -> None:
    tag, version = tag_of(game), game.version
    play_random(game, 2)
    with nothing_changes():
        response = play(game, tag)
    assert problem_of(response) == (409, "stale_version")
    assert response.json()["extra"]["events"][0]["number"] == version + 1


def test_time_that_was_granted_makes_no_tag_old(game: Game) -> None:
    tag = tag_of(game)
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version)
    assert tag_of(game) != tag
    assert play(game, tag).status_code == 200


def test_either_of_the_two_is_needed(game: Game) -> None:
    with nothing_changes():
        response = play(game, None)
    assert problem_of(response) == (400, "invalid")
    assert list(response.json()["extra"]["fields"]) == ["expected_version"]


@pytest.mark.parametrize(
    "tag",
    ["*", "", '"nonsense"', '"other12345.3.1.0"', '"{id}.99999999999.1.0"', '"{id}.3.1.0", "a"'],
)
def test_tag_that_names_no_position_of_this_game_is_refused(game: Game, tag: str) -> None:
    with nothing_changes():
        response = play(game, tag.format(id=game.pk), game.version)
    assert problem_of(response) == (400, "malformed_action")


def test_both_must_agree(game: Game) -> None:
    with nothing_changes():
        response = play(game, tag_of(game), game.version - 1)
    assert problem_of(response) == (400, "malformed_action")
    assert play(game, tag_of(game), game.version).status_code == 200
