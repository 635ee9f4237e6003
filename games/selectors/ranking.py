"""Who plays best, and finding people by name."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.selectors import people_named
from games.enums import Pool
from games.models import Rating
from games.selectors.people import PersonSummary, is_provisional, summaries_of

PEOPLE_SHOWN: Final = 50  # on one page
MOST_PAGES: Final = 200  # nobody reads that far, and the database would count to there
RECENT: Final = timedelta(days=90)  # who hasn't played for longer is not listed
MOST_FOUND: Final = 20  # by name


@dataclass(frozen=True, slots=True)
class Placed:
    """A person in the list of the best."""

    place: int
    name: str
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """One page of the list, and whether another follows."""

    people: tuple[Placed, ...]
    page: int
    more: bool


@dataclass(frozen=True, slots=True)
class Own:
    """Where somebody stands themselves: `place` is None while they aren't listed, `page` is that of their place."""

    place: int | None
    page: int
    rated: int  # games


def ranking(page: int) -> Ranking:
    """A page of the list of the best, from 1. One query."""
    first = (page - 1) * PEOPLE_SHOWN
    rows = list(listed().select_related("user")[first : first + PEOPLE_SHOWN + 1])
    people = tuple(
        Placed(first + number, row.user.username, round(row.value), row.games)
        for number, row in enumerate(rows[:PEOPLE_SHOWN], 1)
    )
    return Ranking(people, page, more=len(rows) > PEOPLE_SHOWN and page < MOST_PAGES)


def listed(pool: str = Pool.PEOPLE) -> QuerySet[Rating]:
    """People whose rating means something and who play, the best first."""
    now = timezone.now()
    rows = Rating.objects.filter(
        pool=pool,
        certain_until__gt=now,
        played_at__gt=now - RECENT,
        user__is_active=True,
        user__leaving_at__isnull=True,
    )
    return rows.order_by("-value", "user")


def place_of(own: Rating) -> int:
    """The place in its list of a rating that is listed. One query."""
    better = Q(value__gt=own.value) | Q(value=own.value, user__lt=own.user_id)
    return listed(own.pool).filter(better).count() + 1


def own_place(user: User, pool: str = Pool.PEOPLE) -> Own:
    """Where this person stands. At most two queries."""
    now = timezone.now()
    own = Rating.objects.filter(pool=pool, user=user).first()
    if own is None:
        return Own(None, 1, 0)
    if is_provisional(own, now) or own.played_at <= now - RECENT:
        return Own(None, 1, own.games)
    place = place_of(own)
    return Own(place, (place - 1) // PEOPLE_SHOWN + 1, own.games)


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody whose name begins as asked for."""

    name: str
    summary: PersonSummary
    bot: bool


def people_found(beginning: str) -> list[Found]:
    """People whose name begins so, in any case, by name; the first MOST_FOUND. Four queries."""
    users = people_named(beginning, MOST_FOUND)
    summaries = summaries_of([user.pk for user in users])
    return [Found(user.username, summaries[user.pk], user.is_bot) for user in users]
