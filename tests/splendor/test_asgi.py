"""Which application answers a request."""

import asyncio
from typing import Any

import pytest
from django.core.exceptions import RequestAborted

from splendor import asgi


@pytest.mark.parametrize(
    ("kind", "path", "application"),
    [
        ("http", "/", "pages"),
        ("http", "/games/7/", "pages"),
        ("http", "/eventsource/", "pages"),
        ("http", "/events/games/7/", "streams"),
        ("http", "/api/v1/me/stream", "streams"),
        ("http", "/api/v1/me/games/export", "streams"),
        ("http", "/api/v1/me/exports/file", "streams"),
        ("http", "/api/v1/me/exports", "pages"),
        ("http", "/accounts/data/download/", "streams"),
        ("http", "/accounts/data/", "pages"),
        ("websocket", "/", "streams"),
    ],
)
def test_only_streams_and_downloads_run_asynchronously(
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


def test_reader_who_takes_nothing_of_a_download_is_taken_for_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = []

    async def endless(_scope: Any, _receive: Any, send: Any) -> None:
        try:
            await send({"type": "http.response.start"})
        except BaseException as error:
            ends.append(type(error))

    async def stuck(_message: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(asgi, "_streams", endless)
    monkeypatch.setattr(asgi, "PATIENCE", 0.05)
    scope = {"type": "http", "path": "/api/v1/me/games/export"}
    asyncio.run(asyncio.wait_for(asgi.application(scope, None, stuck), 5))
    assert ends == [RequestAborted]
