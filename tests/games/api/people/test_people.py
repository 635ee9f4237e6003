"""People, their finished games and ratings over the API."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.enums import Pool, Speed
from games.models import Game, Rating, RatingChange, Seat
from games.selectors.access import seat_of
from games.services.play import resign_game
from tests.factories.games import OPTIONS, make_computer_game, make_game
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

API = "/api/v1/"
RATED = replace(OPTIONS, rated=True)
# What somebody may put where a name belongs.
NO_NAMES = ["nobody-here", "a b", "%00", "x" * 300, "é", "%ff", "1" * 40]


@pytest.fixture
def ada() -> User:
    """Whose page is read."""
    return make_user("ada")


@pytest.fixture
def ben() -> User:
    """Whom she plays."""
    return make_user("ben")


@pytest.fixture
def stranger() -> Client:
    """Somebody without a token."""
    return client_of()


def beaten(winner: User, loser: User, options: Any = RATED) -> Game:
    """A game that `loser` has resigned."""
    return resign_game(game_id=make_game(winner, loser, options).pk, user=loser)


def rate(user: User, value: float, pool: Pool = Pool.PEOPLE, **change: Any) -> Rating:
    """A rating that means something."""
    played = timezone.now() - timedelta(days=1)
    fields: dict[str, Any] = {
        "deviation": 80,
        "volatility": 0.06,
        "games": 12,
        "played_at": played,
        "certain_until": played + timedelta(days=200),
        **change,
    }
    return Rating.objects.create(user=user, pool=pool, value=value, **fields)


def ids(response: Any) -> list[str]:
    """Of the games of a piece."""
    return [item["id"] for item in response.json()["items"]]


# Finding


def test_people_are_found_by_the_beginning_of_their_name(stranger: Client, ada: User) -> None:
    make_user("Adam", is_bot=True)
    make_user("bert")
    make_user("adele", is_active=False)
    rate(ada, 1634.4)
    found = stranger.get(API + "players", {"search": "AD"}).json()["items"]
    assert found == [
        {
            "name": "Adam",
            "bot": True,
            "rating": {"value": 1500, "provisional": True},
            "turns_in_time": None,
            "finished_games": 0,
        },
        {
            "name": "ada",
            "bot": False,
            "rating": {"value": 1634, "provisional": False},
            "turns_in_time": None,
            "finished_games": 0,
        },
    ]


@pytest.mark.parametrize("search", [None, "", " ", "a b", "é", "\0", "x" * 21, "%"])
def test_what_no_name_begins_with_is_refused(stranger: Client, search: Any) -> None:
    query = {} if search is None else {"search": search}
    assert problem_of(stranger.get(API + "players", query)) == (400, "invalid")


def test_finding_takes_as_many_queries_for_one_as_for_twenty(
    stranger: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(25):
        make_user(f"found{number:02}")
        if number in (0, 24):
            with django_assert_num_queries(4):
                found = stranger.get(API + "players", {"search": "found"}).json()["items"]
            assert len(found) == min(number + 1, 20)


# One person


def test_newcomer_has_nothing_to_show(stranger: Client, ada: User) -> None:
    assert stranger.get(API + "players/ADA").json() == {
        "name": "ada",
        "bot": False,
        "member_since": f"{ada.date_joined:%Y-%m}",
        "ratings": [],
        "turns_in_time": None,
        "answer_seconds": None,
        "score": {"won": 0, "drawn": 0, "lost": 0},
        "with_me": None,
    }


def test_player_is_told_with_ratings_habits_and_the_score_against_who_asks(
    stranger: Client, ada: User, ben: User
) -> None:
    game = beaten(ada, ben)
    Seat.objects.filter(game=game, user=ada).update(turns=20, answer_seconds=20 * 7200)
    rate(ada, 1700, Pool.BOTS)
    told = client_of(ben).get(API + "players/ada").json()
    assert [(one["pool"], one["rated_games"]) for one in told["ratings"]] == [
        ("bots", 12),
        ("people", 1),
    ]
    assert told["ratings"][1]["rating"] == {"value": 1662, "provisional": True}
    assert (told["turns_in_time"], told["answer_seconds"]) == (100, 7200)
    assert told["score"] == {"won": 1, "drawn": 0, "lost": 0}
    assert told["with_me"] == {"won": 0, "drawn": 0, "lost": 1}
    for other in (stranger, client_of(ada)):
        assert other.get(API + "players/ada").json() == {**told, "with_me": None}


@pytest.mark.parametrize("part", ["", "/games", "/ratings"])
@pytest.mark.parametrize("name", NO_NAMES)
def test_nobody_is_found_under_a_name_that_is_none(stranger: Client, name: str, part: str) -> None:
    assert problem_of(stranger.get(f"{API}players/{name}{part}")) == (404, "not_found")


def test_who_is_switched_off_or_leaves_is_nobody(stranger: Client) -> None:
    make_user("gone", is_active=False)
    make_user("leaving", leaving_at=timezone.now())
    for name in ("gone", "leaving"):
        assert stranger.get(f"{API}players/{name}").status_code == 404
        assert stranger.get(f"{API}players/{name}/games").status_code == 404


# Games


def test_finished_games_are_told_from_the_persons_side(
    stranger: Client, ada: User, ben: User
) -> None:
    running, game = make_game(ada, ben), beaten(ada, ben)
    (one,) = stranger.get(API + "players/ada/games").json()["items"]
    assert (one["id"], one["result"], one["seat"]) == (game.pk, "won", None)
    assert one["player_seat"] == seat_of(game, ada)
    assert one["rating"]["before"] == {"value": 1500, "provisional": True}
    assert one["rating"]["after"] == {"value": 1662, "provisional": True}
    (other,) = client_of(ben).get(API + "players/ben/games").json()["items"]
    assert (other["result"], other["player_seat"]) == ("lost", seat_of(game, ben))
    assert other["seat"] == other["player_seat"]
    assert running.pk not in (one["id"], other["id"])


def test_games_come_in_pieces_as_asked_for(stranger: Client, ada: User, ben: User) -> None:
    games = [beaten(ada, ben).pk for _number in range(5)][::-1]
    first = stranger.get(API + "players/ada/games", {"limit": "2", "result": "won"})
    second = stranger.get(first.json()["next"])
    third = stranger.get(second.json()["next"])
    assert ids(first) + ids(second) + ids(third) == games
    assert third.json()["next"] is None


def test_games_are_filtered(stranger: Client, ada: User, ben: User) -> None:
    won = beaten(ada, ben)
    lost = beaten(ben, ada, replace(OPTIONS, speed=Speed.NO_CLOCK, rated=False))
    alone = resign_game(game_id=make_computer_game(ada).pk, user=ada)

    def found(**query: str) -> set[str]:
        return set(ids(stranger.get(API + "players/ada/games", query)))

    assert found() == {won.pk, lost.pk, alone.pk}
    assert found(result="won") == {won.pk}
    assert found(result="drawn") == set()
    assert found(speed="no_clock") == {lost.pk}
    assert found(speed="days") == found(speed="days_3") == {won.pk, alone.pk}
    assert found(speed="days_1") == set()
    assert found(speed="bank") == set()
    assert found(rated="true") == {won.pk}
    assert found(rated="false") == {lost.pk, alone.pk}
    assert found(against="computer") == {alone.pk}
    assert found(against="people") == {won.pk, lost.pk}
    assert found(against="bots") == set()
    User.objects.filter(pk=ben.pk).update(is_bot=True)
    assert found(against="bots") == {won.pk, lost.pk}
    assert found(against="people") == set()
    assert found(opponent="BEN") == {won.pk, lost.pk}
    assert found(opponent="nobody") == set()


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"result": "x"}, (400, "invalid")),
        ({"speed": "none"}, (400, "invalid")),
        ({"rated": "yes"}, (400, "invalid")),
        ({"against": ""}, (400, "invalid")),
        ({"opponent": "a\0b"}, (400, "invalid")),
        ({"limit": "101"}, (400, "invalid")),
        ({"limit": "-1"}, (400, "invalid")),
        ({"cursor": "x" * 401}, (400, "invalid")),
        ({"cursor": "nonsense"}, (404, "bad_cursor")),
        ({"cursor": "00010101T000000000000-x"}, (200, "")),
        ({"cursor": "99999999T999999999999-x"}, (404, "bad_cursor")),
        ({"cursor": "20260101T000000000000-"}, (404, "bad_cursor")),
    ],
)
def test_wrong_filters_are_refused(stranger: Client, ada: User, query: Any, problem: Any) -> None:
    response = stranger.get(API + "players/ada/games", query)
    if problem[0] == 200:
        assert response.json() == {"items": [], "next": None}
    else:
        assert problem_of(response) == problem


# Ratings


def changed(user: User, number: int, pool: Pool = Pool.PEOPLE) -> RatingChange:
    """A change of a rating of some minutes ago, by a game of its own."""
    return RatingChange.objects.create(
        game=make_game(user, make_user()),
        seat=1,
        user=user,
        pool=pool,
        before=1500 + number,
        deviation_before=200,
        after=1512.6 + number,
        deviation_after=80,
        at=timezone.now() - timedelta(minutes=number),
    )


def test_course_of_a_rating_is_told_newest_first(stranger: Client, ada: User) -> None:
    newer, older, bots = changed(ada, 1), changed(ada, 2), changed(ada, 3, Pool.BOTS)
    items = stranger.get(API + "players/ada/ratings").json()["items"]
    assert [item["game_id"] for item in items] == [newer.game_id, older.game_id]
    assert items[0]["before"] == {"value": 1501, "provisional": True}
    assert items[0]["after"] == {"value": 1514, "provisional": False}
    (one,) = stranger.get(API + "players/ada/ratings", {"pool": "bots"}).json()["items"]
    assert one["game_id"] == bots.game_id


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"pool": "x"}, (400, "invalid")),
        ({"pool": ""}, (400, "invalid")),
        ({"cursor": "cD14"}, (404, "bad_cursor")),  # p=x
        ({"limit": "none"}, (400, "invalid")),
    ],
)
@pytest.mark.parametrize("address", ["players/ada/ratings", "ranking"])
def test_wrong_pools_and_places_are_refused(
    stranger: Client, ada: User, address: str, query: Any, problem: Any
) -> None:
    rate(ada, 1600)
    changed(ada, 1)
    assert problem_of(stranger.get(API + address, query)) == problem


@pytest.mark.parametrize(("address", "queries"), [("games", 3), ("ratings", 2)])
def test_lists_of_a_person_take_as_many_queries_for_one_as_for_thirty(
    stranger: Client,
    ada: User,
    ben: User,
    django_assert_num_queries: Callable[..., Any],
    address: str,
    queries: int,
) -> None:
    for number in range(30):
        game = beaten(ada, ben)
        if number in (0, 29):
            with django_assert_num_queries(queries):
                piece = stranger.get(f"{API}players/ada/{address}").json()["items"]
            assert len(piece) == number + 1
    assert game.pk in str(piece)


# The best


def test_best_are_told_with_their_places_piece_by_piece(stranger: Client) -> None:
    names = [f"best{number:02}" for number in range(8)]
    # Two and two are equally strong: pieces end between equals, too.
    people = [make_user(name) for name in names]
    for number, person in enumerate(people):
        rate(person, 1900.123 - number // 2 * 10.1)
    rate(make_user("unsure"), 2500, certain_until=None)
    rate(make_user("robot", is_bot=True), 2400, Pool.BOTS)
    told: list[Any] = []
    address = API + "ranking?limit=3"
    while address:
        piece = stranger.get(address).json()
        told += piece["items"]
        address = piece["next"]
    assert [(one["place"], one["name"]) for one in told] == list(enumerate(names, 1))
    assert told[0]["rating"] == {"value": 1900, "provisional": False}
    bots = stranger.get(API + "ranking", {"pool": "bots"}).json()["items"]
    assert [(one["place"], one["name"], one["bot"]) for one in bots] == [(1, "robot", True)]
    mine = client_of(people[4]).get(API + "me/ranking").json()
    assert mine == {"place": 5, "rated_games": 12}
    assert client_of(people[4]).get(API + "me/ranking", {"pool": "bots"}).json() == {
        "place": None,
        "rated_games": 0,
    }


def test_empty_list_of_the_best(stranger: Client) -> None:
    assert stranger.get(API + "ranking").json() == {"items": [], "next": None}


def test_best_take_as_many_queries_for_one_as_for_thirty(
    stranger: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(30):
        rate(make_user(), 1500 + number)
        if number in (0, 29):
            with django_assert_num_queries(2):
                assert len(stranger.get(API + "ranking").json()["items"]) == number + 1
