"""Sending what stands in the outbox: claim, ask again, render, send, mark.

A delivery is claimed by a conditional update, so two workers never send it twice. Marking follows directly on sending:
only a worker that dies between the provider's yes and our mark can cause a second message.
"""

import logging
import time
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from games.enums import Channel, NotificationState
from games.models import Delivery, Plan
from games.notifications.channels import webhook
from games.notifications.channels.base import Refused
from games.notifications.channels.registry import SENDERS
from games.notifications.kinds import SPECS, spec_of
from games.notifications.presence import is_looking
from games.notifications.wishes import quiet_at, settings_of, wants
from games.tasks import post_notification

logger = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(minutes=2)  # while the person is looking at the game
STALE = timedelta(
    minutes=6
)  # a claim older than this belongs to a dead worker: no task may last so long
LONGEST = 60.0  # seconds that a task goes on from what is not to be told to the next; a sweep finds the rest
POST_EXPIRES = 60  # seconds: by then a sweep has queued it again
FIRST_RETRY = timedelta(minutes=1)  # doubled with each attempt
MOST_ATTEMPTS = 12  # the last comes a day and a half after the first
SHARED = [kind for kind, spec in SPECS.items() if spec.shared]
# Whoever is posted to may let us wait: mail must not.
POSTED = (Channel.PUSH, Channel.WEBHOOK)


def send_mail_queue_posts(notification_id: int) -> None:
    """Send one notification by mail, and queue what is to be posted of it, in a queue of its own."""
    posts = Delivery.objects.filter(notification=notification_id, channel__in=POSTED)
    if _due(posts).exists():
        post_notification.apply_async_on_commit((notification_id,), expires=POST_EXPIRES)
    deliver(notification_id, [channel for channel in SENDERS if channel not in POSTED])


def deliver(notification_id: int, channels: Collection[Channel] = tuple(SENDERS)) -> None:
    """Send one notification through each of these channels in which it is due.

    With it goes whatever else of its kind waits for that person, where the channel can tell several at once. One that
    is no longer true, or has to wait, gives way to the person's next that is due: a row for each turn of a quick game
    must not hold up the news behind them.
    """
    end = time.monotonic() + LONGEST
    for channel in channels:
        rows = Delivery.objects.filter(channel=channel)
        row = _claim(rows.filter(notification=notification_id))
        while row is not None and not _tell(row) and time.monotonic() < end:
            told = row.notification
            row = _claim(rows.filter(notification__user=told.user_id, notification__kind=told.kind))


def _tell(row: Delivery) -> bool:
    """Drop, postpone or send a claimed row; whether it was to be sent."""
    if not _wanted(row):
        _settle([row], NotificationState.DROPPED)
        return False
    later = _to_wait_until(row)
    if later is not None:
        _postpone(row, later)
        return False
    others = _companions(row)
    untrue = [other for other in others if not _wanted(other)]
    _settle(untrue, NotificationState.DROPPED)
    _send([row, *(other for other in others if other not in untrue)])
    return True


def _wanted(row: Delivery) -> bool:
    """Ask again: is the person still here, is it still so, do they still want to be told that way?"""
    told = row.notification
    spec = spec_of(told)
    return (
        told.user.takes_part
        and spec.still_true(told)
        and wants(settings_of(told.user), spec.category, Channel(row.channel))
        # Who has signed out of their browsers since is no failure.
        and (row.channel != Channel.PUSH or SENDERS[Channel.PUSH].reaches(told.user))
    )


def _to_wait_until(row: Delivery) -> datetime | None:
    """When to ask again, for whoever looks at this very game or is to be left in peace now; else None, as always for
    their program."""
    told, now = row.notification, timezone.now()
    spec = spec_of(told)
    if row.channel == Channel.WEBHOOK and webhook.is_signed(told.user):
        return None
    if spec.looking and told.game_id and is_looking(told.user_id, told.game_id):
        return now + LOOK_AGAIN
    if spec.patient(told):
        quiet = quiet_at(settings_of(told.user), told.user, now)
        return None if quiet is None else quiet.end
    return None


def _claim(rows: QuerySet[Delivery]) -> Delivery | None:
    """Take the first of `rows` that is due for this worker; None if there is none, or another was quicker."""
    due = _due(rows)
    first = due.order_by("due_at", "pk").values_list("pk", flat=True).first()
    if first is None or not _take(due.filter(pk=first)):
        return None
    return _loaded().get(pk=first)


def _due(rows: QuerySet[Delivery]) -> QuerySet[Delivery]:
    return rows.filter(state=NotificationState.WAITING, due_at__lte=timezone.now())


def _loaded() -> QuerySet[Delivery]:
    return Delivery.objects.select_related("notification__user", "notification__game")


