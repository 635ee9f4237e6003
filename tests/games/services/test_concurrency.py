"""Two at the same moment: on PostgreSQL the row lock decides, on SQLite the write lock."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from engine import action_from_json, decide
from games.clock.control import GRACE
from games.enums import ComputerLevel, GameStatus, NotificationState
from games.errors import ServiceError
from games.models import Delivery, Game, GameEvent, Notification, Submission
from games.notifications.deliver import deliver
from games.selectors import limits
from games.selectors.state import load_state
from games.selectors.verify import faults_of
from games.services import lobby
from games.services.change import chance_of
from games.services.computer import play_turn
from games.services.invitations import accept_invitation, cancel_game
from games.services.lobby import create_invitation, deal
from games.services.log import append_engine_events
from games.services.play import resign_game, submit_actions
from games.services.rematch import rematch
from games.services.sealing import unseal
from games.services.sweep import sweep_all
from games.services.time import expire_turn
from splendor import celery_app
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_begun_game,
    make_computer_game,
    make_game,
    mover_of,
    play_random,
    seated,
)
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db(transaction=True)

Together = Callable[..., list[Any]]
Attempt = Callable[[], Any]


@pytest.fixture(autouse=True)
def _no_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are not run by themselves: each test looks at one thing."""
    for name in ("deliver_notification", "play_computer_turn"):
        monkeypatch.setattr(
            celery_app.tasks[f"{'computer.play_turn' if 'computer' in name else 'games.' + name}"],
            "delay_on_commit",
            lambda *_args: None,
        )


def sound(game: Game) -> bool:
    """Whether the log agrees with the rules, the dice and all copies."""
    game.refresh_from_db()
    return faults_of(game, unseal(game.sealed_secret)) == []


def refusals(results: list[Any]) -> list[str]:
    """The codes of those that were refused; any other exception fails the test."""
    for result in results:
        assert isinstance(result, ServiceError) or not isinstance(result, Exception), repr(result)
    return [result.code for result in results if isinstance(result, ServiceError)]


def submission(game: Game, action: Any, key: str) -> Attempt:
    """A request of the seat to move at the present version."""
    return partial(
        submit_actions,
        game_id=game.pk,
        user=mover_of(game),
        actions=[action],
        expected_version=game.version,
        key=key,
    )


@pytest.mark.parametrize("seed", range(3))
def test_same_turn_twice_with_one_key_is_applied_once(together: Together, seed: int) -> None:
    game = make_game()
    play_random(game, 5, seed)
    before = game.version
    attempt = submission(game, legal_json(game)[0], "key")
    first, second = together(attempt, attempt)
    assert refusals([first, second]) == []
    assert first == second
    assert sound(game)
    assert game.version == first["version"] > before
    assert Submission.objects.count() == 1


@pytest.mark.parametrize("seed", range(3))
def test_same_turn_twice_with_two_keys_is_applied_once(together: Together, seed: int) -> None:
    game = make_game()
    play_random(game, 5, seed)
    action = legal_json(game)[0]
    results = together(*(submission(game, action, key) for key in ("one", "two")))
    assert refusals(results) == ["stale_version"]
    applied = next(result for result in results if not isinstance(result, Exception))
    assert sound(game)
    assert game.version == applied["version"]
    assert Submission.objects.count() == 1


def test_two_different_turns_at_once_are_applied_once(together: Together) -> None:
    game = make_game()
    actions = legal_json(game, "take_tokens")[:2]
    results = together(*(submission(game, action, action["cells"][-1]) for action in actions))
    assert refusals(results) == ["stale_version"]
    assert sound(game)
    assert game.turn == 2


