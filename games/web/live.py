"""Streams of news (server-sent events): that a game has changed, never how. The page then asks for its own view.

These views run on Django's asynchronous side (splendor/asgi.py). A server that has none answers that there is nothing
to wait for: browsers then give up, and the page asks from time to time.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.live.hub import END, Inbox, hub, put
from games.live.news import News, game_topic, newest, person_topic
from games.live.places import PER_ADDRESS, PER_PERSON, places
from games.selectors.access import game_for

PULSE = 15.0  # seconds after which an idle stream says a word, so that nobody in between takes it for dead
# Seconds after which a stream ends and the browser comes again: then session and rights are asked anew. Not all at
# the same time, else those that began together, when the server did, would come back together.
LIFETIME = (2_700, 3_600)
RETRY = 3_000  # milliseconds until a browser comes again
RETRY_FULL = 60_000
DIGITS = 9  # of a version

StreamView = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who holds a stream open: a person or, where nobody has signed in, an address; and how many they may have."""

    user_id: int | None
    name: str
    most: int

    @property
    def has_place(self) -> bool:
        """Whether they may open another one."""
        return places.free(self.name, self.most)


def stream(view: StreamView) -> StreamView:
    """Make a view one that streams: it gets the reader, and is asked only if there is a place and a server for it."""

    @wraps(view)
    async def run(request: HttpRequest, **where: str) -> HttpResponseBase:
        if not isinstance(request, ASGIRequest):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        reader = await _reader_of(request)
        if not reader.has_place:
            headers = {"Retry-After": str(RETRY_FULL // 1000)}
            return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers=headers)
        answer: HttpResponseBase = await view(request, reader, **where)
        return answer

    return require_GET(never_cache(run))


@stream
async def game(request: HttpRequest, reader: Reader, game_id: str) -> HttpResponseBase:
    """News of one game, for whoever may look at it."""
    await sync_to_async(game_for)(game_id, await request.auser())
    return _answer(_game_messages(game_id, reader, seen=_version_seen(request)))


@stream
async def mine(request: HttpRequest, reader: Reader) -> HttpResponseBase:
    """News of all games of a person, who looks at the list when the stream begins."""
    if reader.user_id is None:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    return _answer(_person_messages(reader.user_id, reader))


async def _reader_of(request: HttpRequest) -> Reader:
    user = await request.auser()
    if user.is_authenticated:
        return Reader(user.pk, f"person {user.pk}", PER_PERSON)
    address = await sync_to_async(get_adapter(request).get_client_ip)(request)
    return Reader(None, f"address {address}", PER_ADDRESS)


def _version_seen(request: HttpRequest) -> int:
    """What the browser says it has: from the last message, or from the page."""
    said = (request.headers.get("Last-Event-ID", ""), request.GET.get("version", ""))
    return max(
        int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0
        for text in said
    )


def _answer(messages: AsyncIterator[str]) -> HttpResponseBase:
    # nginx would hold messages back until its buffer is full.
    return StreamingHttpResponse(
        messages, content_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def _game_messages(game_id: str, reader: Reader, seen: int) -> AsyncIterator[str]:
    first = partial(newest, game_id)
    async for text in _messages(game_topic(game_id), reader, first, {game_id: seen}, numbered=True):
        yield text


async def _person_messages(user_id: int, reader: Reader) -> AsyncIterator[str]:
    async for text in _messages(person_topic(user_id), reader, lambda: None, {}, numbered=False):
        yield text


async def _messages(
    topic: str,
    reader: Reader,
    first: Callable[[], News | None],
    seen: dict[str, int],
    *,
    numbered: bool,
) -> AsyncIterator[str]:
    """The stream's text. `seen` has, by game, the version that the reader knows; older ones aren't told."""
    if not reader.has_place:  # many were let in at the same moment
        yield f"retry: {RETRY_FULL}\n\n"
        return
    with places.take(reader.name):
        await _ask_and_leave(lambda: None)
        async with hub.listen(topic) as inbox:
            yield f"retry: {RETRY}\n\n"
            # Asked after the subscription began, so that nothing falls in between.
            if (news := await _ask_and_leave(first)) is not None:
                put(inbox, news)
            async for news in _until_old(inbox):
                if news is None:
                    yield ":\n\n"  # a comment: a word, but no message
                elif news.version > seen.get(news.game_id, 0):
                    seen[news.game_id] = news.version
                    yield _message(news, reader, numbered=numbered)


def _message(news: News, reader: Reader, *, numbered: bool) -> str:
    number = f"id: {news.version}\n" if numbered else ""
    return f"{number}data: {json.dumps(news.shown_to(reader.user_id))}\n\n"


async def _until_old(inbox: Inbox) -> AsyncIterator[News | None]:
    """News as they come, and None after each silence, until the stream is old enough or the hub ends it."""
    clock = asyncio.get_running_loop().time
    end = clock() + random.uniform(*LIFETIME)  # noqa: S311  nothing depends on its being secret
    while (left := end - clock()) > 0:
        try:
            news = await asyncio.wait_for(inbox.get(), min(PULSE, left))
        except TimeoutError:
            yield None
            continue
        if news is END:
            return
        yield news


async def _ask_and_leave(question: Callable[[], News | None]) -> News | None:
    """Ask the database, then give the connection back: a stream that kept it would keep it for an hour.

    In this request's own thread, whose connection also served the session and the person.
    """

    def ask() -> News | None:
        try:
            return question()
        finally:
            connections.close_all()

    return await sync_to_async(ask)()
