"""Who looks at pages, and at which: what the lists of pages are made of."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client

from accounts.mailbox import kept_mails
from accounts.models import User
from games.models import Game
from games.services.play import resign_game
from tests.e2e.positions import CASES, game_at
from tests.factories.games import (
    make_game,
    play_random,
)
from tests.factories.users import PASSWORD, make_user

LONG_NAME = "w" * 20


class Visit(NamedTuple):
    """A page: its address and the session with which it is opened, empty for a stranger."""

    address: str
    session: str = ""


@dataclass
class World:
    """The people who look, and the folder of mails; games are made as pages need them."""

    mails: Path
    ada: User = field(default_factory=lambda: make_user("ada"))
    other: User = field(default_factory=lambda: make_user(LONG_NAME))

    def session(self) -> str:
        """A browser in which ada has signed in by the form."""
        client = Client()
        client.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def link(self) -> str:
        """The address in the newest mail."""
        (text,) = [word for word in kept_mails(self.mails)[0].text.split() if "://" in word][:1]
        return urlsplit(text).path

    def game(self, name: str) -> Game:
        """A game in one of the positions, ada to move."""
        return game_at(CASES[name].stands, self.ada, self.other)

    def over(self) -> Game:
        """A long game that is over."""
        game = make_game(self.ada, self.other)
        if not play_random(game, 120).over:
            resign_game(game_id=game.pk, user=self.other)
        return game


def for_strangers(address: str) -> Callable[[World], list[Visit]]:
    return lambda world: [Visit(address)]


def for_readers(address: str) -> Callable[[World], list[Visit]]:
    return lambda world: [Visit(address, world.session())]
