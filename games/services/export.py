"""Copies of people's data: asked for, made by a worker, kept for a week, handed to nobody else.

A copy is claimed by a conditional update and made in a temporary file. It is stored, piece by piece, in one transaction
that looks whether the claim still holds: a worker that was given up can't overwrite what another has made.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryFile
from typing import IO, Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import MailRefused
from accounts.mail import send_mail_to
from accounts.models import User
from games.enums import ExportState
from games.errors import ServiceError
from games.export.archive import TooLarge, write_archive
from games.models import DataExport, ExportChunk
from games.selectors.export import UNDONE, export_of, free_at
from games.services.lobby import lock_person
from games.tasks import build_export, tell_export

logger = logging.getLogger(__name__)

KEPT: Final = timedelta(days=7)
LEASE: Final = timedelta(minutes=6)  # a claim older than this belongs to a dead worker
MAIL_RETRY: Final = timedelta(minutes=10)
MOST_ATTEMPTS: Final = 3
MOST_BYTES: Final = 64 * 1024 * 1024
CHUNK: Final = 512 * 1024  # bytes of a piece
STEP: Final = (
    15.0  # seconds, after which the next task goes on: the computer's moves may wait behind it
)


def ask_export(*, user: User) -> DataExport:
    """Have a copy of this person's data made; one that is being made already is that one. Raises ServiceError.

    One may be asked for each day, and again at once if it failed. The one before is deleted.
    """
    with transaction.atomic():
        lock_person(user)  # two presses at once
        now = timezone.now()
        row = export_of(user, now)
        if row is not None and row.state in UNDONE:
            return row
        free = free_at(row)
        if free is not None and free > now:
            raise ServiceError(
                "export_too_soon",
                429,
                _("You may ask for one copy a day. Try again tomorrow."),
                extra={"retry_after": int((free - now).total_seconds()) + 1},
            )
        DataExport.objects.filter(user=user).delete()
        made = DataExport.objects.create(user=user, asked_at=now, due_at=now)
        build_export.delay_on_commit(user.pk)
        return made


def due_exports(now: datetime, most: int) -> list[int]:
    """Whose copy waits or was left by a dead worker, oldest first. Served by the index `export_due`."""
    due = DataExport.objects.filter(state__in=UNDONE, due_at__lte=now)
    return list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:most])


def build(*, user_id: int) -> bool:
    """Make the copy that somebody waits for, or a part of it, unless another worker does; whether it is ready.

    Who has many games has their copy made in steps, each of which stores what there is and queues the next.
    """
    row = _claim(user_id)
    if row is None:
        return False
    if not row.user.takes_part:  # they left meanwhile
        row.delete()
        return False
    with TemporaryFile() as file:
        for piece in pieces_of(row):  # of the steps before
            file.write(piece)
        try:
            whole = write_archive(
                file, row.user, made_at=row.asked_at, most=MOST_BYTES, seconds=STEP
            )
        except TooLarge:
            logger.error("the data of user %s is larger than a copy may be", user_id)
            with transaction.atomic():
                if _claimed(row).update(state=ExportState.TOO_LARGE, due_at=None):
                    ExportChunk.objects.filter(export=row.pk).delete()
            return False
        return _store(row, file, whole=whole) and whole


def _claim(user_id: int) -> DataExport | None:
    now = timezone.now()
    due = DataExport.objects.filter(pk=user_id, state__in=UNDONE, due_at__lte=now)
    if due.filter(attempts__gte=MOST_ATTEMPTS).update(state=ExportState.FAILED, due_at=None):
        ExportChunk.objects.filter(export=user_id).delete()
        return None
    claim = {"state": ExportState.BUILDING, "due_at": now + LEASE, "attempts": F("attempts") + 1}
    if not due.update(**claim):
        return None
    return DataExport.objects.select_related("user").filter(pk=user_id).first()


def _claimed(row: DataExport) -> QuerySet[DataExport]:
    """The row as long as it is this worker's."""
    return DataExport.objects.filter(
        pk=row.pk, state=ExportState.BUILDING, asked_at=row.asked_at, attempts=row.attempts
    )


def _store(row: DataExport, file: IO[bytes], *, whole: bool) -> bool:
    """Store what there is, unless the claim is lost; then queue the mail or the next step."""
    file.seek(0)
    with transaction.atomic():
        if _claimed(row).select_for_update().first() is None:
            return False
        ExportChunk.objects.filter(export=row.pk).delete()
        size = 0
        for number, data in enumerate(iter(lambda: file.read(CHUNK), b"")):
            ExportChunk.objects.create(export_id=row.pk, number=number, data=data)
            size += len(data)
        _claimed(row).update(size=size, **(_ready() if whole else _waiting()))
        (tell_export if whole else build_export).delay_on_commit(row.pk)
    return True


def _ready() -> dict[str, Any]:
    now = timezone.now()
    times = {"due_at": None, "ready_at": now, "expires_at": now + KEPT, "mail_due_at": now}
    return {"state": ExportState.READY, **times}


def _waiting() -> dict[str, Any]:
    return {"state": ExportState.WAITING, "due_at": timezone.now(), "attempts": 0}


def pieces_of(row: DataExport) -> Iterator[bytes]:
    """The file of a copy that is ready, piece by piece; one query for each."""
    rows = ExportChunk.objects.filter(export=row.pk)
    number = 0
    while (found := rows.filter(number=number).first()) is not None:
        yield bytes(found.data)
        number += 1


def due_export_mails(now: datetime, most: int) -> list[int]:
    """Who is to be told that their copy is ready. Served by the index `export_mail_due`."""
    due = DataExport.objects.filter(mail_due_at__lte=now)
    return list(due.order_by("mail_due_at", "pk").values_list("pk", flat=True)[:most])


def tell(*, user_id: int) -> bool:
    """Send the mail that a copy is ready, unless another worker does; whether it was sent."""
    now = timezone.now()
    row = DataExport.objects.filter(pk=user_id, state=ExportState.READY)
    if not row.filter(mail_due_at__lte=now).update(mail_due_at=now + LEASE):
        return False
    found = row.select_related("user").first()
    if found is None:
        return False
    try:
        sent = _send(found)
    except OSError as error:
        logger.warning("the mail about a copy to user %s failed: %s", user_id, error)
        row.update(mail_due_at=now + MAIL_RETRY)
        return False
    row.update(mail_due_at=None)
    return sent


def _send(row: DataExport) -> bool:
    if not row.user.takes_part:
        return False
    context = {"url": settings.SITE_URL + reverse("games:data"), "expires_at": row.expires_at}
    try:
        send_mail_to(row.user, "export_ready", context)
    except MailRefused:
        return False
    return True


def drop_expired_exports(*, now: datetime) -> int:
    """Delete copies that were kept long enough; how many. Served by the index `export_expires`."""
    rows = DataExport.objects.filter(expires_at__lte=now)
    ended = list(rows.values_list("pk", flat=True))
    DataExport.objects.filter(pk__in=ended, expires_at__lte=now).delete()
    return len(ended)
