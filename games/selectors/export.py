"""Where a person's copy of their data stands."""

from datetime import datetime, timedelta
from typing import Final

from accounts.models import User
from games.enums import ExportState
from games.models import DataExport

BETWEEN: Final = timedelta(days=1)  # from one wish for a copy to the next
UNDONE: Final = (ExportState.WAITING, ExportState.BUILDING)


def export_of(user: User, now: datetime) -> DataExport | None:
    """The copy that was asked for last; None if there is none or it is kept no longer. One query."""
    row = DataExport.objects.filter(user=user).first()
    if row is None or (row.expires_at is not None and row.expires_at <= now):
        return None
    return row


def free_at(row: DataExport | None) -> datetime | None:
    """From when on another copy may be asked for; None: now, as when the last one failed."""
    made = row is not None and row.state not in (ExportState.FAILED, ExportState.TOO_LARGE)
    return row.asked_at + BETWEEN if row is not None and made else None
