"""An open stream, whoever holds it and however its messages are written: from its first word to its last.

Pages read streams as their session's person (games.web.live), programs by their token (games.api.streams).
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse

from games.live.hub import END, Inbox, hub
from games.live.news import News, NewsKind, game_topic, newest, person_topic
from games.live.places import places
from games.live.waiting import waiting_for

PULSE = 15.0  # seconds after which an idle stream says a word, so that nobody in between takes it for dead
# Seconds after which a stream ends and its reader comes again: then person and rights are asked anew. Not all at
# the same time, else those that began together, when the server did, would come back together.
LIFETIME = (2_700, 3_600)
RETRY = 3_000  # milliseconds until a reader comes again
RETRY_FULL = 60_000
DIGITS: Final = 9  # of a version


@dataclass(frozen=True, slots=True)
class Form:
    """How a stream is written. `begin` gets the milliseconds after which its reader is to come again."""

    content_type: str
    begin: Callable[[int], str]
    message: Callable[[dict[str, Any], int | None], str]
    word: str  # said when there is nothing to say


def _event(fields: dict[str, Any], number: int | None) -> str:
    head = "" if number is None else f"id: {number}\n"
    return f"{head}data: {json.dumps(fields)}\n\n"


SSE: Final = Form("text/event-stream", lambda pause: f"retry: {pause}\n\n", _event, ":\n\n")
NDJSON: Final = Form(
    "application/x-ndjson",
    lambda _pause: "\n",
    lambda fields, _number: json.dumps(fields) + "\n",
    "\n",
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who holds a stream open. `claims` are the names by which their streams are counted, and how many each may have;
    `holds` is asked from time to time whether they may still read."""

    user_id: int | None
    claims: tuple[tuple[str, int], ...]
    holds: Callable[[], bool] | None = None

    @property
    def has_place(self) -> bool:
        """Whether they may open another one."""
        return all(places.free(name, most) for name, most in self.claims)


@dataclass(slots=True)
class Subject:
    """What a stream is about: a topic of the hub, what is told at its beginning, and how.

    `seen` has, by game, the version that the reader knows; older ones aren't told.
    """

    topic: str
    first: Callable[[], Iterable[News]]
    shown: Callable[[News, int | None], dict[str, Any]]
    numbered: bool = False
    seen: dict[str, int] = field(default_factory=dict)

    def is_new(self, news: News) -> bool:
        """Whether the reader is to be told; what was told once is not new again."""
        if news.kind is not NewsKind.GAME:
            return True
        if news.version <= self.seen.get(news.game_id, 0):
            return False
        self.seen[news.game_id] = news.version
        return True


def game_subject(game_id: str, seen: int) -> Subject:
    """One game, for a reader who knows it up to version `seen`."""

    def first() -> list[News]:
        news = newest(game_id)
        return [] if news is None else [news]

    return Subject(game_topic(game_id), first, News.shown_to, numbered=True, seen={game_id: seen})


def list_subject(user_id: int) -> Subject:
    """All games of a person who has just read the list of them."""
    return Subject(person_topic(user_id), list, News.shown_to)


def inbox_subject(user_id: int) -> Subject:
    """All games of a person, beginning with what waits for them; each message says of what kind it is."""
    return Subject(person_topic(user_id), partial(waiting_for, user_id), News.told_to)


def streamed(subject: Subject, reader: Reader, form: Form) -> StreamingHttpResponse:
    """The answer that is the stream."""
    # nginx would hold messages back until its buffer is full.
    return StreamingHttpResponse(
        messages(subject, reader, form),
        content_type=form.content_type,
        headers={"X-Accel-Buffering": "no"},
    )


def told_so_far(subject: Subject, reader: Reader, form: Form) -> str:
    """What a stream says at first. A server that can't stream gives this, and the reader comes again."""
    news = filter(subject.is_new, subject.first())
    told = [_written(one, subject, reader, form) for one in news]
    return "".join([form.begin(RETRY_FULL), *told])


async def messages(subject: Subject, reader: Reader, form: Form) -> AsyncIterator[str]:
    """The stream's text, until its reader goes or it is old enough."""
    if not reader.has_place:  # many were let in at the same moment
        yield form.begin(RETRY_FULL)
        return
    with places.take(*(name for name, _most in reader.claims)):
        await ask_and_leave(lambda: None)
        async with hub.listen(subject.topic) as inbox:
            yield form.begin(RETRY)
            # Asked after the subscription began, so that nothing falls in between.
            for first in await ask_and_leave(lambda: list(subject.first())):
                if subject.is_new(first):
                    yield _written(first, subject, reader, form)
            async for news in _until_old(inbox, reader):
                if news is None:
                    yield form.word
                elif subject.is_new(news):
                    yield _written(news, subject, reader, form)


def _written(news: News, subject: Subject, reader: Reader, form: Form) -> str:
    number = news.version if subject.numbered else None
    return form.message(subject.shown(news, reader.user_id), number)


async def _until_old(inbox: Inbox, reader: Reader) -> AsyncIterator[News | None]:
    """News as they come, and None after each silence, until the stream is old enough, the hub ends it or its reader
    may no longer read."""
    clock = asyncio.get_running_loop().time
    end = clock() + random.uniform(*LIFETIME)  # noqa: S311  nothing depends on its being secret
    asked = clock()
    while (left := end - clock()) > 0:
        try:
            news = await asyncio.wait_for(inbox.get(), min(PULSE, left))
        except TimeoutError:
            news, silent = None, True
        else:
            silent = False
            if news is END:
                return
        if reader.holds is not None and (silent or clock() - asked >= PULSE):
            if not await ask_and_leave(reader.holds):
                return
            asked = clock()
        yield news


async def ask_and_leave[Found](question: Callable[[], Found]) -> Found:
    """Ask the database, then give the connection back: a stream that kept it would keep it for an hour.

    In this request's own thread, whose connection also served the session and the person.
    """

    def ask() -> Found:
        try:
            return question()
        finally:
            connections.close_all()

    return await sync_to_async(ask)()
