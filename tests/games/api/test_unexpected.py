"""Requests that nobody's program should send, exceptions that nobody expected, and the language of what is told."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.factories.games import mover_of
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of, url_of
from tests.games.stored import nothing_changes

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HALF = r'"\ud83d"'
CHINESE = {"Accept-Language": "zh-hans"}


@pytest.mark.parametrize(
    ("method", "part", "body"),
    [
        ("POST", "offers", '{"speed": %s}'),
        ("POST", "computer-games", '{"level": %s}'),
        ("POST", "invitations/nosuchthing/decline", '{"reason": %s}'),
        ("POST", "tokens", '{"name": "x", "scopes": [%s]}'),
        ("PUT", "me/preferences", '{"language": %s}'),
        ("PUT", "me/notifications", '{"quiet": %s}'),
        ("PUT", "me/signed-webhook", '{"url": "https://x.example", "kinds": [%s]}'),
        ("POST", "offers", '{"speed": "days_3", %s: 1}'),
        ("POST", "offers", "%s"),
    ],
)
def test_half_of_a_sign_is_refused(method: str, part: str, body: str) -> None:
    client = client_of(make_user())
    with nothing_changes():
        response = client.generic(
            method, f"/api/v1/{part}", body % HALF, content_type="application/json"
        )
    assert problem_of(response) in ((400, "parse_error"), (404, "not_found"))


def test_whole_signs_of_two_halves_are_read(game: Game) -> None:
    client = client_of(mover_of(game))
    response = client.generic(
        "PUT",
        url_of(game, "note"),
        r'{"text": "\ud83d\ude00", "revision": ""}',
        content_type="application/json",
    )
    assert response.status_code == 200
    assert response.json()["text"] == "\U0001f600"


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "nosuchthing"])
def test_request_is_read_as_utf_8_whatever_it_is_called(game: Game, charset: str) -> None:
    client = client_of(mover_of(game))
    kind = f"application/json; charset={charset}"
    read = client.get(url_of(game, "events"), {"since": "0"}, content_type=kind)
    assert read.status_code == 200
    refused = client.generic("POST", url_of(game, "actions"), "{}", content_type=kind)
    assert problem_of(refused) == (400, "invalid")


@pytest.mark.parametrize("where", ["component", "tagged"])
def test_what_nobody_expected_is_told_in_the_form_of_the_api(
    where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: Any, **_named: Any) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(f"games.api.components.views.{where}", broken)
    client = Client(raise_request_exception=False)  # not ours: the schema documents no 500
    response = client.get("/api/v1/components/1/cards")
    assert problem_of(response) == (500, "server_error")
    assert b"secret" not in response.content
    assert response["Cache-Control"] == "no-store"
    assert "a secret" in caplog.text


@pytest.fixture
def reader() -> User:
    """Somebody who has chosen a language."""
    return make_user(language="zh-hant")


def test_chosen_language_rules_over_that_of_the_request(reader: User) -> None:
    client = client_of(reader)
    told = client.post("/api/v1/offers", {}, format="json", headers=CHINESE)
    assert told["Content-Language"] == "zh-hant"
    assert told.json()["extra"]["fields"]["speed"] == ["此為必需欄位。"]


def test_chosen_language_holds_also_for_who_may_not(reader: User) -> None:
    told = client_of(reader, frozenset()).post("/api/v1/offers", {}, format="json", headers=CHINESE)
    assert problem_of(told) == (403, "missing_scope")
    assert told["Content-Language"] == "zh-hant"


def test_language_of_the_request_rules_where_none_was_chosen() -> None:
    for client in (client_of(make_user()), client_of()):
        assert client.post("/api/v1/offers", {}, headers=CHINESE)["Content-Language"] == "zh-hans"
