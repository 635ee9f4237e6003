"""Writes that may be asked for again: done once for each key of a person, and answered each time."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import key_reused
from games.models import StoredAnswer

Answered = tuple[int, Any]  # status and body

_holding: ContextVar[bool] = ContextVar("an answer is stored with what it tells", default=False)


def holding() -> bool:
    """Whether a transaction around this one ends before anybody is answered."""
    return _holding.get()


def answer_once(
    *, user: User, key: str, digest: str, work: Callable[[], Answered]
) -> tuple[Answered, bool]:
    """The answer to a request, and whether it was stored before. Raises ServiceError if another request had the key.

    The change and its answer are one transaction: a request that is refused or dies leaves no trace and may come again.
    """
    with transaction.atomic():
        row, made = _claim(user, key, digest)
        if not made:
            if row.digest != digest:
                raise key_reused()
            return (row.status, row.body), True
        before = _holding.set(True)
        try:
            row.status, row.body = work()
        finally:
            _holding.reset(before)
        row.save(update_fields=["status", "body"])
        return (row.status, row.body), False


def _claim(user: User, key: str, digest: str) -> tuple[StoredAnswer, bool]:
    """The row of this key; a twin of the request that is at work now is waited for."""
    mine = {"digest": digest, "status": 0, "created_at": timezone.now()}
    return StoredAnswer.objects.get_or_create(user=user, key=key, defaults=mine)
