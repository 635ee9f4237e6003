"""How many games one person may have at once: more with every game that they have finished."""

from dataclasses import dataclass

from django.db.models import Count, Q

from accounts.models import User
from games.enums import GameStatus
from games.models import Seat

FIRST_OPEN_GAMES = 10  # of somebody who has finished none: enough to begin, too few for a nuisance
MOST_OPEN_GAMES = 50  # of anybody: keeps a script from filling the database


@dataclass(frozen=True, slots=True)
class Room:
    """Games of a person, preparing or running, and how many they may have at once."""

    taken: int
    allowed: int

    @property
    def left(self) -> int:
        """How many more they may begin."""
        return max(0, self.allowed - self.taken)


def room_of(user: User) -> Room:
    """How much room for games a person has. One query."""
    status = "game__status"
    counted = Seat.objects.filter(user=user).aggregate(
        taken=Count("pk", filter=Q(**{f"{status}__in": (GameStatus.PREPARING, GameStatus.ACTIVE)})),
        finished=Count("pk", filter=Q(**{status: GameStatus.FINISHED})),
    )
    return Room(counted["taken"], min(MOST_OPEN_GAMES, FIRST_OPEN_GAMES + counted["finished"]))
