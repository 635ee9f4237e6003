"""Games: parse, call one service or selector, answer."""

from typing import Any

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.games.shapes import (
    Events,
    EventsQuery,
    GameShape,
    LegalActions,
    MyGamesShape,
    SubmissionAnswer,
    SubmissionInput,
)
from games.api.kit.codes import RULES
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.enums import GameStatus
from games.errors import malformed, not_active, not_your_turn
from games.selectors.access import game_for, seat_of, viewer_of
from games.selectors.answers import etag_of, game_json, listed_json, position_of
from games.selectors.games import my_games
from games.selectors.views import MOST_EVENTS, events_after, legal_of
from games.services.play import submit_actions


class MyGamesApi(ApiView):
    """A person's games."""

    @operation("listGames", tag="games", scope=Scope.GAME_READ, answer=MyGamesShape)
    def get(self, request: Request) -> Response:
        """Your games, those that wait for you first."""
        games = my_games(self.person())
        return Response(
            {
                "waiting": [listed_json(listed) for listed in games.waiting],
                "others": [listed_json(listed) for listed in games.others],
                "preparing": [listed_json(listed) for listed in games.preparing],
                "finished": [listed_json(listed) for listed in games.finished],
            }
        )


class GameApi(ApiView):
    """One game as the caller may see it."""

    @operation(
        "getGame",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        answer=GameShape,
        more={304: None},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """One game as you may see it.

        Send the `ETag` of your copy as `If-None-Match`: 304 says that it is still good.
        """
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        etag = etag_of(game, viewer)
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if _matches(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers=headers)
        return Response(game_json(game, viewer), headers=headers)


def _matches(header: str, etag: str) -> bool:
    """Whether a caller's copy is still good; what packs answers on the way marks their tags as weak."""
    return any(tag.removeprefix("W/") in (etag, "*") for tag in parse_etags(header))


class LegalActionsApi(ApiView):
    """What the caller may do, on their turn only."""

    @operation(
        "listLegalActions",
        tag="turns",
        scope=Scope.GAME_READ,
        answer=LegalActions,
        problems=("not_seated", "not_active", "not_your_turn"),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every action that you may take now; on your turn only."""
        game = game_for(game_id, request.user)
        seat = seat_of(game, request.user)
        state = position_of(game)
        if state is None or game.status != GameStatus.ACTIVE:
            raise not_active()
        legal = legal_of(state, seat)
        if legal is None:
            raise not_your_turn()
        return Response({"version": game.version, "actions": legal})


class ActionsApi(ApiView):
    """Playing."""

    @operation(
        "playActions",
        tag="turns",
        scope=Scope.GAME_PLAY,
        body=SubmissionInput,
        answer=SubmissionAnswer,
        problems=(
            "malformed_action",
            "not_seated",
            "not_active",
            "not_your_turn",
            "stale_version",
            "key_reused",
            *RULES,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play one or several actions, in order.

        All or none are played, up to the first that reveals something: what was revealed stays, and `refusal` then
        says why the rest was not played. The header `Idempotency-Key` is required.
        """
        serializer = SubmissionInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        key = request.headers.get("Idempotency-Key")
        if key is None:
            raise malformed("the header Idempotency-Key is missing")
        wanted: dict[str, Any] = serializer.validated_data
        answer = submit_actions(
            game_id=game_id,
            user=self.person(),
            actions=wanted["actions"],
            expected_version=wanted["expected_version"],
            key=key,
        )
        return Response(answer)


class EventsApi(ApiView):
    """The log."""

    @operation(
        "listEvents",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=EventsQuery,
        answer=Events,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The log after an event, oldest first, at most 500 events; `more` says that there are others."""
        serializer = EventsQuery(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        events = events_after(game, viewer, serializer.validated_data["after"], most=MOST_EVENTS)
        more = bool(events) and events[-1]["number"] < game.version
        return Response({"version": game.version, "events": events, "more": more})
