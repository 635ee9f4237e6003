"""Plans that are looked at: what is played when, and nothing twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from time_machine import Traveller

from games.enums import NotificationKind
from games.models import (
    Game,
    GameEvent,
    Notification,
    Submission,
)
from games.services import planned
from games.services.planned import due_plans, play_plan
from games.services.sweep import sweep_all
from games.tasks import play_plan as play_plan_task
from tests.factories.games import legal_json, make_game, seated
from tests.games.services.planning import (
    LATE,
    acts,
    add,
    look,
    plan,
    play,
    sound,
    told,
)

pytestmark = pytest.mark.django_db


def replenished(game: Game) -> str:
    """What seat 1 is told of replenishing."""
    name = seated(game, 2).username
    return f"You replenished the board with 12 tokens. {name} gained a privilege."


class Killed(BaseException):
    """The worker is gone: nothing catches it."""


def _die(*_args: Any, **_kwargs: Any) -> Any:
    raise Killed


def test_plan_is_due_one_to_three_minutes_after_the_opponent_s_turn(
    waiting: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(waiting, "b2-c3")
    asked: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        asked.append((low, high))
        return 100.0

    monkeypatch.setattr("games.services.plan_hooks._random.uniform", uniform)
    play(waiting, "d4")
    assert asked == [(60.0, 180.0)]
    assert plan(waiting).due_at == timezone.now() + timedelta(seconds=100)


def test_plan_is_not_played_before_it_is_due(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    assert not look(waiting, frozen_time, timedelta(seconds=59))
    assert acts(waiting) == []
    assert look(waiting, frozen_time)
    assert acts(waiting) == ["tokens_taken"]


def test_first_entry_that_fits_is_played_and_the_plan_is_spent(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "c3-d4")
    add(waiting, "b2-c3")
    add(waiting, "b3")
    play(waiting, "d4")
    assert look(waiting, frozen_time)
    row = GameEvent.objects.get(game=waiting, kind="tokens_taken", seat=1)
    assert (row.payload["cells"], waiting.turn, waiting.seat_to_move) == (["b2", "c3"], 7, 2)
    found = plan(waiting)
    assert (found.entries, found.due_at, found.played) == ([], None, [6])
    assert told(waiting, NotificationKind.PLAN_PLAYED) == [
        {"turn": "You took red and blue from b2-c3."}
    ]
    assert told(waiting, NotificationKind.PLAN_STOPPED) == []


def test_planned_turn_goes_through_the_door_that_everybody_uses(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    version = waiting.version
    look(waiting, frozen_time)
    stored = Submission.objects.get(user=seated(waiting, 1))
    assert stored.key == f"plan:{plan(waiting).pk}:{version}"
    assert stored.answer["version"] == waiting.version


def test_sweep_finds_what_a_lost_task_left(
    waiting: Game,
    frozen_time: Traveller,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    assert due_plans(10) == []
    frozen_time.shift(LATE)
    assert due_plans(10) == [plan(waiting).pk]
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    assert acts(waiting) == ["tokens_taken"]
    assert due_plans(10) == []


def test_task_is_queued_with_the_turn_for_when_the_plan_is_due(
    waiting: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[tuple[Any, float]] = []
    monkeypatch.setattr(
        play_plan_task,
        "apply_async_on_commit",
        lambda args, countdown: queued.append((args, countdown)),
    )
    add(waiting, "b2-c3")
    play(waiting, "d4")
    ((args, countdown),) = queued
    assert args == (plan(waiting).pk,)
    assert 60 < countdown < 182


def test_turn_ends_where_something_is_turned_up_unless_that_was_ticked(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "replenish", sure=True)
    play(waiting, "d4")
    assert look(waiting, frozen_time)
    assert acts(waiting) == ["board_replenished"]
    assert (waiting.seat_to_move, waiting.turn) == (1, 6)
    assert plan(waiting).played == [6]
    assert told(waiting, NotificationKind.PLAN_PLAYED) == [{"turn": replenished(waiting)}]
    assert Notification.objects.filter(game=waiting, kind="your_turn", turn=6).count() == 1


def test_ticked_turn_goes_on_after_what_is_turned_up(waiting: Game, frozen_time: Traveller) -> None:
    add(waiting, "replenish", "b2", past=True, sure=True)
    play(waiting, "d4")
    assert look(waiting, frozen_time)
    assert acts(waiting) == ["board_replenished", "tokens_taken"]
    assert waiting.seat_to_move == 2


def test_ticked_turn_stops_where_the_rest_is_no_longer_legal(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "replenish", "discard:W1", past=True, sure=True)
    play(waiting, "d4")
    assert look(waiting, frozen_time)
    assert acts(waiting) == ["board_replenished"]
    assert waiting.seat_to_move == 1
    assert plan(waiting).last == {"turn": 6, "words": ["replenish"], "rest": ["discard:W1"]}
    assert told(waiting, NotificationKind.PLAN_PLAYED) == [{"turn": replenished(waiting)}]


@pytest.mark.parametrize("place", ["load_state", "first_that_fits", "submit_locked", "plan_notice"])
def test_worker_killed_anywhere_loses_and_repeats_nothing(
    frozen_time: Traveller, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    game = make_game()
    seat = game.seat_to_move or 1
    waiter = 3 - seat
    free = [action for action in legal_json(game, "take_tokens") if len(action["cells"]) == 1]
    add(game, free[1]["cells"][0], seat=waiter, sure=True)
    play(game, free[0]["cells"][0])
    frozen_time.shift(LATE)
    before = list(GameEvent.objects.values_list("number", "kind"))
    with monkeypatch.context() as patch:
        patch.setattr(planned, place, _die)
        with pytest.raises(Killed):
            play_plan(plan(game, waiter).pk)
    assert list(GameEvent.objects.values_list("number", "kind")) == before
    assert play_plan(plan(game, waiter).pk)
    assert not play_plan(plan(game, waiter).pk)
    game.refresh_from_db()
    assert sound(game)
    assert acts(game, waiter) == ["tokens_taken"]
    assert len(told(game, NotificationKind.PLAN_PLAYED, waiter)) == 1


def test_seat_that_never_planned_has_nothing_to_look_at(waiting: Game) -> None:
    assert not play_plan(waiting.seats.get(number=1).pk)
