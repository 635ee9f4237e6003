"""Sending what stands in the outbox: claim, ask again, render, send, mark.

A row is claimed by a conditional update, so two workers never send it twice. Marking follows directly on sending: only
a worker that dies between the mail server's yes and our mark can cause a second mail.
"""

import logging
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.errors import MailRefused
from games.enums import GameStatus, NotificationKind, NotificationState
from games.models import Notification
from games.notifications.mails import send
from games.notifications.presence import is_looking

logger = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(minutes=2)  # while the person is looking at the game
STALE = timedelta(minutes=5)  # a claim older than this belongs to a dead worker
MOST_ATTEMPTS = 8
FIRST_RETRY = timedelta(minutes=1)  # doubled with each attempt


def deliver(notification_id: int) -> None:
    """Send one notification, and in the same mail whatever else of its kind waits for that person."""
    row = _claim(notification_id)
    if row is None:
        return
    if not still_true(row):
        _settle([row], NotificationState.DROPPED)
    elif row.kind == NotificationKind.YOUR_TURN and is_looking(row.user_id, row.game_id):
        _postpone(row, timezone.now() + LOOK_AGAIN)
    else:
        _send([row, *_companions(row)])


def _claim(notification_id: int) -> Notification | None:
    """Take a due row for this worker, if no other was quicker."""
    if not _take(Notification.objects.filter(pk=notification_id, due_at__lte=timezone.now())):
        return None
    return Notification.objects.select_related("user", "game").get(pk=notification_id)


def _take(rows: QuerySet[Notification]) -> int:
    """Mark those of `rows` that still wait as this worker's; how many they were."""
    return rows.filter(state=NotificationState.WAITING).update(
        state=NotificationState.SENDING, claimed_at=timezone.now(), attempts=F("attempts") + 1
    )


def still_true(row: Notification) -> bool:
    """Ask again whether there is something to tell: the person may have moved, answered or left since."""
    game = row.game
    if not row.user.is_active:
        return False
    if row.kind == NotificationKind.YOUR_TURN:
        to_move = game.seats.filter(user=row.user_id).values_list("number", flat=True).first()
        return game.turn == row.turn and to_move is not None and game.seat_to_move == to_move
    if row.kind == NotificationKind.INVITED:
        return game.status == GameStatus.PREPARING
    return True


def _companions(row: Notification) -> list[Notification]:
    """Other games in which it is this person's turn: one mail covers all (also those whose delay isn't over)."""
    if row.kind != NotificationKind.YOUR_TURN:
        return []
    waiting = Notification.objects.filter(
        user=row.user_id, kind=row.kind, state=NotificationState.WAITING
    ).exclude(pk=row.pk)
    wanted = list(waiting.order_by("due_at").values_list("pk", flat=True))
    taken = [pk for pk in wanted if _take(Notification.objects.filter(pk=pk))]
    return list(
        Notification.objects.select_related("user", "game").filter(pk__in=taken).order_by("due_at")
    )


def _send(rows: list[Notification]) -> None:
    wanted = [row for row in rows if still_true(row)]
    _settle([row for row in rows if row not in wanted], NotificationState.DROPPED)
    try:
        message_id = send(wanted)
    except MailRefused as error:
        _settle(wanted, NotificationState.FAILED, error=str(error))
    except OSError as error:
        logger.warning("mail to user %s failed: %s", rows[0].user_id, error)
        for row in wanted:
            _try_later(row, str(error))
    else:
        _settle(wanted, NotificationState.SENT, message_id=message_id)


def _settle(
    rows: list[Notification], state: NotificationState, *, message_id: str = "", error: str = ""
) -> None:
    sent_at = timezone.now() if state == NotificationState.SENT else None
    Notification.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=state, sent_at=sent_at, message_id=message_id, last_error=error[:500]
    )


def _postpone(row: Notification, due_at: datetime) -> None:
    """Back to waiting; looking at a game is no failed attempt."""
    Notification.objects.filter(pk=row.pk).update(
        state=NotificationState.WAITING, due_at=due_at, attempts=F("attempts") - 1
    )


def _try_later(row: Notification, error: str) -> None:
    if row.attempts >= MOST_ATTEMPTS:
        _settle([row], NotificationState.FAILED, error=error)
        return
    due_at = timezone.now() + FIRST_RETRY * 2 ** (row.attempts - 1)
    Notification.objects.filter(pk=row.pk).update(
        state=NotificationState.WAITING, due_at=due_at, last_error=error[:500]
    )


def due_ids(most: int) -> list[int]:
    """Rows whose time has come, oldest first. Served by the index `notification_due`."""
    rows = Notification.objects.filter(state=NotificationState.WAITING, due_at__lte=timezone.now())
    return list(rows.order_by("due_at").values_list("pk", flat=True)[:most])


def release_stale() -> int:
    """Put rows back that a dead worker had claimed; how many."""
    stale = Notification.objects.filter(
        state=NotificationState.SENDING, claimed_at__lt=timezone.now() - STALE
    )
    return stale.update(state=NotificationState.WAITING)
