"""The daily digest: written by the sweep at each person's own hour."""

from datetime import datetime

from django.db import transaction

from games.enums import NotificationKind
from games.models import NoticeSettings, Notification
from games.notifications.each import each
from games.notifications.plan import plan_notice
from games.notifications.wishes import local_zone, next_digest


def plan_digests(now: datetime, most: int) -> list[Notification]:
    """Write the digests that are due, and note when the next ones are. Served by the index `notice_digest_due`.

    One that finds no game waiting is dropped just before it would be sent.
    """
    due = NoticeSettings.objects.filter(next_digest_at__lte=now).order_by("next_digest_at", "pk")
    return each(due.select_related("user")[:most], lambda settings: _digest(settings, now))


def _digest(settings: NoticeSettings, now: datetime) -> Notification | None:
    """One digest, unless another worker writes it; once for each day of the person's own.

    Who has just left the digest gets this one, since what waits was told nowhere else.
    """
    user = settings.user
    due_at, coming = settings.next_digest_at, next_digest(settings, user, now)
    with transaction.atomic():
        same = NoticeSettings.objects.filter(pk=settings.pk, next_digest_at=due_at)
        if not same.update(next_digest_at=coming):
            return None
        day = now.astimezone(local_zone(user)).date().isoformat()
        return plan_notice(user, NotificationKind.DIGEST, None, now=now, key=day)
