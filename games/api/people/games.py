"""The finished games of a person, which everybody may read."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from accounts.scopes import Scope
from games.api.games.examples import HEAD
from games.api.games.list_shapes import GameFilters
from games.api.kit.errors import BadCursor
from games.api.kit.fields import NAME_IN_ADDRESS
from games.api.kit.operation import operation
from games.api.kit.reading import read_query
from games.api.kit.view import ApiView
from games.api.people.players import player_of
from games.api.people.shapes import PlayerGames
from games.selectors.access import Person, viewer_of
from games.selectors.answers import head_json
from games.selectors.finished import (
    FinishedGame,
    Wanted,
    finished_games,
    read_cursor,
    result_of,
    step_json,
)

_FILTERS: Final = ("result", "speed", "against", "opponent")
_GAME: Final = HEAD | {
    "status": "finished",
    "version": 214,
    "seat": None,
    "turn": 41,
    "seat_to_move": None,
    "turn_started_at": None,
    "deadline_at": None,
    "finished_at": "2026-07-30T06:12:44Z",
    "clock": None,
    "winner": 1,
    "reasons": ["prestige"],
    "standing": {
        "1": {"prestige": 21, "crowns": 6, "color_points": 7, "color": "red"},
        "2": {"prestige": 16, "crowns": 4, "color_points": 9, "color": "blue"},
    },
    "player_seat": 1,
    "result": "won",
    "rating": {
        "before": {"value": 1604, "provisional": False},
        "after": {"value": 1612, "provisional": False},
    },
}


class PlayerGamesApi(ApiView):
    """Finished games."""

    @operation(
        "listPlayerGames",
        tag="players",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=GameFilters,
        headers=(NAME_IN_ADDRESS,),
        answer=PlayerGames,
        example={"items": [_GAME], "next": None},
        problems=("bad_cursor",),
    )
    def get(self, request: Request, name: str) -> Response:
        """Somebody's finished games, the newest first. Running games are nobody's business here."""
        query = read_query(request, GameFilters)
        wanted = Wanted(
            **{word: query[word] for word in _FILTERS if word in query},
            rated="" if "rated" not in query else "yes" if query["rated"] else "no",
            before=_place(query.get("cursor")),
        )
        page = finished_games(player_of(name), wanted, query["limit"])
        here = request.build_absolute_uri()
        return Response(
            {
                "items": [_game_json(one, request.user) for one in page.games],
                "next": replace_query_param(here, "cursor", page.more) if page.more else None,
            }
        )


def _place(cursor: str | None) -> Any:
    try:
        return read_cursor(cursor) if cursor else None
    except (ValueError, OverflowError) as error:
        raise BadCursor from error


def _game_json(one: FinishedGame, person: Person) -> dict[str, Any]:
    return head_json(one.game, viewer_of(one.game, person)) | {
        "player_seat": one.seat.number,
        "result": result_of(one),
        "rating": one.change and step_json(one.change),
    }
