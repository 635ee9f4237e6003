"""The operations: parse, call one service or selector, answer."""

from typing import Any, cast

from django.utils.http import parse_etags
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.api.parsers import ShallowJSONParser
from games.api.serializers import EventsInput, SubmissionInput
from games.enums import GameStatus
from games.errors import malformed, not_active, not_your_turn
from games.selectors.access import game_for, seat_of, viewer_of
from games.selectors.answers import etag_of, game_json, listed_json, position_of
from games.selectors.games import my_games
from games.selectors.views import MOST_EVENTS, events_after, legal_of
from games.services.play import submit_actions


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
        if _matches(request.headers.get("If-None-Match", ""), etag):
            return Response(status=304, headers=headers)
        return Response(game_json(game, viewer), headers=headers)


def _matches(header: str, etag: str) -> bool:
    """Whether a caller's copy is still good; what packs answers on the way marks their tags as weak."""
    return any(tag.removeprefix("W/") in (etag, "*") for tag in parse_etags(header))


class LegalActionsApi(APIView):
    """What the caller may do, on their turn only."""

    def get(self, request: Request, game_id: str) -> Response:
        """Every legal action as JSON."""
        game = game_for(game_id, request.user)
        seat = seat_of(game, request.user)
        state = position_of(game)
        if state is None or game.status != GameStatus.ACTIVE:
            raise not_active()
        legal = legal_of(state, seat)
        if legal is None:
            raise not_your_turn()
        return Response({"version": game.version, "actions": legal})


class ActionsApi(APIView):
    """Playing."""

    parser_classes = [ShallowJSONParser]

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


class UnknownApi(APIView):
    """Every address below /api/v1/ that is none: also this is said in JSON."""

    def initial(self, request: Request, *_args: Any, **_kwargs: Any) -> None:
        """Refuse before anything else is asked. Raises NotFound."""
        raise NotFound
