"""What players do about time, and what becomes of a turn's time: through the services, by the database."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.clock.control import GRACE
from games.enums import NotificationKind, Speed
from games.errors import ServiceError
from games.models import Game, GameEvent, Notification
from games.notifications.deliver import deliver
from games.notifications.presence import note_looking
from games.selectors.verify import faults_of
from games.services.lobby import Options
from games.services.play import resign_game, submit_actions
from games.services.time import ask_pause, drop_pause, expire_turn, grant_time, resume_game
from tests.builders import position
from tests.factories.games import (
    legal_json,
    make_begun_game,
    make_computer_game,
    make_game,
    mover_of,
    put_position,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db(transaction=True)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BRISK = Options(Speed.BANK_BRISK)  # 24 hours, and 4 more after each turn
EXTRA = "seat=1 board=4W/5/5/5/5 tokens1=B2G2A1 pyramid=J1-03"


def banks(game: Game) -> list[timedelta]:
    """What the seats have left, that of the seat to move at the beginning of its stretch."""
    rows = game.seats.order_by("number").values_list("bank", flat=True)
    return [timedelta(seconds=seconds) for seconds in rows]


def left(game: Game) -> timedelta:
    """How long it is until the deadline."""
    game.refresh_from_db()
    assert game.deadline_at is not None
    return game.deadline_at - timezone.now()


def told(user: User, kind: str) -> list[dict[str, Any]]:
    """What somebody was told of one kind."""
    rows = Notification.objects.filter(user=user, kind=kind)
    return list(rows.order_by("pk").values_list("data", flat=True))


def refusal(service: Any, **wish: Any) -> str:
    """The code of a refusal that changed nothing."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        service(**wish)
    return caught.value.code


# Banks: the complaint that every turn has the same time, however quick one was before


