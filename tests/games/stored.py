"""What is stored of a game, to compare before and after."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import Model, QuerySet

from games.models import (
    Delivery,
    Game,
    GameEvent,
    Invitation,
    Notification,
    Plan,
    Seat,
    Snapshot,
    StandingOffer,
    Submission,
)

TABLES: tuple[type[Model], ...] = (
    Game,
    Seat,
    GameEvent,
    Snapshot,
    Submission,
    Invitation,
    StandingOffer,
    Notification,
    Delivery,
    Plan,
)


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table of the app."""
    return {
        table.__name__: [_plain(row) for row in QuerySet(table).order_by("pk").values()]
        for table in TABLES
    }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: bytes(value) if isinstance(value, memoryview) else value
        for name, value in row.items()
    }


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Fails if the block changed any row: state, version, log, outbox and stored answers."""
    before = everything()
    yield
    assert everything() == before
