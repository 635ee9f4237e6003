"""What tests of mails share: two players, turns of the notation, and readers of letters."""

from html.parser import HTMLParser

from accounts.models import User
from games.models import Game, Notification
from games.notifications.deliver import deliver
from games.services.play import submit_actions
from tests.accounts.helpers import Letter
from tests.builders import position
from tests.factories.games import (
    put_position,
)

SITE = "http://127.0.0.1:8000"
FOOT = f"""
--
Loupe · {SITE}
"""


def stand(game: Game, text: str, **fields: str) -> None:
    """Let the game stand so, at the beginning of a turn."""
    put_position(game, position(text, **fields))


def play(game: Game, user: User, *actions: str) -> None:
    """Play these actions of the notation."""
    game.refresh_from_db()
    submit_actions(
        game_id=game.pk,
        user=user,
        actions=list(actions),
        expected_version=game.version,
        key=f"{user.pk} {game.version}",
    )
    game.refresh_from_db()


def deliver_last(kind: str, user: User) -> None:
    """Send the newest row of that kind."""
    row = Notification.objects.filter(kind=kind, user=user).latest("pk")
    deliver(row.pk)


class Links(HTMLParser):
    """The addresses that a page links to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an address."""
        self.tags.add(tag)
        self.found += [str(value) for name, value in attrs if name in ("href", "src", "action")]


def opened(letter: Letter) -> str:
    """The text part without what stands under every mail, blanks at ends left out."""
    lines = [line.rstrip() for line in letter.text.replace("\r\n", "\n").split("\n")]
    return "\n".join(lines).partition(FOOT)[0].rstrip() + "\n"