def test_a_bank_keeps_what_a_turn_left_and_gains_the_increment(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game(options=BRISK)
    assert banks(game) == [DAY, DAY]
    frozen_time.shift(10 * HOUR)
    take_tokens(game)
    assert banks(game) == [18 * HOUR, DAY]
    frozen_time.shift(HOUR)
    take_tokens(game)
    assert (banks(game), left(game)) == ([18 * HOUR, DAY], 18 * HOUR)
    assert faults_of(game) == []


def test_a_bank_is_never_less_than_the_increment_after_a_turn(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game(options=BRISK)
    frozen_time.shift(DAY + timedelta(seconds=59))
    take_tokens(game)
    assert banks(game) == [4 * HOUR, DAY]


def test_extra_turns_go_on_with_the_same_bank_and_one_increment(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game(options=BRISK)
    put_position(game, position(EXTRA))
    frozen_time.shift(6 * HOUR)
    submit_actions(
        game_id=game.pk,
        user=seated(game, 1),
        actions=["purchase:J1-03=B2G2A1"],
        expected_version=game.version,
        key="k",
    )
    game.refresh_from_db()
    assert (game.turn, game.seat_to_move) == (2, 1)
    assert (banks(game), left(game)) == ([DAY, DAY], 18 * HOUR)
    frozen_time.shift(6 * HOUR)
    take_tokens(game)
    assert banks(game) == [16 * HOUR, DAY]


def test_a_game_without_a_clock_has_no_deadline(frozen_time: time_machine.Traveller) -> None:
    game = make_game(options=Options(Speed.NO_CLOCK))
    frozen_time.shift(400 * DAY)
    assert game.deadline_at is None
    assert expire_turn(game_id=game.pk) is False
    take_tokens(game)
    game.refresh_from_db()
    assert (game.deadline_at, faults_of(game)) == (None, [])


def test_turns_and_answer_times_are_counted(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    frozen_time.shift(HOUR)
    take_tokens(game)
    frozen_time.shift(2 * HOUR)
    take_tokens(game)
    counted = game.seats.order_by("number").values_list("turns", "answer_seconds", "timed_out")
    assert list(counted) == [(1, 3600, False), (1, 7200, False)]
    resign_game(game_id=game.pk, user=seated(game, 1))
    assert list(counted) == [(1, 3600, False), (1, 7200, False)]
    assert faults_of(Game.objects.get(pk=game.pk)) == []


# Opponents who vanish


@pytest.mark.parametrize("speed", [Speed.DAYS_1, Speed.BANK_BRISK])
def test_who_vanishes_loses_on_time(frozen_time: time_machine.Traveller, speed: Speed) -> None:
    game = make_begun_game(options=Options(speed))
    frozen_time.shift(DAY + GRACE)
    assert expire_turn(game_id=game.pk) is True
    game.refresh_from_db()
    assert (game.winner, game.reasons, game.deadline_at) == (2, ["timeout"], None)
    assert list(game.seats.order_by("number").values_list("timed_out", flat=True)) == [True, False]
    assert faults_of(game) == []


@pytest.mark.parametrize("turns", [0, 1])
def test_a_game_is_called_off_where_a_seat_never_made_its_first_turn(
    frozen_time: time_machine.Traveller, turns: int
) -> None:
    game = make_game()
    for _turn in range(turns):
        take_tokens(game)
    frozen_time.shift(3 * DAY + GRACE)
    assert expire_turn(game_id=game.pk) is True
    game.refresh_from_db()
    assert (game.status, game.winner, game.reasons) == ("aborted", None, [])
    assert (game.seat_to_move, game.deadline_at) == (None, None)
    assert game.finished_at == timezone.now()
    rows = list(GameEvent.objects.filter(game=game).values_list("kind", "seat"))
    assert rows[-2:] == [("game_aborted", turns + 1), ("secret_revealed", None)]
    assert [told(seated(game, seat), "called_off") for seat in (1, 2)] == [[{}], [{}]]
    assert [told(seated(game, seat), "game_over") for seat in (1, 2)] == [[], []]
    assert faults_of(game) == []


def test_nobody_plays_on_in_a_game_that_was_called_off(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    action = legal_json(game, "take_tokens")[0]
    frozen_time.shift(3 * DAY + GRACE)
    expire_turn(game_id=game.pk)
    game.refresh_from_db()
    wish: dict[str, Any] = {"game_id": game.pk, "user": seated(game, 1)}
    version = game.version
    assert (
        refusal(submit_actions, **wish, actions=[action], expected_version=version, key="k")
        == "not_active"
    )
    assert refusal(grant_time, **wish, version=version) == "not_active"
    assert refusal(ask_pause, **wish) == "not_active"
    assert expire_turn(game_id=game.pk) is False


# Time granted


@pytest.mark.parametrize("speed", [Speed.DAYS_3, Speed.BANK_STANDARD])
def test_granted_time_is_a_day_more_for_this_turn(
    frozen_time: time_machine.Traveller, speed: Speed
) -> None:
    game = make_game(options=Options(speed))
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version)
    assert left(game) == 4 * DAY
    assert told(mover_of(game), NotificationKind.TIME_GRANTED) == [{"seconds": 86_400}]
    assert faults_of(game) == []
    take_tokens(game)
    assert banks(game) == [3 * DAY, 3 * DAY]


def test_a_second_press_grants_no_second_day(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    wish: dict[str, Any] = {
        "game_id": game.pk,
        "user": waiter_of(game),
        "version": game.version,
    }
    grant_time(**wish)
    with nothing_changes():
        grant_time(**wish)
    game.refresh_from_db()
    grant_time(**wish | {"version": game.version})
    assert left(game) == 5 * DAY


def test_nobody_grants_time_to_themselves_or_without_end_or_without_a_clock(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    own: dict[str, Any] = {"game_id": game.pk, "user": mover_of(game), "version": game.version}
    assert refusal(grant_time, **own) == "own_turn"
    game.seats.update(bank=60 * 86_400)
    assert refusal(grant_time, **own | {"user": waiter_of(game)}) == "time_enough"
    free = make_game(options=Options(Speed.NO_CLOCK))
    wish: dict[str, Any] = {"game_id": free.pk, "user": waiter_of(free), "version": free.version}
    assert refusal(grant_time, **wish) == "no_clock"
    assert refusal(grant_time, **wish | {"user": make_user()}) == "not_seated"


def test_who_has_decided_may_still_play_when_time_was_granted_meanwhile(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    action, version = legal_json(game, "take_tokens")[0], game.version
    grant_time(game_id=game.pk, user=waiter_of(game), version=version)
    submit_actions(
        game_id=game.pk,
        user=seated(game, 1),
        actions=[action],
        expected_version=version,
        key="k",
    )
    game.refresh_from_db()
    assert game.turn == 2


# Pauses


def paused(game: Game) -> Game:
    """The same game after both have agreed."""
    ask_pause(game_id=game.pk, user=seated(game, 1))
    ask_pause(game_id=game.pk, user=seated(game, 2))
    game.refresh_from_db()
    return game


def test_one_asks_and_the_other_agrees(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    frozen_time.shift(DAY)
    ask_pause(game_id=game.pk, user=seated(game, 1))
    assert left(game) == 2 * DAY
    assert told(seated(game, 2), "pause_asked") == [{}]
    ask_pause(game_id=game.pk, user=seated(game, 2))
    game.refresh_from_db()
    assert (game.deadline_at, game.pauses, game.pause_asked_by) == (None, ["agreed"], None)
    assert faults_of(game) == []


def test_a_paused_clock_stands_until_either_resumes(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    frozen_time.shift(DAY)
    paused(game)
    frozen_time.shift(100 * DAY)
    assert expire_turn(game_id=game.pk) is False
    resume_game(game_id=game.pk, user=seated(game, 2))
    assert left(game) == 2 * DAY
    assert faults_of(game) == []
    assert len(told(seated(game, 1), "your_turn")) == 2
    with nothing_changes():
        resume_game(game_id=game.pk, user=seated(game, 1))


def test_a_turn_played_in_a_pause_starts_no_clock(frozen_time: time_machine.Traveller) -> None:
    game = paused(make_game(options=BRISK))
    frozen_time.shift(10 * DAY)
    take_tokens(game)
    game.refresh_from_db()
    assert (game.seat_to_move, game.deadline_at, banks(game)) == (2, None, [DAY, DAY])
    frozen_time.shift(DAY)
    resume_game(game_id=game.pk, user=seated(game, 2))
    assert left(game) == DAY
    assert faults_of(game) == []


def test_asking_alone_pauses_nothing_and_may_be_withdrawn(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    for _twice in range(2):
        ask_pause(game_id=game.pk, user=seated(game, 1))
    game.refresh_from_db()
    assert (game.pauses, game.pause_asked_by) == ([], 1)
    drop_pause(game_id=game.pk, user=seated(game, 1))
    ask_pause(game_id=game.pk, user=seated(game, 2))
    game.refresh_from_db()
    assert (game.pauses, game.pause_asked_by) == ([], 2)


def test_the_computer_agrees_to_no_pause() -> None:
    game = make_computer_game()
    assert refusal(ask_pause, game_id=game.pk, user=seated(game, 1)) == "nobody_to_agree"


def test_second_wish_for_a_pause_is_told_again(frozen_time: time_machine.Traveller) -> None:
    game = make_game()
    user, other = seated(game, 1), seated(game, 2)
    note_looking(other.pk, game.pk)  # so that the first waits
    ask_pause(game_id=game.pk, user=user)
    drop_pause(game_id=game.pk, user=user)
    row = Notification.objects.get(kind="pause_asked", user=other)
    frozen_time.shift(180)
    deliver(row.pk)
    assert states_of(row) == {"dropped"}
    cache.clear()  # they look away
    ask_pause(game_id=game.pk, user=user)
    assert states_of(row) == {"sent"}


def states_of(row: Notification) -> set[str]:
    """Where its deliveries stand."""
    return set(row.deliveries.values_list("state", flat=True))
