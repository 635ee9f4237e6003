"""What games have been: stories, positions, records, shuffles. Parse, call one selector, answer."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.games import examples
from games.api.games.past_shapes import (
    EyesQuery,
    PositionShape,
    ReplayShape,
    ShuffleShape,
    StoryQuery,
    StoryShape,
    TableShape,
)
from games.api.kit.operation import operation
from games.api.kit.reading import read_query
from games.api.kit.view import ApiView
from games.enums import GameStatus
from games.errors import no_position, not_active, not_over
from games.models import Game
from games.selectors.access import ENDED, game_for, viewer_of
from games.selectors.past import log_of
from games.selectors.records import position_json, replay_json
from games.selectors.shuffle import shuffle_json
from games.selectors.table_facts import table_json
from games.selectors.told import story_json
from games.selectors.views import Eyes, eyes_for


class StoryApi(ApiView):
    """What happened, in sentences."""

    @operation(
        "getStory",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=StoryQuery,
        answer=StoryShape,
        example=examples.STORY,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What has happened since your last turn, or since an event, in sentences.

        Turn by turn, in your language and as you may see it. Each sentence comes as a text and in parts, of which the
        facts can be drawn. Who watches is told everything.
        """
        wanted = read_query(request, StoryQuery)
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        turns, more = story_json(game, viewer, since=wanted.get("since"), most=wanted["limit"])
        return Response({"id": game.pk, "version": game.version, "turns": turns, "more": more})


class TableApi(ApiView):
    """What everybody could know of a table beyond the view."""

    @operation(
        "getTable",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        answer=TableShape,
        example=examples.TABLE,
        problems=("not_active",),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What everybody could know of a running game beyond the view.

        The cards that nobody has seen yet, what each seat has reserved as far as all could remember it, and the goals
        that each seat can reach in one turn. The same for both seats and those who watch.
        """
        game = game_for(game_id, request.user)
        if game.status != GameStatus.ACTIVE:
            raise not_active()
        facts = table_json(game, viewer_of(game, request.user))
        return Response({"id": game.pk, "version": game.version} | facts)


class PositionApi(ApiView):
    """A position that the game has left."""

    @operation(
        "getPosition",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=EyesQuery,
        answer=PositionShape,
        example=examples.POSITION,
        problems=("not_over", "no_position"),
    )
    def get(self, request: Request, game_id: str, number: int) -> Response:
        """The table as it stood after an event.

        While the game runs you look with your own eyes: you see what you could see then. Once it is over you may ask
        for those of either seat, or for all; who had no seat sees all then.
        """
        asked = read_query(request, EyesQuery).get("eyes", "")
        game = game_for(game_id, request.user)
        viewer = viewer_of(game, request.user)
        position = position_json(game, viewer, _eyes(game, viewer, asked), log_of(game), number)
        if position is None:
            raise no_position()
        return Response(position)


class ReplayApi(ApiView):
    """A whole game that is over."""

    @operation(
        "getReplay",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=EyesQuery,
        answer=ReplayShape,
        example=examples.REPLAY,
        problems=("not_over",),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """A whole game once it is over: its log, and its record as JSON and as a line of notation.

        With the eyes of a seat the log is as that seat saw it, and there is no record; without `eyes`, all are lent.
        """
        asked = read_query(request, EyesQuery).get("eyes", "all")
        game = game_for(game_id, request.user)
        if game.status not in ENDED:
            raise not_over()
        viewer = viewer_of(game, request.user)
        return Response(replay_json(game, viewer, eyes_for(game, viewer, asked), log_of(game)))


class ShuffleApi(ApiView):
    """What it takes to check the draws."""

    @operation(
        "getShuffle",
        tag="games",
        scope=Scope.GAME_READ,
        anonymous=True,
        answer=ShuffleShape,
        example=examples.SHUFFLE,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What it takes to check that nobody chose what was drawn.

        The commitment and what both seats added, from the beginning; once the game is over the secret too, with which
        every draw can be made again. `/api/docs/chance.md` says how, byte by byte.
        """
        game = game_for(game_id, request.user)
        return Response(shuffle_json(game, viewer_of(game, request.user)))


def _eyes(game: Game, viewer: int | None, asked: str) -> Eyes:
    """The eyes that somebody asks for. Raises not_over: while the game runs there are only their own."""
    if asked and game.status not in ENDED and asked != str(viewer):
        raise not_over()
    return eyes_for(game, viewer, asked)
