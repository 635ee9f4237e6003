"""A client that knows nothing but HTTP signs in and plays a whole game against the computer."""

import itertools
import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from games.enums import GameStatus
from games.selectors.verify import faults_of
from tests.factories.games import make_computer_game
from tests.factories.users import PASSWORD, make_user

pytestmark = pytest.mark.django_db(transaction=True)

MOST_REQUESTS = 500
# Prefers what brings the end nearer; a random client would play for hundreds of turns.
WISHES = ("purchase_card", "take_tokens", "reserve_card", "replenish")


class Client:
    """HTTP with a session token."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.token = ""

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of the answer, whatever its status."""
        if self.token:
            headers["X-Session-Token"] = self.token
        data = None if body is None else json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
        request = Request(self.base + path, data, headers, method=method)  # noqa: S310  the live server
        try:
            with urlopen(request, timeout=20) as answer:  # noqa: S310  as above
                return answer.status, json.load(answer)
        except HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def sign_in(self, name: str, password: str) -> None:
        """Get a session token as a mobile client does."""
        path = "/_allauth/app/v1/auth/login"
        status, answer = self.call("POST", path, {"username": name, "password": password})
        assert status == 200, answer
        self.token = answer["meta"]["session_token"]


def wish(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The first action of the most wanted type."""
    return min(
        actions, key=lambda action: WISHES.index(action["type"]) if action["type"] in WISHES else 9
    )


def test_client_signs_in_and_plays_a_whole_game(live_server: Any) -> None:
    user = make_user("walker")
    game = make_computer_game(user)
    client = Client(str(live_server))
    assert client.call("GET", "/api/v1/games")[0] == 401
    client.sign_in("walker", PASSWORD)
    path = f"/api/v1/games/{game.pk}"
    for number in itertools.count():
        assert number < MOST_REQUESTS, "the game doesn't end"
        status, shown = client.call("GET", path)
        assert status == 200
        if shown["status"] == GameStatus.FINISHED:
            break
        assert shown["seat_to_move"] == 1, "the computer moves within the request here"
        _status, legal = client.call("GET", f"{path}/legal-actions")
        body = {"expected_version": legal["version"], "actions": [wish(legal["actions"])]}
        status, answer = client.call(
            "POST", f"{path}/actions", body, **{"Idempotency-Key": f"turn {number}"}
        )
        assert status == 200, answer
    _status, lists = client.call("GET", "/api/v1/games")
    assert [row["id"] for row in lists["finished"]] == [game.pk]
    _status, log = client.call("GET", f"{path}/events?after={shown['version'] - 2}")
    assert [event["kind"] for event in log["events"]] == ["game_ended", "secret_revealed"]
    game.refresh_from_db()
    assert faults_of(game) == []