def test_unique_numbers_stop_whoever_gets_past_the_lock() -> None:
    game = make_game()
    state, stale = load_state(game), Game.objects.get(pk=game.pk)
    action = action_from_json(legal_json(game, "take_tokens")[0])
    events = decide(state, state.seat, action, chance_of(game))
    append_engine_events(game, events, state, now=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        append_engine_events(stale, events, state, now=timezone.now())
    assert sound(game)


def test_move_and_resignation_at_once(together: Together) -> None:
    game = make_game()
    mover = mover_of(game)
    results = together(
        submission(game, legal_json(game, "take_tokens")[0], "key"),
        partial(resign_game, game_id=game.pk, user=mover),
    )
    assert set(refusals(results)) <= {"stale_version"}
    assert sound(game)
    assert game.status == GameStatus.FINISHED


def test_both_resign_at_once_and_one_of_them_lost(together: Together) -> None:
    game = make_game()
    results = together(
        *(partial(resign_game, game_id=game.pk, user=seated(game, seat)) for seat in (1, 2))
    )
    assert refusals(results) == ["not_active"]
    assert sound(game)
    assert GameEvent.objects.filter(game=game, kind="seat_resigned").count() == 1


def test_link_is_taken_by_one_of_two(together: Together) -> None:
    game = create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    accept = partial(accept_invitation, token=game.invitation.token, entropy="")
    results = together(*(partial(accept, user=make_user()) for _person in range(2)))
    assert refusals(results) == ["invitation_closed"]
    assert sound(game)
    assert game.status == GameStatus.ACTIVE


def test_one_person_accepts_twice_at_once(together: Together) -> None:
    game = create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    accept = partial(
        accept_invitation, token=game.invitation.token, user=make_user(), entropy="mine"
    )
    assert refusals(together(accept, accept)) == []
    assert sound(game)
    assert GameEvent.objects.filter(game=game, kind="game_started").count() == 1


def test_accepted_and_called_off_at_once(together: Together) -> None:
    user = make_user()
    game = create_invitation(user=user, invitee=None, options=OPTIONS)
    results = together(
        partial(accept_invitation, token=game.invitation.token, user=make_user(), entropy=""),
        partial(cancel_game, game_id=game.pk, user=user),
    )
    game.refresh_from_db()
    expected = "not_preparing" if game.status == GameStatus.ACTIVE else "invitation_closed"
    assert refusals(results) == [expected]
    assert sound(game)


def test_dealt_twice_at_once(together: Together) -> None:
    user = make_user()
    game = create_against(user)
    attempt = partial(deal, game_id=game.pk, user=user, entropy="mine")
    assert refusals(together(attempt, attempt)) == []
    assert sound(game)
    assert GameEvent.objects.filter(game=game, kind="game_started").count() == 1


def create_against(user: User) -> Game:
    """A game against the computer that is not dealt yet."""
    return lobby.create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)


def test_both_wish_for_a_rematch_at_once_and_get_one(together: Together) -> None:
    game = make_game()
    resign_game(game_id=game.pk, user=seated(game, 1))
    results = together(
        *(partial(rematch, game_id=game.pk, user=seated(game, seat)) for seat in (1, 2))
    )
    assert refusals(results) == []
    assert results[0].pk == results[1].pk
    assert Game.objects.filter(rematch_of=game).count() == 1


def test_two_games_at_once_don_t_pass_the_most(
    together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_OPEN_GAMES", 1)
    user = make_user()
    results = together(*(partial(create_against, user) for _game in range(2)))
    assert refusals(results) == ["too_many_games"]
    assert Game.objects.count() == 1


def test_two_sweepers_end_an_overdue_game_once(together: Together) -> None:
    game = make_begun_game()
    late = timezone.now() - GRACE - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(
        deadline_at=late, turn_started_at=late - timedelta(days=3)
    )
    assert sorted(together(*[partial(expire_turn, game_id=game.pk)] * 2)) == [False, True]
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert GameEvent.objects.filter(game=game, kind="time_expired").count() == 1
    assert Notification.objects.filter(game=game, kind="game_over").count() == 2


def test_move_and_timeout_at_once(together: Together) -> None:
    game = make_begun_game()
    attempt = submission(game, legal_json(game, "take_tokens")[0], "key")
    late = timezone.now() - GRACE - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(deadline_at=late)
    moved, expired = together(attempt, partial(expire_turn, game_id=game.pk))
    before = game.turn
    game.refresh_from_db()
    if expired:
        assert refusals([moved]) == ["stale_version"]
    else:
        assert (game.status, game.turn) == (GameStatus.ACTIVE, before + 1)


def test_computer_s_task_delivered_twice_at_once_moves_once(together: Together) -> None:
    game = make_computer_game()
    for seed in range(20):
        if game.seat_to_move == 2:
            break
        play_random(game, 1, seed)
    turns = GameEvent.objects.filter(game=game, kind="turn_ended", seat=2)
    before = turns.count()
    assert together(*[partial(play_turn, game.pk)] * 2) == [None, None]
    assert sound(game)
    assert game.seat_to_move == 1
    extra = GameEvent.objects.filter(game=game, kind="extra_turn_earned", seat=2).count()
    assert turns.count() == before + 1 + extra


def test_one_row_is_sent_by_one_of_two_workers(together: Together) -> None:
    game = make_game()
    row = Notification.objects.get(game=game, kind="your_turn")
    mail.outbox.clear()
    assert together(*[partial(deliver, row.pk)] * 2) == [None, None]
    assert len(mail.outbox) == 1
    told = row.deliveries.get()
    assert (told.state, told.attempts) == (NotificationState.SENT, 1)


def test_two_sweeps_at_once_send_each_mail_once(together: Together) -> None:
    games = [make_game(), make_game()]
    Notification.objects.filter(kind="invited").delete()
    mail.outbox.clear()
    assert together(sweep_all, sweep_all) == [None, None]
    assert len(mail.outbox) == len(games)
    assert set(Delivery.objects.values_list("state", "attempts")) == {("sent", 1)}
