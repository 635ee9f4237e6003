"""Streams of programs, run as the server without an asynchronous side gives them: their beginning, and who gets it."""

import json
from typing import Any

import pytest

from accounts.scopes import OF_SIGNED_IN, Scope
from games.live.places import places
from games.services.lobby import create_invitation
from games.services.take_back import ask_turn_back
from games.services.talk import write_message
from games.services.time import ask_pause
from tests.factories.games import OPTIONS, make_game, mover_of, seated, take_tokens, waiter_of
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, problem_of, url_of
from tests.games.api.schema import schema, validator_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

MINE = "/api/v1/me/stream"
LINES = {"format": "ndjson"}


def lines(client: Client, address: str, **query: str) -> list[dict[str, Any]]:
    """The messages with which a stream begins."""
    text = client.get(address, {**LINES, **query}).content.decode()
    return [json.loads(line) for line in text.splitlines() if line]


def event(client: Client, address: str, **more: Any) -> str:
    """The same as server-sent events."""
    response = client.get(address, **more)
    assert response["Content-Type"] == "text/event-stream"
    text: str = response.content.decode()
    return text.removeprefix("retry: 60000\n\n")


def test_stream_says_how_far_a_game_has_come_and_nothing_else() -> None:
    game = make_game()
    told = {"game_id": game.pk, "version": game.version}
    for user, your_turn in ((mover_of(game), True), (waiter_of(game), False), (None, False)):
        assert lines(client_of(user), url_of(game, "stream")) == [told | {"your_turn": your_turn}]


def test_event_has_the_version_as_its_id_and_is_as_the_schema_says() -> None:
    game = make_game()
    data = f'{{"game_id": "{game.pk}", "version": {game.version}, "your_turn": false}}'
    assert event(client_of(), url_of(game, "stream")) == f"id: {game.version}\ndata: {data}\n\n"
    validator = validator_of({"$ref": "#/components/schemas/GameNewsEvent"})
    assert validator.is_valid({"id": str(game.version), "data": data})
    assert not validator.is_valid({"id": game.version})


def test_accept_decides_where_no_format_is_named() -> None:
    client, address = client_of(), url_of(make_game(), "stream")
    for accept, kind in {
        "application/x-ndjson": "application/x-ndjson",
        "text/event-stream": "text/event-stream",
        "*/*": "text/event-stream",
        "nonsense": "text/event-stream",
    }.items():
        response = client.get(address, headers={"Accept": accept})
        assert response["Content-Type"] == kind
        assert response["Cache-Control"] == "private, no-store"
    assert client.get(address, {"format": "sse"}, headers={"Accept": "application/x-ndjson"})[
        "Content-Type"
    ].startswith("text/event-stream")


def test_reader_who_has_the_newest_is_told_nothing_yet() -> None:
    game = make_game()
    opened, newest = str(game.version), str(take_tokens(game))
    client, address = client_of(), url_of(game, "stream")
    assert lines(client, address, version=newest) == []
    assert event(client, address, headers={"Last-Event-ID": newest}) == ""
    assert len(lines(client, address, version=opened)) == 1
    assert event(client, address, data={"version": newest}, headers={"Last-Event-ID": opened}) == ""


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ({"version": "-1"}, {}),
        ({"version": "1000000000"}, {}),
        ({"version": "x"}, {}),
        ({"format": ""}, {}),
        ({"format": "xml"}, {}),
        ({"format": "ndjson\x00"}, {}),
        ({}, {"Last-Event-ID": "-1"}),
        ({}, {"Last-Event-ID": "1234567890"}),
        ({}, {"Last-Event-ID": ""}),
        ({}, {"Last-Event-ID": "\xb2"}),
    ],
)
def test_what_makes_no_sense_is_refused(query: dict[str, str], headers: dict[str, str]) -> None:
    response = client_of().get(url_of(make_game(), "stream"), query, headers=headers)
    assert problem_of(response) == (400, "invalid")


