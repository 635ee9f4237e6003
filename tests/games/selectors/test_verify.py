"""Planted faults, each found by refolding the log."""

import pytest

from games.models import Game, Snapshot
from games.selectors.verify import faults_of
from tests.factories.games import make_game, play_random

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Game:
    """A game in its middle."""
    game = make_game()
    play_random(game, 30)
    return game


def test_sound_game_has_no_faults(played: Game) -> None:
    assert faults_of(played) == []


@pytest.mark.parametrize("option", ["open_memory", "stand_off"])
def test_changed_option_is_found_without_the_secret(played: Game, option: str) -> None:
    setattr(played, option, not getattr(played, option))
    assert [fault.split(" is ")[0] for fault in faults_of(played)] == [option]


def test_snapshot_that_is_ahead_of_its_game_is_found(played: Game) -> None:
    Snapshot.objects.filter(game=played).update(version=played.version + 1)
    assert faults_of(played) == [
        f"the snapshot is at version {played.version + 1}, the game at {played.version}"
    ]


def test_snapshot_that_lags_is_sound_if_the_log_led_to_it(played: Game) -> None:
    earlier = Snapshot.objects.get(game=played)
    play_random(played, 5, seed=2)
    Snapshot.objects.filter(game=played).update(version=earlier.version, state=earlier.state)
    assert faults_of(played) == []


@pytest.mark.parametrize("lag", [0, 1])
def test_wrong_snapshot_is_found_whether_it_lags_or_not(played: Game, lag: int) -> None:
    snapshot = Snapshot.objects.get(game=played)
    snapshot.state["turn"] += 1
    snapshot.version -= lag
    snapshot.save()
    assert faults_of(played) == ["the snapshot differs from the log"]
