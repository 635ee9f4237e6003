"""Streams of news (server-sent events): that a game has changed, never how. The page then asks for its own view.

These views run on Django's asynchronous side (splendor/asgi.py). A server that has none answers that there is nothing
to wait for: browsers then give up, and the page asks from time to time.
"""

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.live.places import PER_ADDRESS, PER_PERSON, STRANGER
from games.live.streams import (
    DIGITS,
    RETRY_FULL,
    SSE,
    Reader,
    game_subject,
    list_subject,
    streamed,
)
from games.selectors.access import game_for

StreamView = Callable[..., Any]


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
    return streamed(game_subject(game_id, _version_seen(request)), reader, SSE)


@stream
async def mine(request: HttpRequest, reader: Reader) -> HttpResponseBase:
    """News of all games of a person, who looks at the list when the stream begins."""
    if reader.user_id is None:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    return streamed(list_subject(reader.user_id), reader, SSE)


async def _reader_of(request: HttpRequest) -> Reader:
    user = await request.auser()
    if user.is_authenticated:
        return Reader(user.pk, ((f"person {user.pk}", PER_PERSON),), partial(_holds, request))
    address = await sync_to_async(get_ip)(request)
    return Reader(None, ((f"{STRANGER}{address}", PER_ADDRESS),))


def _holds(request: HttpRequest) -> bool:
    """Whether the session is still there and its person's: signing out elsewhere ends the stream too."""
    session = type(request.session)(request.session.session_key)
    request.session = session
    return get_user(request).is_authenticated


def _version_seen(request: HttpRequest) -> int:
    """What the browser says it has: from the last message, or from the page."""
    said = (request.headers.get("Last-Event-ID", ""), request.GET.get("version", ""))
    return max(
        int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0
        for text in said
    )
