"""Time on the game page: what is left, why it stands and until when, and the forms about it."""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.clock.control import GRACE
from games.enums import Speed
from games.models import Game
from games.services.lobby import Options
from games.services.time import ask_pause, expire_turn
from games.services.vacation import set_hours, start_vacation
from tests.factories.games import make_game, mover_of, seated, take_tokens, waiter_of
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of, url_of
from tests.games.web.visit import game_url, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def ada(frozen_time: time_machine.Traveller) -> User:
    """Somebody in Berlin, where it is Monday, 14:00."""
    return make_user("ada", time_zone="Europe/Berlin")


@pytest.fixture
def bea(frozen_time: time_machine.Traveller) -> User:
    """Somebody in New York, where it is Monday, 8:00."""
    return make_user("bea", time_zone="America/New_York")


def shown(user: User | None, game: Game) -> str:
    """The text of the game's page."""
    return " ".join(visitor(user).get(game_url(game)).content.decode().split())


def press(user: User, game: Game, do: str, version: int = 0) -> Any:
    """Send one of the forms about time."""
    address = reverse("games:time", args=[game.pk])
    return visitor(user).post(address, {"do": do, "version": version or game.version})


def at(frozen_time: time_machine.Traveller, wall: str) -> None:
    """Let it be that time in Berlin."""
    frozen_time.move_to(datetime.fromisoformat(wall).replace(tzinfo=ZoneInfo("Europe/Berlin")))