def test_unknown_game_and_one_that_has_not_begun_are_no_strangers_business() -> None:
    maker, asked = make_user(), make_user()
    game = create_invitation(user=maker, invitee=asked, options=OPTIONS)
    for client in (client_of(), client_of(make_user())):
        assert problem_of(client.get(url_of(game, "stream"))) == (404, "not_found")
        assert problem_of(client.get("/api/v1/games/none/stream")) == (404, "not_found")
    assert len(lines(client_of(asked), url_of(game, "stream"))) == 1


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_streams_are_only_read(method: str) -> None:
    client = client_of(make_user())
    for address in (MINE, url_of(make_game(), "stream")):
        response = getattr(client, method)(address)
        assert problem_of(response) == (405, "method_not_allowed")


def test_head_is_answered_at_once_and_empty() -> None:
    response = client_of().head(url_of(make_game(), "stream"))
    assert (response.status_code, response.content) == (200, b"")


def test_own_stream_begins_with_all_that_waits() -> None:
    me, other = make_user(), make_user()
    mine, theirs = (make_game(me, other) for _number in range(2))
    take_tokens(theirs)
    assert mover_of(mine) == me and mover_of(theirs) == other
    asked = create_invitation(user=other, invitee=me, options=OPTIONS)
    create_invitation(user=me, invitee=other, options=OPTIONS)
    ask_pause(game_id=theirs.pk, user=other)
    write_message(game_id=theirs.pk, user=other, text="hello", key="k")
    found = lines(client_of(me), MINE)
    assert [(one["kind"], one["game_id"], one["your_turn"]) for one in found] == [
        ("invitation", asked.pk, False),
        ("game", mine.pk, True),
        ("request", theirs.pk, False),
        ("message", theirs.pk, False),
    ]
    assert "hello" not in str(found)


def test_own_requests_are_not_told_to_who_made_them() -> None:
    game = make_game()
    ask_pause(game_id=game.pk, user=waiter_of(game))
    assert lines(client_of(waiter_of(game)), MINE) == []


def test_wish_for_a_turn_waits_until_it_falls() -> None:
    game = make_game()
    last = take_tokens(game)
    asker, answerer = waiter_of(game), mover_of(game)
    ask_turn_back(game_id=game.pk, user=asker, last=last)
    assert [one["kind"] for one in lines(client_of(answerer), MINE)] == ["game", "request"]
    take_tokens(game)
    take_tokens(game)
    assert mover_of(game) == answerer
    assert [one["kind"] for one in lines(client_of(answerer), MINE)] == ["game"]


@pytest.mark.parametrize("number", [1, 30])
def test_own_stream_asks_twice_however_much_waits(
    number: int, django_assert_num_queries: Any
) -> None:
    me = make_user()
    for _number in range(number):
        write_message(game_id=(game := make_game(me)).pk, user=seated(game, 2), text="x", key="k")
    client = client_of(me)
    client.get(MINE, LINES)  # the first use of the token is noted
    with django_assert_num_queries(3):
        found = lines(client, MINE)
    assert [one["kind"] for one in found].count("message") == number


def test_stream_too_many_is_refused_with_when_to_come_again() -> None:
    user = make_user()
    client, other = client_of(user), client_of(user)
    token = f"token-{user.access_tokens.order_by('pk')[0].pk}"
    with places.take(*[token] * 6):
        response = client.get(MINE)
        assert problem_of(response) == (429, "too_many_streams")
        assert response["Retry-After"] == "60"
        assert other.get(MINE).status_code == 200
        assert client_of().get(url_of(make_game(), "stream")).status_code == 200
    with places.take(*[f"person {user.pk}"] * 12):
        assert other.get(MINE).status_code == 429
    with places.take(*["address 127.0.0.1"] * 30):
        assert client_of().get(url_of(make_game(), "stream")).status_code == 429
        assert client.get(MINE).status_code == 200
    assert client.get(MINE).status_code == 200


def test_token_without_the_scope_hears_nothing() -> None:
    client = client_of(make_user(), OF_SIGNED_IN - {Scope.GAME_READ})
    for address in (MINE, url_of(make_game(), "stream")):
        assert problem_of(client.get(address)) == (403, "missing_scope")


def test_what_a_stream_may_say_is_named_in_the_schema() -> None:
    shapes = schema()["components"]["schemas"]
    assert set(shapes["GameNews"]["properties"]) == {"game_id", "version", "your_turn"}
    assert set(shapes["MyNews"]["properties"]) == {"kind", "game_id", "version", "your_turn"}
