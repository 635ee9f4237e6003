"""Games: parse, call one service or selector, answer."""

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.games.shapes import (
    Events,
    EventsQuery,
    GameShape,
    MyGamesShape,
)
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.selectors.access import game_for, viewer_of
from games.selectors.answers import etag_of, game_json, listed_json
from games.selectors.games import my_games
from games.selectors.views import MOST_EVENTS, events_after


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
