"""An answer of the asynchronous side, run in this process: what streams until it ends by itself."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application

Answer = tuple[int, dict[str, str], list[bytes]]


def ask(
    path: str,
    *,
    query: str = "",
    headers: dict[str, str] | None = None,
    method: str = "GET",
    heard: Callable[[bytes], None] = lambda _part: None,
) -> Answer:
    """Status, headers and body parts; `heard` is told each part as it comes."""

    async def run() -> Answer:
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in (headers or {}).items()],
            "http_version": "1.1",
            "client": ("127.0.0.9", 1),
            "server": ("localhost", 80),
        }
        talk: Any = cast(Any, ApplicationCommunicator)(get_asgi_application(), scope)
        await talk.send_input({"type": "http.request"})
        start = await talk.receive_output(5)
        parts: list[bytes] = []
        more: Any = True
        while more:
            output = await talk.receive_output(5)
            if part := output.get("body", b""):
                parts.append(part)
                await asyncio.to_thread(heard, part)
            more = output.get("more_body")
        await talk.wait()
        names = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return start["status"], names, parts

    return asyncio.run(run())
