"""The site as an ASGI application.

Event streams stay open for hours and downloads as long as their readers are slow, so they run on Django's asynchronous
side. Everything else runs as WSGI in threads of the same process, which answers two to four times as many requests: there
a thread belongs to an answer until its reader has nearly all of it.
"""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from django.core.exceptions import RequestAborted

from splendor.wsgi import application as wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")

# Scope, receive and send as the ASGI specification has them; the two applications type them differently.
Application = Callable[[Any, Any, Any], Awaitable[None]]

# Of pages and of programs.
STREAMS = re.compile(r"/events/|/api/v1/(.+/)?stream$")
DOWNLOADS = re.compile(r"/api/v1/me/(games/export|exports/file)$|/accounts/data/download/$")
PATIENCE = 60.0  # seconds, after which a reader who takes nothing of a download is taken for gone
THREADS = 6

_streams: Application = get_asgi_application()
_pages: Application = WSGIMiddleware(cast(Any, wsgi_application), workers=THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Hand a request for an event stream or a download to ASGI and any other one to WSGI."""
    path = scope["path"] if scope["type"] == "http" else ""
    if path and DOWNLOADS.match(path):
        await _streams(scope, receive, _impatient(send))
    elif path and not STREAMS.match(path):
        await _pages(scope, receive, send)
    else:
        await _streams(scope, receive, send)


def _impatient(send: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    """Waits for the reader as long as PATIENCE lasts, then ends the answer as if they had gone."""

    async def sent(message: Any) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await send(message)
        except TimeoutError:
            raise RequestAborted from None

    return sent
