"""What a finished game did to the ratings is told with the game."""

from typing import Any

import pytest

from games.enums import Speed
from games.models import Game, RatingChange
from games.services.lobby import Options
from games.services.play import resign_game
from tests.factories.games import make_game, play_random, seated
from tests.factories.users import make_user
from tests.games.api.calls import client_of, url_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def resigned(*, rated: bool, actions: int = 4) -> Game:
    """A game that seat 1 gave up after so many actions."""
    game = make_game(options=Options(Speed.DAYS_3, rated=rated))
    play_random(game, actions)
    resign_game(game_id=game.pk, user=seated(game, 1))
    game.refresh_from_db()
    return game


def test_both_ratings_are_told_before_and_after_to_players_and_watchers() -> None:
    game = resigned(rated=True)
    for user in (seated(game, 1), seated(game, 2), make_user(), None):
        ratings: dict[str, Any] = client_of(user).get(url_of(game)).json()["ratings"]
        assert list(ratings) == ["1", "2"]
        for seat, step in ratings.items():
            stored = RatingChange.objects.get(game=game, seat=seat)
            assert step["before"] == {"value": 1500, "provisional": True}
            assert step["after"] == {"value": round(stored.after), "provisional": True}
        assert ratings["1"]["after"]["value"] < 1500 < ratings["2"]["after"]["value"]


def test_resigning_tells_them_at_once() -> None:
    game = make_game(options=Options(Speed.DAYS_3, rated=True))
    client = client_of(seated(game, 1))
    assert client.get(url_of(game)).json()["ratings"] is None
    told = client.post(url_of(game, "resignation")).json()
    assert told["ratings"]["1"]["after"]["value"] < 1500


def test_casual_game_changes_none() -> None:
    assert client_of().get(url_of(resigned(rated=False))).json()["ratings"] is None


@pytest.mark.parametrize("actions", [2, 40])
def test_they_cost_one_question(actions: int, django_assert_num_queries: Any) -> None:
    game = resigned(rated=True, actions=actions)
    with django_assert_num_queries(4):
        assert client_of().get(url_of(game)).json()["ratings"]
