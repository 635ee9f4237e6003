"""Work through rows, of which one that can't be done must not hold up the others."""

import logging
from collections.abc import Callable, Iterable

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import Model

logger = logging.getLogger(__name__)


def each[Row: Model, Done](rows: Iterable[Row], do: Callable[[Row], Done | None]) -> list[Done]:
    """What `do` makes of each row, but nothing of those where it makes None, or fails: that is logged, and since the row
    stays due, the next sweep tries again. `do` has a transaction of its own."""
    found: list[Done] = []
    for row in rows:
        try:
            done = do(row)
        except SoftTimeLimitExceeded:
            raise
        except Exception:  # whatever is wrong with it, the rows behind it are due as well
            logger.exception("%s %s could not be worked off", type(row).__name__, row.pk)
        else:
            if done is not None:
                found.append(done)
    return found
