"""Summaries of people: rating, reliability over the newest turns, games finished."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.enums import GameStatus, Pool, Speed
from games.models import Game, Rating, Seat
from games.selectors.people import Habits, PersonSummary, habits_of, summaries_of
from games.services.lobby import Options
from games.services.play import resign_game
from tests.factories.games import make_computer_game, make_game
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def turns_of(user: User, turns: int, *, late: bool = False, days_ago: int = 0) -> Seat:
    """A game of this person in which they completed so many turns, an hour each."""
    game = make_game(user, make_user())
    began = timezone.now() - timedelta(days=days_ago)
    Game.objects.filter(pk=game.pk).update(started_at=began)
    seats = Seat.objects.filter(game=game, user=user)
    seats.update(turns=turns, answer_seconds=3600 * turns, timed_out=late)
    return seats.get()


def test_a_newcomer_is_average_and_unknown() -> None:
    ada = make_user()
    assert summaries_of([ada.pk]) == {ada.pk: PersonSummary(1500, True, None, 0)}


def test_finished_games_are_counted_and_rated_ones_move_the_rating() -> None:
    ada, ben = make_user(), make_user()
    for options in (Options(Speed.DAYS_3, rated=True), Options(Speed.DAYS_3)):
        resign_game(game_id=make_game(ada, ben, options).pk, user=ben)
    make_game(ada, ben)
    found = summaries_of([ada.pk, ben.pk])
    assert (found[ada.pk].rating, found[ada.pk].finished) == (1662, 2)
    assert (found[ben.pk].rating, found[ben.pk].finished) == (1338, 2)


def test_a_rating_stays_certain_until_it_doesnt(frozen_time: time_machine.Traveller) -> None:
    ada, now = make_user(), timezone.now()
    Rating.objects.create(
        user=ada,
        pool=Pool.PEOPLE,
        value=1712.4,
        deviation=100,
        volatility=0.06,
        games=20,
        played_at=now,
        certain_until=now + timedelta(days=90),
    )
    assert (summaries_of([ada.pk])[ada.pk].rating, summaries_of([ada.pk])[ada.pk].provisional) == (
        1712,
        False,
    )
    frozen_time.shift(timedelta(days=90))
    assert summaries_of([ada.pk])[ada.pk].provisional


def test_fewer_than_ten_turns_say_nothing_about_reliability() -> None:
    ada = make_user()
    turns_of(ada, 9)
    assert summaries_of([ada.pk])[ada.pk].reliability is None
    turns_of(ada, 1)
    assert summaries_of([ada.pk])[ada.pk].reliability == 1


def test_a_game_lost_on_time_costs_reliability() -> None:
    ada = make_user()
    turns_of(ada, 19, late=True)
    assert habits_of([ada.pk]) == {ada.pk: Habits(turns=19, late=1, seconds=19 * 3600)}
    assert summaries_of([ada.pk])[ada.pk].reliability == 0.95


def test_a_resignation_costs_no_reliability() -> None:
    ada = make_user()
    seat = turns_of(ada, 20)
    resign_game(game_id=seat.game_id, user=ada)
    assert summaries_of([ada.pk])[ada.pk].reliability == 1


def test_about_the_newest_hundred_turns_count_by_whole_games() -> None:
    ada = make_user()
    turns_of(ada, 5, late=True, days_ago=400)  # forgiven by now
    turns_of(ada, 60, days_ago=30)
    turns_of(ada, 60, days_ago=3)
    assert habits_of([ada.pk]) == {ada.pk: Habits(turns=120, seconds=120 * 3600)}


def test_turns_against_the_computer_say_nothing() -> None:
    ada = make_user()
    game = make_computer_game(ada)
    Seat.objects.filter(game=game, user=ada).update(turns=50)
    assert habits_of([ada.pk]) == {ada.pk: Habits()}


def test_a_game_that_was_called_off_before_it_began_counts_nowhere() -> None:
    ada = make_user()
    seat = turns_of(ada, 20)
    Game.objects.filter(pk=seat.game_id).update(status=GameStatus.CANCELLED)
    assert habits_of([ada.pk]) == {ada.pk: Habits()}


def test_answer_time_is_an_average() -> None:
    assert Habits(turns=4, seconds=7200).answer_time == timedelta(minutes=30)
    assert Habits().answer_time is None


@pytest.mark.parametrize("number", [1, 3])
def test_any_number_of_people_take_three_queries(
    django_assert_num_queries: Callable[..., AbstractContextManager[object]], number: int
) -> None:
    people = [make_user() for _number in range(number)]
    for one in people:
        turns_of(one, 3)
    with django_assert_num_queries(3):
        assert len(summaries_of([one.pk for one in people])) == number
