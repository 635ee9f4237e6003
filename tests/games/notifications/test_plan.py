"""Who is told what, and when: rows of the outbox."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.enums import NotificationDelay
from games.clock.control import GRACE
from games.enums import ComputerLevel
from games.models import Game, NoticeSettings, Notification
from games.notifications.plan import _see_to_digest, plan_after_move
from games.notifications.wishes import next_digest, settings_of
from games.selectors.state import load_state
from games.services.lobby import create_against_computer, create_invitation, deal
from games.services.play import resign_game, submit_actions
from games.services.rematch import rematch
from games.services.time import expire_turn
from tests.builders import position
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_begun_game,
    make_computer_game,
    make_game,
    mover_of,
    put_position,
    seated,
    waiter_of,
)
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

Queued = list[int]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> Queued:
    """The rows that are queued at once."""
    rows: Queued = []
    for place in ("games.services.change", "games.services.lobby"):
        monkeypatch.setattr(f"{place}.deliver_notification.delay_on_commit", rows.append)
    return rows


def told(game: Game) -> list[tuple[str, str, int]]:
    """Kind, person and turn of every row, oldest first."""
    rows = Notification.objects.filter(game=game).select_related("user").order_by("pk")
    return [(row.kind, row.user.username, row.turn) for row in rows]


def take(game: Game, *, cells: str = "") -> None:
    """The seat to move takes tokens."""
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[cells or legal_json(game, "take_tokens")[0]],
        expected_version=game.version,
        key=f"take {game.version}",
    )
    game.refresh_from_db()


def test_invitation_by_name_tells_the_invitee_at_once(queued: Queued) -> None:
    invitee = make_user("Anna", notification_delay=60)
    game = create_invitation(user=make_user(), invitee=invitee, options=OPTIONS)
    assert told(game) == [("invited", "Anna", 0)]
    row = Notification.objects.get()
    assert row.due_at == row.created_at
    assert queued == [row.pk]


def test_link_and_game_against_the_computer_tell_nobody() -> None:
    create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    make_computer_game()
    assert not Notification.objects.filter(kind="invited").exists()


def test_rematch_invites_the_opponent() -> None:
    first = make_user()
    second = make_user("Bela")
    game = make_game(first, second)
    resign_game(game_id=game.pk, user=first)
    assert told(rematch(game_id=game.pk, user=first)) == [("invited", "Bela", 0)]


def test_start_tells_whoever_begins() -> None:
    game = make_game()
    assert told(game)[1:] == [("your_turn", mover_of(game).username, 1)]


def test_each_turn_tells_the_next_person_once(queued: Queued) -> None:
    game = make_game()
    first, second = mover_of(game).username, waiter_of(game).username
    take(game)
    take(game)
    assert told(game)[1:] == [
        ("your_turn", first, 1),
        ("your_turn", second, 2),
        ("your_turn", first, 3),
    ]
    assert sorted(queued) == sorted(Notification.objects.values_list("pk", flat=True))


def test_choice_within_a_turn_tells_nobody() -> None:
    game = make_game()
    put_position(game, position("seat=1 board=WBG2/5/5/5/4W tokens1=W2B2G2R2K2 tokens2=R2"))
    before = told(game)
    take(game, cells="a1-b1-c1")
    assert game.seat_to_move == 1
    assert told(game) == before


def test_own_extra_turn_is_no_news() -> None:
    """cases.md 138."""
    game = make_game()
    put_position(game, position("seat=1 board=4W/5/5/5/5 tokens1=B2G2A1 pyramid=J1-03"))
    before = told(game)
    submit_actions(
        game_id=game.pk,
        user=seated(game, 1),
        actions=["purchase:J1-03=B2G2A1"],
        expected_version=game.version,
        key="k",
    )
    game.refresh_from_db()
    assert (game.turn, game.seat_to_move) == (2, 1)
    assert told(game) == before


def test_the_computer_is_not_written_to() -> None:
    user = make_user("Anna")
    game = make_computer_game(user)
    if game.seat_to_move == 1:
        take(game)
    assert {name for _kind, name, _turn in told(game)} <= {"Anna"}


def test_computer_that_moves_tells_the_person(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    user = make_user("Anna")
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)
    with django_capture_on_commit_callbacks(execute=True):
        deal(game_id=game.pk, user=user, entropy="")
    game.refresh_from_db()
    assert told(game) == [("your_turn", "Anna", game.turn)]


@pytest.mark.parametrize(("minutes", "at_once"), [(0, True), (15, False), (60, False)])
def test_row_waits_for_the_person_s_delay(
    frozen_time: time_machine.Traveller, queued: Queued, minutes: int, at_once: bool
) -> None:
    game = make_game(make_user(notification_delay=minutes), make_user(notification_delay=minutes))
    row = Notification.objects.get(game=game, kind="your_turn")
    assert row.due_at == timezone.now() + timedelta(minutes=minutes)
    assert (row.pk in queued) is at_once


@pytest.mark.parametrize("seat", [1, 2])
def test_whoever_resigns_is_not_told(seat: int) -> None:
    game = make_game()
    resign_game(game_id=game.pk, user=seated(game, seat))
    assert told(game)[2:] == [("game_over", seated(game, 3 - seat).username, 1)]


def test_time_that_ran_out_is_told_to_both(frozen_time: time_machine.Traveller) -> None:
    game = make_begun_game()
    frozen_time.shift(timedelta(days=3) + GRACE)
    expire_turn(game_id=game.pk)
    ended = [news for news in told(game) if news[0] == "game_over"]
    assert ended == [("game_over", seated(game, seat).username, game.turn) for seat in (1, 2)]


def test_victory_is_told_to_the_loser() -> None:
    game = make_game()
    cards = "J3-13,J3-02,J3-04,J3-06,J3-08"  # 22 points: the end of the turn decides
    put_position(game, position("seat=2 board=W4/5/5/5/5", cards2=cards))
    take(game, cells="a1")
    assert (game.status, game.winner) == ("finished", 2)
    assert told(game)[2:] == [("game_over", seated(game, 1).username, 1)]


def test_the_same_news_is_planned_once() -> None:
    game = make_game()
    before = list(Notification.objects.order_by("pk"))
    rows = plan_after_move(game, mover=None, now=timezone.now() + timedelta(days=1))
    assert rows == [before[-1]]
    assert list(Notification.objects.order_by("pk")) == before


def test_whoever_has_no_account_any_more_is_not_told() -> None:
    game = make_game()
    mover_of(game).delete()
    assert plan_after_move(game, mover=None, now=timezone.now()) == []


def test_rows_and_log_are_written_together_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make_game()
    before = game.version

    def broken(*_args: Any, **_kwargs: Any) -> Any:
        raise RuntimeError("no outbox")

    monkeypatch.setattr("games.services.change.plan_after_move", broken)
    with pytest.raises(RuntimeError):
        take(game)
    game.refresh_from_db()
    assert game.version == before
    assert load_state(game).turn == 1


@pytest.mark.parametrize("stored", [False, True])
def test_digest_that_a_sweep_has_planned_meanwhile_stands(
    frozen_time: time_machine.Traveller, stored: bool
) -> None:
    """Two workers read that none was planned; the second must not take back what came of the first."""
    user = make_user(notification_delay=NotificationDelay.DIGEST)
    read = settings_of(user)
    tomorrow = timezone.now() + timedelta(days=1)
    if stored:
        NoticeSettings.objects.create(user=user, next_digest_at=tomorrow)
    for _worker in range(2):
        _see_to_digest(read, user, timezone.now())
    planned = NoticeSettings.objects.get(user=user).next_digest_at
    assert planned == (tomorrow if stored else next_digest(read, user, timezone.now()))
