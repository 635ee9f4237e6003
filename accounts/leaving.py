"""Leaving: an account is closed at once, deleted two weeks later, and there again if its owner signs in before.

Everything turns on one row: closing, coming back and the deletion each lock the user and look again. So somebody who
signs in at the very moment of the deletion ends either here or gone. The deletion has a point of no return,
`begin_deletion`, after which nobody can sign in; what follows may be killed anywhere and is done again.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from django.contrib import messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.enums import Language, MailStop, NotificationDelay
from accounts.models import Block, UsedName, User
from accounts.names import new_gone_name
from accounts.oauth import end_apps
from accounts.signals import account_closing
from accounts.tasks import tell_leaver
from accounts.tokens import revoke_all

TIME_TO_RETURN: Final = timedelta(days=14)
_CHUNK: Final = 500  # sessions read at a time


def close_account(*, user: User) -> datetime | None:
    """Close an account, to be deleted in two weeks; when that will be. Closing it again changes nothing.

    All sessions and tokens end, and a mail says so. None for one that is deleted already.
    """
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        if row.left_at is None and row.leaving_at is None:
            row.leaving_mail_at = timezone.now()
            row.leaving_at = row.leaving_mail_at + TIME_TO_RETURN
            row.leaving_mails = 0
            row.sessions_ended += 1
            row.save(
                update_fields=["leaving_at", "leaving_mail_at", "leaving_mails", "sessions_ended"]
            )
            _end_access(row)
            account_closing.send(User, user=row)
            tell_leaver.delay_on_commit(row.pk)
        return row.leaving_at if row.left_at is None else None


def _end_access(row: User) -> None:
    """Take back what programs act with in this person's name."""
    revoke_all(user=row)
    end_apps(user=row)


def come_back(*, user: User) -> bool:
    """Open a closed account again; whether it was closed and is not deleted yet."""
    with transaction.atomic():
        # Waits for a deletion that has just begun: afterwards there is nothing to come back to.
        row = User.objects.select_for_update().filter(pk=user.pk, left_at=None).first()
        if row is None or row.leaving_at is None:
            return False
        row.leaving_at = row.leaving_mail_at = None
        row.leaving_mails = 0
        row.save(update_fields=["leaving_at", "leaving_mail_at", "leaving_mails"])
    user.leaving_at = None
    return True


def signed_in(sender: object, request: HttpRequest | None, user: User, **_more: Any) -> None:
    """Receiver of Django's signal: whoever signs in, by whichever door, wants to stay."""
    if user.leaving_at is not None and come_back(user=user) and request is not None:
        text = _("Welcome back: your account is open again and will not be deleted.")
        messages.success(request, text, fail_silently=True)


def due_for_deletion(now: datetime, most: int) -> list[int]:
    """Accounts whose time to return is over, and those whose deletion isn't done. Served by the index `user_leaving`."""
    due = User.objects.filter(leaving_at__lte=now)
    return list(due.order_by("leaving_at", "pk").values_list("pk", flat=True)[:most])


def begin_deletion(*, user_id: int) -> User | None:
    """Take name, address, password and everything personal from an account whose time is over, for good.

    The row stays: it is what invitations and the like point at. None if it isn't to be deleted (any more); the same
    account again if that was begun before.
    """
    with transaction.atomic():
        row = User.objects.select_for_update().filter(pk=user_id).first()
        if row is None or row.leaving_at is None or row.leaving_at > timezone.now():
            return None
        if row.left_at is None:
            _forget_person(row)
        return row


def _forget_person(row: User) -> None:
    name = new_gone_name()
    # Past names stay taken, but no longer say whose they were.
    UsedName.objects.filter(user=row).update(user=None)
    EmailAddress.objects.filter(user=row).delete()
    Block.objects.filter(Q(user=row) | Q(blocked=row)).delete()
    _end_access(row)
    Client.objects.filter(owner=row).delete()
    about = {"content_type": ContentType.objects.get_for_model(User), "object_id": str(row.pk)}
    LogEntry.objects.filter(**about).update(object_repr=name)
    row.groups.clear()
    row.user_permissions.clear()
    for field, value in _nobody(name).items():
        setattr(row, field, value)
    row.set_unusable_password()
    row.save()


def _nobody(name: str) -> dict[str, Any]:
    """What the columns of a deleted account hold."""
    now = timezone.now()
    return {
        "username": name,
        "email": "",
        "is_active": False,
        "is_staff": False,
        "is_superuser": False,
        "last_login": None,
        "date_joined": now,
        "language": Language.BROWSER,
        "time_zone": "",
        "notification_delay": NotificationDelay.QUARTER_HOUR,
        "confirm_gifts": True,
        "mail_stopped_at": None,
        "mail_stopped_why": MailStop.NONE,
        "sleep_start": None,
        "sleep_hours": 0,
        "hours_zone": "",
        "hours_changed_at": None,
        "left_at": now,
        "leaving_mail_at": None,
        "leaving_mails": 0,
    }


def finish_deletion(*, user: User) -> None:
    """Delete what is left of the person's sessions, and note that the deletion is done."""
    forget_sessions(user_id=user.pk)
    User.objects.filter(pk=user.pk, left_at__isnull=False).update(leaving_at=None)


def forget_sessions(*, user_id: int) -> None:
    """Delete a person's sessions. They don't hold any more by then, but allauth notes the name in them."""
    mine = [key for key, data in sessions_of(user_id)]
    Session.objects.filter(pk__in=mine).delete()


def sessions_of(user_id: int) -> list[tuple[str, dict[str, Any]]]:
    """Keys and contents of a person's stored sessions. Each session of the site is opened for it: work for a worker."""
    found = []
    for session in Session.objects.order_by("pk").iterator(chunk_size=_CHUNK):
        data = session.get_decoded()
        if data.get(SESSION_KEY) == str(user_id):
            found.append((session.pk, data | {"until": session.expire_date}))
    return found
