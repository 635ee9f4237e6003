"""Pages ask the database a fixed number of questions, however many games there are and however long they last."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.services.lobby import create_invitation
from games.services.play import resign_game
from tests.factories.games import (
    OPTIONS,
    make_computer_game,
    make_game,
    mover_of,
    play_random,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.web.visit import game_url, visitor


def queries(user: User | None, address: str) -> int:
    """How many questions opening a page takes."""
    client = visitor(user)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def add_games(user: User) -> None:
    """One more game of each kind, with somebody new each time."""
    mine, theirs = make_game(user, make_user()), make_game(make_user(), user)
    for game in (mine, theirs, make_computer_game(user)):
        play_random(game, 12, seed=Game.objects.count())
    resign_game(game_id=make_game(user, make_user()).pk, user=user)
    create_invitation(user=user, invitee=None, options=OPTIONS)
    create_invitation(user=user, invitee=make_user(), options=OPTIONS)
    create_invitation(user=make_user(), invitee=user, options=OPTIONS)


def test_my_games_take_as_many_queries_with_one_game_as_with_twenty_of_each_kind(db: None) -> None:
    user, counts = make_user(), {}
    for number in range(1, 8):
        add_games(user)
        if number in (1, 3, 7):
            counts[number] = queries(user, reverse("games:mine"))
    assert set(counts.values()) == {counts[1]}
    assert counts[1] <= 12


def test_only_games_of_one_kind_take_no_more(db: None) -> None:
    user, other = make_user(), make_user()
    make_game(user, other)
    one = queries(user, reverse("games:mine"))
    for _number in range(19):
        make_game(user, other)
    assert queries(user, reverse("games:mine")) == one


@pytest.mark.parametrize("name", ["game", "log", "shuffle", "version"])
def test_a_page_of_a_game_takes_as_many_queries_early_as_late(game: Game, name: str) -> None:
    people = [game.seats.get(number=1).user, game.seats.get(number=2).user, make_user(), None]
    early = [queries(user, game_url(game, name)) for user in people]
    play_random(game, 150)
    late = [queries(user, game_url(game, name)) for user in people]
    assert late == early
    assert max(early) <= 10


def test_the_game_page_of_who_may_ask_or_answer_stays_within_ten_queries(game: Game) -> None:
    take_tokens(game)
    for user in (mover_of(game), waiter_of(game)):
        assert queries(user, game_url(game)) <= 10


def test_the_game_page_takes_as_many_queries_with_other_games_waiting(game: Game) -> None:
    user = game.seats.get(number=1).user
    assert user is not None
    before = queries(user, game_url(game))
    for _number in range(5):
        make_game(user, make_user())
    assert queries(user, game_url(game)) == before
