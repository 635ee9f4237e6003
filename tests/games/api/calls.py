"""Calls of the API with the framework's test client."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import TokenKind, User
from accounts.scopes import OF_SIGNED_IN, Scope
from accounts.tokens import make_token
from games.models import Game
from tests.games.api.schema import check_answer

Response = Any  # of the test client, which adds what the types don't know


class Client(APIClient):
    """Holds every answer against the schema."""

    def request(self, **kwargs: Any) -> Response:
        """Send a request; fails if the schema doesn't know such an answer."""
        response = super().request(**kwargs)
        check_answer(kwargs["REQUEST_METHOD"], kwargs["PATH_INFO"], response)
        return response


def client_of(user: User | None = None, scopes: frozenset[Scope] = OF_SIGNED_IN) -> Client:
    """A client of that person with a token for these scopes, or of nobody."""
    client = Client()
    if user is not None:
        _token, value = make_token(
            user=user, kind=TokenKind.APP, name="test", scopes=scopes, expires_at=None
        )
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {value}")
    return client


def url_of(game: Game, part: str = "") -> str:
    """The address of a game, or of one of its parts."""
    return f"/api/v1/games/{game.pk}{'/' + part if part else ''}"


def submit(client: Client, game: Game, actions: Any, **given: Any) -> Response:
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
