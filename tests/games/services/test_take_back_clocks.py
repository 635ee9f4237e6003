"""What the clocks are after a take-back: as they were when the turn was completed, and nothing is given twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.enums import PlatformEvent, Speed
from games.models import Game, GameEvent
from games.models.log import AppendOnly
from games.selectors.verify import faults_of
from games.services.lobby import Options
from games.services.sealing import unseal
from games.services.time import ask_pause, grant_time, resume_game
from games.services.vacation import start_vacation
from tests.factories.games import make_game, mover_of, seated, take_tokens, waiter_of
from tests.games.services.test_take_back import answer, ask, take_back

pytestmark = pytest.mark.django_db

HOUR = 3600
DAY = 24 * HOUR
PER_TURN = Options(Speed.DAYS_3)
BRISK = Options(Speed.BANK_BRISK)


def faults(game: Game) -> list[str]:
    """What the log says against the copies."""
    game.refresh_from_db()
    return faults_of(game, unseal(game.sealed_secret))


def banks(game: Game) -> dict[int, int]:
    """Of both seats."""
    return dict(game.seats.values_list("number", "bank"))


def mover(game: Game) -> int:
    """The seat to move."""
    game.refresh_from_db()
    return game.seat_to_move or 0


def test_turn_given_back_has_what_was_left_when_it_was_completed(frozen_time: Any) -> None:
    game = make_game(options=PER_TURN)
    asker = mover(game)
    frozen_time.shift(10 * HOUR)
    take_tokens(game)
    frozen_time.shift(20 * HOUR)  # neither is charged for the time until the answer
    take_back(game)
    assert game.turn_started_at == game.clock_from == timezone.now()
    assert game.deadline_at == timezone.now() + timedelta(days=3) - timedelta(hours=10)
    assert banks(game) == {asker: 62 * HOUR, 3 - asker: 3 * DAY}
    assert faults(game) == []


def test_turn_given_back_has_half_a_day_at_least(frozen_time: Any) -> None:
    """The answer comes when the opponent pleases: who asked may be asleep then."""
    game = make_game(options=PER_TURN)
    frozen_time.shift(3 * DAY - 60)
    take_tokens(game)
    take_back(game)
    assert game.deadline_at == timezone.now() + timedelta(hours=12)
    assert faults(game) == []


def test_time_that_was_granted_in_the_turn_is_still_there(frozen_time: Any) -> None:
    game = make_game(options=PER_TURN)
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version)
    take_tokens(game)
    take_back(game)
    assert game.deadline_at == timezone.now() + timedelta(days=4)
    assert faults(game) == []


def test_increment_of_the_turn_is_taken_off_again(frozen_time: Any) -> None:
    game = make_game(options=BRISK)
    asker = mover(game)
    frozen_time.shift(10 * HOUR)
    take_tokens(game)
    assert banks(game)[asker] == 18 * HOUR
    frozen_time.shift(5 * HOUR)
    take_back(game)
    assert banks(game) == {asker: 14 * HOUR, 3 - asker: DAY}
    assert game.deadline_at == timezone.now() + timedelta(hours=14)
    assert faults(game) == []


def test_taking_back_over_and_over_gives_nobody_time(frozen_time: Any) -> None:
    game = make_game(options=BRISK)
    asker = mover(game)
    for _time in range(3):
        frozen_time.shift(6 * HOUR)
        take_tokens(game)
        take_back(game)
    assert banks(game)[asker] == 6 * HOUR
    assert faults(game) == []


def test_bank_that_was_cut_off_at_its_most_is_what_it_was(frozen_time: Any) -> None:
    """Of two hours used the increment gave only two back; as many are taken off again."""
    game = make_game(options=BRISK)
    asker = mover(game)
    frozen_time.shift(2 * HOUR)
    take_tokens(game)
    assert banks(game)[asker] == DAY
    take_back(game)
    assert banks(game)[asker] == 22 * HOUR
    assert faults(game) == []


def test_bank_that_was_all_but_used_up_leaves_an_hour(frozen_time: Any) -> None:
    game = make_game(options=BRISK)
    frozen_time.shift(DAY - 60)
    take_tokens(game)
    take_back(game)
    assert game.deadline_at == timezone.now() + timedelta(hours=1)
    assert faults(game) == []


def test_other_s_bank_is_as_before_its_turn_whatever_a_pause_charged(frozen_time: Any) -> None:
    game = make_game(options=BRISK)
    take_tokens(game)
    frozen_time.shift(5 * HOUR)
    for number in (1, 2):
        ask_pause(game_id=game.pk, user=seated(game, number))
    resume_game(game_id=game.pk, user=seated(game, 1))
    other = mover(game)
    assert banks(game)[other] == 19 * HOUR
    take_back(game)
    assert banks(game)[other] == DAY
    take_tokens(game)
    assert faults(game) == []


def test_two_turns_taken_back_one_after_the_other_give_both_what_they_had(
    frozen_time: Any,
) -> None:
    game = make_game(options=BRISK)
    first = mover(game)
    frozen_time.shift(5 * HOUR)
    take_tokens(game)
    frozen_time.shift(7 * HOUR)
    take_tokens(game)
    take_back(game)
    assert banks(game) == {first: 23 * HOUR, 3 - first: 17 * HOUR}
    assert faults(game) == []
    take_back(game)
    assert banks(game) == {first: 19 * HOUR, 3 - first: DAY}
    assert faults(game) == []
    take_tokens(game)
    assert faults(game) == []


def test_turn_is_taken_back_while_the_game_is_paused(frozen_time: Any) -> None:
    game = make_game(options=BRISK)
    frozen_time.shift(10 * HOUR)
    take_tokens(game)
    wish = ask(game)
    for number in (1, 2):
        ask_pause(game_id=game.pk, user=seated(game, number))
    answer(game, wish, accept=True)
    game.refresh_from_db()
    assert (game.clock_from, game.deadline_at) == (None, None)
    assert banks(game)[wish.seat] == 14 * HOUR
    assert faults(game) == []


@pytest.mark.django_db(transaction=True)
def test_vacation_in_the_turn_was_not_used(frozen_time: Any) -> None:
    game = make_game(options=PER_TURN)
    frozen_time.shift(10 * HOUR)
    start_vacation(user=mover_of(game), ends_at=timezone.now() + timedelta(days=2))
    frozen_time.shift(DAY)
    take_tokens(game)
    row = GameEvent.objects.get(game=game, kind="turn_ended")
    assert row.seconds_left == 62 * HOUR


def test_turns_and_answer_times_are_as_if_the_turn_was_not_played(frozen_time: Any) -> None:
    game = make_game(options=PER_TURN)
    asker = mover(game)
    frozen_time.shift(HOUR)
    take_tokens(game)
    take_tokens(game)
    frozen_time.shift(2 * HOUR)
    take_tokens(game)
    before = (1, HOUR)
    seat = game.seats.get(number=asker)
    assert (seat.turns, seat.answer_seconds) == (2, 3 * HOUR)
    frozen_time.shift(HOUR)
    take_back(game)
    seat.refresh_from_db()
    assert (seat.turns, seat.answer_seconds) == before
    frozen_time.shift(HOUR)
    take_tokens(game)
    take_back(game)
    seat.refresh_from_db()
    assert (seat.turns, seat.answer_seconds) == before
    assert faults(game) == []


def test_pause_and_grant_do_not_change_the_turns_that_come_after_a_take_back(
    frozen_time: Any,
) -> None:
    """With days for each turn the next one has them all, whatever happened in the turn that was undone."""
    game = make_game(options=Options(Speed.DAYS_1))
    take_tokens(game)
    frozen_time.shift(20 * HOUR)
    for number in (1, 2):
        ask_pause(game_id=game.pk, user=seated(game, number))
    resume_game(game_id=game.pk, user=seated(game, 1))
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version + 9)
    take_back(game)
    take_tokens(game)
    game.refresh_from_db()
    assert game.deadline_at == timezone.now() + timedelta(days=1)
    assert faults(game) == []


@pytest.mark.parametrize("options", [PER_TURN, BRISK, Options(Speed.NO_CLOCK)])
def test_turn_that_is_older_than_what_the_log_says_of_clocks_is_taken_back_too(
    frozen_time: Any, options: Options
) -> None:
    game = make_game(options=options)
    asker = mover(game)
    frozen_time.shift(10 * HOUR)
    take_tokens(game)
    super(AppendOnly, GameEvent.objects.filter(game=game)).update(seconds_left=None)
    take_back(game)
    known = {Speed.DAYS_3: 3 * DAY, Speed.BANK_BRISK: 14 * HOUR, Speed.NO_CLOCK: 0}
    assert banks(game)[asker] == known[options.speed]
    assert faults(game) == []


@pytest.mark.parametrize("options", [PER_TURN, BRISK])
def test_bank_that_is_not_what_the_log_says_is_found(frozen_time: Any, options: Options) -> None:
    game = make_game(options=options)
    frozen_time.shift(10 * HOUR)
    take_tokens(game)
    take_back(game)
    row = GameEvent.objects.get(game=game, kind=PlatformEvent.TURN_RETRACTED)
    lied = {**row.payload, "bank": row.payload["bank"] + HOUR}
    super(AppendOnly, GameEvent.objects.filter(pk=row.pk)).update(payload=lied)
    [fault] = [fault for fault in faults(game) if "bank" in fault]
    assert fault.endswith(f"by the log {lied['bank']}")
