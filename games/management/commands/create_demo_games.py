"""Games to look at, one for each stage asked for."""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from games.errors import ServiceError
from games.selectors.house import DEMO_NAMES, demo_address
from games.services.demo import STAGES, create_demo_game

USUAL = ("opening", "midgame", "endgame", "finished")


class Command(BaseCommand):
    """`create_demo_games [--stage STAGE] [--password PASSWORD]`."""

    help = "Create two people and a game between them for each stage, played by the computer on both sides."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which stages, and the password of the people."""
        parser.add_argument(
            "--stage",
            choices=STAGES,
            action="append",
            help=f"may be given several times; default: {', '.join(USUAL)}",
        )
        parser.add_argument("--password", help="of both people; default: a random one, printed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create and report."""
        password = options["password"] or secrets.token_urlsafe(9)
        first, second = demo_people(password)
        for stage in options["stage"] or USUAL:
            try:
                game = create_demo_game(first=first, second=second, stage=stage)
            except ServiceError as error:
                raise CommandError(str(error.message)) from error
            self.stdout.write(f"{stage}: /games/{game.pk}/ (turn {game.turn})")
        self.stdout.write(f"sign in as {DEMO_NAMES[0]} or {DEMO_NAMES[1]}, password {password}")


def demo_people(password: str) -> tuple[User, User]:
    """Both demonstration people, who can sign in with this password. Raises CommandError."""
    first, second = (_person(name, password) for name in DEMO_NAMES)
    return first, second


def _person(name: str, password: str) -> User:
    """The demonstration person, with a verified address and this password.

    Raises CommandError if a real person has the name.
    """
    address = demo_address(name)
    user, _created = User.objects.get_or_create(username=name, defaults={"email": address})
    if user.email != address:
        raise CommandError(f"{name} is the name of somebody else")
    user.set_password(password)
    user.save()
    EmailAddress.objects.update_or_create(
        user=user, email=address, defaults={"verified": True, "primary": True}
    )
    return user
