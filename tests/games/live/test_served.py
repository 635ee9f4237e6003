"""Streams of the real site: a uvicorn of its own on the database and the broker of this test run."""

import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis
from django.conf import settings

from games.live.news import channel
from games.models import Game
from games.services.invitations import cancel_game
from games.services.lobby import create_invitation
from games.services.play import resign_game
from splendor.dev.valkey import free_port, throw_away_valkey
from tests.factories.games import (
    OPTIONS,
    make_game,
    mover_of,
    play_random,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.live.streams import streaming
from tests.games.workers import wait_until
from tests.hidden import exchange_hidden
from tests.served import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(site_folder: Path, queued_tasks: object) -> Iterator[str]:
    """The site's address."""
    with served(site_folder) as address:
        yield address


def events(game: Game) -> str:
    """Where the game's stream is."""
    return f"/events/games/{game.pk}/"


def told(game: Game, version: int, *, your_turn: bool) -> dict[str, object]:
    """A message of the game's stream."""
    return {"id": str(version), "game_id": game.pk, "version": version, "your_turn": your_turn}


def test_everybody_who_looks_on_is_told_of_a_move(site: str) -> None:
    game = make_game()
    waiter = waiter_of(game)
    with ExitStack() as stack:
        streams = {
            person: stack.enter_context(streaming(site, events(game), user))
            for person, user in {
                "mover": mover_of(game),
                "waiter": waiter,
                "stranger": make_user(),
                "nobody": None,
            }.items()
        }
        for person, stream in streams.items():
            assert stream.message() == told(game, game.version, your_turn=person == "mover")
        version = take_tokens(game)
        for person, stream in streams.items():
            assert stream.message() == told(game, version, your_turn=person == "waiter")


def test_answer_is_no_page_to_be_kept_or_held_back(site: str) -> None:
    with streaming(site, events(make_game())) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.headers["x-accel-buffering"] == "no"
        assert "no-store" in stream.headers["cache-control"]
        assert stream.block() == b"retry: 3000\n"


def test_browser_that_comes_again_hears_only_what_is_newer(site: str) -> None:
    game = make_game()
    opened, newest = game.version, take_tokens(game)
    for query, last in [("", str(opened)), (f"?version={opened}", ""), ("?version=no", "-1")]:
        with streaming(site, events(game) + query, waiter_of(game), last=last) as stream:
            assert stream.message() == told(game, newest, your_turn=False)


@pytest.mark.parametrize(
    ("query", "last"), [("", "{newest}"), ("?version={newest}", ""), ("?version=1", "{newest}")]
)
def test_browser_that_has_the_newest_waits_for_the_next(site: str, query: str, last: str) -> None:
    game = make_game()
    path, seen = (text.format(newest=game.version) for text in (events(game) + query, last))
    with streaming(site, path, last=seen) as stream:
        assert stream.block() == b"retry: 3000\n"
        version = take_tokens(game)
        assert stream.message() == told(game, version, your_turn=False)


def test_game_that_has_not_begun_is_told_to_those_who_know_of_it(site: str) -> None:
    maker, asked = make_user(), make_user()
    game = create_invitation(user=maker, invitee=asked, options=OPTIONS)
    for user in (make_user(), None):
        with streaming(site, events(game), user) as stream:
            assert stream.status == 404
    with streaming(site, "/events/games/none/", maker) as stream:
        assert stream.status == 404
    with (
        streaming(site, events(game), maker) as mine,
        streaming(site, events(game), asked) as theirs,
    ):
        assert mine.message() == theirs.message() == told(game, 1, your_turn=False)
        cancel_game(game_id=game.pk, user=maker)
        assert mine.message() == theirs.message() == told(game, 2, your_turn=False)


def test_person_is_told_of_all_their_games_and_of_no_other(site: str) -> None:
    user, other, strange_user = make_user(), make_user(), make_user()
    game = make_game(user, other)
    with streaming(site, "/events/me/") as stream:
        assert stream.status == 403
    with (
        streaming(site, "/events/me/", user) as mine,
        streaming(site, "/events/me/", strange_user) as strange,
    ):
        assert mine.block() == strange.block() == b"retry: 3000\n"
        version = take_tokens(game)
        assert mine.message() == {"game_id": game.pk, "version": version, "your_turn": False}
        asked = create_invitation(user=other, invitee=user, options=OPTIONS)
        assert mine.message() == {"game_id": asked.pk, "version": 1, "your_turn": False}
        resign_game(game_id=game.pk, user=other)
        assert mine.message()["game_id"] == game.pk
        theirs = make_game(strange_user, make_user())
        assert strange.message()["game_id"] == theirs.pk, "the first that they are told"


def test_fifty_streams_hold_up_nobody_and_are_missed_when_they_go(site: str) -> None:
    """More than the pool of the site has connections, and more than it has threads for pages."""
    game = make_game()
    users = [make_user() for _number in range(5)]
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        with ExitStack() as stack:
            streams = [
                stack.enter_context(streaming(site, events(game), user))
                for user in users
                for _number in range(10)
            ]
            for stream in streams:
                assert stream.message() == told(game, game.version, your_turn=False)
            for _number in range(5):
                began = time.monotonic()
                with urllib.request.urlopen(f"{site}/games/{game.pk}/", timeout=10) as page:  # noqa: S310  our own address
                    assert page.status == 200
                assert time.monotonic() - began < 3
            version = take_tokens(game)
            for stream in streams:
                assert stream.message() == told(game, version, your_turn=False)
            assert broker.pubsub_numsub(channel()) == [(channel().encode(), 1)]
        wait_until(lambda: broker.pubsub_numsub(channel()) == [(channel().encode(), 0)], 10)


def test_thirteenth_stream_of_a_person_is_refused(site: str) -> None:
    user = make_user()
    with ExitStack() as stack:
        for _number in range(12):
            stack.enter_context(streaming(site, "/events/me/", user)).block()
        with streaming(site, "/events/me/", user) as refused:
            assert refused.status == 429
            assert refused.headers["retry-after"] == "60"
        with streaming(site, "/events/me/", make_user()) as free:
            assert free.status == 200
    with streaming(site, "/events/me/", user) as again:
        assert again.status == 200


def test_stream_outlives_the_broker(
    site_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{port}/0")
    with ExitStack() as broker, ExitStack() as rest:
        broker.enter_context(throw_away_valkey(port, tmp_path))
        site = rest.enter_context(served(site_folder))
        game = make_game()
        opened = game.version
        kept = rest.enter_context(streaming(site, events(game), seconds=10))
        assert kept.message() == told(game, game.version, your_turn=False)
        broker.close()
        missed = take_tokens(game)
        with streaming(site, events(game), mover_of(game)) as late:
            # Whoever comes meanwhile learns how far the game is, and no more.
            assert late.message() == told(game, missed, your_turn=True)
        broker.enter_context(throw_away_valkey(port, tmp_path))
        assert kept.block() == b"", "streams that may have missed something end"
        with streaming(site, events(game), last=str(opened)) as again:
            assert again.message() == told(game, missed, your_turn=False)
            version = take_tokens(game)
            assert again.message() == told(game, version, your_turn=False)


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_nothing_hidden_shows_in_a_stream(site: str, viewer: int | None) -> None:
    game = make_game()
    play_random(game, 40)
    user = seated(game, viewer) if viewer else None
    worlds = []
    for seed in (1, 2, 3):
        assert exchange_hidden(game, viewer, seed) > 0
        with streaming(site, events(game), user) as stream:
            kept = {
                name: text
                for name, text in stream.headers.items()
                if name not in ("date", "expires")
            }
            worlds.append((kept, stream.block(), stream.block()))
    assert worlds[0] == worlds[1] == worlds[2]
