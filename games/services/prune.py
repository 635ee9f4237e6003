"""Forgetting what nobody will ask for again, night by night: answers to requests, and old news."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.batches import delete_oldest
from games.enums import GameStatus, NotificationState
from games.models import Delivery, Notification, StoredAnswer, Submission

ANSWERS_KEPT: Final = timedelta(days=14)  # as the schema of the API promises
NEWS_KEPT: Final = timedelta(days=90)  # after they were settled
BATCH: Final = 500
MOST_BATCHES: Final = 200  # in one night, a task's time being short; the next one goes on
_UNFINISHED: Final = (GameStatus.PREPARING, GameStatus.ACTIVE)
_UNSETTLED: Final = (NotificationState.WAITING, NotificationState.SENDING)


def prune_submissions() -> int:
    """Delete answers to turns that are older than two weeks, for some seconds; their number, 0 if none is left."""
    return delete_oldest(Submission.objects.filter(created_at__lt=_two_weeks_ago()), "created_at")


def prune_answers() -> int:
    """Delete answers to other requests that are older than two weeks, for some seconds; their number, 0 if none is
    left."""
    return delete_oldest(StoredAnswer.objects.filter(created_at__lt=_two_weeks_ago()), "created_at")


def _two_weeks_ago() -> datetime:
    return timezone.now() - ANSWERS_KEPT


def prune_notifications() -> int:
    """Delete notifications that were settled in every channel 90 days ago, with their deliveries; their number.

    Those of games that aren't over stay: their keys keep anything from being told twice, and their mails hang together.
    Each batch is a transaction of its own, so that a worker that dies has done what it did.
    """
    deleted, last = 0, 0
    for _batch in range(MOST_BATCHES):
        ids = _old(after=last)
        if not ids:
            break
        with transaction.atomic():
            Delivery.objects.filter(notification__in=ids).delete()
            Notification.objects.filter(pk__in=ids).delete()
        deleted, last = deleted + len(ids), ids[-1]
    return deleted


def _old(*, after: int) -> list[int]:
    """The next batch, by number, so that what stays is looked at once a night only."""
    until = timezone.now() - NEWS_KEPT
    busy = Delivery.objects.filter(notification=OuterRef("pk")).filter(
        Q(state__in=_UNSETTLED)
        | Q(claimed_at__gte=until)
        | Q(sent_at__gte=until)
        | Q(due_at__gte=until)
    )
    old = Notification.objects.filter(pk__gt=after, created_at__lt=until, due_at__lt=until)
    # Not `exclude`, which would keep news without a game.
    over = Q(game=None) | ~Q(game__status__in=_UNFINISHED)
    rows = old.filter(over, ~Exists(busy)).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:BATCH])
