"""The way of a row out of the outbox: claimed, asked again, sent, marked."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.enums import Channel, NotificationState
from games.models import Delivery, Game, Notification
from games.notifications import deliver as outbox
from games.notifications.channels import email
from games.notifications.channels.base import Sender
from games.notifications.channels.registry import SENDERS
from games.notifications.deliver import (
    FIRST_RETRY,
    LOOK_AGAIN,
    MOST_ATTEMPTS,
    STALE,
    deliver,
    due_ids,
    release_stale,
)
from games.notifications.presence import SECONDS, is_looking, note_looking
from games.services.invitations import accept_invitation, cancel_game, decline_invitation
from games.services.lobby import create_invitation
from games.services.play import resign_game, submit_actions
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_game,
    mover_of,
    play_random,
    seated,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.notifications.postbox import Postbox

pytestmark = pytest.mark.django_db


def turn_row(game: Game) -> Notification:
    """The row that tells of the present turn."""
    game.refresh_from_db()
    return Notification.objects.get(game=game, kind="your_turn", turn=game.turn)


def games_waiting_for(user: User, number: int) -> list[Game]:
    """So many games in which it is this person's turn."""
    games = []
    for _game in range(number):
        game = make_game(user)
        seed = 0
        while mover_of(game) != user:
            seed += 1
            play_random(game, 1, seed)
        games.append(game)
    Notification.objects.exclude(user=user).delete()
    Notification.objects.filter(user=user).exclude(kind="your_turn").delete()
    return games


def mail_of(row: Notification) -> Delivery:
    """Where its mail stands."""
    return row.deliveries.get(channel="email")


def state_of(row: Notification) -> tuple[str, int]:
    """State and number of attempts of its mail."""
    mail = mail_of(row)
    return mail.state, mail.attempts


def move(game: Game) -> None:
    """The seat to move takes tokens."""
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[legal_json(game, "take_tokens")[0]],
        expected_version=game.version,
        key=f"move {game.version}",
    )


# Sent


def test_row_is_sent_and_marked(frozen_time: time_machine.Traveller, game: Game) -> None:
    row = turn_row(game)
    deliver(row.pk)
    assert state_of(row) == ("sent", 1)
    [sent] = mail.outbox
    assert sent.to == [mover_of(game).email]
    told = mail_of(row)
    assert told.message_id == sent.extra_headers["Message-ID"]
    assert (told.sent_at, told.last_error) == (timezone.now(), "")


def test_sent_row_is_not_sent_again(game: Game) -> None:
    row = turn_row(game)
    for _time in range(3):
        deliver(row.pk)
    assert state_of(row) == ("sent", 1)
    assert len(mail.outbox) == 1


def test_row_is_not_sent_before_its_time(frozen_time: time_machine.Traveller) -> None:
    slow = make_user(notification_delay=15)
    [game] = games_waiting_for(slow, 1)
    row = turn_row(game)
    deliver(row.pk)
    frozen_time.shift(15 * 60 - 1)
    deliver(row.pk)
    assert state_of(row) == ("waiting", 0)
    assert due_ids(10) == []
    frozen_time.shift(1)
    assert due_ids(10) == [row.pk]
    deliver(row.pk)
    assert state_of(row) == ("sent", 1)


def test_unknown_row_is_ignored() -> None:
    deliver(12345)
    assert mail.outbox == []


# Asked again


def test_turn_that_was_played_meanwhile_is_not_told(game: Game) -> None:
    row = turn_row(game)
    move(game)
    deliver(row.pk)
    assert state_of(row) == ("dropped", 1)
    assert mail.outbox == []


def test_turn_that_came_round_again_is_told_once(game: Game) -> None:
    """The row of turn 1 is not true in turn 3, though it is the same person's turn."""
    old, user = turn_row(game), mover_of(game)
    move(game)
    move(game)
    assert mover_of(game) == user
    deliver(old.pk)
    assert state_of(old) == ("dropped", 1)
    deliver(turn_row(game).pk)
    assert len(mail.outbox) == 1


def test_turn_of_a_game_that_ended_is_not_told(game: Game) -> None:
    row = turn_row(game)
    resign_game(game_id=game.pk, user=waiter_of(game))
    deliver(row.pk)
    assert state_of(row) == ("dropped", 1)


