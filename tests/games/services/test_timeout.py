"""The end of a turn's time."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.clock.control import GRACE
from games.models import Game, GameEvent
from games.selectors.state import load_state
from games.selectors.verify import faults_of
from games.services.play import resign_game, submit_actions
from games.services.sweep import overdue_games
from games.services.time import expire_turn
from tests.builders import position
from tests.factories.games import (
    legal_json,
    make_begun_game,
    make_game,
    mover_of,
    put_position,
    seated,
)
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

TIME = timedelta(days=3)


def test_turn_has_the_agreed_days(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    assert game.turn_started_at == timezone.now()
    assert game.deadline_at == timezone.now() + TIME


def test_new_turn_starts_the_clock_anew(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    frozen_time.shift(3600)
    take(game)
    assert game.turn_started_at == timezone.now()
    assert game.deadline_at == timezone.now() + TIME


def take(game: Game) -> None:
    """The seat to move takes tokens."""
    action = legal_json(game, "take_tokens")[-1]
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[action],
        expected_version=game.version,
        key=f"take {game.version}",
    )
    game.refresh_from_db()


def test_answer_within_a_turn_gets_no_new_time(frozen_time: time_machine.Traveller) -> None:
    """cases.md 138."""
    game = make_game()
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W tokens1=W2B2G2R2K2 tokens2=R2"))
    before = game.deadline_at
    frozen_time.shift(3600)
    take(game)
    assert load_state(game).phase != 0
    assert (game.turn, game.deadline_at) == (1, before)


def test_extra_turn_gets_its_own_time(frozen_time: time_machine.Traveller) -> None:
    """cases.md 138."""
    game = make_game()
    put_position(game, position("seat=1 board=4W/5/5/5/5 tokens1=B2G2A1 pyramid=J1-03"))
    frozen_time.shift(3600)
    submit_actions(
        game_id=game.pk,
        user=seated(game, 1),
        actions=["purchase:J1-03=B2G2A1"],
        expected_version=game.version,
        key="k",
    )
    game.refresh_from_db()
    assert (game.turn, game.seat_to_move) == (2, 1)
    assert game.deadline_at == timezone.now() + TIME


@pytest.mark.parametrize(("late", "ends"), [(-1, False), (59, False), (60, True), (61, True)])
def test_turn_ends_a_minute_after_its_deadline(
    frozen_time: time_machine.Traveller, late: int, ends: bool
) -> None:
    game = make_begun_game()
    frozen_time.shift(TIME + timedelta(seconds=late))
    assert overdue_games() == [(game.pk, max(60 - late, 0))] * (late >= 0)
    assert expire_turn(game_id=game.pk) is ends
    mover = game.seat_to_move
    game.refresh_from_db()
    assert game.status == ("finished" if ends else "active")
    assert game.reasons == ["timeout"] * ends
    assert game.winner == (3 - (mover or 0) if ends else None)
    assert faults_of(game) == []


def test_move_within_the_grace_counts(frozen_time: time_machine.Traveller) -> None:
    game = make_begun_game()
    frozen_time.shift(TIME + GRACE - timedelta(seconds=1))
    take(game)
    frozen_time.shift(1)
    assert expire_turn(game_id=game.pk) is False
    assert game.status == "active"


def test_time_that_runs_out_again_changes_nothing(frozen_time: time_machine.Traveller) -> None:
    game = make_begun_game()
    frozen_time.shift(TIME + GRACE)
    assert expire_turn(game_id=game.pk) is True
    with nothing_changes():
        assert expire_turn(game_id=game.pk) is False
    assert overdue_games() == []


def test_resigned_game_runs_out_of_no_time(frozen_time: time_machine.Traveller) -> None:
    game = make_begun_game()
    resign_game(game_id=game.pk, user=seated(game, 1))
    frozen_time.shift(TIME + GRACE)
    with nothing_changes():
        assert expire_turn(game_id=game.pk) is False


def test_whoever_has_won_and_owes_only_the_discard_wins_on_time(
    frozen_time: time_machine.Traveller,
) -> None:
    """RULES section 8."""
    game = make_begun_game()
    cards = "J3-13,J3-02,J3-04,J3-06,J3-08"
    put_position(game, position("seat=1 phase=discard_tokens tokens1=W4B4G4", cards1=cards))
    frozen_time.shift(TIME + GRACE)
    expire_turn(game_id=game.pk)
    game.refresh_from_db()
    assert (game.winner, game.reasons) == (1, ["prestige"])
    assert game.standing["1"]["prestige"] == 22
    kinds = list(GameEvent.objects.filter(game=game).values_list("kind", flat=True))
    assert kinds[-4:] == ["time_expired", "tokens_discarded", "game_ended", "secret_revealed"]


def test_unknown_game_runs_out_of_no_time() -> None:
    assert expire_turn(game_id="nosuchgame") is False
