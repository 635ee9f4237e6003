"""Who may do what: every operation, tried by everybody. An operation without a row fails."""

from typing import Any

import pytest

from accounts.scopes import Scope
from games.notifications.channels import push, signed, webhook
from games.notifications.channels.outside import Answer
from games.notifications.channels.vapid import new_private_key
from tests.games.api.matrix import (
    accounts,
    between,
    bots,
    components,
    games,
    me,
    meeting,
    people,
    streams,
    turns,
)
from tests.games.api.matrix.world import CALLERS, Row, make_world, send
from tests.games.api.schema import operations, schema

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROWS: list[Row] = [
    *bots.ROWS,
    *accounts.ROWS,
    *games.ROWS,
    *components.ROWS,
    *me.ROWS,
    *meeting.ROWS,
    *people.ROWS,
    *turns.ROWS,
    *between.ROWS,
    *streams.ROWS,
]


@pytest.fixture(autouse=True)
def _outside(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that can tell browsers, and servers outside that take everything."""
    settings.VAPID_PRIVATE_KEY = new_private_key()
    for channel in (push, signed, webhook):
        monkeypatch.setattr(channel, "post", lambda *_told: Answer(201, ""))


def test_every_operation_has_one_row() -> None:
    assert sorted(row.operation for row in ROWS) == sorted(operations())


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.operation)
def test_status(row: Row, caller: str) -> None:
    world = make_world()
    client = world.client(caller, scope_of(row.operation))
    response = send(client, row.operation, row.call(world))
    assert response.status_code == getattr(row, caller), response.content


def scope_of(operation: str) -> Scope | None:
    """The scope that an operation asks for."""
    method, path = operations()[operation]
    wanted = [
        scopes for way in schema()["paths"][path][method]["security"] for scopes in way.values()
    ]
    return Scope(wanted[0][0]) if wanted else None
