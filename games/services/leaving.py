"""What becomes of a person's games when they leave (`accounts.leaving`).

Closing an account withdraws all that others could still accept; running games go on, for their player may come back. The
deletion resigns those that still run and takes the person off their seats. Each step is a transaction of its own and
finds by itself what is left to do, so a worker that is killed anywhere is followed by one that goes on.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.leaving import begin_deletion, finish_deletion
from accounts.models import User
from games.enums import GameStatus, InvitationStatus
from games.errors import ServiceError
from games.models import (
    CalendarFeed,
    ChatMessage,
    DataExport,
    Invitation,
    Note,
    NoticeSettings,
    Notification,
    Plan,
    PushDevice,
    Rating,
    RatingChange,
    Seat,
    StandingOffer,
    StoredAnswer,
    Submission,
    TalkSide,
    Vacation,
    Webhook,
)
from games.services.invitations import cancel_game, decline_invitation
from games.services.play import resign_game
from games.tasks import withdraw_leaver

logger = logging.getLogger(__name__)

SEATS_AT_ONCE = 100
# Somebody was quicker: the game began, ended or was called off, the invitation was answered or is too old.
_SETTLED = {"not_preparing", "not_active", "invitation_closed", "invitation_expired", "not_found"}
# All that a person keeps here besides seats and ratings.
_OWN = (
    CalendarFeed,
    DataExport,
    Note,
    NoticeSettings,
    Notification,
    PushDevice,
    StandingOffer,
    StoredAnswer,
    Submission,
    TalkSide,
    Vacation,
    Webhook,
)


def stop_offering(*, user: User) -> None:
    """Offer nothing new from now on, and have all that is open withdrawn. Part of the caller's transaction.

    Who comes back finds their standing offers paused.
    """
    StandingOffer.objects.filter(user=user).update(paused=True)
    withdraw_leaver.delay_on_commit(user.pk)


def withdraw(*, user_id: int) -> None:
    """Call off the games that somebody who is leaving prepares, and decline what they are asked."""
    user = User.objects.filter(pk=user_id, leaving_at__isnull=False).first()
    if user is None:
        return
    for game_id in _seats(user, GameStatus.PREPARING):
        with _on_to_the_next(f"game {game_id}"):
            cancel_game(game_id=game_id, user=user)
    asked = Invitation.objects.filter(invitee=user, status=InvitationStatus.OPEN)
    for pk, token in list(asked.values_list("pk", "token")):
        with _on_to_the_next(f"invitation {pk}"):
            decline_invitation(token=token, user=user)


def leavers_to_withdraw(now: datetime, most: int) -> list[int]:
    """Who is leaving and can still be accepted or is still asked: what a lost task has left behind."""
    preparing = Seat.objects.filter(user=OuterRef("pk"), game__status=GameStatus.PREPARING)
    asked = Invitation.objects.filter(
        invitee=OuterRef("pk"), status=InvitationStatus.OPEN, expires_at__gt=now
    )
    leaving = User.objects.filter(leaving_at__isnull=False)
    found = leaving.filter(Exists(preparing) | Exists(asked)).order_by("leaving_at", "pk")
    return list(found.values_list("pk", flat=True)[:most])


def delete_account(*, user_id: int) -> bool:
    """Delete an account whose time to return is over; False if it isn't to be deleted (any more), or not to its end.

    May be repeated from any point. A game that can't be resigned holds up its own seat, and the ratings and the end of
    the deletion: the sweep tries it again.
    """
    user = begin_deletion(user_id=user_id)
    if user is None:
        return False
    withdraw(user_id=user_id)
    _forget(user)
    while _vacate(user):
        pass
    for game_id in _seats(user, GameStatus.ACTIVE):
        with _on_to_the_next(f"game {game_id}"):
            resign_game(game_id=game_id, user=user)
    while _vacate(user):
        pass
    Notification.objects.filter(user=user).delete()
    if Seat.objects.filter(user=user).exists():
        return False
    # Last, for the games that were resigned have moved the ratings once more.
    Rating.objects.filter(user=user).delete()
    RatingChange.objects.filter(user=user).update(user=None)
    finish_deletion(user=user)
    return True


@contextmanager
def _on_to_the_next(what: str) -> Iterator[None]:
    """Go on where somebody was quicker, and where something is wrong: that is logged, and tried again by the sweep."""
    try:
        yield
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not isinstance(error, ServiceError) or error.code not in _SETTLED:
            logger.exception("somebody leaves, and %s could not be settled", what)


def _seats(user: User, status: GameStatus) -> list[str]:
    """Ids of a person's games of that status."""
    seats = Seat.objects.filter(user=user, game__status=status).order_by("pk")
    return list(seats.values_list("game_id", flat=True))


def _forget(user: User) -> None:
    """Delete what a person keeps here, table by table."""
    for table in _OWN:
        table.objects.filter(user=user).delete()
    Invitation.objects.filter(inviter=user).update(inviter=None)
    Invitation.objects.filter(invitee=user).exclude(decline_note="").update(decline_note="")


def _vacate(user: User) -> bool:
    """Take a person off some of their seats in games that don't run; whether there were any.

    What they wrote to the opponent is emptied in the same transaction: afterwards nobody knows whose it was.
    """
    with transaction.atomic():
        over = Seat.objects.filter(user=user).exclude(
            game__status__in=(GameStatus.PREPARING, GameStatus.ACTIVE)
        )
        seats = list(over.order_by("pk").values_list("pk", "game_id", "number")[:SEATS_AT_ONCE])
        if not seats:
            return False
        written = Q()
        for number in (1, 2):
            ids = [game_id for _pk, game_id, one in seats if one == number]
            written |= Q(game__in=ids, seat=number)
        ChatMessage.objects.filter(written).update(text="")
        mine = [pk for pk, _game_id, _number in seats]
        Plan.objects.filter(seat__in=mine).delete()
        Seat.objects.filter(pk__in=mine).update(user=None, vacated=True)
    return True
