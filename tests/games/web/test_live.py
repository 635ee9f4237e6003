"""The views of the streams, run as ASGI in this process; the real site's are in tests/games/live/test_served.py."""

import asyncio
from typing import Any, cast

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.core.asgi import get_asgi_application
from django.db import connections
from django.test import RequestFactory

from games.live import streams
from games.live.places import PER_ADDRESS, Places, places
from games.models import Game
from games.notifications.presence import is_looking
from games.web import live
from tests.factories.users import make_user
from tests.games.web.visit import game_url, visitor

pytestmark = pytest.mark.django_db(transaction=True)

Answer = tuple[int, list[bytes]]


@pytest.fixture(autouse=True)
def _no_connection_outlives_its_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the real site, whose connections belong to a pool: each request here has a thread of its own."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


def ask(path: str) -> Answer:
    """Status and body parts of an answer that ends by itself, for somebody who has not signed in."""

    async def run() -> Answer:
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        scope |= {"http_version": "1.1", "client": ("127.0.0.9", 1), "server": ("localhost", 80)}
        talk: Any = cast(Any, ApplicationCommunicator)(get_asgi_application(), scope)
        await talk.send_input({"type": "http.request"})
        start = await talk.receive_output(5)
        parts: list[bytes] = []
        more: Any = True
        while more:
            output = await talk.receive_output(5)
            parts.append(output.get("body", b""))
            more = output.get("more_body")
        await talk.wait()
        return start["status"], [part for part in parts if part]

    return asyncio.run(run())


def test_idle_stream_says_a_word_and_ends_when_it_is_old(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PULSE", 0.2)
    monkeypatch.setattr(streams, "LIFETIME", (0.5, 0.5))
    status, (retry, message, *words) = ask(f"/events/games/{game.pk}/")
    assert (status, retry, set(words)) == (200, b"retry: 3000\n\n", {b":\n\n"})
    assert len(words) >= 2
    data = f'{{"game_id": "{game.pk}", "version": {game.version}, "your_turn": false}}'
    assert message == f"id: {game.version}\ndata: {data}\n\n".encode()
    assert places.free("address 127.0.0.9", 1), "its place is free again"


def test_streams_live_for_an_hour_at_most() -> None:
    assert max(streams.LIFETIME) <= 3600 and streams.PULSE == 15


def test_address_without_a_place_is_told_when_to_come_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PER_ADDRESS", 0)
    assert PER_ADDRESS > 12
    assert ask(f"/events/games/{game.pk}/") == (429, [])


def test_many_who_come_at_the_same_moment_get_no_more_places(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([True, False])  # others take the last places while this one is let in
    monkeypatch.setattr(streams.Reader, "has_place", property(lambda reader: next(answers)))
    assert ask(f"/events/games/{game.pk}/") == (200, [b"retry: 60000\n\n"])


@pytest.mark.parametrize("path", ["/events/me/", "/events/games/{}/", "/events/games/none/"])
def test_server_without_an_asynchronous_side_has_no_streams(game: Game, path: str) -> None:
    response = visitor(make_user()).get(path.format(game.pk))
    assert (response.status_code, response.content) == (204, b"")


def test_page_that_is_hidden_asks_without_looking(game: Game) -> None:
    user = game.seats.get(number=1).user
    assert user is not None
    address = game_url(game, "version")
    answer = visitor(user).get(f"{address}?hidden=1")
    assert not is_looking(user.pk, game.pk)
    assert visitor(user).get(address).content == answer.content
    assert is_looking(user.pk, game.pk)


def test_streams_are_only_read(game: Game) -> None:
    for path in ("/events/me/", f"/events/games/{game.pk}/"):
        assert visitor(make_user()).post(path).status_code == 405


def test_stream_of_a_page_ends_with_its_session(settings: Any) -> None:
    client, request = visitor(make_user()), RequestFactory().get("/events/me/")
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    request.session = SessionStore(key)
    assert live._holds(request)
    client.logout()
    assert not live._holds(request)


def test_strangers_leave_places_for_those_who_have_signed_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.live.places.OF_STRANGERS", 2)
    hall = Places()
    with hall.take("address a"), hall.take("address b"):
        assert not hall.free("address c", 5)
        assert hall.free("person 1", 5)
    assert hall.free("address c", 5)
