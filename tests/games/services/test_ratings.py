"""Rating: once for each rated game of two people, in the transaction that ends it, and the same again from the games."""

from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games.enums import Pool, Speed
from games.models import Game, Rating, RatingChange
from games.rating import INITIAL, PERIOD, Strength, grown, updated
from games.services import ratings
from games.services.lobby import Options
from games.services.play import resign_game
from games.services.ratings import rate_finished, recompute_ratings
from games.services.time import expire_turn
from tests.factories.games import make_computer_game, make_game, mover_of, play_random, seated
from tests.factories.users import make_user

RATED = Options(Speed.DAYS_3, rated=True)
pytestmark = pytest.mark.django_db(transaction=True)


def rated_game(winner: User, loser: User) -> Game:
    """A rated game that `loser` resigned after some turns."""
    game = make_game(winner, loser, RATED)
    play_random(game, 8)
    resign_game(game_id=game.pk, user=loser)
    game.refresh_from_db()
    return game


def rating_of(user: User) -> Rating:
    return Rating.objects.get(user=user, pool=Pool.PEOPLE)


def numbers() -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Every rating and every change, without the ids of rows."""
    rows = Rating.objects.order_by("user").values_list(
        "user", "value", "deviation", "volatility", "games", "played_at", "certain_until"
    )
    changes = RatingChange.objects.order_by("game", "seat").values_list(
        "game", "seat", "user", "before", "deviation_before", "after", "deviation_after", "at"
    )
    return list(rows), list(changes)


def test_a_rated_game_moves_both_ratings_by_the_paper() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    game = rated_game(ada, ben)
    won = updated(INITIAL, [(INITIAL, 1.0)])
    assert rating_of(ada).value == pytest.approx(won.value)
    assert rating_of(ben).value == pytest.approx(3000 - won.value)
    assert (rating_of(ada).games, rating_of(ada).played_at) == (1, game.finished_at)
    change = RatingChange.objects.get(game=game, user=ada)
    assert (change.seat, change.before, change.deviation_before) == (1, 1500, 350)
    assert (change.after, change.at) == (rating_of(ada).value, game.finished_at)


def test_time_between_games_makes_a_rating_less_certain(
    frozen_time: time_machine.Traveller,
) -> None:
    ada, ben = make_user(), make_user()
    rated_game(ada, ben)
    before = rating_of(ada)
    frozen_time.shift(timedelta(days=400))
    game = rated_game(ada, make_user())
    then = Strength(before.value, before.deviation, before.volatility)
    expected = updated(then, [(INITIAL, 1.0)], periods=timedelta(days=400) / PERIOD)
    assert rating_of(ada).value == pytest.approx(expected.value)
    change = RatingChange.objects.get(game=game, user=ada)
    assert change.deviation_before == grown(then, timedelta(days=400)).deviation


def test_casual_games_and_those_with_the_computer_rate_nobody() -> None:
    ada = make_user()
    casual = make_game(ada, make_user())
    resign_game(game_id=casual.pk, user=ada)
    computer = make_computer_game(ada)
    Game.objects.filter(pk=computer.pk).update(rated=True)  # no service makes such a game
    resign_game(game_id=computer.pk, user=ada)
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_a_game_is_rated_once() -> None:
    ada, ben = make_user(), make_user()
    game = rated_game(ada, ben)
    before = numbers()
    rate_finished(game)
    resign_game(game_id=game.pk, user=ben)
    assert numbers() == before


def test_a_running_game_is_not_rated() -> None:
    game = make_game(options=RATED)
    play_random(game, 8)
    rate_finished(game)
    assert not RatingChange.objects.exists()


def test_a_lost_account_leaves_the_other_rating_alone() -> None:
    ada, ben = make_user(), make_user()
    game = make_game(ada, ben, RATED)
    ben.delete()
    resign_game(game_id=game.pk, user=ada)
    assert not Rating.objects.exists()


def test_a_game_lost_on_time_is_rated(frozen_time: time_machine.Traveller) -> None:
    game = make_game(options=RATED)
    play_random(game, 30)
    late = mover_of(game)
    frozen_time.shift(timedelta(days=30))
    assert expire_turn(game_id=game.pk)
    assert rating_of(late).value < 1500


def test_a_draw_counts_half() -> None:
    ada, ben = make_user(), make_user()
    rated_game(ada, ben)
    game = rated_game(ada, ben)
    RatingChange.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(winner=None, reasons=["no_progress"])
    recompute_ratings()
    first, second = RatingChange.objects.filter(user=ada).order_by("at")
    assert second.after < second.before == first.after  # the stronger one gains nothing by it


def test_two_games_of_one_person_that_end_together_count_both(
    postgresql: None, together: Callable[..., list[Any]]
) -> None:
    ada, others = make_user(), [make_user() for _number in range(3)]
    games = [make_game(ada, other, RATED) for other in others]
    calls = [lambda game=game: resign_game(game_id=game.pk, user=seated(game, 2)) for game in games]
    results = together(*calls)
    assert [result for result in results if isinstance(result, Exception)] == []
    assert rating_of(ada).games == 3
    after = {change.after for change in RatingChange.objects.filter(user=ada)}
    assert rating_of(ada).value == max(after) and len(after) == 3


def some_history(frozen_time: time_machine.Traveller) -> list[User]:
    """Four people, every pair of whom played, with growing pauses."""
    people = [make_user() for _number in range(4)]
    for number, (winner, loser) in enumerate(permutations(people, 2)):
        rated_game(winner, loser)
        frozen_time.shift(timedelta(days=number))
    return people


def test_recomputing_gives_the_same_numbers(
    frozen_time: time_machine.Traveller, capsys: pytest.CaptureFixture[str]
) -> None:
    some_history(frozen_time)
    before = numbers()
    call_command("recompute_ratings")
    assert capsys.readouterr().out == "12 games rated\n"
    assert numbers() == before


def test_ratings_that_were_lost_are_made_from_the_games_alone(
    frozen_time: time_machine.Traveller,
) -> None:
    some_history(frozen_time)
    before = numbers()
    Rating.objects.update(value=1, games=99)
    RatingChange.objects.all().delete()
    recompute_ratings()
    assert numbers() == before


def test_recomputing_after_an_account_has_gone_keeps_the_others(
    frozen_time: time_machine.Traveller,
) -> None:
    gone, *_others = some_history(frozen_time)
    gone.delete()
    before = numbers()
    recompute_ratings()
    assert numbers() == before


def test_people_are_locked_only_once_all_that_was_rated_before_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, ben = make_user(), make_user()
    for _game in range(3):
        rated_game(ada, ben)
    monkeypatch.setattr(ratings, "CHUNK", 1)
    seen: list[str] = []
    rate, lock = ratings._rate_all_again, ratings._lock

    def rated(games: list[Game], known: Any) -> int:
        seen.append("batch")
        assert not connection.in_atomic_block
        return rate(games, known)

    def locked(people: Any) -> None:
        seen.append("lock")
        lock(people)

    monkeypatch.setattr(ratings, "_rate_all_again", rated)
    monkeypatch.setattr(ratings, "_lock", locked)
    assert recompute_ratings() == 3
    assert seen == ["batch", "batch", "batch", "lock"]


def test_game_that_ends_while_ratings_are_recomputed_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, ben, cleo = make_user(), make_user(), make_user()
    for _game in range(2):
        rated_game(ada, ben)
    right = numbers()
    Rating.objects.filter(user=ada).update(value=2000)
    rate = ratings._rate_all_again
    ended: list[Game] = []

    def rated(games: list[Game], known: Any) -> int:
        done = rate(games, known)
        if not ended:
            ended.append(rated_game(cleo, ada))  # rated by what is wrong still
        return done

    monkeypatch.setattr(ratings, "_rate_all_again", rated)
    assert recompute_ratings() == 3
    assert numbers()[1][:4] == right[1]
    after = updated(
        Strength(right[0][0][1], right[0][0][2], right[0][0][3]),
        [(grown(INITIAL, timedelta(0)), 0.0)],
        periods=(ended[0].finished_at - right[0][0][5]) / PERIOD,
    )
    assert rating_of(ada).value == pytest.approx(after.value)
    assert (rating_of(ada).games, rating_of(cleo).games) == (3, 1)
    steady = numbers()
    monkeypatch.undo()
    recompute_ratings()
    assert numbers() == steady


def test_recomputing_that_died_is_done_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = make_user(), make_user()
    for _game in range(3):
        rated_game(ada, ben)
    right = numbers()
    RatingChange.objects.filter(user=ada).update(after=1)
    Rating.objects.update(value=1)
    with monkeypatch.context() as patch:
        patch.setattr(ratings, "_store", _die)
        with pytest.raises(KeyboardInterrupt):
            recompute_ratings()
    recompute_ratings()
    assert numbers() == right


def _die(*_args: Any) -> None:
    raise KeyboardInterrupt
