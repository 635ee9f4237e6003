"""The hub of a process: one subscription at the broker, from which every open stream gets what it waits for.

It begins with the first stream and ends with the last. While the broker is away nothing comes; when it is back all
streams end, and as they come again each asks how far its game has come meanwhile.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import redis.asyncio as redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.retry import Retry

from games.live.news import News, channel, decode

logger = logging.getLogger(__name__)

# News that wait for one slow reader; then the oldest go, for the newest says it all.
MOST_UNREAD = 32
SILENCE = 15.0  # seconds without a word after which the broker is asked whether it is there
CONNECTING = 2.0  # seconds
# Seconds in which a stream waits for the subscription, so that nothing falls in between.
FIRST_WAIT = 1.0
# Seconds between attempts to reach the broker; the last again and again.
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)

END: Final = None
Inbox = asyncio.Queue[News | None]


class Hub:
    """Passes news from the broker to the streams of this process. Belongs to one event loop."""

    def __init__(self) -> None:
        self._inboxes: dict[str, set[Inbox]] = {}
        self._task: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()

    @property
    def open(self) -> int:
        """How many streams are open."""
        return sum(len(inboxes) for inboxes in self._inboxes.values())

    @property
    def running(self) -> bool:
        """Whether there is a subscription, or an attempt at one."""
        return self._task is not None

    @asynccontextmanager
    async def listen(self, topic: str) -> AsyncIterator[Inbox]:
        """News of this topic, from now on, until END."""
        inbox: Inbox = asyncio.Queue(MOST_UNREAD)
        self._inboxes.setdefault(topic, set()).add(inbox)
        self._start()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._tried.wait(), FIRST_WAIT)
            yield inbox
        finally:
            self._leave(topic, inbox)

    def _leave(self, topic: str, inbox: Inbox) -> None:
        inboxes = self._inboxes[topic]
        inboxes.discard(inbox)
        if not inboxes:
            del self._inboxes[topic]
        if not self._inboxes and self._task is not None:
            self._task.cancel()
            self._task = None

    def _start(self) -> None:
        if self._task is None:
            self._tried = asyncio.Event()
            self._task = asyncio.create_task(self._run(self._tried))

    async def _run(self, tried: asyncio.Event) -> None:
        """Stay subscribed until cancelled."""
        failures = 0
        missed = False  # whether there were streams while there was no subscription
        while True:
            try:
                async for data in _subscription():
                    if data is None:
                        if missed:
                            self._end_all()
                        failures, missed = 0, True
                        tried.set()
                    else:
                        self._hand_out(data)
            except (RedisError, OSError) as error:
                logger.warning("no live updates, the broker does not answer: %s", error)
            missed = True
            tried.set()
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _hand_out(self, data: bytes) -> None:
        news = decode(data)
        if news is None:
            return
        for topic in news.topics:
            for inbox in self._inboxes.get(topic, ()):
                put(inbox, news)

    def _end_all(self) -> None:
        for inboxes in self._inboxes.values():
            for inbox in inboxes:
                put(inbox, END)


def put(inbox: Inbox, news: News | None) -> None:
    """Add to what waits for a reader; where too much waits, the oldest goes."""
    if inbox.full():
        inbox.get_nowait()
    inbox.put_nowait(news)


async def _subscription() -> AsyncIterator[bytes | None]:
    """What is published; None each time that a subscription begins. Raises RedisError or OSError when it breaks."""
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=CONNECTING, retry=Retry(NoBackoff(), 0)
    )
    async with client, client.pubsub() as pubsub:
        await pubsub.subscribe(channel())
        asked = False
        while True:
            message: dict[str, Any] | None = await pubsub.get_message(timeout=SILENCE)
            if message is not None:
                asked = False
                if message["type"] in ("subscribe", "message"):
                    yield message["data"] if message["type"] == "message" else None
            elif asked:
                raise ConnectionError("not a word from the broker")
            else:
                # A connection that broke without a sign, as behind a firewall, would stay silent for ever.
                asked = True
                await pubsub.ping()


hub = Hub()
