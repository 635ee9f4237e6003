"""A move while the broker is away: stored and answered, its mail and the computer's reply come with the sweep."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core import mail

from games.enums import ComputerLevel
from games.models import Game, Notification
from games.selectors.verify import faults_of
from games.services import sweep
from games.services.lobby import create_against_computer, deal
from games.services.play import submit_actions
from games.services.sealing import unseal
from games.services.sweep import sweep_all
from splendor import celery_app
from tests.factories.games import OPTIONS, legal_json, make_game, mover_of, seated, waiter_of
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def broker_away() -> Iterator[None]:
    """Nobody listens where the broker should be."""
    conf = celery_app.conf
    before = conf.broker_url
    conf.task_always_eager, conf.broker_url = False, "redis://127.0.0.1:1/0"
    _forget_connections()
    try:
        yield
    finally:
        conf.task_always_eager, conf.broker_url = True, before
        _forget_connections()


def _forget_connections() -> None:
    celery_app._pool = None
    celery_app.amqp._producer_pool = None


def take(game: Game) -> dict[str, object]:
    """The seat to move takes tokens."""
    action = legal_json(game, "take_tokens")[-1]
    return submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[action],
        expected_version=game.version,
        key="key",
    )


def test_move_is_stored_and_answered_and_the_mail_comes_later() -> None:
    game = make_game()
    told, before = waiter_of(game), game.version
    mail.outbox = []
    with broker_away():
        began = time.monotonic()
        answer = take(game)
        assert time.monotonic() - began < 5
    game.refresh_from_db()
    assert answer["version"] == game.version > before
    assert mail.outbox == []
    row = Notification.objects.get(game=game, turn=2)
    mail_of_row = row.deliveries.get()
    assert (row.user, mail_of_row.state, mail_of_row.attempts) == (told, "waiting", 0)
    sweep_all()
    assert [sent.to for sent in mail.outbox] == [[told.email]]
    sweep_all()
    assert len(mail.outbox) == 1


def test_computer_s_reply_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)
    deal(game_id=game.pk, user=user, entropy="")
    game.refresh_from_db()
    with broker_away():
        while game.seat_to_move == 1:
            take(game)
            game.refresh_from_db()
    assert seated(game, 1) == user
    monkeypatch.setattr(sweep, "COMPUTER_LATE", sweep.COMPUTER_LATE * 0)
    sweep_all()
    game.refresh_from_db()
    assert game.seat_to_move == 1
    assert faults_of(game, unseal(game.sealed_secret)) == []
