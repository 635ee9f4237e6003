"""Plans that fall, and plans that wait."""

import pytest
from time_machine import Traveller

from accounts.models import User
from games.enums import NotificationKind
from games.models import (
    Game,
    GameEvent,
    Plan,
)
from games.selectors.plans import entries_of
from games.selectors.take_back import last_turn
from games.services.planned import play_plan
from games.services.plans import clear_plan
from games.services.play import resign_game
from games.services.take_back import answer_take_back, ask_turn_back
from tests.factories.games import make_game, seated
from tests.games.services.planning import (
    LATE,
    NEAR,
    acts,
    add,
    legal_singles,
    legal_take,
    look,
    plan,
    play,
    sound,
    told,
)
from tests.games.services.test_plans import stands

pytestmark = pytest.mark.django_db


def add_entry_of_two(game: Game) -> Plan:
    """Seat 2 plans in the minutes between its own turn and seat 1's planned one."""
    add(game, "a2", seat=2)
    return plan(game, 2)


def test_plan_falls_when_its_seat_plays_first(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    play(waiting, "a2")
    assert plan(waiting).entries == []
    assert not look(waiting, frozen_time)
    assert acts(waiting) == ["tokens_taken"]
    assert told(waiting, NotificationKind.PLAN_PLAYED) == []
    assert told(waiting, NotificationKind.PLAN_STOPPED) == []


def test_plan_that_was_stopped_in_time_is_not_played(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    clear_plan(game_id=waiting.pk, user=seated(waiting, 1))
    assert not look(waiting, frozen_time)
    assert acts(waiting) == []


def test_plan_waits_while_the_opponent_has_another_turn(frozen_time: Traveller) -> None:
    game = stands(f"{NEAR} tokens2=B2G2P1 reserved2=J1-03")
    add(game, "b2-c3")
    play(game, "purchase:J1-03=B2G2P1")
    assert (game.seat_to_move, game.turn) == (2, 6)
    assert (len(plan(game).entries), plan(game).due_at) == (1, None)
    play(game, "d4")
    assert plan(game).due_at is not None
    assert look(game, frozen_time)


def test_plan_waits_while_the_opponent_s_turn_is_not_over(waiting: Game) -> None:
    add(waiting, "b2-c3")
    play(waiting, "replenish")
    assert (waiting.seat_to_move, plan(waiting).due_at) == (2, None)
    play(waiting, "d4")
    assert plan(waiting).due_at is not None


def test_plan_falls_with_the_end_of_the_game(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    resign_game(game_id=waiting.pk, user=seated(waiting, 2))
    assert (plan(waiting).entries, plan(waiting).due_at) == ([], None)
    assert not look(waiting, frozen_time)
    assert told(waiting, NotificationKind.PLAN_STOPPED) == []


def test_plan_of_somebody_who_left_is_dropped(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    waiting.seats.filter(number=1).update(user=None)
    assert not look(waiting, frozen_time)
    assert plan(waiting).entries == []


def test_plan_waits_again_when_the_opponent_s_turn_was_taken_back(
    frozen_time: Traveller,
) -> None:
    game = make_game()
    mover = game.seat_to_move or 1
    planner = seated(game, 3 - mover)
    first, second, third = legal_singles(game)[:3]
    add(game, third, seat=3 - mover, sure=True)
    play(game, first)
    turn = last_turn(list(GameEvent.objects.filter(game=game)), mover)
    assert turn is not None
    last = turn.last
    ask_turn_back(game_id=game.pk, user=seated(game, mover), last=last)
    answer_take_back(game_id=game.pk, user=planner, last=last, accept=True)
    frozen_time.shift(LATE)
    assert not play_plan(plan(game, 3 - mover).pk)
    found = plan(game, 3 - mover)
    assert (len(found.entries), found.due_at) == (1, None)
    play(game, second)
    frozen_time.shift(LATE)
    assert play_plan(found.pk)
    assert sound(game)
    assert acts(game, 3 - mover) == ["tokens_taken"]


def test_planned_turn_wakes_the_plan_of_the_other_seat(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    theirs = entries_of(add_entry_of_two(waiting))
    assert look(waiting, frozen_time)
    assert len(theirs) == 1
    assert plan(waiting, 2).due_at is not None


def test_turn_that_is_played_anew_by_hand_is_no_planned_one(
    waiting: Game, frozen_time: Traveller
) -> None:
    """As after a take-back of the planned turn."""
    add(waiting, "b2-c3")
    play(waiting, "d4")
    Plan.objects.update(played=[4, 6])
    play(waiting, "a2")
    assert plan(waiting).played == [4]


def test_rest_of_a_turn_chosen_by_hand_leaves_it_planned(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "replenish", sure=True)
    play(waiting, "d4")
    look(waiting, frozen_time)
    play(waiting, legal_take(waiting))
    assert plan(waiting).played == [6]


def test_plan_of_a_switched_off_account_is_not_played(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, legal_take(waiting))
    play(waiting, legal_singles(waiting)[-1])
    User.objects.filter(pk=seated(waiting, 1).pk).update(is_active=False)
    assert not look(waiting, frozen_time)
    assert acts(waiting) == []
