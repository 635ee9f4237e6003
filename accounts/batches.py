"""Deleting many old rows in small steps: one statement for all would outlast its time and leave everything where it was."""

from time import monotonic
from typing import Any, Final

from django.db.models import QuerySet

BATCH: Final = 500
SECONDS: Final = 10.0  # in one go


def delete_oldest(rows: QuerySet[Any], by: str) -> int:
    """Delete these rows in the order of that column, batch by batch, for some seconds; how many were deleted.

    None: there is nothing left. Each batch is a transaction of its own, so whoever dies has done what they did.
    """
    until, deleted = monotonic() + SECONDS, 0
    while ids := list(rows.order_by(by, "pk").values_list("pk", flat=True)[:BATCH]):
        rows.filter(pk__in=ids).delete()
        deleted += len(ids)
        if monotonic() >= until:
            break
    return deleted
