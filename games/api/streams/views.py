"""Streams of news for programs: what has changed, never how.

They run on Django's asynchronous side (splendor/asgi.py). A server that has none tells what is known now and ends the
answer; whoever reads comes again, as after every end of a stream.
"""

from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request

from accounts.models import User
from accounts.scopes import Scope
from accounts.tokens import Access, access_of
from games.api.kit.authentication import token_of
from games.api.kit.limits import address_of
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.api.streams.shapes import (
    FormatQuery,
    GameNews,
    GameNewsEvent,
    GameStreamQuery,
    MyNews,
    MyNewsEvent,
    StreamFormat,
)
from games.live.places import PER_ADDRESS, PER_PERSON, PER_TOKEN, STRANGER
from games.live.streams import (
    DIGITS,
    NDJSON,
    RETRY_FULL,
    SSE,
    Form,
    Reader,
    Subject,
    game_subject,
    inbox_subject,
    streamed,
    told_so_far,
)
from games.selectors.access import game_for

LAST: Final = "Last-Event-ID"
FORMS: Final = {StreamFormat.SSE: SSE, StreamFormat.NDJSON: NDJSON}

_LAST_SEEN = OpenApiParameter(
    LAST,
    {"type": "string", "pattern": f"^[0-9]{{1,{DIGITS}}}$"},
    OpenApiParameter.HEADER,
    description="The id of the last event that you have: only newer ones are told.",
)


class TooManyStreams(APIException):
    """As many streams are open as this caller may have; `wait` becomes the header `Retry-After`."""

    status_code = 429
    default_code = "too_many_streams"
    wait = RETRY_FULL // 1000

    def __init__(self) -> None:
        super().__init__(_("You have as many streams open as you may."))


class GameStreamApi(ApiView):
    """News of one game."""

    @operation(
        "streamGame",
        tag="streams",
        scope=Scope.GAME_READ,
        anonymous=True,
        answer=GameNewsEvent,
        kinds=[SSE.content_type],
        more={(200, NDJSON.content_type): OpenApiResponse(GameNews)},
        query=GameStreamQuery,
        headers=[_LAST_SEEN],
        problems=["too_many_streams"],
        example={"id": "17", "data": '{"game_id": "k7m2p9x4tq", "version": 17, "your_turn": true}'},
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """News of one game, as they come.

        Begins with the newest version, unless you say that you have it, then tells each further one. What happened is
        read by `listEvents` or `getGame`. A comment (an empty line in NDJSON) comes every 15 seconds when nothing else
        does. The stream ends within the hour, or within 15 seconds of the end of your token: connect again. A person may
        hold 12 streams open, 6 of them with one token; an address without tokens 30.
        """
        given = _read(GameStreamQuery, request)
        game_for(game_id, request.user)
        seen = max(given["version"], _last_seen(request))
        return _answer(request, given, game_subject(game_id, seen))


class MyStreamApi(ApiView):
    """News of all games of a person."""

    @operation(
        "streamMine",
        tag="streams",
        scope=Scope.GAME_READ,
        answer=MyNewsEvent,
        kinds=[SSE.content_type],
        more={(200, NDJSON.content_type): OpenApiResponse(MyNews)},
        query=FormatQuery,
        problems=["too_many_streams"],
        example={
            "data": '{"kind": "invitation", "game_id": "k7m2p9x4tq", "version": 1, "your_turn": false}'
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """News of all your games, as they come.

        Begins with all that waits for you: invitations, your turns, requests, unread messages. So nothing is missed
        between two streams, and there are no ids. Then it tells whatever changes: `game` that one of your games has gone
        on (or began, or ended), `invitation` that you are asked to play, `message` that your opponent wrote, `request`
        that a pause or a turn is asked back or was answered. Pulse, end and limits are those of `streamGame`.
        """
        given = _read(FormatQuery, request)
        return _answer(request, given, inbox_subject(self.person().pk))


def _read(shape: type[FormatQuery], request: Request) -> dict[str, Any]:
    serializer = shape(data=request.query_params.dict())
    serializer.is_valid(raise_exception=True)
    found: dict[str, Any] = serializer.validated_data
    return found


def _last_seen(request: Request) -> int:
    text = request.headers.get(LAST, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise ValidationError({LAST: [_("This is no id of this stream.")]})
    return int(text)


def _answer(request: Request, given: dict[str, Any], subject: Subject) -> HttpResponseBase:
    form, reader = _form(request, given.get("format")), _reader(request)
    if not reader.has_place:
        raise TooManyStreams
    if request.method == "HEAD":
        return HttpResponse(content_type=form.content_type)
    if isinstance(request._request, ASGIRequest):
        return streamed(subject, reader, form)
    return HttpResponse(told_so_far(subject, reader, form), content_type=form.content_type)


def _form(request: Request, wanted: str | None) -> Form:
    if wanted is None:
        kinds = request.headers.get("Accept", "")
        wanted = StreamFormat.NDJSON if NDJSON.content_type in kinds else StreamFormat.SSE
    return FORMS[StreamFormat(wanted)]


def _reader(request: Request) -> Reader:
    access = request.auth
    if not isinstance(access, Access):
        return Reader(None, ((f"{STRANGER}{address_of(request)}", PER_ADDRESS),))
    value = token_of(request)

    def holds() -> bool:
        """Whether the token is still good for this."""
        now = access_of(value)
        return now is not None and Scope.GAME_READ in now.scopes

    claims = ((access.token_id, PER_TOKEN), (_counted(access.user), PER_PERSON))
    return Reader(access.user.pk, claims, holds)


def _counted(user: User) -> str:
    """Under the same name as the streams of this person's pages."""
    return f"person {user.pk}"
