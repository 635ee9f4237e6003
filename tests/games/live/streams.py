"""A browser's side of an event stream."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import User
from tests.served import session_of


class Stream:
    """An open stream, read line by line."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer
        self.status = answer.status
        self.headers = dict(answer.getheaders())

    def block(self) -> bytes:
        """The next message or comment, as it came; empty at the end of the stream. Waits for it."""
        lines = []
        while (line := self.answer.readline()) not in (b"\n", b""):
            lines.append(line)
        return b"".join(lines)

    def message(self) -> dict[str, Any]:
        """The next message: its data, and its id where it has one. Passes over what is none."""
        while b"data:" not in (block := self.block()):
            assert block, "the stream has ended"
        fields = dict(line.split(": ", 1) for line in block.decode().splitlines())
        assert set(fields) <= {"id", "data"}
        found: dict[str, Any] = json.loads(fields["data"])
        return {**found, "id": fields["id"]} if "id" in fields else found


@contextmanager
def streaming(
    address: str,
    path: str,
    user: User | None = None,
    *,
    seconds: float = 5,
    last: str = "",
    token: str = "",
) -> Iterator[Stream]:
    """Open a stream; `last` is the id of the last message. Reading fails when nothing comes for so many seconds.

    `user` reads it in a browser, `token` is a program's.
    """
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=seconds)
    sent = {"Accept": "text/event-stream"}
    if last:
        sent["Last-Event-ID"] = last
    if token:
        sent["Authorization"] = f"Bearer {token}"
    if user is not None:
        sent["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={session_of(user)}"
    with closing(connection):
        connection.request("GET", path, headers=sent)
        with closing(connection.getresponse()) as answer:
            yield Stream(answer)
