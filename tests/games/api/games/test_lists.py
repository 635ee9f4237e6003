"""The list of one's games: filters, pieces, and a fixed number of queries."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.enums import Speed
from games.models import Game
from games.services.lobby import Options, create_invitation
from games.services.play import resign_game
from tests.factories.games import (
    OPTIONS,
    make_computer_game,
    make_game,
    mover_of,
    play_random,
    take_tokens,
)
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, problem_of

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/games"


def ids(client: Client, **query: Any) -> list[str]:
    """The games of one piece."""
    response = client.get(ADDRESS, query)
    assert response.status_code == 200, response.content
    return [game["id"] for game in response.json()["items"]]


@pytest.fixture
def user() -> User:
    """Whose lists are read."""
    return make_user("Ada")


def test_games_by_state_and_result(user: User) -> None:
    client, other = client_of(user), make_user("Bela")
    running, lost, won = make_game(user, other), make_game(user, other), make_game(user, other)
    preparing = create_invitation(user=user, invitee=other, options=OPTIONS)
    resign_game(game_id=lost.pk, user=user)
    resign_game(game_id=won.pk, user=other)
    make_game(other, make_user())  # none of theirs
    assert ids(client) == [preparing.pk, won.pk, lost.pk, running.pk]
    assert ids(client, state="running") == [running.pk]
    assert ids(client, state="waiting") == ([running.pk] if mover_of(running) == user else [])
    assert ids(client_of(other), state="waiting") == (
        [] if mover_of(running) == user else [running.pk]
    )
    assert ids(client, state="preparing") == [preparing.pk]
    assert ids(client, state="finished") == ids(client, state="ended") == [won.pk, lost.pk]
    assert ids(client, state="cancelled") == ids(client, state="aborted") == []
    assert (ids(client, result="won"), ids(client, result="lost")) == ([won.pk], [lost.pk])
    assert ids(client, result="drawn") == ids(client, result="won", state="running") == []


def test_games_that_have_ended_come_in_the_order_of_their_ends(user: User) -> None:
    first, second = make_game(user), make_game(user)
    resign_game(game_id=second.pk, user=user)
    resign_game(game_id=first.pk, user=user)
    assert ids(client_of(user)) == [second.pk, first.pk]
    assert ids(client_of(user), state="finished") == [first.pk, second.pk]


def test_games_by_speed_rating_and_opponent(user: User) -> None:
    client = client_of(user)
    robot = make_user("robot", is_bot=True)
    quick = make_game(user, make_user("Cleo"), options=Options(Speed.DAYS_1))
    rated = make_game(user, make_user(), options=Options(Speed.DAYS_3, rated=True))
    bot, computer = make_game(user, robot), make_computer_game(user)
    assert ids(client, speed="days_1") == [quick.pk]
    assert ids(client, speed="days") == [computer.pk, bot.pk, rated.pk, quick.pk]
    assert ids(client, speed="bank") == []
    assert ids(client, rated="true") == [rated.pk]
    assert ids(client, rated="false") == [computer.pk, bot.pk, quick.pk]
    assert ids(client, opponent="cLEO") == [quick.pk]
    assert ids(client, against="people") == [rated.pk, quick.pk]
    assert ids(client, against="bots") == [bot.pk]
    assert ids(client, against="computer") == [computer.pk]
    assert client.get(ADDRESS, {"against": "bots"}).json()["items"][0]["seats"][1]["bot"]


def test_games_by_time(user: User) -> None:
    client, game = client_of(user), make_game(user)
    made = game.created_at
    assert ids(client, since=made.isoformat()) == [game.pk]
    assert ids(client, until=made.isoformat()) == []
    assert ids(client, since=(made + timedelta(seconds=1)).isoformat()) == []


def test_what_has_changed_since_then_comes_with_its_position(user: User) -> None:
    client, quiet, game = client_of(user), make_game(user), make_game(user)
    since = timezone.now()
    assert ids(client, changed_since=since.isoformat()) == []
    take_tokens(game)
    told = client.get(ADDRESS, {"changed_since": since.isoformat(), "views": "true"}).json()
    [listed] = told["items"]
    game.refresh_from_db()
    assert (listed["id"], listed["version"]) == (game.pk, game.version)
    assert listed["view"] == client.get(f"{ADDRESS}/{game.pk}").json()["view"]
    assert "view" not in client.get(ADDRESS).json()["items"][0]
    assert quiet.pk != game.pk


def test_turn_that_is_seen_late_is_in_the_next_list(
    user: User, frozen_time: time_machine.Traveller
) -> None:
    client, game = client_of(user), make_game(user)
    listed = timezone.now() + timedelta(hours=1)
    frozen_time.move_to(listed)
    first = client.get(ADDRESS).json()
    assert first["as_of"] < listed.isoformat()
    frozen_time.move_to(listed - timedelta(milliseconds=300))  # stamped, not yet seen
    take_tokens(game)
    frozen_time.move_to(listed + timedelta(minutes=5))
    second = client.get(ADDRESS, {"changed_since": first["as_of"]}).json()
    assert [one["id"] for one in second["items"]] == [game.pk]
    assert ids(client, changed_since=second["as_of"]) == []


def test_pieces_hold_each_game_once(user: User) -> None:
    client, other = client_of(user), make_user()
    games = [make_game(user, other).pk for _number in range(5)]
    seen, address = [], f"{ADDRESS}?limit=2"
    while address:
        piece = client.get(address).json()
        assert len(piece["items"]) <= 2
        seen += [game["id"] for game in piece["items"]]
        address = piece["next"]
    assert seen == games[::-1]


@pytest.mark.parametrize(
    "query", [{}, {"views": "true"}, {"state": "running"}, {"against": "people"}]
)
def test_lists_cost_the_same_with_many_games(
    user: User, query: dict[str, str], django_assert_num_queries: Any
) -> None:
    client, other = client_of(user), make_user()
    make_game(other, user)
    client.get(ADDRESS)  # the first use of a token is noted
    for games in (1, 30):
        for _number in range(games - 1):
            make_game(user, other)
        with django_assert_num_queries(4):  # token, games, seats, people
            assert client.get(ADDRESS, {"limit": "100"} | query).status_code == 200


BAD: list[dict[str, str]] = [
    {"state": "lost"},
    {"state": ""},
    {"result": "2"},
    {"speed": "fast"},
    {"rated": "yes"},
    {"rated": ""},
    {"views": "1"},
    {"against": "\0"},
    {"opponent": "\0"},
    {"opponent": "x" * 500},
    {"since": "yesterday"},
    {"since": "2026-13-01T00:00:00Z"},
    {"until": "9" * 400},
    {"changed_since": "2026-01-01"},
    {"limit": "0"},
    {"limit": "101"},
    {"limit": "9" * 400},
    {"cursor": ""},
]


@pytest.mark.parametrize("query", BAD, ids=str)
def test_questions_that_make_no_sense_are_refused(user: User, query: dict[str, str]) -> None:
    assert problem_of(client_of(user).get(ADDRESS, query)) == (400, "invalid")


@pytest.mark.parametrize(
    "cursor",
    ["x", "cD0x", "cD1ub3RhZGF0ZQ==", "bz0tMQ==", "cD0yMDI2LTEzLTQx"],
)
def test_cursor_that_somebody_made_up_is_no_place(user: User, cursor: str) -> None:
    make_game(user)
    assert problem_of(client_of(user).get(ADDRESS, {"cursor": cursor})) == (404, "bad_cursor")


def test_list_is_nobodys_but_its_persons(user: User) -> None:
    game = make_game(user)
    play_random(game, 3)
    assert ids(client_of(make_user())) == []
    assert problem_of(client_of().get(ADDRESS)) == (401, "not_authenticated")
    assert Game.objects.count() == 1
