"""The outbox from before there were channels: each row was a mail, and goes on as one."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Delivery
from tests.factories.users import make_user

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

BEFORE = [("games", "0011_deliveries")]
STATES = ("waiting", "sending", "sent", "dropped", "failed")


def migrate(targets: list[tuple[str, str]]) -> Any:
    """Bring the tables there; gives the models as they were then."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def newest() -> Iterator[list[tuple[str, str]]]:
    """Where every app stands, and stands again after the test."""
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield leaves
    migrate(leaves)


def test_mails_of_the_old_outbox_are_deliveries_of_the_new(newest: list[tuple[str, str]]) -> None:
    user, now = make_user(), timezone.now()
    old = migrate(BEFORE).get_model("games", "Notification")
    for number, state in enumerate(STATES):
        old.objects.create(
            user_id=user.pk,
            kind="digest",
            dedupe_key=state,
            created_at=now,
            due_at=now,
            state=state,
            attempts=number,
            message_id=f"<{state}>",
        )
    migrate(newest)
    moved = Delivery.objects.order_by("attempts").values_list(
        "notification__dedupe_key", "state", "channel", "due_at", "message_id"
    )
    assert list(moved) == [(state, state, "email", now, f"<{state}>") for state in STATES]
    back = migrate(BEFORE).get_model("games", "Notification")
    assert dict(back.objects.values_list("dedupe_key", "state")) == {one: one for one in STATES}
