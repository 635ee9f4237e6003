"""Whether news still go out, in figures from the database: what a monitor watches, so that nobody has to notice."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min

from accounts.models import User
from games.enums import GameStatus, NotificationKind, NotificationState
from games.models import Delivery, Game, GameEvent, Notification

HOUR = timedelta(hours=1)
LATE = timedelta(minutes=5)  # after its deadline a running game shows that nothing sweeps

type ByChannel = dict[str, int]


@dataclass(frozen=True, slots=True)
class Health:
    """The figures at one moment; "in the last hour" means the sixty minutes before it.

    turns_ended: turns that were played, the computer's included.
    turns_to_tell: turns that began for a person, as the outbox has them.
    turns_told: messages about them that went out, by channel; one mail may tell several turns.
    deliveries: what waits or is being sent now, by channel and state; what was sent or failed, in the last hour.
    oldest_due_seconds: for how long the first message has been due and not sent; 0 if none is.
    overdue_games: running games that should have ended five minutes ago.
    mail_stopped: people to whom no mail goes, since their address refused it or they complained.
    """

    turns_ended: int
    turns_to_tell: int
    turns_told: ByChannel
    deliveries: dict[tuple[str, str], int]
    oldest_due_seconds: float
    overdue_games: int
    mail_stopped: int


def health(now: datetime) -> Health:
    """All figures. Nine queries, each by an index of its own but for the count of people."""
    since = now - HOUR
    return Health(
        turns_ended=GameEvent.objects.filter(kind="turn_ended", created_at__gt=since).count(),
        turns_to_tell=Notification.objects.filter(
            kind=NotificationKind.YOUR_TURN, created_at__gt=since
        ).count(),
        turns_told=_turns_told(since),
        deliveries=_deliveries(since),
        oldest_due_seconds=_oldest_due(now),
        overdue_games=Game.objects.filter(
            status=GameStatus.ACTIVE, deadline_at__lt=now - LATE
        ).count(),
        mail_stopped=User.objects.filter(mail_stopped_at__isnull=False).count(),
    )


def _turns_told(since: datetime) -> ByChannel:
    told = Delivery.objects.filter(
        state=NotificationState.SENT,
        sent_at__gt=since,
        notification__kind=NotificationKind.YOUR_TURN,
    )
    counted = told.values("channel").annotate(number=Count("message_id", distinct=True))
    return dict(counted.values_list("channel", "number"))


def _deliveries(since: datetime) -> dict[tuple[str, str], int]:
    kinds = (
        Delivery.objects.filter(state__in=[NotificationState.WAITING, NotificationState.SENDING]),
        Delivery.objects.filter(state=NotificationState.SENT, sent_at__gt=since),
        Delivery.objects.filter(state=NotificationState.FAILED, claimed_at__gt=since),
    )
    return {
        (channel, state): number
        for rows in kinds
        for channel, state, number in rows.values("channel", "state")
        .annotate(number=Count("pk"))
        .values_list("channel", "state", "number")
    }


def _oldest_due(now: datetime) -> float:
    due = Delivery.objects.filter(state=NotificationState.WAITING, due_at__lte=now)
    oldest: datetime | None = due.aggregate(oldest=Min("due_at"))["oldest"]
    return 0.0 if oldest is None else (now - oldest).total_seconds()
