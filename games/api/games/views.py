"""Games: parse, call one service or selector, answer."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.games import examples
from games.api.games.list_shapes import GamesQuery, ListedGames
from games.api.games.shapes import (
    EventList,
    EventsQuery,
    GameShape,
)
from games.api.kit.copies import tagged
from games.api.kit.operation import operation
from games.api.kit.pages import Pages
from games.api.kit.reading import read_query
from games.api.kit.view import ApiView
from games.selectors.access import game_for, viewer_of
from games.selectors.answers import changed_json, etag_of, game_json
from games.selectors.game_list import WantedGames, sync_instant, wanted_games
from games.selectors.games import listed_game
from games.selectors.views import events_after, utc_text


class MyGamesApi(ApiView):
    """A person's games."""

    @operation(
        "listGames",
        tag="games",
        scope=Scope.GAME_READ,
        query=GamesQuery,
        answer=ListedGames,
        problems=("bad_cursor",),
        example=examples.GAMES,
    )
    def get(self, request: Request) -> Response:
        """Your games, the newest first.

        Games that have ended come in the order in which they ended if only such are wanted (`state`, `result`), else
        all in the order in which they were made. `state=waiting` lists those in which it is your turn.

        Who was away asks for `changed_since` with `views=true`, which gives all that has changed as it stands now, up to
        100 games in a piece, and then for the story of the game that they open. Begin without `changed_since` and send
        the `as_of` of each answer the next time. Of what it doesn't tell, `GET /api/v1/me/turns` knows what waits for
        you: messages, what is asked, and deadlines as they are now. Leave the other filters out then: a game that no
        longer fits is not in the list.
        """
        as_of = utc_text(sync_instant())
        wanted = read_query(request, GamesQuery)
        wanted.pop("cursor", None), wanted.pop("limit", None)
        games = WantedGames(**wanted)
        pages = Pages((f"-{games.ordered_by}", "-pk"))
        person = self.person()
        piece = pages.piece(wanted_games(person, games), request)
        answer = pages.answer(
            [changed_json(listed_game(game, person), view=games.views) for game in piece]
        )
        answer.data["as_of"] = as_of
        return answer


class GameApi(ApiView):
    """One game as the caller may see it."""

    @operation(
        "getGame",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        answer=GameShape,
        more={304: None},
        example=examples.GAME,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """One game as you may see it.

        Send the `ETag` of your copy as `If-None-Match`: 304 says that nothing in it has changed, the clocks included.
        The tag begins with the game's id and version.
        """
        game = game_for(game_id, request.user)
        told = game_json(game, viewer_of(game, request.user))
        return tagged(request, told, etag_of(told))


class EventsApi(ApiView):
    """The log."""

    @operation(
        "listEvents",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=EventsQuery,
        answer=EventList,
        example=examples.LOG,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The log after an event, as you may see it.

        Oldest first. `more` says that there are others: go on after the last number of this answer.
        """
        wanted = read_query(request, EventsQuery)
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        events = events_after(game, viewer, wanted["after"], most=wanted["limit"])
        more = bool(events) and events[-1]["number"] < game.version
        return Response({"version": game.version, "events": events, "more": more})
