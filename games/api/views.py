"""The operations: parse, call one service or selector, answer."""

from typing import Any, cast

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.api.serializers import EventsInput, SubmissionInput
from games.errors import malformed, not_seated, not_your_turn
from games.selectors.access import game_for, viewer_of
from games.selectors.answers import etag_of, game_json, listed_json, position_of
from games.selectors.games import my_games
from games.selectors.views import events_after, legal_of
from games.services.play import submit_actions

MOST_EVENTS = 500


class MyGamesApi(APIView):
    """A person's games, those that wait for them first."""

    def get(self, request: Request) -> Response:
        """Waiting, other and finished games."""
        games = my_games(cast(User, request.user))
        return Response(
            {
                "waiting": [listed_json(listed) for listed in games.waiting],
                "others": [listed_json(listed) for listed in games.others],
                "preparing": [listed_json(listed) for listed in games.preparing],
                "finished": [listed_json(listed) for listed in games.finished],
            }
        )


class GameApi(APIView):
    """One game as the caller may see it."""

    permission_classes = [AllowAny]

    def get(self, request: Request, game_id: str) -> Response:
        """The redacted view; 304 if the caller's copy is still good."""
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        etag = etag_of(game, viewer)
        headers = {
            "ETag": etag,
            "Cache-Control": "private, no-cache",
            "Vary": "Cookie, X-Session-Token",
        }
        if etag in request.headers.get("If-None-Match", ""):
            return Response(status=304, headers=headers)
        return Response(game_json(game, viewer), headers=headers)


class LegalActionsApi(APIView):
    """What the caller may do, on their turn only."""

    def get(self, request: Request, game_id: str) -> Response:
        """Every legal action as JSON."""
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        if viewer is None:
            raise not_seated()
        state = position_of(game)
        legal = None if state is None else legal_of(state, viewer)
        if legal is None:
            raise not_your_turn()
        return Response({"version": game.version, "actions": legal})


class ActionsApi(APIView):
    """Playing."""

    def post(self, request: Request, game_id: str) -> Response:
        """Apply one or several actions; the header Idempotency-Key makes repeating the request safe."""
        serializer = SubmissionInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        key = request.headers.get("Idempotency-Key")
        if key is None:
            raise malformed("the header Idempotency-Key is missing")
        wanted: dict[str, Any] = serializer.validated_data
        answer = submit_actions(
            game_id=game_id,
            user=cast(User, request.user),
            actions=wanted["actions"],
            expected_version=wanted["expected_version"],
            key=key,
        )
        return Response(answer)


class EventsApi(APIView):
    """The log."""

    permission_classes = [AllowAny]

    def get(self, request: Request, game_id: str) -> Response:
        """Events after a number, oldest first, at most 500; `more` tells that there are others."""
        serializer = EventsInput(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        events = events_after(game, viewer, serializer.validated_data["after"], most=MOST_EVENTS)
        more = bool(events) and events[-1]["number"] < game.version
        return Response({"version": game.version, "events": events, "more": more})