def test_time_left_and_deadline_are_told_by_the_reader_s_wall(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    assert "<b>3 d</b> left" in shown(ada, game)
    assert "until Thu 18 Jun, 14:00 (Europe/Berlin)" in shown(ada, game)
    assert "until Thu 18 Jun, 08:00 (America/New_York)" in shown(bea, game)


def test_both_banks_are_shown(ada: User, bea: User, frozen_time: time_machine.Traveller) -> None:
    game = make_game(ada, bea, Options(Speed.BANK_BRISK))
    frozen_time.shift(6 * HOUR)
    assert "you 18 h, bea 1 d" in shown(ada, game)
    assert "you 1 d, ada 18 h" in shown(bea, game)


def test_a_clock_that_stands_says_why_and_until_when(
    ada: User, bea: User, frozen_time: time_machine.Traveller
) -> None:
    set_hours(user=ada, start=time(23), hours=8)
    game = make_game(ada, bea, Options(Speed.DAYS_1))
    assert "stands until" not in shown(ada, game)
    at(frozen_time, "2026-06-16T02:00")
    until = "until Tue 16 Jun, 07:00 (Europe/Berlin)"
    assert f"Your clock stands {until}: these are your night hours." in shown(ada, game)
    until = "until Tue 16 Jun, 01:00 (America/New_York)"
    assert f"The clock stands {until}: night hours of ada." in shown(bea, game)
    assert "<b>15 h</b> left" in shown(ada, game)


def test_weekends_and_vacations_say_so_too(
    ada: User, bea: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(ada, bea, Options(Speed.DAYS_14, weekends_off=True))
    at(frozen_time, "2026-06-20T12:00")
    weekend = "The clock stands until Mon 22 Jun, 00:00 (Europe/Berlin): it is weekend."
    assert weekend in shown(ada, game)
    at(frozen_time, "2026-06-22T12:00")
    start_vacation(user=ada, ends_at=timezone.now() + DAY)
    assert "Your clock stands until Tue 23 Jun, 12:00" in shown(ada, game)
    assert "06:00 (America/New_York): ada is on vacation." in shown(bea, game)
    assert "ada is on vacation" in shown(None, game)


def test_the_list_of_games_says_why_the_first_clock_stands(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    start_vacation(user=ada, ends_at=timezone.now() + DAY)
    listed = visitor(ada).get(reverse("games:mine")).content.decode()
    assert "you are on vacation" in listed
    assert "<b>3 d</b> left" in shown(ada, game)


def test_who_waits_may_grant_a_day(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    assert "Give ada a day more" in shown(bea, game)
    assert "a day more" not in shown(ada, game)
    version = game.version
    for _twice in range(2):
        assert press(bea, game, "grant", version).status_code == 302
    assert "<b>4 d</b> left" in shown(ada, game)
    assert "<b>bea</b> granted <b>you</b> 24 hours more." in shown(ada, game)


def test_a_refusal_is_told_on_the_page(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    answer = press(ada, game, "grant")
    assert answer.status_code == 409
    assert "only your opponent can grant you time" in answer.content.decode()
    assert press(ada, game, "win").status_code == 400
    assert press(make_user(), game, "pause").status_code == 403


def test_a_pause_is_asked_for_agreed_and_ended(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    press(bea, game, "pause")
    assert "bea asks for a pause" in shown(ada, game)
    assert "You have asked for a pause." in shown(bea, game)
    press(ada, game, "pause")
    assert "The game is paused: no clock runs." in shown(ada, game)
    assert "paused" in visitor(bea).get(reverse("games:mine")).content.decode()
    press(bea, game, "resume")
    assert "until Thu 18 Jun, 14:00" in shown(ada, game)


def test_a_pause_may_be_declined(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    ask_pause(game_id=game.pk, user=ada)
    press(bea, game, "drop")
    assert "asks for a pause" not in shown(bea, game)


def test_looking_changes_nothing(ada: User, bea: User) -> None:
    game = make_game(ada, bea)
    answer = visitor(bea).get(reverse("games:time", args=[game.pk]), {"do": "pause"})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert game.pause_asked_by is None


def test_a_game_that_was_called_off_says_so_and_offers_nothing(
    ada: User, bea: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(ada, bea)
    take_tokens(game)
    late, waiting = mover_of(game), waiter_of(game)
    frozen_time.shift(3 * DAY + GRACE)
    assert expire_turn(game_id=game.pk)
    for user in (late, waiting, None):
        text = shown(user, game)
        assert f"{late.username} made no first turn in time. Nobody has lost" in text
        assert "to move" not in text.split("<main")[1].split("</main")[0]
        assert 'action="/games/' not in text
    assert "Called off" in visitor(waiting).get(reverse("games:mine")).content.decode()
    assert problem_of(client_of(late).get(url_of(game, "legal-actions"))) == (409, "not_active")
    assert seated(game, 2) == late


def test_the_api_tells_banks_and_why_a_clock_stands(
    ada: User, bea: User, frozen_time: time_machine.Traveller
) -> None:
    game = make_game(ada, bea, Options(Speed.BANK_BRISK))
    client, address = visitor(bea), f"/api/v1/games/{game.pk}"
    first = client.get(address)
    assert first.json()["clock"] == {
        "bank": {"1": 86_400, "2": 86_400},
        "running_since": "2026-06-15T12:00:00Z",
        "paused": False,
        "stands": None,
    }
    start_vacation(user=ada, ends_at=timezone.now() + DAY)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.json()["deadline_at"] == "2026-06-17T12:00:00Z"
    stands = {"reason": "vacation", "until": "2026-06-16T12:00:00Z"}
    assert again.json()["clock"]["stands"] == stands


def test_lists_ask_no_more_for_games_that_were_paused_or_called_off(
    ada: User, bea: User, frozen_time: time_machine.Traveller
) -> None:
    lost, kept = make_game(ada, bea), make_game(ada, bea, Options(Speed.DAYS_14))
    with CaptureQueriesContext(connection) as before:
        visitor(ada).get(reverse("games:mine"))
    frozen_time.shift(3 * DAY + GRACE)
    assert expire_turn(game_id=lost.pk)
    for user in (ada, bea):
        ask_pause(game_id=kept.pk, user=user)
    with CaptureQueriesContext(connection) as after:
        visitor(ada).get(reverse("games:mine"))
    assert len(after) <= len(before) + 1
