"""Games at every stage, with everybody who might look at them."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from accounts.models import User
from games.models import Game
from games.services.invitations import accept_invitation, decline_invitation
from games.services.lobby import create_invitation
from games.services.play import resign_game
from tests.factories.games import OPTIONS
from tests.factories.users import make_user

STAGES = ("by link", "by name", "declined", "active", "over")


@dataclass(frozen=True)
class Staged:
    """A game, and the people around it. Who was asked has seat 2 once the game is dealt."""

    game: Game
    people: dict[str, User | None]

    @property
    def token(self) -> str:
        """The secret of the invitation's link."""
        return str(self.game.invitation.token)


@pytest.fixture
def staged(db: None) -> Callable[[str], Staged]:
    """Make a game at one of STAGES."""

    def make(stage: str) -> Staged:
        maker, asked, stranger = make_user("maker"), make_user("asked"), make_user("stranger")
        invitee = None if stage == "by link" else asked
        game = create_invitation(user=maker, invitee=invitee, options=OPTIONS)
        token = game.invitation.token
        if stage == "declined":
            decline_invitation(token=token, user=asked)
        if stage in ("active", "over"):
            accept_invitation(token=token, user=asked, entropy="")
        if stage == "over":
            resign_game(game_id=game.pk, user=asked)
        game.refresh_from_db()
        people = {"maker": maker, "asked": asked, "stranger": stranger, "nobody": None}
        return Staged(game, people)

    return make
