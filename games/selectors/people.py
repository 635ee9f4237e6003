"""What is known of people in general: rating, reliability, games finished. Fixed queries for any number of people."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.utils import timezone

from games.enums import GameStatus, Pool
from games.models import Rating, Seat
from games.rating import INITIAL, Strength, grown


@dataclass(frozen=True, slots=True)
class PersonSummary:
    """What a list says about a person."""

    rating: int
    provisional: bool
    reliability: float | None  # share of turns in time, 0 to 1; None: too few turns to say
    finished: int  # games


def summaries_of(user_ids: Collection[int]) -> dict[int, PersonSummary]:
    """A summary of each of these people. Two queries."""
    wanted, now = set(user_ids), timezone.now()
    ratings = {row.user_id: row for row in Rating.objects.filter(user__in=wanted, pool=Pool.PEOPLE)}
    finished = _finished(wanted)
    return {
        user_id: PersonSummary(
            rating=round(strength_of(ratings.get(user_id), now).value),
            provisional=is_provisional(ratings.get(user_id), now),
            reliability=None,
            finished=finished.get(user_id, 0),
        )
        for user_id in wanted
    }


def strength_of(row: Rating | None, now: datetime) -> Strength:
    """What is known by now of somebody's strength; a person without rated games is as strong as any."""
    if row is None:
        return INITIAL
    then = Strength(row.value, row.deviation, row.volatility)
    return grown(then, now - row.played_at)


def is_provisional(row: Rating | None, now: datetime) -> bool:
    """True while too little is known for the rating to mean much: few games, or none for long."""
    return row is None or row.certain_until is None or row.certain_until <= now


def _finished(user_ids: Collection[int]) -> dict[int, int]:
    counted = (
        Seat.objects.filter(user__in=user_ids, game__status=GameStatus.FINISHED)
        .values("user")
        .annotate(number=Count("pk"))
    )
    return {row["user"]: row["number"] for row in counted}
