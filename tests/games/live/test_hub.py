"""The hub of a process, on a real broker."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings

from games.live import hub as hubs
from games.live.hub import END, Hub, put
from games.live.news import News, channel, encode, game_topic, person_topic
from games.live.places import IN_ALL, Places
from splendor.dev.valkey import free_port, throw_away_valkey

NEWS = News("game000001", 7, 3, (3, 4))


def publish(news: News | str) -> None:
    """Tell it to all processes."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.publish(channel(), news if isinstance(news, str) else encode(news))


async def until(true: Callable[[], bool], seconds: float = 5) -> None:
    """Wait, letting the hub work."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def run(test: Callable[[Hub], Awaitable[Any]]) -> Any:
    """Run a test in a loop of its own, which no task may outlive by more than it takes to cancel it."""

    async def body() -> Any:
        return await asyncio.wait_for(test(Hub()), 20)

    return asyncio.run(body())


def test_news_reach_those_who_wait_for_the_game_or_play_in_it(broker: str) -> None:
    async def test(hub: Hub) -> None:
        topics = [game_topic(NEWS.game_id), person_topic(3), person_topic(4)]
        others = [game_topic("game000002"), person_topic(5)]
        async with (
            hub.listen(topics[0]) as game,
            hub.listen(topics[1]) as mover,
            hub.listen(topics[2]) as waiter,
            hub.listen(others[0]) as other_game,
            hub.listen(others[1]) as stranger,
        ):
            assert hub.open == 5
            publish("junk")
            publish('{"version": 8}')
            publish(NEWS)
            for inbox in (game, mover, waiter):
                assert await inbox.get() == NEWS
            assert other_game.empty() and stranger.empty()

    run(test)


def test_hub_runs_from_the_first_stream_to_the_last(broker: str) -> None:
    def subscribers() -> int:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            return int(client.pubsub_numsub(channel())[0][1])

    async def test(hub: Hub) -> None:
        assert (hub.open, hub.running) == (0, False)
        async with hub.listen("one"):
            async with hub.listen("one"), hub.listen("two"):
                assert (hub.open, hub.running, subscribers()) == (3, True, 1)
            assert (hub.open, hub.running, subscribers()) == (1, True, 1)
        assert (hub.open, hub.running) == (0, False)
        await until(lambda: subscribers() == 0)
        async with hub.listen(game_topic(NEWS.game_id)) as inbox:
            publish(NEWS)
            assert await inbox.get() == NEWS

    run(test)


def test_slow_reader_keeps_the_newest_news() -> None:
    inbox: hubs.Inbox = asyncio.Queue(2)
    for version in (1, 2, 3):
        put(inbox, News("game000001", version, None, ()))
    assert [news.version for news in (inbox.get_nowait(), inbox.get_nowait()) if news] == [2, 3]


@pytest.fixture
def own_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Starts the broker that this test has for itself, each time on the same port."""
    port = free_port()
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{port}/0")
    return lambda: throw_away_valkey(port, tmp_path)


def test_streams_end_when_the_broker_is_back(own_broker: Callable[[], Any]) -> None:
    async def test(hub: Hub) -> None:
        with own_broker():
            first = hub.listen(game_topic(NEWS.game_id))
            inbox = await first.__aenter__()
        began = time.monotonic()
        async with hub.listen(game_topic(NEWS.game_id)) as late:
            assert time.monotonic() - began < hubs.FIRST_WAIT * 1.5
            assert inbox.empty() and late.empty()
            with own_broker():
                assert await inbox.get() is await late.get() is END
                await first.__aexit__(None, None, None)
                publish(NEWS)
                assert await late.get() == NEWS

    run(test)


def test_stream_that_begins_without_a_broker_ends_with_it(own_broker: Callable[[], Any]) -> None:
    async def test(hub: Hub) -> None:
        began = time.monotonic()
        async with hub.listen(game_topic(NEWS.game_id)) as inbox:
            assert time.monotonic() - began < hubs.FIRST_WAIT * 1.5
            with own_broker():
                assert await inbox.get() is END

    run(test)


def test_broker_that_says_nothing_any_more_is_left(
    own_broker: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "SILENCE", 0.1)

    async def test(hub: Hub) -> None:
        with own_broker(), redis.Redis.from_url(settings.REDIS_URL) as client:
            process = int(client.info("server")["process_id"])
            async with hub.listen(game_topic(NEWS.game_id)) as inbox:
                await asyncio.sleep(0.5)
                assert inbox.empty(), "a broker that answers may be quiet"
                os.kill(process, signal.SIGSTOP)
                await asyncio.sleep(0.5)
                os.kill(process, signal.SIGCONT)
                assert await inbox.get() is END

    run(test)


def test_places_are_counted_for_each_and_in_all() -> None:
    places = Places()
    with places.take("ada"), places.take("ada"), places.take("bert"):
        assert [places.free(who, 2) for who in ("ada", "bert", "carl")] == [False, True, True]
    assert places.free("ada", 1)
    with ExitStack() as stack:
        for number in range(IN_ALL):
            stack.enter_context(places.take(str(number)))
        assert not places.free("ada", 1)
