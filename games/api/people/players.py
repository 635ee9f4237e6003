"""People: found by name, everybody's page, and how their ratings went."""

from datetime import timedelta
from typing import Any, Final

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from accounts.selectors import find_user_by_name
from games.api.kit.fields import NAME_IN_ADDRESS
from games.api.kit.operation import operation
from games.api.kit.pages import Pages
from games.api.kit.reading import read_query
from games.api.kit.view import ApiView
from games.api.people.shapes import (
    FoundPlayers,
    Player,
    PlayersQuery,
    PoolPageQuery,
    RatingChanges,
)
from games.selectors.access import Person
from games.selectors.finished import changes_of, rating_json, step_json, step_of
from games.selectors.people import habits_of, ratings_of
from games.selectors.profile import Score, scores_of
from games.selectors.ranking import people_found
from games.selectors.views import utc_text

_RATING: Final = {"value": 1612, "provisional": False}


class PlayersApi(ApiView):
    """People by name."""

    @operation(
        "findPlayers",
        tag="players",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=PlayersQuery,
        answer=FoundPlayers,
        example={
            "items": [
                {
                    "name": "Ada",
                    "bot": False,
                    "rating": _RATING,
                    "turns_in_time": 97,
                    "finished_games": 41,
                }
            ]
        },
    )
    def get(self, request: Request) -> Response:
        """People whose name begins as you say, by name, 20 at most."""
        found = people_found(read_query(request, PlayersQuery)["search"])
        players = [
            {
                "name": one.name,
                "bot": one.bot,
                "rating": {"value": one.summary.rating, "provisional": one.summary.provisional},
                "turns_in_time": one.summary.turns_in_time,
                "finished_games": one.summary.finished,
            }
            for one in found
        ]
        return Response({"items": players})


class PlayerApi(ApiView):
    """One person."""

    @operation(
        "getPlayer",
        tag="players",
        scope=Scope.GAME_READ,
        anonymous=True,
        headers=(NAME_IN_ADDRESS,),
        answer=Player,
        example={
            "name": "Ada",
            "bot": False,
            "member_since": "2025-03",
            "ratings": [{"pool": "people", "rating": _RATING, "rated_games": 38}],
            "turns_in_time": 97,
            "answer_seconds": 20700,
            "score": {"won": 22, "drawn": 1, "lost": 18},
            "with_me": {"won": 3, "drawn": 0, "lost": 4},
        },
    )
    def get(self, request: Request, name: str) -> Response:
        """What everybody may know of somebody: ratings, habits, score, and your score against them."""
        return Response(_player_json(player_of(name), request.user))


class PlayerRatingsApi(ApiView):
    """The course of a rating."""

    @operation(
        "listRatingChanges",
        tag="players",
        scope=Scope.GAME_READ,
        anonymous=True,
        query=PoolPageQuery,
        headers=(NAME_IN_ADDRESS,),
        answer=RatingChanges,
        example={
            "items": [
                {
                    "game_id": "x7k2m9q4",
                    "at": "2026-11-30T08:00:00Z",
                    "before": {"value": 1604, "provisional": True},
                    "after": _RATING,
                }
            ],
            "next": None,
        },
        problems=("bad_cursor",),
    )
    def get(self, request: Request, name: str) -> Response:
        """How somebody's rating went, the newest game first."""
        pool = read_query(request, PoolPageQuery)["pool"]
        pages = Pages(("-at", "-pk"))
        changes = pages.piece(changes_of(player_of(name), pool), request)
        items = [
            {"game_id": one.game_id, "at": utc_text(one.at), **step_json(step_of(one))}
            for one in changes
        ]
        return pages.answer(items)


def player_of(name: str) -> User:
    """The person of that name. Raises NotFound."""
    user = find_user_by_name(name)
    if user is None:
        raise NotFound
    return user


def _player_json(user: User, looking: Person) -> dict[str, Any]:
    habits = habits_of([user.pk])[user.pk]
    score, with_me = scores_of(user, looking)
    ratings = [
        {"pool": one.pool, "rating": rating_json(one.now), "rated_games": one.games}
        for one in ratings_of(user)
    ]
    answer_time = habits.answer_time
    return {
        "name": user.username,
        "bot": user.is_bot,
        "member_since": f"{user.date_joined:%Y-%m}",
        "ratings": ratings,
        "turns_in_time": habits.turns_in_time,
        "answer_seconds": None if answer_time is None else answer_time // timedelta(seconds=1),
        "score": _score_json(score),
        "with_me": with_me and _score_json(with_me),
    }


def _score_json(score: Score) -> dict[str, int]:
    return {"won": score.won, "drawn": score.drawn, "lost": score.lost}
