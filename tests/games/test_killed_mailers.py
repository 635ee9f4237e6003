"""Some hundred mails, and the worker killed at each step: none is lost; one is doubled only between yes and mark."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from django.db import transaction
from django.utils import timezone

from games.enums import NotificationKind
from games.models import Delivery, Notification
from games.notifications.deliver import STALE
from games.notifications.plan import plan_notice
from games.services.sweep import sweep_all
from splendor.dev.valkey import free_port
from tests.factories.games import make_game, seated
from tests.games.notifications.postbox import Postbox
from tests.games.steps import PLACES
from tests.games.workers import wait_until, working

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MAILS = 240
Queued = Callable[[str], int]


@pytest.fixture
def served_postbox() -> Iterator[tuple[Postbox, int]]:
    """A mail server on this machine and its port."""
    box, port = Postbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    controller.stop()


def fill_outbox() -> None:
    """So many things to tell to two people, each in a mail of its own."""
    game = make_game()
    Notification.objects.all().delete()
    with transaction.atomic():
        for number in range(MAILS):
            plan_notice(
                seated(game, number % 2 + 1),
                NotificationKind.PLAN_PLAYED,
                game,
                now=timezone.now() - timedelta(minutes=1),
                data={"turn": f"a{number}"},
                key=str(number),
            )


def sweep_after_a_while() -> None:
    """What the sweep does once the claims of the dead worker are old enough."""
    Delivery.objects.filter(state="sending").update(claimed_at=timezone.now() - STALE * 2)
    sweep_all()


def kill_at(step: str, port: int, folder: Path) -> None:
    """Let a worker send until it is at that step, and kill it there."""
    sign = folder / step
    sweep_after_a_while()
    with working("default", port, {"KILL_STEP": step, "KILL_FILE": str(sign)}) as worker:
        wait_until(sign.exists)
        worker.kill()


def unheard_of(box: Postbox) -> set[str]:
    """Mails that the server took, and nobody noted: they will be sent again."""
    noted = Delivery.objects.filter(state="sent").values_list("message_id", flat=True)
    return {letter.message["Message-ID"] for letter in box.letters} - set(noted)


@pytest.mark.usefixtures("postgresql")
def test_worker_killed_at_each_step_loses_no_mail(
    queued_tasks: Queued, served_postbox: tuple[Postbox, int], tmp_path: Path
) -> None:
    box, port = served_postbox
    fill_outbox()
    doubled: set[str] = set()
    for step in PLACES:
        kill_at(step, port, tmp_path)
        unheard = unheard_of(box) - doubled
        assert len(unheard) == (step == "accepted"), step
        doubled |= unheard
    with working("default", port):
        while Delivery.objects.exclude(state="sent").exists():
            sweep_after_a_while()  # again and again, as beat does: what waits too long in the queue expires
            wait_until(lambda: queued_tasks("default") == 0, seconds=180)
    taken = Counter(letter.message["Message-ID"] for letter in box.letters)
    assert len(taken) == MAILS
    assert set(taken) == set(Delivery.objects.values_list("message_id", flat=True))
    assert {name: number for name, number in taken.items() if number > 1} == dict.fromkeys(
        doubled, 2
    )
