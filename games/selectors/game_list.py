"""All games of a person, filtered: a query to be read piece by piece."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, GameEvent, Seat
from games.selectors.access import ENDED
from games.selectors.finished import OPPONENTS, SPEEDS
from games.selectors.talk import unread_count

# Of the person's own seat in the game.
MY_TURN: Final = Q(status=GameStatus.ACTIVE, seats__number=F("seat_to_move"))
STATES: Final = {
    "waiting": MY_TURN,
    "running": Q(status=GameStatus.ACTIVE),
    "preparing": Q(status=GameStatus.PREPARING),
    "finished": Q(status=GameStatus.FINISHED),
    "aborted": Q(status=GameStatus.ABORTED),
    "cancelled": Q(status=GameStatus.CANCELLED),
    "ended": Q(status__in=ENDED),
}
# An event is stamped before others can see it, by the clock of one of several machines: longer than both take together.
LATENESS: Final = timedelta(minutes=1)
ENDED_STATES: Final = ("finished", "aborted", "ended")
_OVER: Final = Q(status=GameStatus.FINISHED)
RESULTS: Final = {
    "won": _OVER & Q(winner=F("seats__number")),
    "lost": _OVER & Q(winner=3 - F("seats__number")),
    "drawn": _OVER & Q(winner=None),
}


@dataclass(frozen=True, slots=True)
class WantedGames:
    """Which games to list; what is empty doesn't matter. `since` and `until` are about the instant of the order."""

    state: str = ""  # a key of STATES
    result: str = ""  # a key of RESULTS
    against: str = ""  # a key of OPPONENTS
    opponent: str = ""  # a name, in any case
    speed: str = ""  # a key of SPEEDS
    rated: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    changed_since: datetime | None = None
    views: bool = False  # snapshots are wanted too

    @property
    def ended(self) -> bool:
        """True if all games that are wanted have ended."""
        return self.state in ENDED_STATES or bool(self.result)

    @property
    def ordered_by(self) -> str:
        """The instant of the order: the end of games that have ended, else when they were made."""
        return "finished_at" if self.ended else "created_at"


def sync_instant() -> datetime:
    """What to ask for as `changed_since` after a list that is read from now on, so that no change is ever missed."""
    return timezone.now() - LATENESS


def wanted_games(user: User, wanted: WantedGames) -> QuerySet[Game]:
    """The games of `user`, each with `unread` and `changed_at`, the instant of its last event. Two queries when read."""
    last = GameEvent.objects.filter(game=OuterRef("pk"), number=OuterRef("version"))
    games = (
        Game.objects.filter(_of_mine(user, wanted), **_of_game(wanted))
        .annotate(unread=unread_count(user.pk), changed_at=Subquery(last.values("created_at")[:1]))
        .prefetch_related("seats__user")
    )
    if wanted.changed_since is not None:
        games = games.filter(changed_at__gte=wanted.changed_since)
    return games.select_related("snapshot") if wanted.views else games


def _of_mine(user: User, wanted: WantedGames) -> Q:
    """What concerns the person's own seat stands in one condition, so that it is about one row."""
    mine = Q(seats__user=user)
    if wanted.state:
        mine &= STATES[wanted.state]
    if wanted.result:
        mine &= RESULTS[wanted.result]
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(user=user)
    if wanted.against:
        mine &= Q(Exists(others.filter(OPPONENTS[wanted.against])))
    if wanted.opponent:
        mine &= Q(Exists(others.filter(user__username__iexact=wanted.opponent)))
    return mine


def _of_game(wanted: WantedGames) -> dict[str, Any]:
    conditions = {
        "speed__in": SPEEDS[wanted.speed] if wanted.speed else None,
        "rated": wanted.rated,
        f"{wanted.ordered_by}__gte": wanted.since,
        f"{wanted.ordered_by}__lt": wanted.until,
    }
    return {name: value for name, value in conditions.items() if value is not None}