def _take(rows: QuerySet[Delivery]) -> int:
    """Mark those of `rows` that still wait as this worker's; how many they were."""
    return rows.filter(state=NotificationState.WAITING).update(
        state=NotificationState.SENDING, claimed_at=timezone.now(), attempts=F("attempts") + 1
    )


def _companions(row: Delivery) -> list[Delivery]:
    """Other games in which it is this person's turn: one mail covers all (also those whose delay isn't over).

    Claimed like the row itself. A game that they are looking at now is left to its own time.
    """
    told = row.notification
    if not spec_of(told).shared or not SENDERS[Channel(row.channel)].shares:
        return []
    if row.channel == Channel.WEBHOOK and webhook.is_signed(told.user):
        return []  # each is a message of its own, which is taken or refused by itself
    waiting = Delivery.objects.filter(
        channel=row.channel,
        notification__user=told.user_id,
        notification__kind=told.kind,
        state=NotificationState.WAITING,
    ).exclude(pk=row.pk)
    # A plan is about to play those: they are told when it was, or wasn't.
    planned = Plan.objects.filter(seat__user=told.user_id, due_at__isnull=False)
    waiting = waiting.exclude(notification__game__in=planned.values("seat__game"))
    wanted = [
        pk
        for pk, game_id in waiting.values_list("pk", "notification__game_id")
        if not is_looking(told.user_id, str(game_id))
    ]
    taken = [pk for pk in wanted if _take(Delivery.objects.filter(pk=pk))]
    return list(_loaded().filter(pk__in=taken).order_by("due_at", "pk"))


def _send(rows: list[Delivery]) -> None:
    first = rows[0]
    user = first.notification.user
    try:
        sender = SENDERS[Channel(first.channel)]
        message_id = sender.send([row.notification for row in rows], user)
    except Refused as error:
        _settle(rows, NotificationState.FAILED, error=str(error))
    except OSError as error:
        logger.warning("%s to user %s failed: %s", first.channel, user.pk, error)
        for row in rows:
            _try_later(row, str(error))
        if first.channel == Channel.WEBHOOK:
            _hold_others(user)
    else:
        _settle(rows, NotificationState.SENT, message_id=message_id)


def _hold_others(user: User) -> None:
    """Let what else is due at an address that took nothing wait for a moment: each would wait for it as long."""
    rows = Delivery.objects.filter(notification__user=user, channel=Channel.WEBHOOK)
    _due(rows).update(due_at=timezone.now() + FIRST_RETRY)


def _settle(
    rows: list[Delivery], state: NotificationState, *, message_id: str = "", error: str = ""
) -> None:
    sent_at = timezone.now() if state == NotificationState.SENT else None
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=state, sent_at=sent_at, message_id=message_id, last_error=error[:500]
    )


def _postpone(row: Delivery, due_at: datetime) -> None:
    """Back to waiting; having to wait is no failed attempt."""
    Delivery.objects.filter(pk=row.pk).update(
        state=NotificationState.WAITING, due_at=due_at, attempts=F("attempts") - 1
    )


def _try_later(row: Delivery, error: str) -> None:
    if row.attempts >= MOST_ATTEMPTS:
        _settle([row], NotificationState.FAILED, error=error)
        return
    due_at = timezone.now() + FIRST_RETRY * 2 ** (row.attempts - 1)
    Delivery.objects.filter(pk=row.pk).update(
        state=NotificationState.WAITING, due_at=due_at, last_error=error[:500]
    )


def due_ids(most: int) -> list[int]:
    """Of the notifications of the first `most` deliveries whose time has come, oldest first, those to start with.

    Of all turns of one person only the first: its mail tells the others too, and two workers must not make two mails
    of them. A program is told of each by itself. Served by the index `delivery_due`.
    """
    columns = ("notification_id", "channel", "notification__user_id", "notification__kind")
    rows = list(_due(Delivery.objects.all()).order_by("due_at", "pk").values_list(*columns)[:most])
    programs = webhook.signed_of({row[2] for row in rows if row[1] == Channel.WEBHOOK})
    firsts: dict[tuple[str, int, str] | tuple[str, int], int] = {}
    for pk, channel, user_id, kind in rows:
        alone = channel == Channel.WEBHOOK and user_id in programs
        shares = kind in SHARED and SENDERS[Channel(channel)].shares and not alone
        firsts.setdefault((channel, user_id, kind) if shares else (channel, pk), pk)
    return list(dict.fromkeys(firsts.values()))


def release_stale() -> int:
    """Put rows back that a dead worker had claimed; how many. Rows that were tried too often end as failed."""
    stale = Delivery.objects.filter(
        state=NotificationState.SENDING, claimed_at__lt=timezone.now() - STALE
    )
    stale.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=NotificationState.FAILED, last_error="every worker died on it"
    )
    return stale.update(state=NotificationState.WAITING)
