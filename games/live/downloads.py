"""Long answers, sent piece by piece as their reader takes them, by the asynchronous side of the site.

A reader who takes nothing holds a place, a sleeping thread and one piece in memory: no connection to the database, and
no thread that answers pages. A server without an asynchronous side sends them as it sends everything.
"""

import time
import weakref
from collections.abc import Callable, Iterator
from threading import RLock
from typing import Final, Self

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext_lazy as _

from games.errors import too_often
from games.live.streams import ask_and_leave

IN_ALL: Final = 8  # of this process; a person has one
LONGEST: Final = 900.0  # seconds from the first piece to the last
WAIT: Final = 60  # seconds after which who found no place may ask again


class Downloads:
    """Who downloads something at the moment. Views ask in threads, hence the lock."""

    def __init__(self) -> None:
        self._people: set[int] = set()
        self._lock = (
            RLock()
        )  # a place may be given back by the garbage collector, in the midst of anything

    def take(self, user_id: int) -> None:
        """Take the place of this person. Raises ServiceError if they have it already, or if there is none."""
        with self._lock:
            if user_id in self._people or len(self._people) >= IN_ALL:
                text = _(
                    "A download of yours is under way, or too many are. Try again in a minute."
                )
                raise too_often("too_many_downloads", text, WAIT)
            self._people.add(user_id)

    def leave(self, user_id: int) -> None:
        """Give the place back."""
        with self._lock:
            self._people.discard(user_id)


downloads = Downloads()


def downloaded(
    request: HttpRequest,
    user_id: int,
    pieces: Iterator[bytes],
    *,
    content_type: str,
    headers: dict[str, str] | None = None,
) -> StreamingHttpResponse:
    """The answer that holds these pieces; none of them is made for who asks for its head. Raises ServiceError."""
    head = request.method == "HEAD"
    pieces = iter(()) if head else pieces
    if not isinstance(request, ASGIRequest):
        return StreamingHttpResponse(pieces, content_type=content_type, headers=headers)
    sending = _Sending(pieces, None if head else user_id)
    # A reader may be slow to take even the first line. Session and person have been read.
    connections.close_all()
    return StreamingHttpResponse(sending, content_type=content_type, headers=headers)


class _Sending:
    """Pieces, each made when the one before has been taken; a place of their reader until they end or are dropped."""

    def __init__(self, pieces: Iterator[bytes], user_id: int | None) -> None:
        self._pieces = pieces
        self._end = time.monotonic() + LONGEST
        self.close: Callable[[], object] = lambda: None  # Django calls it at the end of an answer
        if user_id is not None:
            downloads.take(user_id)
            # Once, also if the reader went before the answer began and nobody closes it.
            self.close = weakref.finalize(self, downloads.leave, user_id)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        if time.monotonic() > self._end:
            raise RequestAborted
        try:
            piece = await ask_and_leave(lambda: next(self._pieces, None))
        except Exception:
            self.close()
            raise
        if piece is None:
            raise StopAsyncIteration
        return piece
