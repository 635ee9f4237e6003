"""What the schema says of headers, of messages to programs and of limits is what happens."""

from typing import Any

import pytest
from django.conf import settings

from games.api.bots.posted import KINDS
from games.api.turns.examples import RESIGNED
from games.enums import NotificationKind
from games.models import Game, Notification, Webhook
from games.notifications.channels import signed
from tests.factories.games import legal_json, mover_of
from tests.games.api.calls import client_of, submit, url_of
from tests.games.api.schema import operation_at, operations, schema, validator_of
from tests.games.stored import nothing_changes

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

STREAMS = {"streamGame", "streamMine"}


def documented(method: str, address: str, status: int) -> set[str]:
    """The headers that the schema tells of."""
    found = operation_at(method, address)
    assert found is not None
    return set(found["responses"][str(status)].get("headers", ()))


def test_turn_that_is_answered_again_says_so(game: Game) -> None:
    client, version = client_of(mover_of(game)), game.version
    action = legal_json(game, "take_tokens")[0]
    first = submit(client, game, [action], key="same", version=version)
    with nothing_changes():
        again = submit(client, game, [action], key="same", version=version)
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    wanted = {"Idempotency-Replayed", "Content-Language"}
    assert documented("post", url_of(game, "actions"), 200) == wanted


def test_copy_is_asked_about_by_its_tag(game: Game) -> None:
    client = client_of(mover_of(game))
    tag = client.get(url_of(game))["ETag"]
    again = client.get(url_of(game), headers={"If-None-Match": tag})
    assert (again.status_code, again["ETag"]) == (304, tag)
    assert documented("get", url_of(game), 200) == {"ETag", "Content-Language"}
    assert documented("get", url_of(game), 304) == {"ETag"}
    assert documented("get", "/api/v1/components/1/cards", 200) == {"ETag"}


@pytest.mark.parametrize("operation", operations())
def test_headers_follow_from_the_operation(operation: str) -> None:
    method, path = operations()[operation]
    found = schema()["paths"][path][method]
    sent = {one["name"] for one in found["parameters"] if one["in"] == "header"}
    assert "Accept-Language" in sent
    assert ("If-None-Match" in sent) == ("304" in found["responses"])
    assert "Retry-After" in found["responses"]["429"]["headers"]
    good = next(answer for status, answer in found["responses"].items() if status < "300")
    replayed = "Idempotency-Replayed" in good.get("headers", ())
    assert replayed == ("Idempotency-Key" in sent)


@pytest.mark.parametrize("operation", sorted(operations().keys() - STREAMS))
def test_every_operation_has_examples(operation: str) -> None:
    method, path = operations()[operation]
    found = schema()["paths"][path][method]
    bodies = [found.get("requestBody", {})]
    bodies += [answer for status, answer in found["responses"].items() if status < "300"]
    contents = [content for body in bodies for content in body.get("content", {}).values()]
    assert all(content.get("examples") for content in contents)


def test_rates_are_told() -> None:
    said = schema()["info"]["description"]
    assert "60 of an\naddress without a token; 300 of a token; 600 of an account" in said
    assert "%(" not in said
    assert set(settings.API_RATES) == set(settings.API_RATES_BY_DEFAULT)


def test_messages_to_programs_are_as_the_schema_says(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: list[dict[str, Any]] = []
    monkeypatch.setattr(signed, "_post", lambda hook, name, told, at: posted.append(told))
    hook = Webhook(user=mover_of(game), url="https://x.example", secret=signed.new_secret())
    row = Notification(kind=NotificationKind.YOUR_TURN, game=game, dedupe_key="x")
    signed.tell(hook, row, mover_of(game))
    signed.tell_test(hook)
    [shape] = schema()["webhooks"]["news"]["post"]["requestBody"]["content"].values()
    validator = validator_of(shape["schema"])
    for told in posted:
        validator.validate({**told, "at": "2026-06-15T12:00:00Z"})
        assert not validator.is_valid({**told, "kind": "digest", "at": "2026-06-15T12:00:00Z"})
    assert [told["kind"] for told in posted] == ["your_turn", "test"]
    assert {kind for kind, _label in KINDS} >= {"invited", "message", "game_over"}


def test_resigned_game_of_the_documentation_is_over() -> None:
    method, path = operations()["resignGame"]
    content = schema()["paths"][path][method]["responses"]["200"]["content"]["application/json"]
    validator_of(content["schema"]).validate(RESIGNED)
