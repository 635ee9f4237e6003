"""Messages of the two players to each other, each one's own notes, and that somebody looks."""

import secrets
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from games.api.between.shapes import (
    LookingShape,
    MessageInput,
    MessageShape,
    MutedInput,
    NoteInput,
    NoteShape,
    ReadInput,
    TalkShape,
)
from games.api.kit.operation import operation
from games.api.kit.pages import PageQuery, Pages
from games.api.kit.repeats import HEADER
from games.api.kit.shapes import pages_of
from games.api.kit.view import ApiView
from games.notifications.presence import note_looking
from games.selectors.access import game_for, seat_of
from games.selectors.looking import newest_for
from games.selectors.talk import message_json, messages_for, note_json, note_of, talk_json
from games.services.talk import mark_read, mute_talk, save_note, write_message

_TAG = "talk"
_MESSAGE = {
    "id": 7,
    "seat": 2,
    "mine": False,
    "text": "Well played!",
    "at": "2026-06-15T12:00:00Z",
}
_TALK = {"unread": 1, "muted": False, "read_to": 6, "closed": None}
_NOTE = {
    "text": "Watch their pearls.",
    "saved_at": "2026-06-15T12:00:00Z",
    "revision": "2026-06-15T12:00:00+00:00",
}


def talk_of(game_id: str, user: User) -> Response:
    """How this player stands to the talk now."""
    game = game_for(game_id, user)
    return Response(talk_json(game, seat_of(game, user), user))


class MessagesApi(ApiView):
    """The messages of a game."""

    @operation(
        "listMessages",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        query=PageQuery,
        answer=pages_of(MessageShape, "Messages"),
        problems=("not_seated", "bad_cursor"),
        example={"items": [_MESSAGE], "next": None},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What you and your opponent have written, the newest first.

        Only the two players ever see it. While you mute the talk, only your own. Reading the list marks nothing as
        read.
        """
        game, user = game_for(game_id, request.user), self.person()
        seat = seat_of(game, user)
        pages = Pages(("-pk",))
        rows = pages.piece(messages_for(game, seat, user), request)
        return pages.answer([message_json(row, seat) for row in rows])

    @operation(
        "writeMessage",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        body=MessageInput,
        answer=MessageShape,
        status=201,
        problems=(
            *("not_seated", "not_active", "nobody_reads", "blocked"),
            *("empty_message", "too_long", "bad_text", "too_many_messages"),
        ),
        repeatable=True,
        example=_MESSAGE | {"mine": True},
        body_example={"text": "Well played!"},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Write to your opponent, also when the game is over.

        At most 10 messages within 10 minutes; `Retry-After` says when the next may be written. What came before counts
        as read.
        """
        body = MessageInput(data=request.data)
        body.is_valid(raise_exception=True)
        user = self.person()
        key = request.headers.get(HEADER) or secrets.token_urlsafe(16)
        text: str = body.validated_data["text"]
        message = write_message(game_id=game_id, user=user, text=text, key=key)
        return Response(message_json(message, message.seat), status=201)


class TalkApi(ApiView):
    """How a player stands to the talk."""

    @operation(
        "getTalk",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        answer=TalkShape,
        problems=("not_seated",),
        example=_TALK,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """How many messages you have not read, and whether you can be written to."""
        return talk_of(game_id, self.person())


class ReadApi(ApiView):
    """How far one has read."""

    @operation(
        "markMessagesRead",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        body=ReadInput,
        answer=TalkShape,
        problems=("not_seated",),
        example=_TALK | {"unread": 0, "read_to": 7},
        body_example={"read_to": 7},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Say that you have read everything up to a message.

        What was read stays read. A number that is no message of this game changes nothing.
        """
        body = ReadInput(data=request.data)
        body.is_valid(raise_exception=True)
        mark_read(game_id=game_id, user=self.person(), to=body.validated_data["read_to"])
        return talk_of(game_id, self.person())


class MutedApi(ApiView):
    """Whether one reads at all."""

    @operation(
        "muteTalk",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        body=MutedInput,
        answer=TalkShape,
        problems=("not_seated",),
        example=_TALK | {"unread": None, "muted": True},
        body_example={"muted": True},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Read no more of the opponent's messages in this game, or read them again.

        The opponent is not told.
        """
        body = MutedInput(data=request.data)
        body.is_valid(raise_exception=True)
        mute_talk(game_id=game_id, user=self.person(), muted=body.validated_data["muted"])
        return talk_of(game_id, self.person())


class NoteApi(ApiView):
    """One's own note."""

    @operation(
        "getNote",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        answer=NoteShape,
        problems=("not_seated",),
        example=_NOTE,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Your own note about a game. Nobody else ever sees it."""
        game, user = game_for(game_id, request.user), self.person()
        seat_of(game, user)
        return Response(note_json(note_of(game, user)))

    @operation(
        "saveNote",
        tag=_TAG,
        scope=Scope.TALK_WRITE,
        body=NoteInput,
        answer=NoteShape,
        problems=("not_seated", "bad_text", "too_long", "note_changed"),
        example=_NOTE,
        body_example={"text": "Watch their pearls.", "revision": ""},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Keep your note.

        409 `note_changed` says that another device has saved something else since `revision`: get the note, compare,
        send again.
        """
        body = NoteInput(data=request.data)
        body.is_valid(raise_exception=True)
        wanted: dict[str, Any] = body.validated_data
        note = save_note(
            game_id=game_id, user=self.person(), text=wanted["text"], seen=wanted["revision"]
        )
        return Response(note_json(note))


class LookingApi(ApiView):
    """That somebody looks."""

    @operation(
        "lookAtGame",
        tag="games",
        scope=Scope.GAME_READ,
        answer=LookingShape,
        problems=("not_seated",),
        example={
            "game_id": "7k2mxq9abc",
            "version": 44,
            "your_turn": True,
            "mark": "2 0 None None 0",
        },
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Say that you are looking at one of your games now, and hear how far it has come.

        Send it while the game is on the screen, every 40 seconds: for a minute after each you are sent no mail and no
        other news of this game's turns. News wait, none is lost.
        """
        game, user = game_for(game_id, request.user), self.person()
        seat = seat_of(game, user)
        note_looking(user.pk, game.pk)
        return Response(newest_for(game, seat, user.pk))
