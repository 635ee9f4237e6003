"""Asked again just before something is told: is it still so? The person may have moved, answered or left since."""

from datetime import datetime

from django.utils import timezone

from accounts.selectors import is_blocked_between
from games.enums import GameStatus, InvitationStatus, TakeBackStatus
from games.models import Game, Notification, TakeBack
from games.notifications.told import game_of
from games.selectors.clock import AGREED
from games.selectors.games import waiting_ids
from games.selectors.talk import has_unread


def always(row: Notification) -> bool:
    """What has happened stays so."""
    return True


def running(row: Notification) -> bool:
    """The game is being played."""
    return game_of(row).status == GameStatus.ACTIVE


def my_turn(row: Notification) -> bool:
    """It is still the turn that the row was written for, and this person's; and no newer row tells of it.

    A turn can come twice, when the one before it was taken back.
    """
    game = game_of(row)
    if game.turn != row.turn or not _to_move(game, row.user_id):
        return False
    newer = Notification.objects.filter(
        game=game, user=row.user_id, kind=row.kind, turn=row.turn, pk__gt=row.pk
    )
    return not newer.exists()


def same_turn(row: Notification) -> bool:
    """Nobody has moved since."""
    game = game_of(row)
    return game.status == GameStatus.ACTIVE and game.turn == row.turn


def mine_and_same_turn(row: Notification) -> bool:
    """Nobody has moved since, and it is this person who is to move."""
    return same_turn(row) and _to_move(game_of(row), row.user_id)


def time_runs_out(row: Notification) -> bool:
    """It is still this person's turn and it still ends when the reminder said."""
    deadline = game_of(row).deadline_at
    if deadline is None or deadline <= timezone.now():
        return False
    return mine_and_same_turn(row) and deadline.isoformat() == row.data["deadline"]


def others_turn(row: Notification) -> bool:
    """The game runs and this person isn't to move: if they are, they are told that instead."""
    return running(row) and not _to_move(game_of(row), row.user_id)


def pause_open(row: Notification) -> bool:
    """The other seat still asks for a pause."""
    game = game_of(row)
    asking = game.pause_asked_by
    if game.status != GameStatus.ACTIVE or asking is None:
        return False
    return not game.seats.filter(user=row.user_id, number=asking).exists()


def pause_answered(row: Notification) -> bool:
    """The game goes on, or stands, as it was answered."""
    return running(row) and (AGREED in game_of(row).pauses) == row.data["accepted"]


def take_back_open(row: Notification) -> bool:
    """The opponent still asks for that turn back: nobody has moved or answered since."""
    asked = TakeBack.objects.filter(
        game=row.game_id, last=row.data["last"], status=TakeBackStatus.ASKED
    )
    return mine_and_same_turn(row) and asked.exists()


def take_back_answered(row: Notification) -> bool:
    """The game goes on; and if the turn was given back, nobody has moved since."""
    return mine_and_same_turn(row) if row.data["accepted"] else running(row)


def unread(row: Notification) -> bool:
    """A message of that game waits to be read, and the person has not muted the talk or blocked who wrote it."""
    game = game_of(row)
    others = [
        seat.user for seat in game.seats.select_related("user") if seat.user_id != row.user_id
    ]
    if any(other is not None and is_blocked_between(row.user, other) for other in others):
        return False
    return has_unread(game.pk, row.user_id)


def may_accept(row: Notification) -> bool:
    """The invitation is open, in time, and whoever sent it is still there and isn't blocked by now."""
    game = game_of(row)
    invitation = game.invitation
    if invitation.inviter is not None and is_blocked_between(row.user, invitation.inviter):
        return False
    return (
        invitation.status == InvitationStatus.OPEN
        and invitation.expires_at > timezone.now()
        and game.seats.filter(user__isnull=False).exists()
    )


def games_wait(row: Notification) -> bool:
    """At least one game waits for this person."""
    return bool(waiting_ids(row.user))


def still_away(row: Notification) -> bool:
    """The vacation has not ended yet."""
    return timezone.now() < datetime.fromisoformat(row.data["until"])


def _to_move(game: Game, user_id: int) -> bool:
    if game.status != GameStatus.ACTIVE or game.seat_to_move is None:
        return False
    return game.seats.filter(user=user_id, number=game.seat_to_move).exists()
