"""What waits for a person, what they are asked and have asked, and how much of it there may be."""

import hashlib
import json
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.kit.copies import tagged
from games.api.kit.operation import operation
from games.api.kit.pages import PageQuery, Pages
from games.api.kit.view import ApiView
from games.api.meeting import examples
from games.api.meeting.shapes import Invitations, Preparations
from games.api.meeting.turn_shapes import LimitsShape, WaitingShape
from games.selectors.invitations import came_to_nothing, invitations_to, preparing_of
from games.selectors.limits import Room, limits_of
from games.selectors.meeting import invitations_json, preparation_json
from games.selectors.waiting import waiting_json


class MyTurnsApi(ApiView):
    """What waits."""

    @operation(
        "getMyTurns",
        tag="me",
        scope=Scope.GAME_READ,
        answer=WaitingShape,
        more={304: None},
        example=examples.WAITING,
    )
    def get(self, request: Request) -> Response:
        """What waits for you, all of it in one answer.

        Games in which you are to move, the most urgent first, each with its clock and what was played last; what
        opponents ask for; invitations to you; messages that you have not read. Send the `ETag` of your copy as
        `If-None-Match`: 304 says that it is still good. Who keeps copies of their games asks
        `listGames` with `changed_since` for those that have changed, in one request and not one for each game.
        """
        body = waiting_json(self.person())
        return tagged(request, body, _tag_of(body))


def _tag_of(body: dict[str, Any]) -> str:
    """Made from all that is told, in the reader's language, and from nothing else."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


class MyLimitsApi(ApiView):
    """How much of what."""

    @operation(
        "getMyLimits",
        tag="me",
        scope=Scope.GAME_READ,
        answer=LimitsShape,
        example=examples.LIMITS,
    )
    def get(self, request: Request) -> Response:
        """How many games, mailed invitations and standing offers you have, and how many you may have."""
        limits = limits_of(self.person())
        return Response(
            {
                "games": _limit_json(limits.games),
                "mailed_invitations": _limit_json(limits.mails),
                "standing_offers": _limit_json(limits.standing),
            }
        )


def _limit_json(room: Room) -> dict[str, int]:
    return {"taken": room.taken, "allowed": room.allowed}


class MyInvitationsApi(ApiView):
    """What I am asked."""

    @operation(
        "listMyInvitations",
        tag="meeting",
        scope=Scope.GAME_READ,
        query=PageQuery,
        answer=Invitations,
        problems=("bad_cursor",),
        example=examples.INVITATIONS,
    )
    def get(self, request: Request) -> Response:
        """Invitations to you by name that are open, newest first: challenges and wishes for a rematch."""
        pages = Pages()
        rows = pages.piece(invitations_to(self.person()), request)
        return pages.answer(invitations_json(rows, self.person()))


class MyPreparationsApi(ApiView):
    """What I have asked."""

    @operation(
        "listMyPreparations",
        tag="meeting",
        scope=Scope.GAME_READ,
        query=PageQuery,
        answer=Preparations,
        problems=("bad_cursor",),
        example=examples.PREPARATIONS,
    )
    def get(self, request: Request) -> Response:
        """Your games that have not begun, newest first.

        Your offers in the lobby, your challenges, your links and mails, and games against the computer that you have
        not had dealt yet.
        """
        pages = Pages()
        games = pages.piece(preparing_of(self.person()), request)
        return pages.answer([preparation_json(game, self.person()) for game in games])


class MyMissedApi(ApiView):
    """What came of nothing."""

    @operation(
        "listMyMissed",
        tag="meeting",
        scope=Scope.GAME_READ,
        query=PageQuery,
        answer=Preparations,
        problems=("bad_cursor",),
        example=examples.MISSED,
    )
    def get(self, request: Request) -> Response:
        """What you have asked within the last seven days and nothing came of, the last first, and why.

        Declined, with the reason that was given, or accepted by nobody in time. What came from standing offers is left
        out: it comes again by itself.
        """
        pages = Pages(("-closed_at", "-pk"))
        missed = came_to_nothing(self.person()).prefetch_related("game__seats__user")
        rows = pages.piece(missed, request)
        return pages.answer([preparation_json(row.game, self.person()) for row in rows])
