"""How often what happens between turns asks the database: as often in a long game with much talk as in a new one."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import ChatMessage, Game
from tests.factories.games import (
    legal_json,
    make_begun_game,
    play_random,
    take_tokens,
    waiter_of,
)
from tests.games.api.calls import Client, Response, client_of, url_of

pytestmark = pytest.mark.django_db

Call = Callable[[Client, Game], Response]


def newest(game: Game) -> int:
    """The newest message."""
    row = ChatMessage.objects.filter(game=game).order_by("pk").last()
    assert row is not None
    return row.pk


def _plan(client: Client, game: Game) -> Response:
    cell = next(
        one["cells"][0] for one in legal_json(game, "take_tokens") if len(one["cells"]) == 1
    )
    body = {"revision": 0, "entries": [{"actions": [cell], "confirmed_gift": True}]}
    return client.put(url_of(game, "plan"), body, format="json")


# By the seat that waits; the numbers are what was found, so that nobody adds to them unseen.
CALLS: dict[str, tuple[Call, int]] = {
    "between": (lambda client, game: client.get(url_of(game, "between")), 6),
    "messages": (lambda client, game: client.get(url_of(game, "messages?limit=100")), 6),
    "talk": (lambda client, game: client.get(url_of(game, "talk")), 7),
    "write": (
        lambda client, game: client.post(url_of(game, "messages"), {"text": "Hi"}, format="json"),
        19,
    ),
    "read": (
        lambda client, game: client.put(
            url_of(game, "talk/read"), {"read_to": newest(game)}, format="json"
        ),
        14,
    ),
    "note": (lambda client, game: client.get(url_of(game, "note")), 5),
    "looking": (lambda client, game: client.put(url_of(game, "looking")), 5),
    "plan": (lambda client, game: client.get(url_of(game, "plan")), 5),
    "put plan": (_plan, 14),
    "pause": (lambda client, game: client.put(url_of(game, "pause-wish/0")), 16),
    "time": (
        lambda client, game: client.post(
            url_of(game, "time"), {"expected_version": game.version}, format="json"
        ),
        22,
    ),
    "resignation": (lambda client, game: client.post(url_of(game, "resignation")), 23),
}


def asked(game: Game, call: Call) -> int:
    """The questions of one request of the seat that waits, whose token was used a moment ago."""
    client = client_of(waiter_of(game))
    assert client.get(url_of(game)).status_code == 200
    legal_json(game)
    with CaptureQueriesContext(connection) as seen:
        response = call(client, game)
    assert response.status_code in (200, 201), response.content
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(control) for query in seen.captured_queries)


def talked(game: Game, messages: int) -> Game:
    """The game after so many messages of each seat."""
    at = timezone.now() - timedelta(hours=1)
    ChatMessage.objects.bulk_create(
        ChatMessage(game=game, seat=1 + place % 2, text="Hi", key=str(place), created_at=at)
        for place in range(2 * messages)
    )
    return game


def grown(game: Game) -> Game:
    """The game after more turns and many messages."""
    play_random(game, 8)
    return talked(game, 30)


@pytest.mark.parametrize("name", CALLS)
def test_request_asks_as_often_in_a_long_game(name: str) -> None:
    call, number = CALLS[name]
    counts = (asked(talked(make_begun_game(), 1), call), asked(grown(make_begun_game()), call))
    assert (counts[0], counts[1] <= counts[0]) == (number, True)


def test_taking_a_turn_back_asks_as_often_in_a_long_game() -> None:
    counts = []
    for game in (talked(make_begun_game(), 1), grown(make_begun_game())):
        address = url_of(game, f"take-back/{take_tokens(game)}")

        def ask(client: Client, _game: Game, address: str = address) -> Response:
            return client.put(address)

        counts.append(asked(game, ask))
    assert counts[0] == counts[1]
