"""Answering an invitation, and calling a game off."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.enums import GameStatus, InvitationStatus
from games.errors import ServiceError
from games.models import Game, GameEvent, Invitation, Notification
from games.models.invitation import INVITATION_DAYS
from games.selectors.games import my_games
from games.selectors.verify import faults_of
from games.services.invitations import (
    accept_invitation,
    cancel_game,
    decline_invitation,
    expire_invitation,
    expired_invitations,
)
from games.services.lobby import ASKED_IN_VAIN, create_invitation
from games.services.sealing import unseal
from games.services.sweep import sweep_all
from tests.factories.games import OPTIONS, make_computer_game, make_game, seated
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

Callbacks = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


def invite(invitee: User | None = None, inviter: User | None = None) -> Invitation:
    """An open invitation, by name or by link."""
    game = create_invitation(user=inviter or make_user(), invitee=invitee, options=OPTIONS)
    return game.invitation


def inviter_of(invitation: Invitation) -> User:
    """Who made the game."""
    return seated(invitation.game, 1)


def test_link_is_taken_by_the_first_and_begins_the_game() -> None:
    invitation, user = invite(), make_user()
    game = accept_invitation(token=invitation.token, user=user, entropy="mine")
    assert game.status == GameStatus.ACTIVE
    assert seated(game, 2) == user
    kinds = list(GameEvent.objects.filter(game=game).values_list("kind", flat=True))
    assert kinds == ["game_created", "seat_taken", "entropy_added", "game_started"]
    assert game.seats.get(number=2).entropy == "mine"
    assert faults_of(game, unseal(game.sealed_secret)) == []
    invitation.refresh_from_db()
    assert invitation.status == InvitationStatus.ACCEPTED


def test_seat_is_taken_by_whoever_was_invited_by_name() -> None:
    user = make_user()
    game = accept_invitation(token=invite(user).token, user=user, entropy="")
    assert seated(game, 2) == user


def test_accepting_twice_finds_the_game() -> None:
    invitation, user = invite(), make_user()
    game = accept_invitation(token=invitation.token, user=user, entropy="")
    with nothing_changes():
        assert accept_invitation(token=invitation.token, user=user, entropy="more") == game
        # Also for the one who made it.
        again = accept_invitation(token=invitation.token, user=seated(game, 1), entropy="more")
    assert again == game


def test_declining_calls_the_game_off_and_twice_is_once() -> None:
    user = make_user()
    invitation = invite(user)
    game = decline_invitation(token=invitation.token, user=user)
    assert game.status == GameStatus.CANCELLED
    row = GameEvent.objects.get(game=game, kind="game_cancelled")
    assert (row.seat, row.payload) == (None, {"seat": None})
    with nothing_changes():
        assert decline_invitation(token=invitation.token, user=user) == game
    invitation.refresh_from_db()
    assert invitation.status == InvitationStatus.DECLINED


def told_of(game: Game, kind: str) -> list[tuple[User, dict[str, str]]]:
    """Who is told something of a game, and what else."""
    rows = Notification.objects.filter(game=game, kind=kind).select_related("user")
    return [(row.user, row.data) for row in rows]


@pytest.mark.parametrize(
    ("reason", "note", "told"),
    [
        ("speed", "five  days?\n", "another speed, please: five days?"),
        ("not_now", "", "not now, perhaps later"),
        ("other", "I am moving house", "I am moving house"),
        ("other", "", ""),
    ],
)
def test_reason_of_a_no_is_told_to_who_asked(reason: str, note: str, told: str) -> None:
    user = make_user()
    invitation = invite(user)
    decline_invitation(token=invitation.token, user=user, reason=reason, note=note)
    assert told_of(invitation.game, "declined") == [(inviter_of(invitation), {"reason": told})]
    invitation.refresh_from_db()
    assert invitation.reason_given == told
    assert invitation.closed_at is not None


@pytest.mark.parametrize(
    ("reason", "note"), [("because", ""), ("other", "x" * 201), ("other", "\0")]
)
def test_reason_that_cannot_be_shown_is_refused(reason: str, note: str) -> None:
    user = make_user()
    invitation = invite(user)
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        decline_invitation(token=invitation.token, user=user, reason=reason, note=note)
    assert (caught.value.code, caught.value.status) == ("bad_reason", 422)


def test_who_asked_is_told_once_that_the_game_began() -> None:
    told = set()
    for _game in range(6):  # chance decides who begins
        game = make_game()
        inviter, begins = seated(game, 1), game.seat_to_move == 1
        told.add(begins)
        assert told_of(game, "begun") == ([] if begins else [(inviter, {})])
        assert told_of(game, "your_turn") == [(seated(game, 1 if begins else 2), {})]
    assert told == {True, False}


def test_expired_invitation_is_swept_away_with_its_game(
    frozen_time: time_machine.Traveller, django_capture_on_commit_callbacks: Callbacks
) -> None:
    invitation, other = invite(make_user()), invite()
    user = inviter_of(invitation)
    assert len(my_games(user).preparing) == 1
    frozen_time.shift(timedelta(days=INVITATION_DAYS))
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    games = my_games(user)
    assert games.preparing == []
    assert [(row.pk, row.status) for row in games.missed] == [(invitation.pk, "expired")]
    for row in (invitation, other):
        row.game.refresh_from_db()
        assert row.game.status == GameStatus.CANCELLED
    frozen_time.shift(timedelta(days=7))
    assert my_games(user).missed == []


def test_nobody_is_asked_over_and_over(frozen_time: time_machine.Traveller) -> None:
    user, inviter = make_user(), make_user()
    for number in range(ASKED_IN_VAIN):
        invitation = invite(user, inviter)
        if number % 2:
            cancel_game(game_id=invitation.game_id, user=inviter)
        else:
            decline_invitation(token=invitation.token, user=user)
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        invite(user, inviter)
    assert (caught.value.code, caught.value.status) == ("asked_too_often", 429)
    invite(make_user(), inviter)
    invite(user, make_user())
    frozen_time.shift(timedelta(days=1))
    invite(user, inviter)


def test_invitation_is_not_swept_away_too_early(frozen_time: time_machine.Traveller) -> None:
    game, begun = invite().game, make_game()
    frozen_time.shift(timedelta(days=INVITATION_DAYS, seconds=-1))
    assert expired_invitations(9) == []
    with nothing_changes():
        assert not expire_invitation(game_id=game.pk)
        assert not expire_invitation(game_id=begun.pk)


def test_invitation_taken_in_time_is_left_alone_by_a_late_sweep(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    frozen_time.shift(timedelta(days=INVITATION_DAYS, seconds=1))
    with nothing_changes():
        assert not expire_invitation(game_id=game.pk)


def test_cancelling_calls_the_game_off_and_twice_is_once() -> None:
    invitation = invite()
    user = inviter_of(invitation)
    game = cancel_game(game_id=invitation.game_id, user=user)
    assert game.status == GameStatus.CANCELLED
    row = GameEvent.objects.get(game=game, kind="game_cancelled")
    assert (row.seat, row.payload) == (1, {"seat": 1})
    with nothing_changes():
        assert cancel_game(game_id=game.pk, user=user) == game
    invitation.refresh_from_db()
    assert invitation.status == InvitationStatus.CANCELLED


def _by_inviter() -> tuple[str, User]:
    invitation = invite()
    return invitation.token, inviter_of(invitation)


def _by_inviter_by_name() -> tuple[str, User]:
    invitation = invite(make_user())
    return invitation.token, inviter_of(invitation)


def _too_late() -> tuple[str, User]:
    invitation = invite()
    accept_invitation(token=invitation.token, user=make_user(), entropy="")
    return invitation.token, make_user()


def _declined() -> tuple[str, User]:
    user = make_user()
    invitation = invite(user)
    decline_invitation(token=invitation.token, user=user)
    return invitation.token, user


def _called_off() -> tuple[str, User]:
    invitation = invite()
    cancel_game(game_id=invitation.game_id, user=inviter_of(invitation))
    return invitation.token, make_user()


def _inviter_gone() -> tuple[str, User]:
    invitation = invite()
    inviter_of(invitation).delete()
    return invitation.token, make_user()


@pytest.mark.parametrize(
    ("arrange", "code", "status"),
    [
        (_by_inviter, "own_invitation", 409),
        (_by_inviter_by_name, "own_invitation", 409),
        (_too_late, "invitation_closed", 409),
        (_declined, "invitation_closed", 409),
        (_called_off, "invitation_closed", 409),
        (_inviter_gone, "invitation_closed", 409),
        (lambda: (invite(make_user()).token, make_user()), "not_found", 404),
        (lambda: ("nosuchtoken", make_user()), "not_found", 404),
        (lambda: ("", make_user()), "not_found", 404),
    ],
)
def test_accepting_is_refused(
    arrange: Callable[[], tuple[str, User]], code: str, status: int
) -> None:
    token, user = arrange()
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        accept_invitation(token=token, user=user, entropy="mine")
    assert (caught.value.code, caught.value.status) == (code, status)


@pytest.mark.parametrize("seconds", [-1, 0])
def test_invitation_expires(frozen_time: time_machine.Traveller, seconds: int) -> None:
    invitation, user = invite(), make_user()
    frozen_time.shift(timedelta(days=INVITATION_DAYS, seconds=seconds))
    if seconds < 0:
        game = accept_invitation(token=invitation.token, user=user, entropy="")
        assert game.status == GameStatus.ACTIVE
        return
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        accept_invitation(token=invitation.token, user=user, entropy="")
    assert (caught.value.code, caught.value.status) == ("invitation_expired", 409)


def test_bad_randomness_leaves_the_seat_free() -> None:
    invitation, user = invite(), make_user()
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        accept_invitation(token=invitation.token, user=user, entropy="e" * 65)
    assert caught.value.code == "bad_entropy"


def _accepted() -> tuple[str, User]:
    user = make_user()
    invitation = invite(user)
    accept_invitation(token=invitation.token, user=user, entropy="")
    return invitation.token, user


def _called_off_by_inviter() -> tuple[str, User]:
    user = make_user()
    invitation = invite(user)
    cancel_game(game_id=invitation.game_id, user=inviter_of(invitation))
    return invitation.token, user


@pytest.mark.parametrize(
    ("arrange", "code", "status"),
    [
        (_accepted, "invitation_closed", 409),
        (_called_off_by_inviter, "invitation_closed", 409),
        (lambda: (invite().token, make_user()), "not_found", 404),
        (_by_inviter, "not_found", 404),
        (lambda: (invite(make_user()).token, make_user()), "not_found", 404),
        (lambda: ("nosuchtoken", make_user()), "not_found", 404),
    ],
)
def test_declining_is_refused(
    arrange: Callable[[], tuple[str, User]], code: str, status: int
) -> None:
    token, user = arrange()
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        decline_invitation(token=token, user=user)
    assert (caught.value.code, caught.value.status) == (code, status)


def _running() -> tuple[Game, User]:
    game = make_game()
    return game, seated(game, 1)


def _against_computer() -> tuple[Game, User]:
    user = make_user()
    return make_computer_game(user), user


@pytest.mark.parametrize(
    ("arrange", "code", "status"),
    [
        (_running, "not_preparing", 409),
        (_against_computer, "not_preparing", 409),
        (lambda: (make_game(), make_user()), "not_found", 404),
        (lambda: (invite().game, make_user()), "not_found", 404),
        (lambda: (Game(pk="nosuchgame"), make_user()), "not_found", 404),
    ],
)
def test_cancelling_is_refused(
    arrange: Callable[[], tuple[Game, User]], code: str, status: int
) -> None:
    game, user = arrange()
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        cancel_game(game_id=game.pk, user=user)
    assert (caught.value.code, caught.value.status) == (code, status)


def test_invitee_whose_account_goes_leaves_the_game_to_be_cancelled() -> None:
    user = make_user()
    game = invite(user).game
    user.delete()
    assert cancel_game(game_id=game.pk, user=seated(game, 1)).status == GameStatus.CANCELLED
