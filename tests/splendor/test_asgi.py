"""Which application answers a request."""

import asyncio
from typing import Any

import pytest

from splendor import asgi


@pytest.mark.parametrize(
    ("kind", "path", "application"),
    [
        ("http", "/", "pages"),
        ("http", "/games/7/", "pages"),
        ("http", "/eventsource/", "pages"),
        ("http", "/events/games/7/", "streams"),
        ("websocket", "/", "streams"),
    ],
)
def test_only_event_streams_run_asynchronously(
    monkeypatch: pytest.MonkeyPatch, kind: str, path: str, application: str
) -> None:
    called = []

    def stand_in(name: str) -> Any:
        async def call(scope: Any, receive: Any, send: Any) -> None:
            called.append((name, scope["path"]))

        return call

    monkeypatch.setattr(asgi, "_pages", stand_in("pages"))
    monkeypatch.setattr(asgi, "_streams", stand_in("streams"))
    asyncio.run(asgi.application({"type": kind, "path": path}, None, None))
    assert called == [(application, path)]
