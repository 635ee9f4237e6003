"""Texts and times as one person reads them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def as_reader(user: User) -> Iterator[None]:
    """Inside the block texts are in the person's language and times in their zone.

    For work without a request. Who follows their browser is written to in the site's first language and in UTC.
    """
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(user.zone),
    ):
        yield
