"""Games with a bot are rated in a pool of their own, for both."""

import pytest

from accounts.models import User
from games.enums import Pool, Speed
from games.models import Rating, RatingChange
from games.selectors.people import summaries_of
from games.selectors.profile import profile_of
from games.selectors.ranking import ranking
from games.services.lobby import Options
from games.services.play import resign_game
from games.services.ratings import recompute_ratings
from tests.factories.games import make_game
from tests.factories.users import make_user

RATED = Options(Speed.DAYS_3, rated=True)
pytestmark = pytest.mark.django_db(transaction=True)


def won(winner: User, loser: User) -> None:
    """A rated game that `loser` gave up."""
    resign_game(game_id=make_game(winner, loser, RATED).pk, user=loser)


def values() -> dict[tuple[str, str], float]:
    """Every rating."""
    rows = Rating.objects.values_list("user__username", "pool", "value")
    return {(name, pool): value for name, pool, value in rows}


def test_game_with_a_bot_moves_the_ratings_of_the_bots_pool_only() -> None:
    ada, ben, bot = make_user("ada"), make_user("ben"), make_user("robot", is_bot=True)
    won(ada, ben)
    alone = values()
    won(bot, ada)
    won(bot, make_user("other", is_bot=True))
    now = values()
    assert {who: now[who] for who in alone} == alone
    assert now["ada", Pool.BOTS] < 1500 < now["robot", Pool.BOTS]
    assert ("robot", Pool.PEOPLE) not in now
    assert RatingChange.objects.filter(pool=Pool.BOTS).count() == 4


def test_recomputing_keeps_the_pools_apart() -> None:
    ada, ben, bot = make_user("ada"), make_user("ben"), make_user("robot", is_bot=True)
    for winner, loser in ((ada, ben), (bot, ada), (ben, bot), (ada, bot), (ben, ada)):
        won(winner, loser)
    before = values()
    assert len(before) == 5
    Rating.objects.update(value=1)
    wrong = Rating.objects.filter(user=bot).values().get() | {"id": None, "pool": Pool.PEOPLE}
    Rating.objects.create(**wrong)
    assert recompute_ratings() == 5
    assert values() == pytest.approx(before)


def test_people_are_shown_with_the_rating_against_people_and_bots_with_theirs() -> None:
    ada, bot = make_user("ada"), make_user("robot", is_bot=True)
    won(bot, ada)
    summaries = summaries_of([ada.pk, bot.pk])
    assert summaries[ada.pk].rating == 1500 < summaries[bot.pk].rating
    assert profile_of(ada, bot).rated == 0
    assert profile_of(bot, ada).rating == summaries[bot.pk].rating
    assert len(profile_of(bot, ada).history) == 1
    Rating.objects.update(certain_until="2100-01-01T00:00:00Z")
    assert ranking(1).people == ()
