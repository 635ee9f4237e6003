"""Plans that are looked at: what is played when, what falls, what waits, what is told, and nothing twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from time_machine import Traveller

from accounts.models import User
from games.enums import NotificationKind
from games.models import (
    Delivery,
    Game,
    GameEvent,
    Notification,
    Plan,
    Submission,
    Webhook,
)
from games.notifications.deliver import deliver
from games.selectors.take_back import last_turn
from games.selectors.verify import faults_of
from games.services import planned
from games.services.planned import due_plans, play_plan
from games.services.plans import add_entry, clear_plan, entries_of
from games.services.play import resign_game, submit_actions
from games.services.sealing import unseal
from games.services.sweep import sweep_all
from games.services.take_back import answer_take_back, ask_turn_back
from games.tasks import play_plan as play_plan_task
from tests.factories.games import legal_json, make_game, mover_of, seated, take_tokens
from tests.factories.users import make_user
from tests.games.services.test_plans import BOARD, stands

pytestmark = pytest.mark.django_db

NEAR = f"{BOARD} turn=5 seat=2"
LATE = timedelta(minutes=4)


@pytest.fixture
def waiting(frozen_time: Traveller) -> Game:
    """A game in which seat 2 thinks, with a board that both know."""
    return stands(f"{NEAR} tokens1=W1 privileges1=1 pool=2")


def add(game: Game, *words: str, seat: int = 1, **given: Any) -> None:
    """A turn goes into the plan of a seat."""
    found = Plan.objects.filter(seat__game=game, seat__number=seat).first()
    add_entry(
        game_id=game.pk,
        user=seated(game, seat),
        actions=list(words),
        revision=found.revision if found else 0,
        **given,
    )


def plan(game: Game, seat: int = 1) -> Plan:
    """What is stored for the seat."""
    return Plan.objects.get(seat__game=game, seat__number=seat)


def play(game: Game, *words: str) -> None:
    """Whoever is to move plays these actions."""
    game.refresh_from_db()
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=list(words),
        expected_version=game.version,
        key=f"key {game.version}",
    )
    game.refresh_from_db()


def look(game: Game, time: Traveller, after: timedelta = LATE) -> bool:
    """The plan of seat 1 is looked at some time later."""
    time.shift(after)
    done = play_plan(plan(game).pk)
    game.refresh_from_db()
    return done


def acts(game: Game, seat: int = 1) -> list[str]:
    """Kinds of what the seat wished for, as the log has it."""
    wishes = (
        "tokens_taken",
        "privilege_used",
        "board_replenished",
        "card_reserved",
        "card_purchased",
    )
    rows = GameEvent.objects.filter(game=game, seat=seat, kind__in=wishes)
    return [row.kind for row in rows]


def told(game: Game, kind: NotificationKind, seat: int = 1) -> list[dict[str, Any]]:
    """What the seat is told of this kind."""
    rows = Notification.objects.filter(game=game, kind=kind, user=seated(game, seat))
    return [row.data for row in rows]


# When


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


def test_nothing_is_played_if_nothing_fits_and_that_is_told(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "b2-c3")
    play(waiting, "c3-d4")
    assert not look(waiting, frozen_time)
    assert (acts(waiting), waiting.seat_to_move) == ([], 1)
    found = plan(waiting)
    assert (found.entries, found.due_at, found.played) == ([], None, [])
    assert told(waiting, NotificationKind.PLAN_STOPPED) == [
        {"why": "No entry of your plan fitted what your opponent did."}
    ]


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


# What is told of one's turn


def test_turn_is_told_only_when_the_plan_has_had_its_time(waiting: Game) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    row = Notification.objects.get(game=waiting, kind="your_turn", turn=6)
    due = plan(waiting).due_at
    assert due is not None
    assert due < row.due_at <= due + timedelta(minutes=2)


def test_turn_without_a_plan_is_told_as_ever(waiting: Game) -> None:
    play(waiting, "d4")
    row = Notification.objects.get(game=waiting, kind="your_turn", turn=6)
    assert row.due_at == timezone.now()


def test_extra_turn_that_a_plan_earned_is_told(frozen_time: Traveller) -> None:
    """The card is bought from the reserve, so nothing is turned up."""
    game = stands(f"{NEAR} tokens1=B2G2P1 reserved1=J1-03")
    add(game, "purchase:J1-03=B2G2P1")
    play(game, "d4")
    assert look(game, frozen_time)
    assert (game.seat_to_move, game.turn) == (1, 7)
    assert Notification.objects.filter(game=game, kind="your_turn", turn=7).count() == 1


# Revelations


def replenished(game: Game) -> str:
    """What seat 1 is told of replenishing."""
    name = seated(game, 2).username
    return f"You replenished the board with 12 tokens. {name} gained a privilege."


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


# What falls and what waits


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


def add_entry_of_two(game: Game) -> Plan:
    """Seat 2 plans in the minutes between its own turn and seat 1's planned one."""
    add(game, "a2", seat=2)
    return plan(game, 2)


