"""Refold every log and compare: the log is the truth, everything else a copy."""

from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.selectors.verify import faults_of
from games.services.change import locked
from games.services.sealing import unseal


class Command(BaseCommand):
    """`verify_logs [GAME_ID …]`: one line for each fault, exit status 1 if there are any."""

    help = "Refold the logs of all games (or of those named) and compare them with what is stored beside them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Games to verify."""
        parser.add_argument("game_ids", nargs="*", metavar="GAME_ID")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and report."""
        game_ids = _wanted(options["game_ids"])
        faulty = 0
        for game_id in game_ids:
            faults = _faults(game_id)
            faulty += bool(faults)
            for fault in faults:
                self.stdout.write(f"{game_id}: {fault}")
        self.stdout.write(f"{len(game_ids)} games verified, {faulty} with faults")
        if faulty:
            raise CommandError("some logs don't agree with what is stored")


def _wanted(named: list[str]) -> list[str]:
    """The named games, or all there are. Raises CommandError for a name that is none."""
    games = Game.objects.order_by("pk").values_list("pk", flat=True)
    found = list(games.filter(pk__in=named) if named else games)
    if unknown := set(named) - set(found):
        raise CommandError(f"there is no game {', '.join(sorted(unknown))}")
    return found


def _faults(game_id: str) -> list[str]:
    """The faults of one game, its draws included: here nobody sees the secret.

    Under the lock, since a move between reading the row and reading the log would look like a fault.
    """
    with locked(game_id) as game:
        try:
            return faults_of(game, unseal(game.sealed_secret))
        except InvalidToken:
            return ["no key of the settings opens its sealed secret", *faults_of(game)]
