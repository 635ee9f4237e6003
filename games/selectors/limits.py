"""How many games one person may have at once: more with every game that they have finished."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.enums import Audience, GameStatus
from games.models import Invitation, Seat, StandingOffer

FIRST_OPEN_GAMES = 10  # of somebody who has finished none: enough to begin, too few for a nuisance
MOST_OPEN_GAMES = 50  # of anybody: keeps a script from filling the database
MAILED_A_DAY = 10  # invitations by e-mail of one person: they reach people who never asked for them
MOST_KINDS = 5  # standing offers of one person
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Room:
    """Of something, as much as a person has and as they may have: games, preparing or running, unless said otherwise."""

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


@dataclass(frozen=True, slots=True)
class Limits:
    """What a person has of all that there may be only so much of. `mails`: invitations of the last 24 hours."""

    games: Room
    mails: Room
    standing: Room


def limits_of(user: User) -> Limits:
    """How much of each limit a person has used up. Three queries."""
    mails = mailed_by(user).filter(created_at__gt=timezone.now() - DAY).count()
    standing = StandingOffer.objects.filter(user=user).count()
    return Limits(room_of(user), Room(mails, MAILED_A_DAY), Room(standing, MOST_KINDS))


def mailed_by(user: User) -> QuerySet[Invitation]:
    """A person's invitations by e-mail."""
    return Invitation.objects.filter(inviter=user, audience=Audience.EMAIL)


def wait_for_a_day(rows: QuerySet[Invitation], most: int, now: datetime) -> int:
    """Seconds until fewer than `most` of these were made within a day; 0 if it is so now. One query."""
    of_today = rows.filter(created_at__gt=now - DAY).order_by("-created_at")
    newest = list(of_today.values_list("created_at", flat=True)[:most])
    return 0 if len(newest) < most else math.ceil((newest[-1] + DAY - now).total_seconds())
