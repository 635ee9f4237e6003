"""Fixtures of the tests of games."""

import hashlib
from itertools import count

import pytest

from games.models import Game
from games.selectors import limits
from games.services import lobby
from tests.factories.games import make_game


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game of a test is always dealt alike, and so is the second: no test depends on luck."""
    secrets, ids = count(1), count(1)

    def secret() -> bytes:
        return hashlib.sha256(f"secret {next(secrets)}".encode()).digest()

    monkeypatch.setattr(lobby, "new_secret", secret)
    monkeypatch.setattr(lobby, "new_game_id", lambda: f"game{next(ids):06}")


@pytest.fixture(autouse=True)
def _room_for_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newcomers of the tests may have as many games as anybody: most tests are not about that."""
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", limits.MOST_OPEN_GAMES)


@pytest.fixture
def game(db: None) -> Game:
    """A dealt game of two people."""
    return make_game()
