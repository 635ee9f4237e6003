"""Refold every log and compare: the log is the truth, everything else a copy."""

from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.selectors.verify import faults_of
from games.services.sealing import unseal


class Command(BaseCommand):
    """`verify_logs [GAME_ID …]`: one line for each fault, exit status 1 if there are any."""

    help = "Refold the logs of all games (or of those named) and compare them with what is stored beside them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Games to verify."""
        parser.add_argument("game_ids", nargs="*", metavar="GAME_ID")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and report."""
        games = Game.objects.order_by("pk")
        if wanted := set(options["game_ids"]):
            games = games.filter(pk__in=wanted)
            if unknown := wanted - set(games.values_list("pk", flat=True)):
                raise CommandError(f"there is no game {', '.join(sorted(unknown))}")
        number = faulty = 0
        for game in games.prefetch_related("seats").iterator(chunk_size=200):
            number += 1
            faults = _faults(game)
            faulty += bool(faults)
            for fault in faults:
                self.stdout.write(f"{game.pk}: {fault}")
        self.stdout.write(f"{number} games verified, {faulty} with faults")
        if faulty:
            raise CommandError("some logs don't agree with what is stored")


def _faults(game: Game) -> list[str]:
    """With the draws of running games: here nobody sees the secret."""
    try:
        return faults_of(game, unseal(game.sealed_secret))
    except InvalidToken:
        return ["no key of the settings opens its sealed secret", *faults_of(game)]
