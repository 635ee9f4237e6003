"""Reminders of running turns, reckoned anew when somebody changes when they want to be reminded or left in peace."""

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.enums import GameStatus
from games.models import Seat
from games.notifications.reminders import watch_turn
from games.services.change import locked


def renew_watches(*, user: User) -> None:
    """Note what comes next for each of the person's running turns, by what they want now. Outside of a transaction."""
    mine = Seat.objects.filter(
        user=user, game__status=GameStatus.ACTIVE, number=F("game__seat_to_move")
    )
    for game_id in mine.order_by("game_id").values_list("game_id", flat=True):
        with locked(game_id) as game:
            watch_turn(game, timezone.now())
