"""Workers that are killed in the middle: nothing is lost, nothing is done twice."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from games.enums import ComputerLevel, GameStatus
from games.models import Delivery, Game, GameEvent, Notification, Seat
from games.notifications.deliver import STALE
from games.selectors.verify import faults_of
from games.services import sweep
from games.services.change import locked
from games.services.lobby import create_against_computer, start
from games.services.play import submit_actions
from games.services.sealing import unseal
from games.services.sweep import sweep_all
from games.tasks import deliver_notification, play_computer_turn
from splendor.dev.valkey import free_port
from tests.factories.games import OPTIONS, legal_json, make_game, mover_of
from tests.factories.users import make_user
from tests.games.notifications.postbox import Postbox
from tests.games.workers import wait_until, working

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Queued = Callable[[str], int]


class SlowPostbox(Postbox):
    """A mail server that has been handed a mail and doesn't say yes as long as `slow` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = threading.Event()
        self.handed = threading.Event()
        self.lost = threading.Event()  # the connection over which a mail was handed

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """The answer, perhaps late."""
        self.handed.set()
        try:
            while self.slow.is_set():
                await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            self.lost.set()
            raise
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture
def slow_postbox() -> Iterator[tuple[SlowPostbox, int]]:
    """The server and its port."""
    box, port = SlowPostbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    controller.stop()


def state_of(row: Notification) -> tuple[str, int]:
    """State and attempts of its mail."""
    return Delivery.objects.values_list("state", "attempts").get(notification=row)


@pytest.mark.usefixtures("postgresql")
def test_mail_of_a_killed_worker_goes_out_later_and_once(
    queued_tasks: Queued, slow_postbox: tuple[SlowPostbox, int]
) -> None:
    box, port = slow_postbox
    game = make_game()
    Notification.objects.all().delete()
    submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[legal_json(game, "take_tokens")[0]],
        expected_version=game.version,
        key="key",
    )
    row = Notification.objects.get()
    assert queued_tasks("default") > 0

    box.slow.set()
    with working("default", port) as worker:
        wait_until(box.handed.is_set)
        worker.kill()
    wait_until(box.lost.is_set)
    box.slow.clear()
    assert (*state_of(row), box.raw) == ("sending", 1, [])

    sweep_all()
    assert state_of(row)[0] == "sending", "the claim may still be a living worker's"
    Delivery.objects.update(claimed_at=timezone.now() - STALE * 2)
    sweep_all()
    with working("default", port):
        wait_until(lambda: bool(box.raw))
        # The broker hands out again what the dead worker never acknowledged.
        deliver_notification.delay(row.pk)
        wait_until(lambda: queued_tasks("default") == 0)
    assert state_of(row) == ("sent", 2)
    assert [letter.message["To"] for letter in box.letters] == [row.user.email]


def two_computers() -> Game:
    """A game in which both seats are the computer's, dealt."""
    game = create_against_computer(user=make_user(), level=ComputerLevel.CAREFUL, options=OPTIONS)
    Seat.objects.filter(game=game, number=1).update(user=None, computer=ComputerLevel.CAREFUL)
    with locked(game.pk) as running:
        start(running)
    game.refresh_from_db()
    return game


@pytest.mark.usefixtures("postgresql")
def test_computer_whose_worker_is_killed_again_and_again_plays_on(
    queued_tasks: Queued, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "COMPUTER_LATE", sweep.COMPUTER_LATE * 0)
    game = two_computers()
    for _kill in range(3):
        before = list(GameEvent.objects.values_list("number", "kind", "payload"))
        sweep_all()
        with working("computer") as worker:
            wait_until(partial(has_passed, game, len(before) + 8))
            worker.kill()
        game.refresh_from_db()
        assert faults_of(game, unseal(game.sealed_secret)) == []
        after = list(GameEvent.objects.values_list("number", "kind", "payload"))
        assert after[: len(before)] == before

    with working("computer"), working("computer"):
        for _task in range(6):  # the same task, delivered again and again, to two workers
            play_computer_turn.delay(game.pk)
        wait_until(lambda: status_of(game) == GameStatus.FINISHED, seconds=120)
    game.refresh_from_db()
    assert faults_of(game) == []


def has_passed(game: Game, version: int) -> bool:
    """Whether the game has gone on beyond that version."""
    return Game.objects.filter(pk=game.pk, version__gt=version).exists()


def status_of(game: Game) -> str:
    """The status that is stored now."""
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)
