"""What is known of people in general: rating, reliability, games finished. Fixed queries for any number of people."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, RowRange, Sum, Window
from django.utils import timezone

from accounts.models import User
from games.enums import GameStatus, Pool, Speed
from games.models import Rating, Seat
from games.rating import INITIAL, PROVISIONAL, Strength, grown
from games.selectors.access import STARTED

NEWEST_TURNS = 100  # what somebody did years ago says little
FEWEST_TURNS = 10  # fewer say nothing
ROUNDING = 1e-9  # 0.29 * 100 is a little less than 29


def in_percent(share: float) -> int:
    """A share in whole percent, never more than there is."""
    return int(share * 100 + ROUNDING)


@dataclass(frozen=True, slots=True)
class PersonSummary:
    """What a list says about a person."""

    rating: int
    provisional: bool
    reliability: float | None  # share of turns in time, 0 to 1; None: too few turns to say
    finished: int  # games

    @property
    def turns_in_time(self) -> int | None:
        """The share of turns in time in percent; None: too few to say."""
        return None if self.reliability is None else in_percent(self.reliability)


@dataclass(frozen=True, slots=True)
class WrittenRating:
    """A rating in whole points; as a text with a question mark while it is provisional."""

    value: int
    provisional: bool

    def __str__(self) -> str:
        return f"{self.value}?" if self.provisional else str(self.value)


@dataclass(frozen=True, slots=True)
class PoolRating:
    """How strong somebody is in one pool, by now."""

    pool: str
    now: WrittenRating
    games: int  # that were rated


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody answered in their newest games against people, about a hundred turns."""

    turns: int = 0  # in time
    late: int = 0  # games lost on time
    seconds: int = 0  # that the turns in time took together, by the wall

    @property
    def reliability(self) -> float | None:
        """The share of turns in time; None below ten. A resignation is an answer and does no harm."""
        asked = self.turns + self.late
        return None if asked < FEWEST_TURNS else self.turns / asked

    @property
    def turns_in_time(self) -> int | None:
        """The same in percent."""
        return None if self.reliability is None else in_percent(self.reliability)

    @property
    def answer_time(self) -> timedelta | None:
        """How long an answer takes on average; None without any."""
        return timedelta(seconds=self.seconds / self.turns) if self.turns else None


def summaries_of(user_ids: Collection[int]) -> dict[int, PersonSummary]:
    """A summary of each of these people. Three queries."""
    wanted, now = set(user_ids), timezone.now()
    ratings = {row.user_id: row for row in own_ratings(wanted)}
    finished, habits = _finished(wanted), habits_of(wanted)
    return {
        user_id: PersonSummary(
            rating=round(strength_of(ratings.get(user_id), now).value),
            provisional=is_provisional(ratings.get(user_id), now),
            reliability=habits[user_id].reliability,
            finished=finished.get(user_id, 0),
        )
        for user_id in wanted
    }


def pool_of(user: User) -> Pool:
    """The pool whose rating says how strong somebody is: of people against people, of programs in that of programs."""
    return Pool.BOTS if user.is_bot else Pool.PEOPLE


def own_ratings(user_ids: Collection[int]) -> QuerySet[Rating]:
    """The ratings of these people in the pools that `pool_of` names."""
    own = Q(pool=Pool.BOTS, user__is_bot=True) | Q(pool=Pool.PEOPLE, user__is_bot=False)
    return Rating.objects.filter(own, user__in=user_ids)


def habits_of(user_ids: Collection[int]) -> dict[int, Habits]:
    """The habits of each of these people, running games included. One query."""
    found: dict[int, Habits] = dict.fromkeys(user_ids, Habits())
    for user_id, turns, late, seconds in _newest_seats(user_ids):
        sum_ = found[user_id]
        found[user_id] = Habits(sum_.turns + turns, sum_.late + late, sum_.seconds + seconds)
    return found


def _newest_seats(user_ids: Collection[int]) -> Iterable[tuple[int, int, bool, int]]:
    """The seats of each person's newest games that hold their last hundred turns, whole games only."""
    with_computer = Seat.objects.filter(game=OuterRef("game")).exclude(computer="")
    counted = Window(
        Sum("turns"),
        partition_by="user",
        order_by=["-game__started_at", "-pk"],
        frame=RowRange(end=0),
    )
    seats = Seat.objects.filter(user__in=user_ids, game__status__in=STARTED).annotate(total=counted)
    timed = seats.exclude(game__speed=Speed.NO_CLOCK)  # without a clock every turn is in time
    newest = timed.exclude(Exists(with_computer)).annotate(newer=F("total") - F("turns"))
    return newest.filter(newer__lt=NEWEST_TURNS).values_list(
        "user_id", "turns", "timed_out", "answer_seconds"
    )


def ratings_of(user: User) -> list[PoolRating]:
    """The person's rating in each pool in which they have played. One query."""
    now = timezone.now()
    return [
        PoolRating(
            row.pool,
            WrittenRating(round(strength_of(row, now).value), is_provisional(row, now)),
            row.games,
        )
        for row in Rating.objects.filter(user=user).order_by("pool")
    ]


def strength_of(row: Rating | None, now: datetime) -> Strength:
    """What is known by now of somebody's strength; a person without rated games is as strong as any."""
    if row is None:
        return INITIAL
    then = Strength(row.value, row.deviation, row.volatility)
    return grown(then, now - row.played_at)


def is_provisional(row: Rating | None, now: datetime) -> bool:
    """True while too little is known for the rating to mean much: few games, or none for long."""
    return row is None or row.certain_until is None or row.certain_until <= now


def written(value: float, deviation: float) -> WrittenRating:
    """A rating as it is written everywhere."""
    return WrittenRating(round(value), deviation > PROVISIONAL)


def _finished(user_ids: Collection[int]) -> dict[int, int]:
    counted = (
        Seat.objects.filter(user__in=user_ids, game__status=GameStatus.FINISHED)
        .values("user")
        .annotate(number=Count("pk"))
    )
    return {row["user"]: row["number"] for row in counted}
