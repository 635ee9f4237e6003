"""Streams of programs on the asynchronous side: what they say while they last, and when they end."""

import json
from typing import Any

import pytest
from django.db import connection, connections

from accounts.models import TokenKind, User
from accounts.scopes import OF_SIGNED_IN
from accounts.tokens import make_token, revoke_all
from games.live import streams
from games.live.places import places
from games.models import Game
from tests.factories.games import make_game, mover_of, seated, take_tokens
from tests.factories.users import make_user
from tests.games.api.calls import url_of
from tests.games.api.streams.asgi import ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A life in two seconds; and no connection outlives its request, as on the real site."""
    monkeypatch.setattr(streams, "PULSE", 0.2)
    monkeypatch.setattr(streams, "LIFETIME", (2, 2))
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


def bearer(user: User) -> dict[str, str]:
    """The header of somebody's program."""
    _token, value = make_token(
        user=user, kind=TokenKind.APP, name="test", scopes=OF_SIGNED_IN, expires_at=None
    )
    return {"Authorization": f"Bearer {value}"}


def test_idle_stream_says_a_word_and_ends_when_it_is_old(game: Game) -> None:
    user = seated(game, 1)
    status, headers, (retry, message, *words) = ask(url_of(game, "stream"), headers=bearer(user))
    assert (status, retry, set(words)) == (200, b"retry: 3000\n\n", {b":\n\n"})
    assert headers["content-type"] == "text/event-stream"
    assert headers["cache-control"] == "private, no-store"
    assert headers["x-accel-buffering"] == "no"
    assert message.startswith(f"id: {game.version}\ndata: {{".encode())
    assert len(words) >= 3
    assert places.free(f"person {user.pk}", 1), "its place is free again"


def test_lines_are_json_and_the_word_is_an_empty_one(game: Game) -> None:
    headers = {"Accept": "application/x-ndjson"}
    _status, answered, (first, message, *words) = ask(url_of(game, "stream"), headers=headers)
    assert answered["content-type"] == "application/x-ndjson"
    assert (first, set(words)) == (b"\n", {b"\n"})
    data = f'{{"game_id": "{game.pk}", "version": {game.version}, "your_turn": false}}\n'
    assert message == data.encode()


@pytest.mark.parametrize("end", ["revoked", "inactive"])
def test_stream_ends_soon_after_its_token(game: Game, end: str) -> None:
    user, heard = seated(game, 1), []

    def hear(part: bytes) -> None:
        heard.append(part)
        if part == b":\n\n" and len(heard) == 3:
            if end == "revoked":
                revoke_all(user=user)
            else:
                User.objects.filter(pk=user.pk).update(is_active=False)
            connection.close()

    ask(url_of(game, "stream"), headers=bearer(user), heard=hear)
    # One word at most was on its way; a stream that is only old says ten.
    assert 3 <= len(heard) <= 4


def test_stream_of_a_wrong_token_is_refused_as_everywhere(game: Game) -> None:
    headers = {"Authorization": "Bearer none", "Origin": "https://elsewhere.example"}
    status, answered, (body,) = ask("/api/v1/me/stream", headers=headers)
    assert (status, answered["content-type"]) == (401, "application/problem+json")
    assert b'"code":"authentication_failed"' in body
    assert answered["access-control-allow-origin"] == "*"
    assert answered["www-authenticate"] == "Bearer"


def test_browser_of_another_site_may_ask_for_a_stream(game: Game) -> None:
    headers = {
        "Origin": "https://elsewhere.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization, last-event-id",
    }
    status, answered, _parts = ask(url_of(game, "stream"), headers=headers, method="OPTIONS")
    assert status == 200
    assert "authorization" in answered["access-control-allow-headers"]


def test_openings_count_among_requests(
    game: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LIFETIME", (0, 0))
    settings.API_RATES = settings.API_RATES | {"address": "1/min"}
    assert ask(url_of(game, "stream"))[0] == 200
    status, answered, (body,) = ask(url_of(game, "stream"))
    assert status == 429 and b'"throttled"' in body
    assert int(answered["retry-after"]) > 0


def test_many_who_come_at_the_same_moment_get_no_more_places(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([True, False])  # others take the last places while this one is let in
    monkeypatch.setattr(streams.Reader, "has_place", property(lambda reader: next(answers)))
    assert ask(url_of(game, "stream"))[2] == [b"retry: 60000\n\n"]


def test_more_may_wait_than_a_reader_may_leave_unread() -> None:
    me = make_user()
    games = [make_game(make_user(), me) for _number in range(40)]
    for game in games:
        if mover_of(game) != me:
            take_tokens(game)
    said = ask("/api/v1/me/stream", query="format=ndjson", headers=bearer(me))[2]
    told = [json.loads(part)["game_id"] for part in said if part != b"\n"]
    assert sorted(told) == sorted(game.pk for game in games)
