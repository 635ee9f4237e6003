"""Calls of the API with the framework's test client."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game

Response = Any  # of the test client, which adds what the types don't know


def client_of(user: User | None = None) -> APIClient:
    """A client of that person, or of nobody."""
    client = APIClient()
    if user is not None:
        client.force_login(user)
    return client


def url_of(game: Game, part: str = "") -> str:
    """The address of a game, or of one of its parts."""
    return f"/api/v1/games/{game.pk}{'/' + part if part else ''}"


def submit(client: APIClient, game: Game, actions: Any, **given: Any) -> Response:
    """Post actions; version and key as an honest client has them, unless given."""
    game.refresh_from_db()
    body = {"expected_version": given.get("version", game.version), "actions": actions}
    return client.post(
        url_of(game, "actions"),
        given.get("body", body),
        format="json",
        headers={"Idempotency-Key": given.get("key", f"key {game.version}")},
    )


def problem_of(response: Response) -> tuple[int, str]:
    """Status and code of a refusal, its shape checked."""
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert list(body) == ["type", "title", "status", "detail", "code", "rule", "extra"]
    assert body["status"] == response.status_code
    assert body["detail"]
    return response.status_code, body["code"]
