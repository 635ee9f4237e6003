"""The first page: a real table to look at, and ways to begin that end where they promised."""

import re
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine import read_position, view_for
from engine.notation import read_record
from engine.record import positions
from games.models import Game
from games.services.play import resign_game
from games.web.showcase import GOLDEN_NAMES, GOLDEN_POSITION, showcase
from tests.accounts.helpers import PASSWORD, last_letter, signed_in_as
from tests.factories.games import make_computer_game, make_game
from tests.factories.users import make_user
from tests.golden import FOLDER, load

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
BEGINNINGS = {
    "Play the computer": "/games/new/?opponent=computer",
    "Invite a friend by link": "/games/new/?opponent=link",
    "Make an account": "",
}


def ways() -> dict[str, str]:
    """The links to press on the first page: address by text."""
    page = Client().get("/").text
    acts = re.findall(r'<p class="acts">(.*?)</p>', page, re.DOTALL)[0]
    links = re.findall(r'<a [^>]*href="([^"]*)">(?:<span>)?([^<]*)', acts)
    return {text: unescape(address) for address, text in links}


def cells(page: str) -> list[str]:
    """The kinds of token on the board that a page draws, row by row; empty for an empty place."""
    return re.findall(r'data-cell="\w\d" data-kind="(\w*)"', page)


def demo_games(*stages: str) -> list[Game]:
    """Games of the house."""
    call_command("create_demo_games", stage=list(stages), stdout=StringIO())
    return list(Game.objects.order_by("started_at"))


@pytest.mark.parametrize(("text", "target"), BEGINNINGS.items())
def test_every_way_to_begin_ends_where_it_promised(text: str, target: str) -> None:
    client = Client()
    form = client.get(ways()[text])
    there = re.findall(r'name="next" value="([^"]*)"', form.text)
    assert there == ([target] if target else [])
    fields = {"username": "Anna", "email": "anna@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", fields | ({"next": target} if target else {}))
    assert client.post(last_letter().link)["Location"] == (target or "/games/")
    assert signed_in_as(client) == "Anna"
    assert client.get(target or "/games/").status_code == 200


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [("computer", "computer"), ("link", "link"), ("x", "computer"), ("", "computer")],
)
def test_new_game_has_chosen_what_the_address_asks_for(asked: str, chosen: str) -> None:
    client = Client()
    client.force_login(make_user())
    page = client.get("/games/new/", {"opponent": asked}).text
    assert re.findall(r'name="opponent" value="(\w+)"[^>]* checked', page) == [chosen]


def test_who_has_an_account_signs_in_and_comes_to_the_same_place() -> None:
    make_user("berta")
    client = Client()
    sign_up = client.get(ways()["Invite a friend by link"]).text
    sign_in = unescape(re.findall(r'href="(/accounts/login/\?next=[^"]*)"', sign_up)[0])
    there = client.get(sign_in).context["redirect_field_value"]
    assert there == "/games/new/?opponent=link"


def test_golden_position_is_a_position_of_the_golden_game() -> None:
    record = read_record(load(FOLDER / "whole-game-open-memory.json")["game"])
    found = view_for(read_position(GOLDEN_POSITION), None)
    assert found in [view_for(state, None) for state in positions(record)]


def test_site_without_a_game_of_its_own_shows_the_golden_position() -> None:
    page = Client().get("/").text
    board = view_for(read_position(GOLDEN_POSITION), None)["board"]
    assert cells(page) == [kind or "" for kind in board]
    assert "A game at turn 75." in page
    assert all(f"<h2>{name}</h2>" in page for name in GOLDEN_NAMES.values())


def test_newest_running_game_of_the_house_is_shown_and_can_be_watched() -> None:
    demo_games("opening", "midgame", "finished")
    newest = Game.objects.filter(status="active").latest("started_at")
    page = Client().get("/").text
    assert f'<a href="/games/{newest.pk}/">Watch the game</a>' in page
    assert f"demo-ines and demo-lin are playing, turn {newest.turn}." in page
    assert cells(page) == cells(Client().get(f"/games/{newest.pk}/").text)


def test_no_game_with_a_real_person_is_ever_shown() -> None:
    demo_games("opening")
    ines = User.objects.get(username="demo-ines")
    (house,) = Game.objects.all()
    resign_game(game_id=house.pk, user=ines)
    make_game(ines, make_user())
    make_game(make_user(), ines)
    make_game()
    make_computer_game(ines)
    assert showcase().game is None


def test_first_page_asks_the_database_twice_at_most() -> None:
    assert asked(Client()) == 1
    demo_games("opening")
    assert asked(Client()) == 2
    demo_games("opening", "midgame")
    assert asked(Client()) == 2


def asked(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        answer: Any = client.get("/")
    assert answer.status_code == 200
    return len(queries)
