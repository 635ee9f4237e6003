"""The form for a new game: what it makes, once, and what it refuses."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, Invitation
from games.selectors.limits import MOST_OPEN_GAMES
from tests.factories.games import make_game
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.games.web.visit import game_url, hidden_fields, text_of, visitor

ADDRESS = "/games/new/"
GOOD = {"opponent": "computer", "speed": "days_3", "key": "a-key"}


@pytest.fixture
def user(db: None) -> User:
    return make_user("maker")


@pytest.fixture
def client(user: User) -> Client:
    return visitor(user)


def test_the_form_offers_the_usual_choice(client: Client) -> None:
    page = text_of(client.get(ADDRESS))
    assert 'value="computer"' in page
    assert '<option value="days_3" selected>3 days for each turn</option>' in page


def test_a_new_game_waits_undealt_with_its_commitment(client: Client, user: User) -> None:
    response = client.post(ADDRESS, {**GOOD, "open_memory": "on", "speed": "days_7"})
    game = Game.objects.get()
    assert response.headers["Location"] == game_url(game)
    assert (game.status, game.speed) == (GameStatus.PREPARING, "days_7")
    assert (game.open_memory, game.stand_off) == (True, False)
    page = text_of(client.get(game_url(game)))
    assert game.commitment in page
    assert "Shuffle and deal" in page


def test_inviting_by_name_in_any_case(client: Client) -> None:
    friend = make_user("Friend")
    client.post(ADDRESS, {**GOOD, "opponent": "user", "name": " fRIEND "})
    assert Invitation.objects.get().invitee == friend
    assert "maker" in text_of(visitor(friend).get(reverse("games:mine")))


def test_inviting_by_link_shows_the_link(client: Client) -> None:
    page = text_of(client.post(ADDRESS, {**GOOD, "opponent": "link"}, follow=True))
    assert reverse("games:invitation", args=[Invitation.objects.get().token]) in page


@pytest.mark.parametrize("opponent", ["computer", "user", "link"])
def test_a_form_sent_twice_makes_one_game(client: Client, opponent: str) -> None:
    make_user("friend")
    data = {**GOOD, "opponent": opponent, "name": "friend"}
    first, second = client.post(ADDRESS, data), client.post(ADDRESS, data)
    assert first.headers["Location"] == second.headers["Location"] == game_url(Game.objects.get())


def test_each_page_has_a_key_of_its_own(client: Client) -> None:
    for _time in range(2):
        key = hidden_fields(client.get(ADDRESS))["key"]
        client.post(ADDRESS, {**GOOD, "key": key})
    assert Game.objects.count() == 2


def test_another_wish_with_the_same_key_is_another_game(client: Client) -> None:
    client.post(ADDRESS, GOOD)
    client.post(ADDRESS, {**GOOD, "speed": "days_5"})
    client.post(ADDRESS, {**GOOD, "opponent": "link"})
    visitor(make_user()).post(ADDRESS, GOOD)
    assert Game.objects.count() == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opponent", ["computer", "link"])
def test_the_same_form_twice_at_the_same_moment_makes_one_game(
    user: User, together: Callable[..., list[Any]], opponent: str
) -> None:
    clients = [visitor(user) for _window in range(3)]
    data = {**GOOD, "opponent": opponent}
    answers = together(*(partial(client.post, ADDRESS, data) for client in clients))
    assert {answer.headers["Location"] for answer in answers} == {game_url(Game.objects.get())}


@pytest.mark.parametrize("key", ["k" * 9999, "k\0", "\N{SNOWMAN}"])
def test_any_key_will_do(client: Client, key: str) -> None:
    for _time in range(2):
        client.post(ADDRESS, {**GOOD, "key": key})
    assert Game.objects.count() == 1


def test_a_form_without_key_makes_a_game_each_time(client: Client) -> None:
    for _time in range(2):
        client.post(ADDRESS, {**GOOD, "key": ""})
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"opponent": ""}, "This field is required."),
        ({"opponent": "god"}, "Select a valid choice."),
        ({"speed": "4"}, "Select a valid choice."),
        ({"speed": "9" * 5000}, "Select a valid choice."),
        ({"speed": "-3"}, "Select a valid choice."),
        ({"speed": ""}, "This field is required."),
        ({"opponent": "user"}, "Whom do you want to invite?"),
        ({"opponent": "user", "name": "nobody"}, "Nobody here has this name."),
        ({"opponent": "user", "name": "x\0y"}, "Null characters are not allowed."),
        ({"opponent": "user", "name": "x" * 5000}, "Ensure this value has at most"),
        ({"opponent": "user", "name": "\N{SNOWMAN}\u202e"}, "Nobody here has this name."),
        ({"opponent": "user", "name": "maker"}, "You can&#x27;t invite yourself."),
    ],
)
def test_a_form_without_sense_comes_back_with_the_reason(
    client: Client, change: dict[str, str], reason: str
) -> None:
    with nothing_changes():
        response = client.post(ADDRESS, GOOD | change)
    assert response.status_code in (400, 422)
    assert reason in text_of(response)


def test_a_refused_form_keeps_what_was_chosen_and_works_once_corrected(client: Client) -> None:
    make_user("friend")
    data = {**GOOD, "opponent": "user", "name": "freind", "speed": "days_14"}
    refused = client.post(ADDRESS, data)
    page = text_of(refused)
    assert 'value="freind"' in page
    assert '<option value="days_14" selected>' in page
    fields = hidden_fields(refused)
    client.post(ADDRESS, {**data, **fields, "name": "friend"})
    assert Game.objects.get().speed == "days_14"


BODIES: list[tuple[Any, str]] = [
    (b"\xff\xfe\x00nonsense%%%=&=&&;", "application/x-www-form-urlencoded"),
    (b'{"opponent": "computer"}', "application/json"),
    (b"opponent=computer", "text/plain"),
    (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
    (b"opponent=computer", "multipart/form-data"),
    (b"", "application/x-www-form-urlencoded"),
    (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
    (b"opponent=" + b"computer" * 10_000, "application/x-www-form-urlencoded"),
    (b"opponent=computer", "application/x-www-form-urlencoded; charset=utf-16"),
    (b"opponent=computer", "application/x-www-form-urlencoded; charset=nonsense"),
]


@pytest.mark.parametrize(("body", "kind"), BODIES)
def test_bodies_that_are_no_form_are_refused(client: Client, body: bytes, kind: str) -> None:
    with nothing_changes():
        response = client.generic("POST", ADDRESS, body, content_type=kind)
    assert response.status_code in (400, 413)


def test_too_many_games_are_refused_on_the_form(client: Client, user: User) -> None:
    opponent = make_user()
    for _number in range(MOST_OPEN_GAMES):
        make_game(user, opponent)
    with nothing_changes():
        response = client.post(ADDRESS, GOOD)
    assert response.status_code == 409
    assert "Finish some of your games" in text_of(response)
