"""The site as an ASGI application.

Event streams stay open for hours, so they run on Django's asynchronous side. Everything else runs as WSGI in
threads of the same process, which answers two to four times as many requests.
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application

from splendor.wsgi import application as wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

STREAM_PREFIX = "/events/"
THREADS = 6

_streams = get_asgi_application()
_pages = WSGIMiddleware(wsgi_application, workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand a request for an event stream to ASGI and any other one to WSGI."""
    is_page = scope["type"] == "http" and not scope["path"].startswith(STREAM_PREFIX)
    await (_pages if is_page else _streams)(scope, receive, send)