def test_whoever_is_switched_off_is_not_told(game: Game) -> None:
    row = turn_row(game)
    User.objects.filter(pk=row.user_id).update(is_active=False)
    deliver(row.pk)
    assert state_of(row) == ("dropped", 1)


def test_end_of_a_game_is_told_whatever_happens_then(game: Game) -> None:
    resign_game(game_id=game.pk, user=seated(game, 1))
    row = Notification.objects.get(kind="game_over")
    note_looking(row.user_id, game.pk)
    deliver(row.pk)
    assert state_of(row) == ("sent", 1)


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ("nothing", "sent"),
        ("accepted", "dropped"),
        ("declined", "dropped"),
        ("called off", "dropped"),
        ("inviter gone", "dropped"),
        ("expired", "dropped"),
        ("looking", "sent"),
    ],
)
def test_invitation_is_told_while_it_can_be_accepted(
    frozen_time: time_machine.Traveller, change: str, state: str
) -> None:
    inviter, invitee = make_user(), make_user()
    game = create_invitation(user=inviter, invitee=invitee, options=OPTIONS)
    row = Notification.objects.get(kind="invited")
    changes: dict[str, Any] = {
        "nothing": lambda: None,
        "accepted": lambda: accept_invitation(
            token=game.invitation.token, user=invitee, entropy=""
        ),
        "declined": lambda: decline_invitation(token=game.invitation.token, user=invitee),
        "called off": lambda: cancel_game(game_id=game.pk, user=inviter),
        "inviter gone": inviter.delete,
        "expired": lambda: frozen_time.shift(timedelta(days=14)),
        "looking": lambda: note_looking(invitee.pk, game.pk),
    }
    changes[change]()
    deliver(row.pk)
    assert state_of(row) == (state, 1)


# Looking at the game


def test_whoever_looks_at_this_game_is_told_later(
    frozen_time: time_machine.Traveller, game: Game
) -> None:
    row = turn_row(game)
    note_looking(row.user_id, game.pk)
    deliver(row.pk)
    assert state_of(row) == ("waiting", 0)
    assert mail_of(row).due_at == timezone.now() + LOOK_AGAIN
    assert mail.outbox == []
    Notification.objects.exclude(pk=row.pk).delete()
    assert due_ids(10) == []
    frozen_time.shift(LOOK_AGAIN)
    assert due_ids(10) == [row.pk]


