"""Times are told in the reader's zone, with its name where something ends, and as ISO for programs."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.services.lobby import create_invitation
from tests.factories.games import OPTIONS, make_game, mover_of
from tests.factories.users import make_user
from tests.games.web.visit import game_url, text_of, visitor

NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)
TIME = re.compile(r'<time[^>]* datetime="([^"]+)"[^>]*>([^<]*)</time>')
ZONES = [
    ("Asia/Kathmandu", "Asia/Kathmandu", "Thu 18 Jun, 17:45"),
    ("America/New_York", "America/New_York", "Thu 18 Jun, 08:00"),
    ("", "UTC", "Thu 18 Jun, 12:00"),
]

pytestmark = [pytest.mark.usefixtures("frozen_time", "db"), pytest.mark.one_database]


def reader(zone: str) -> User:
    return make_user("reader", time_zone=zone)


def times_on(client: Client, address: str) -> list[tuple[datetime, str]]:
    """Every time of the page: for programs, and in words."""
    found = TIME.findall(text_of(client.get(address)))
    return [(datetime.fromisoformat(iso), words) for iso, words in found]


def deadline_words(client: Client, address: str, game: Game) -> list[str]:
    """How the page tells the game's deadline."""
    game.refresh_from_db()
    assert game.deadline_at == NOON + timedelta(days=3)
    return [words for at, words in times_on(client, address) if at == game.deadline_at]


@pytest.mark.parametrize(("zone", "name", "words"), ZONES)
def test_the_deadline_on_the_game_page(zone: str, name: str, words: str) -> None:
    game = make_game(reader(zone), make_user())
    client = visitor(game.seats.get(number=1).user)
    assert deadline_words(client, game_url(game), game) == [f"until {words} ({name})"]


@pytest.mark.parametrize(("zone", "name", "words"), ZONES)
def test_deadlines_in_the_list(zone: str, name: str, words: str) -> None:
    person = reader(zone)
    games = [make_game(person, make_user()) for _number in range(6)]
    address = reverse("games:mine")
    told = deadline_words(visitor(person), address, games[0])
    waiting = sum(mover_of(game) == person for game in games)
    assert waiting > 1
    assert told == [f"{words} ({name})"] + [words] * 5
    assert f"All times: {name}" in text_of(visitor(person).get(address))


@pytest.mark.parametrize(("zone", "name", "words"), ZONES)
def test_until_when_an_invitation_stands(zone: str, name: str, words: str) -> None:
    person = reader(zone)
    mine = create_invitation(user=person, invitee=None, options=OPTIONS)
    asked = create_invitation(user=make_user(), invitee=person, options=OPTIONS)
    words = words.replace("Thu 18", "Mon 29")
    for game, address in ((mine, game_url(mine)), (asked, reverse("games:mine"))):
        end = game.invitation.expires_at
        told = [text for at, text in times_on(visitor(person), address) if at == end]
        assert told == [f"{words} ({name})"]


def test_times_for_programs_name_their_offset() -> None:
    person = reader("Asia/Kathmandu")
    game = make_game(person, make_user())
    for address in (game_url(game), game_url(game, "log"), reverse("games:mine")):
        found = TIME.findall(text_of(visitor(person).get(address)))
        assert found
        assert all(iso.endswith("+05:45") for iso, _words in found)


def test_a_reader_without_an_account_is_told_in_the_zone_of_their_browser() -> None:
    game = make_game()
    client = visitor()
    client.cookies["timezone"] = "Pacific/Chatham"
    local = (NOON + timedelta(days=3)).astimezone(ZoneInfo("Pacific/Chatham"))
    words = f"until {local:%a} {local.day} {local:%b, %H:%M} (Pacific/Chatham)"
    assert deadline_words(client, game_url(game), game) == [words]


def test_nonsense_as_a_zone_is_no_zone() -> None:
    game = make_game()
    client = visitor()
    for zone in ("Mars/Olympus", "../etc/passwd", "%00", "x" * 999):
        client.cookies["timezone"] = zone
        assert deadline_words(client, game_url(game), game) == ["until Thu 18 Jun, 12:00 (UTC)"]
