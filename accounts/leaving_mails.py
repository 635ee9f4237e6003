"""The two mails to somebody who is about to leave: that it is settled, and one a day before. None comes after.

The user's own row is the outbox: due, leased, sent, counted. The sweep finds what a dead worker left.
"""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.errors import MailRefused
from accounts.mail import send_mail_to
from accounts.models import User

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=6)  # longer than any task may last
RETRY: Final = timedelta(hours=1)  # after a mail server that doesn't answer
REMINDED_BEFORE: Final = timedelta(days=1)
TEMPLATES: Final = ("leaving", "leaving_soon")  # by the number of mails sent before


def due_leaving_mails(now: datetime, most: int) -> list[int]:
    """Whom a mail about their leaving is due to. Read from the few rows of the index `user_leaving`."""
    due = User.objects.filter(leaving_at__gt=now, leaving_mail_at__lte=now)
    return list(due.order_by("leaving_mail_at", "pk").values_list("pk", flat=True)[:most])


def tell_leaver(*, user_id: int) -> bool:
    """Send the mail that is due, unless another worker does or the person has come back; whether one was sent."""
    now = timezone.now()
    due = User.objects.filter(pk=user_id, leaving_at__gt=now, leaving_mail_at__lte=now)
    if not due.update(leaving_mail_at=now + LEASE):
        return False
    user = User.objects.get(pk=user_id)
    if user.leaving_at is None or user.leaving_mails >= len(TEMPLATES):
        return False
    try:
        send_mail_to(user, TEMPLATES[user.leaving_mails], _context(user, user.leaving_at))
    except MailRefused:
        sent = False
    except OSError as error:
        logger.warning("the mail about leaving to user %s failed: %s", user.pk, error)
        _leaving(user).update(leaving_mail_at=now + RETRY)
        return False
    else:
        sent = True
    coming = user.leaving_at - REMINDED_BEFORE
    more = user.leaving_mails + 1 < len(TEMPLATES) and coming > now
    _leaving(user).update(
        leaving_mails=F("leaving_mails") + 1, leaving_mail_at=coming if more else None
    )
    return sent


def _leaving(user: User) -> Any:
    """The row as long as it is the same wish to leave: who came back is left alone."""
    return User.objects.filter(pk=user.pk, leaving_at=user.leaving_at)


def _context(user: User, leaving_at: datetime) -> dict[str, Any]:
    return {"leaving_at": leaving_at, "url": settings.SITE_URL + reverse("account_login")}