def test_postponed_row_is_sent_once_nobody_looks_any_more(
    frozen_time: time_machine.Traveller, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, looking = turn_row(game), [True, True, False]
    monkeypatch.setattr(outbox, "is_looking", lambda _user, _game: looking.pop(0))
    for state in ("waiting", "waiting", "sent"):
        deliver(row.pk)
        assert state_of(row)[0] == state
        frozen_time.shift(LOOK_AGAIN)
    assert state_of(row) == ("sent", 1)
    assert len(mail.outbox) == 1


def test_looking_at_another_game_postpones_nothing(game: Game) -> None:
    row = turn_row(game)
    note_looking(row.user_id, make_game().pk)
    note_looking(waiter_of(game).pk, game.pk)
    deliver(row.pk)
    assert state_of(row) == ("sent", 1)


def test_looking_is_forgotten_after_a_minute(game: Game) -> None:
    user = mover_of(game)
    assert not is_looking(user.pk, game.pk)
    note_looking(user.pk, game.pk)
    assert is_looking(user.pk, game.pk)
    assert SECONDS == 60
    assert timedelta(seconds=SECONDS) < LOOK_AGAIN


# One mail for all games


def test_one_mail_covers_all_games_that_wait(frozen_time: time_machine.Traveller) -> None:
    user = make_user(notification_delay=15)
    games = games_waiting_for(user, 3)
    frozen_time.shift(timedelta(minutes=15))
    rows = [turn_row(game) for game in games]
    Delivery.objects.filter(notification=rows[2]).update(
        due_at=timezone.now() + timedelta(minutes=9)
    )
    deliver(rows[1].pk)
    assert [state_of(row) for row in rows] == [("sent", 1)] * 3
    [sent] = mail.outbox
    assert sent.subject == "It is your turn in 3 games"
    assert {mail_of(row).message_id for row in rows} == {sent.extra_headers["Message-ID"]}


def test_other_people_and_kinds_get_mails_of_their_own(game: Game) -> None:
    user = mover_of(game)
    invited = create_invitation(user=make_user(), invitee=user, options=OPTIONS)
    make_game()
    deliver(turn_row(game).pk)
    assert len(mail.outbox) == 1
    row = Notification.objects.get(game=invited)
    assert state_of(row) == ("waiting", 0)


def test_game_that_was_played_meanwhile_is_left_out_of_the_mail() -> None:
    games = games_waiting_for(make_user(), 3)
    rows = [turn_row(game) for game in games]
    move(games[1])
    deliver(rows[0].pk)
    assert [state_of(row)[0] for row in rows] == ["sent", "dropped", "sent"]
    assert mail.outbox[0].subject == "It is your turn in 2 games"


def test_game_that_is_looked_at_is_left_to_its_own_time() -> None:
    games = games_waiting_for(make_user(), 2)
    rows = [turn_row(game) for game in games]
    note_looking(rows[1].user_id, games[1].pk)
    deliver(rows[0].pk)
    assert [state_of(row) for row in rows] == [("sent", 1), ("waiting", 0)]
    assert games[1].pk not in str(mail.outbox[0].body)


def test_row_that_another_worker_has_claimed_is_left_to_it() -> None:
    games = games_waiting_for(make_user(), 2)
    rows = [turn_row(game) for game in games]
    Delivery.objects.filter(notification=rows[1]).update(
        state=NotificationState.SENDING, claimed_at=timezone.now(), attempts=1
    )
    deliver(rows[0].pk)
    assert [state_of(row) for row in rows] == [("sent", 1), ("sending", 1)]


def test_of_one_person_s_turns_the_first_is_queued(frozen_time: time_machine.Traveller) -> None:
    first, second = make_user(), make_user()
    rows = [turn_row(game) for game in games_waiting_for(first, 2)]
    other = make_game(second, first)
    resign_game(game_id=other.pk, user=first)
    over = Notification.objects.filter(kind="game_over").values_list("pk", flat=True)
    Notification.objects.filter(game=other, kind="your_turn").delete()
    Notification.objects.filter(kind="invited").delete()
    assert due_ids(10) == [rows[0].pk, *over]
    assert due_ids(1) == [rows[0].pk]


def test_news_behind_turns_long_played_is_told_at_once(postbox: Postbox) -> None:
    """Quick play leaves a row for each turn; the one that still holds must not wait for a sweep for each of them."""
    user = make_user(notification_delay=0)
    game = games_waiting_for(user, 1)[0]
    told = turn_row(game)
    now = timezone.now()
    for turn in range(100, 105):
        old = Notification.objects.create(
            user=user,
            kind="your_turn",
            game=game,
            turn=turn,
            dedupe_key=f"old {turn}",
            created_at=now,
            due_at=told.due_at - timedelta(minutes=turn),
        )
        Delivery.objects.create(notification=old, channel="email", due_at=old.due_at)
    [first] = due_ids(10)
    assert first != told.pk
    deliver(first)
    assert len(postbox.letters) == 1
    assert state_of(told)[0] == "sent"
    states = Delivery.objects.exclude(notification=told).values_list("state", flat=True)
    assert set(states) == {"dropped"}


def test_game_that_is_looked_at_holds_up_no_other(postbox: Postbox) -> None:
    user = make_user(notification_delay=0)
    looked_at, other = games_waiting_for(user, 2)
    note_looking(user.pk, looked_at.pk)
    deliver(turn_row(looked_at).pk)
    assert len(postbox.letters) == 1
    assert state_of(turn_row(looked_at))[0] == "waiting"
    assert state_of(turn_row(other))[0] == "sent"


# What goes wrong


def test_server_that_refuses_is_tried_again_ever_later(
    frozen_time: time_machine.Traveller, game: Game, postbox: Postbox
) -> None:
    row = turn_row(game)
    postbox.refusal = "451 later"
    waits = []
    for _attempt in range(3):
        deliver(row.pk)
        tried = mail_of(row)
        assert (tried.state, "451" in tried.last_error) == ("waiting", True)
        waits.append(tried.due_at - timezone.now())
        frozen_time.move_to(tried.due_at)
    assert waits == [FIRST_RETRY, FIRST_RETRY * 2, FIRST_RETRY * 4]
    postbox.refusal = ""
    deliver(row.pk)
    assert state_of(row) == ("sent", 4)
    assert mail_of(row).last_error == ""
    assert len(postbox.letters) == 1


def test_mail_is_given_up_after_a_day_and_a_half(
    frozen_time: time_machine.Traveller, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_server(_rows: Any, _user: Any) -> str:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setitem(SENDERS, Channel.EMAIL, Sender(no_server, email.reaches, shares=True))
    row, began = turn_row(game), timezone.now()
    for _attempt in range(MOST_ATTEMPTS):
        deliver(row.pk)
        frozen_time.move_to(max(mail_of(row).due_at, timezone.now()))
    assert state_of(row) == ("failed", MOST_ATTEMPTS)
    assert mail_of(row).last_error == "nobody there"
    assert timedelta(days=1) < timezone.now() - began < timedelta(days=2)
    deliver(row.pk)
    assert state_of(row) == ("failed", MOST_ATTEMPTS)


def test_retry_is_not_made_for_a_turn_that_is_over(
    frozen_time: time_machine.Traveller, game: Game, postbox: Postbox
) -> None:
    row = turn_row(game)
    postbox.refusal = "451 later"
    deliver(row.pk)
    move(game)
    frozen_time.shift(FIRST_RETRY)
    postbox.refusal = ""
    deliver(row.pk)
    assert state_of(row) == ("dropped", 2)
    assert postbox.letters == []


@pytest.mark.parametrize("address", ["", "ünï@example.com"])
def test_person_who_can_t_be_written_to_is_a_failure_at_once(game: Game, address: str) -> None:
    row = turn_row(game)
    User.objects.filter(pk=row.user_id).update(email=address)
    deliver(row.pk)
    assert state_of(row) == ("failed", 1)
    assert mail_of(row).last_error


def test_games_of_a_failed_mail_are_all_tried_again(postbox: Postbox) -> None:
    rows = [turn_row(game) for game in games_waiting_for(make_user(), 2)]
    postbox.refusal = "554 never"
    deliver(rows[0].pk)
    assert [state_of(row) for row in rows] == [("waiting", 1)] * 2
    assert all("554" in mail_of(row).last_error for row in rows)


def test_claim_of_a_dead_worker_is_released(frozen_time: time_machine.Traveller) -> None:
    [game] = games_waiting_for(make_user(), 1)
    row = turn_row(game)
    Delivery.objects.update(state=NotificationState.SENDING, claimed_at=timezone.now(), attempts=1)
    frozen_time.shift(STALE)
    assert release_stale() == 0
    deliver(row.pk)
    assert state_of(row) == ("sending", 1)
    frozen_time.shift(1)
    assert release_stale() == 1
    assert due_ids(10) == [row.pk]
    deliver(row.pk)
    assert state_of(row) == ("sent", 2)


def test_claim_lasts_longer_than_any_task() -> None:
    assert timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) < STALE


def test_row_that_every_worker_dies_on_is_given_up(
    frozen_time: time_machine.Traveller, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(_rows: Any, _user: Any) -> str:
        raise ZeroDivisionError

    monkeypatch.setitem(SENDERS, Channel.EMAIL, Sender(fault, email.reaches, shares=True))
    row = turn_row(game)
    Notification.objects.exclude(pk=row.pk).delete()
    released = []
    for _attempt in range(MOST_ATTEMPTS):
        with pytest.raises(ZeroDivisionError):
            deliver(row.pk)
        frozen_time.shift(STALE + timedelta(seconds=1))
        released.append(release_stale())
    assert released == [1] * (MOST_ATTEMPTS - 1) + [0]
    assert state_of(row) == ("failed", MOST_ATTEMPTS)
    assert mail_of(row).last_error == "every worker died on it"
