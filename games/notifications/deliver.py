"""Sending what stands in the outbox: claim, ask again, render, send, mark.

A row is claimed by a conditional update, so two workers never send it twice. Marking follows directly on sending: only
a worker that dies between the mail server's yes and our mark can cause a second mail.
"""

import logging
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.errors import MailRefused
from games.enums import InvitationStatus, NotificationKind, NotificationState
from games.models import Game, Notification
from games.notifications.mails import send
from games.notifications.presence import is_looking

logger = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(minutes=2)  # while the person is looking at the game
STALE = timedelta(
    minutes=6
)  # a claim older than this belongs to a dead worker: no task may last so long
FIRST_RETRY = timedelta(minutes=1)  # doubled with each attempt
MOST_ATTEMPTS = 12  # the last comes a day and a half after the first


def deliver(notification_id: int) -> None:
    """Send one notification, and in the same mail whatever else of its kind waits for that person.

    One that is no longer true, or whose game is being looked at, gives way to the person's next that is due: a row
    for each turn of a quick game must not hold up the news behind them.
    """
    row = _claim(Notification.objects.filter(pk=notification_id))
    while row is not None and not _tell(row):
        row = _claim(Notification.objects.filter(user=row.user_id, kind=row.kind))


def _tell(row: Notification) -> bool:
    """Drop, postpone or send a claimed row; whether it was to be sent."""
    if not still_true(row):
        _settle([row], NotificationState.DROPPED)
        return False
    if row.kind == NotificationKind.YOUR_TURN and is_looking(row.user_id, row.game_id):
        _postpone(row, timezone.now() + LOOK_AGAIN)
        return False
    others = _companions(row)
    untrue = [other for other in others if not still_true(other)]
    _settle(untrue, NotificationState.DROPPED)
    _send([row, *(other for other in others if other not in untrue)])
    return True


def _claim(rows: QuerySet[Notification]) -> Notification | None:
    """Take the first of `rows` that is due for this worker; None if there is none, or another was quicker."""
    due = rows.filter(state=NotificationState.WAITING, due_at__lte=timezone.now())
    first = due.order_by("due_at", "pk").values_list("pk", flat=True).first()
    if first is None or not _take(due.filter(pk=first)):
        return None
    return Notification.objects.select_related("user", "game").get(pk=first)


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
        return _may_accept(game)
    return True


def _may_accept(game: Game) -> bool:
    """True while the invitation is open, in time, and whoever sent it is still there."""
    invitation = game.invitation
    return (
        invitation.status == InvitationStatus.OPEN
        and invitation.expires_at > timezone.now()
        and game.seats.filter(user__isnull=False).exists()
    )


def _companions(row: Notification) -> list[Notification]:
    """Other games in which it is this person's turn: one mail covers all (also those whose delay isn't over).

    Claimed like the row itself. A game that they are looking at now is left to its own time.
    """
    if row.kind != NotificationKind.YOUR_TURN:
        return []
    waiting = Notification.objects.filter(
        user=row.user_id, kind=row.kind, state=NotificationState.WAITING
    ).exclude(pk=row.pk)
    wanted = [
        pk
        for pk, game_id in waiting.values_list("pk", "game_id")
        if not is_looking(row.user_id, game_id)
    ]
    taken = [pk for pk in wanted if _take(Notification.objects.filter(pk=pk))]
    return list(
        Notification.objects.select_related("user", "game")
        .filter(pk__in=taken)
        .order_by("due_at", "pk")
    )


def _send(rows: list[Notification]) -> None:
    try:
        message_id = send(rows)
    except MailRefused as error:
        _settle(rows, NotificationState.FAILED, error=str(error))
    except OSError as error:
        logger.warning("mail to user %s failed: %s", rows[0].user_id, error)
        for row in rows:
            _try_later(row, str(error))
    else:
        _settle(rows, NotificationState.SENT, message_id=message_id)


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
    """Of the first `most` rows whose time has come, oldest first, those to start with.

    Of all turns of one person only the first: its mail tells the others too, and two workers must not make two mails
    of them. Served by the index `notification_due`.
    """
    rows = Notification.objects.filter(state=NotificationState.WAITING, due_at__lte=timezone.now())
    firsts: dict[tuple[int, str] | int, int] = {}
    for pk, user_id, kind in rows.order_by("due_at", "pk").values_list("pk", "user_id", "kind")[
        :most
    ]:
        together = (user_id, kind) if kind == NotificationKind.YOUR_TURN else pk
        firsts.setdefault(together, pk)
    return list(firsts.values())


def release_stale() -> int:
    """Put rows back that a dead worker had claimed; how many. Rows that were tried too often end as failed."""
    stale = Notification.objects.filter(
        state=NotificationState.SENDING, claimed_at__lt=timezone.now() - STALE
    )
    stale.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=NotificationState.FAILED, last_error="every worker died on it"
    )
    return stale.update(state=NotificationState.WAITING)
