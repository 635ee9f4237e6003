"""The games of the house: between people who exist only to show the site, so everybody may be led to them."""

from django.db.models import Exists, OuterRef, Prefetch

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, Seat

DEMO_NAMES = ("demo-ines", "demo-lin")


def demo_address(name: str) -> str:
    """The address of a demonstration person; no mail leads there, so it is nobody else's."""
    return f"{name}@example.com"


def newest_house_game() -> Game | None:
    """The running game that began last among those in which no real person plays, with its seats. Two queries.

    Whoever has the address of a game may watch it, so the address of real people's games is not given away.
    """
    people = User.objects.filter(
        username__in=DEMO_NAMES, email__in=[demo_address(name) for name in DEMO_NAMES]
    )
    first, second = (
        Seat.objects.filter(game=OuterRef("pk"), number=number, user__in=people)
        for number in (1, 2)
    )
    running = Game.objects.filter(Exists(first), Exists(second), status=GameStatus.ACTIVE)
    return (
        running.select_related("snapshot")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
        .order_by("-started_at", "pk")
        .first()
    )
