"""Refold every log and compare: the log is the truth, everything else a copy."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.enums import GameStatus
from games.models import Game
from games.selectors.verify import faults_of


class Command(BaseCommand):
    """`verify_logs [GAME_ID …]`: one line for each fault, exit status 1 if there are any."""

    help = "Refold the logs of all games (or of those named) and compare them with what is stored beside them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Games to verify."""
        parser.add_argument("game_ids", nargs="*", metavar="GAME_ID")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and report."""
        games = Game.objects.filter(status__in=(GameStatus.ACTIVE, GameStatus.FINISHED)).order_by(
            "pk"
        )
        if options["game_ids"]:
            games = games.filter(pk__in=options["game_ids"])
        number = faulty = 0
        for game in games.prefetch_related("seats").iterator(chunk_size=200):
            number += 1
            faults = faults_of(game)
            faulty += bool(faults)
            for fault in faults:
                self.stdout.write(f"{game.pk}: {fault}")
        self.stdout.write(f"{number} games verified, {faulty} with faults")
        if faulty:
            raise CommandError("some logs don't agree with what is stored")