# Once, whatever happens


def sound(game: Game) -> bool:
    """Whether the log agrees with the rules, the dice and all copies."""
    game.refresh_from_db()
    return faults_of(game, unseal(game.sealed_secret)) == []


class Killed(BaseException):
    """The worker is gone: nothing catches it."""


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


def _die(*_args: Any, **_kwargs: Any) -> Any:
    raise Killed


def test_turn_that_the_door_refuses_is_told_and_leaves_the_game_alone(
    waiting: Game, frozen_time: Traveller
) -> None:
    """The key of the planned turn was used up by a request of the person's own."""
    add(waiting, "b2-c3")
    play(waiting, "d4")
    key = f"plan:{plan(waiting).pk}:{waiting.version}"
    Submission.objects.create(
        game=waiting,
        user=seated(waiting, 1),
        key=key,
        digest="other",
        answer={},
        created_at=timezone.now(),
    )
    assert not look(waiting, frozen_time)
    assert told(waiting, NotificationKind.PLAN_STOPPED) == [
        {"why": "The turn that you had planned was refused."}
    ]
    assert acts(waiting) == []


def test_seat_that_never_planned_has_nothing_to_look_at(waiting: Game) -> None:
    assert not play_plan(waiting.seats.get(number=1).pk)


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


def legal_take(game: Game) -> str:
    """A cell from which a token may be taken."""
    return legal_singles(game)[0]


def legal_singles(game: Game) -> list[str]:
    """Cells from which a single token may be taken."""
    lines = [action["cells"] for action in legal_json(game, "take_tokens")]
    return [line[0] for line in lines if len(line) == 1]


def test_turn_that_a_plan_is_about_to_play_is_in_no_mail_of_other_games(
    waiting: Game, frozen_time: Traveller
) -> None:
    reader = seated(waiting, 1)
    other = make_game(make_user(), reader)
    while mover_of(other) != reader:
        take_tokens(other)
    add(waiting, legal_take(waiting))
    play(waiting, legal_singles(waiting)[-1])
    mail.outbox.clear()
    deliver(Notification.objects.filter(game=other, kind="your_turn", user=reader).latest("pk").pk)
    [sent] = mail.outbox
    assert f"/games/{other.pk}/" in sent.body
    assert f"/games/{waiting.pk}/" not in sent.body


def test_plan_of_a_switched_off_account_is_not_played(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, legal_take(waiting))
    play(waiting, legal_singles(waiting)[-1])
    User.objects.filter(pk=seated(waiting, 1).pk).update(is_active=False)
    assert not look(waiting, frozen_time)
    assert acts(waiting) == []


def test_no_web_address_learns_of_a_plan(waiting: Game, frozen_time: Traveller) -> None:
    """Others may read there: neither what became of it, nor that a turn is told late because of it."""
    Webhook.objects.create(user=seated(waiting, 1), url="https://hook.example/1")
    posts = Delivery.objects.filter(channel="webhook", notification__user=seated(waiting, 1))
    play(waiting, legal_singles(waiting)[-1])
    bare = posts.get(notification__kind="your_turn")
    assert bare.due_at - timezone.now() == timedelta(seconds=270)
    play(waiting, legal_singles(waiting)[-1])
    add(waiting, legal_take(waiting))
    play(waiting, legal_singles(waiting)[-1])
    planned_for = posts.filter(notification__kind="your_turn").latest("pk")
    assert planned_for.due_at - timezone.now() == timedelta(seconds=270)
    assert look(waiting, frozen_time)
    assert not posts.filter(notification__kind=NotificationKind.PLAN_PLAYED).exists()
