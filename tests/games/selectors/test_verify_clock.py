"""Planted faults of clocks, each found by the log; and what a site's older games are given."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from games.enums import Speed
from games.models import Game
from games.selectors.verify import faults_of
from games.services.lobby import Options
from games.services.play import resign_game
from games.services.time import ask_pause, expire_turn, grant_time, resume_game
from games.services.vacation import start_vacation
from tests.factories.games import (
    make_begun_game,
    make_game,
    seated,
    take_tokens,
    waiter_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def eventful(speed: Speed, frozen_time: time_machine.Traveller) -> Game:
    """A running game in which time was granted, and a pause and a vacation have come and gone."""
    game = make_begun_game(options=Options(speed))
    frozen_time.shift(HOUR)
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version)
    for seat in (1, 2):
        ask_pause(game_id=game.pk, user=seated(game, seat))
    frozen_time.shift(DAY)
    resume_game(game_id=game.pk, user=seated(game, 1))
    start_vacation(user=seated(game, 1), ends_at=timezone.now() + DAY)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("speed", [Speed.DAYS_3, Speed.BANK_STANDARD, Speed.NO_CLOCK])
def test_a_sound_game_has_no_faults(frozen_time: time_machine.Traveller, speed: Speed) -> None:
    if speed == Speed.NO_CLOCK:
        assert faults_of(make_begun_game(options=Options(speed))) == []
        return
    game = eventful(speed, frozen_time)
    assert faults_of(game) == []
    take_tokens(game)
    assert faults_of(Game.objects.get(pk=game.pk)) == []


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("deadline_at", timezone.now(), "deadline_at is"),
        ("clock_from", timezone.now(), "clock_from is"),
        ("schedule", {"weekends": True, "sleep_start": 0, "sleep_minutes": 500}, "deadline_at is"),
    ],
)
def test_a_wrong_clock_is_found(db: None, field: str, value: Any, fault: str) -> None:
    game = make_begun_game()
    Game.objects.filter(pk=game.pk).update(**{field: value})
    faults = faults_of(Game.objects.get(pk=game.pk))
    assert any(found.startswith(fault) for found in faults)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("turns", 7, "seat 1 has 7 turns, by the log 1"),
        ("timed_out", True, "seat 1 is out of time: True; by the log not so"),
        ("bank", 5, "the bank of seat 1 is 5, by the log 259200"),
    ],
)
def test_a_wrong_seat_is_found(db: None, field: str, value: Any, fault: str) -> None:
    game = make_begun_game()
    game.seats.filter(number=1).update(**{field: value})
    assert fault in faults_of(game)


def migration() -> Any:
    """The functions with which clocks came to a site."""
    return import_module("games.migrations.0009_clocks")


def test_a_running_game_of_before_keeps_its_deadline(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_begun_game()
    Game.objects.update(clock_from=timezone.now() - DAY)
    game.seats.update(bank=0)
    migration()._clocks_of_running_games(apps, None)
    after = Game.objects.get(pk=game.pk)
    assert (after.deadline_at, faults_of(after)) == (game.deadline_at, [])
    frozen_time.shift(HOUR)
    take_tokens(after)
    assert Game.objects.get(pk=game.pk).deadline_at == timezone.now() + 3 * DAY


@pytest.mark.parametrize("end", ["runs", "resigned", "late"])
def test_turns_of_before_are_counted_from_the_log(
    frozen_time: time_machine.Traveller, end: str
) -> None:
    game = make_game()
    for hours in (1, 2, 3):
        frozen_time.shift(hours * HOUR)
        take_tokens(game)
    if end == "resigned":
        resign_game(game_id=game.pk, user=seated(game, 1))
    if end == "late":
        frozen_time.shift(4 * DAY)
        assert expire_turn(game_id=game.pk)
    kept = game.seats.order_by("number").values_list("turns", "answer_seconds", "timed_out")
    before = list(kept)
    assert before == [(2, 4 * 3600, False), (1, 2 * 3600, end == "late")]
    game.seats.update(turns=0, answer_seconds=0, timed_out=False)
    migration()._turns_by_the_logs(apps, None)
    assert list(kept) == before
