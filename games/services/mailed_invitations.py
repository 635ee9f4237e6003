"""The mails of invitations by address: claimed, asked again, sent, marked.

The invitation's own row is the outbox, since an address has no account that a notification could belong to. What a
broker that was away or a dead worker left behind is found by the sweep.
"""

import logging
from datetime import UTC, timedelta

from django.conf import settings
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation

from accounts.errors import MailRefused
from accounts.mail import compose
from accounts.models import User
from accounts.quiet import is_quiet
from accounts.selectors import is_blocked_between
from games.enums import Channel, InvitationStatus, NoticeCategory, NotificationState
from games.models import Invitation
from games.notifications.unsubscribing import leave_address_url
from games.notifications.wishes import settings_of, wants

logger = logging.getLogger(__name__)

LEASE = timedelta(
    minutes=6
)  # a claim older than this belongs to a dead worker: no task may last so long
FIRST_RETRY = timedelta(minutes=1)  # doubled with each attempt
MOST_ATTEMPTS = 12  # the last comes a day and a half after the first
UNDONE = Q(
    mail_state__in=[NotificationState.WAITING, NotificationState.SENDING],
    mail_attempts__lt=MOST_ATTEMPTS,
)


def due_mails(most: int) -> list[int]:
    """Invitations whose mail is due, oldest first. Served by the index `invitation_mail_due`."""
    due = Invitation.objects.filter(UNDONE, mail_due_at__lte=timezone.now())
    return list(due.order_by("mail_due_at", "pk").values_list("pk", flat=True)[:most])


def deliver(invitation_id: int) -> None:
    """Send the mail of one invitation, unless another worker does or it is no longer wanted."""
    if not _claim(invitation_id):
        return
    row = Invitation.objects.select_related("game", "inviter").get(pk=invitation_id)
    if not _is_wanted(row):
        _settle(row, NotificationState.DROPPED)
        return
    try:
        _send(row)
    except MailRefused:
        _settle(row, NotificationState.FAILED)
    except OSError as error:
        logger.warning("mail of invitation %s failed: %s", row.pk, error)
        _try_later(row)
    else:
        _settle(row, NotificationState.SENT)


def _claim(invitation_id: int) -> bool:
    """Take the mail for this worker; False if it isn't due or another was quicker."""
    now = timezone.now()
    due = Invitation.objects.filter(UNDONE, pk=invitation_id, mail_due_at__lte=now)
    taken = due.update(
        mail_state=NotificationState.SENDING,
        mail_due_at=now + LEASE,
        mail_attempts=F("mail_attempts") + 1,
    )
    return taken == 1


def _is_wanted(row: Invitation) -> bool:
    """Asked just before sending. Nobody writes by us to somebody who has blocked them, or where no mail arrives."""
    if row.status != InvitationStatus.OPEN or row.expires_at <= timezone.now() or not row.email:
        return False
    if row.inviter is None or not row.inviter.takes_part:
        return False
    if is_quiet(row.email):
        return False
    known = User.objects.filter(email__iexact=row.email).first()
    if known is None:
        return True
    if known.leaving_at is not None or known.mail_stopped_at is not None:
        return False
    if is_blocked_between(row.inviter, known):
        return False
    return wants(settings_of(known), NoticeCategory.INVITATIONS, Channel.EMAIL)


def _send(row: Invitation) -> None:
    """In the language of whoever invites: that of the reader isn't known."""
    leave = leave_address_url(row.email)
    context = {
        "inviter": str(row.inviter),
        "game": row.game,
        "expires": row.expires_at,
        "url": settings.SITE_URL + reverse("games:invitation", args=[row.token]),
        "leave_url": leave,
    }
    headers = {
        "List-Unsubscribe": f"<{leave}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    language = (row.inviter.language if row.inviter else "") or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(UTC):
        compose(row.email, "friend_invited", context, headers).send()


def _settle(row: Invitation, state: NotificationState) -> None:
    Invitation.objects.filter(pk=row.pk).update(mail_state=state, mail_due_at=None)


def _try_later(row: Invitation) -> None:
    if row.mail_attempts >= MOST_ATTEMPTS:
        _settle(row, NotificationState.FAILED)
        return
    due_at = timezone.now() + FIRST_RETRY * 2 ** (row.mail_attempts - 1)
    Invitation.objects.filter(pk=row.pk).update(
        mail_state=NotificationState.WAITING, mail_due_at=due_at
    )
