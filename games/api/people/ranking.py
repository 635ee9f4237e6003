"""Who plays best."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.kit.operation import operation
from games.api.kit.pages import Pages
from games.api.kit.reading import read_query
from games.api.kit.view import ApiView
from games.api.people.shapes import OwnPlace, PoolPageQuery, PoolQuery, Ranking
from games.models import Rating
from games.selectors.ranking import listed, own_place, place_of

_ORDER: Final = ("-value", "user")


class RankingApi(ApiView):
    """The list of the best."""

    @operation(
        "listRanking",
        tag="players",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=PoolPageQuery,
        answer=Ranking,
        example={
            "items": [
                {
                    "place": 1,
                    "name": "Ada",
                    "bot": False,
                    "rating": {"value": 1912, "provisional": False},
                    "rated_games": 138,
                }
            ],
            "next": None,
        },
        problems=("bad_cursor",),
    )
    def get(self, request: Request) -> Response:
        """Who plays best in a pool.

        Listed is whose rating isn't provisional and who finished a rated game within 90 days.
        """
        pool = read_query(request, PoolPageQuery)["pool"]
        pages = Pages(_ORDER)
        rows = pages.piece(listed(pool).select_related("user"), request)
        first = place_of(rows[0]) if rows else 1
        return pages.answer([_row_json(row, place) for place, row in enumerate(rows, first)])


class OwnPlaceApi(ApiView):
    """One's own place."""

    @operation(
        "getMyPlace",
        tag="players",
        scope=Scope.GAME_READ,
        query=PoolQuery,
        answer=OwnPlace,
        example={"place": 17, "rated_games": 38},
    )
    def get(self, request: Request) -> Response:
        """Your place among the best of a pool."""
        own = own_place(self.person(), read_query(request, PoolQuery)["pool"])
        return Response({"place": own.place, "rated_games": own.rated})


def _row_json(row: Rating, place: int) -> dict[str, Any]:
    return {
        "place": place,
        "name": row.user.username,
        "bot": row.user.is_bot,
        "rating": {"value": round(row.value), "provisional": False},
        "rated_games": row.games,
    }
