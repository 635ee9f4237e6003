"""The site as an ASGI application.

Event streams stay open for hours, so they run on Django's asynchronous side. Everything else runs as WSGI in
threads of the same process, which answers two to four times as many requests.
"""

import os
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application

from splendor.wsgi import application as wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")

# Scope, receive and send as the ASGI specification has them; the two applications type them differently.
Application = Callable[[Any, Any, Any], Awaitable[None]]

# Of pages and of programs.
STREAMS = re.compile(r"/events/|/api/v1/(.+/)?stream$")
THREADS = 6

_streams: Application = get_asgi_application()
_pages: Application = WSGIMiddleware(cast(Any, wsgi_application), workers=THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Hand a request for an event stream to ASGI and any other one to WSGI."""
    is_page = scope["type"] == "http" and not STREAMS.match(scope["path"])
    await (_pages if is_page else _streams)(scope, receive, send)
