"""Make all ratings again from the games: they are a copy of what was played."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.ratings import recompute_ratings


class Command(BaseCommand):
    """`recompute_ratings`: the same numbers again, unless the way of computing them changed."""

    help = "Compute all ratings and their history again from the finished rated games."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute and report."""
        self.stdout.write(f"{recompute_ratings()} games rated")
