"""The finished games of a person, which everybody may read: filtered, page by page."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from accounts.models import User
from games.enums import GameStatus, Speed
from games.models import Game, RatingChange, Seat
from games.selectors.people import WrittenRating, written

GAMES_SHOWN: Final = 25  # on one page

# Of a seat in a finished game.
WON: Final = Q(game__winner=F("number"))
DRAWN: Final = Q(game__winner=None)
LOST: Final = ~Q(game__winner=F("number")) & Q(game__winner__isnull=False)
RESULTS: Final = {"won": WON, "drawn": DRAWN, "lost": LOST}
# By kind, and each by its own name; `no_clock` is a kind of its own.
SPEEDS: Final[dict[str, list[Speed]]] = {
    "days": [speed for speed in Speed if speed.startswith("days")],
    "bank": [speed for speed in Speed if speed.startswith("bank")],
    **{speed.value: [speed] for speed in Speed},
}
# Of the other seat.
OPPONENTS: Final = {
    "people": Q(computer="") & ~Q(user__is_bot=True),
    "bots": Q(user__is_bot=True),
    "computer": ~Q(computer=""),
}


_CHANGE: Final = ("before", "deviation_before", "after", "deviation_after")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which finished games to list; what is empty doesn't matter."""

    result: str = ""  # a key of RESULTS
    speed: str = ""  # a key of SPEEDS
    rated: str = ""  # "yes" or "no"
    against: str = ""  # a key of OPPONENTS
    opponent: str = ""  # a name, in any case
    before: tuple[datetime, str] | None = None  # where a page goes on: end and id of its last game


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A rating before and after a game, as it is written."""

    before: WrittenRating
    after: WrittenRating

    @property
    def by(self) -> int:
        """Points won, less than 0 if lost."""
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game from the person's side. `change` is what it did to their rating, None if nothing."""

    game: Game
    seat: Seat
    opponent: Seat
    change: RatingStep | None


@dataclass(frozen=True, slots=True)
class FinishedGames:
    """One page of finished games, newest first. `more` says where the next page goes on, empty at the end."""

    games: tuple[FinishedGame, ...]
    more: str


def finished_games(user: User, wanted: Wanted, most: int = GAMES_SHOWN) -> FinishedGames:
    """One page of the finished games of `user`. Two queries. Running games are nobody's business here."""
    seats = list(_seats(user, wanted)[: most + 1])
    shown = seats[:most]
    more = cursor_of(shown[-1].game) if len(seats) > most else ""
    return FinishedGames(tuple(_listed(seat) for seat in shown), more)


def _seats(user: User, wanted: Wanted) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user=user, game__status=GameStatus.FINISHED)
    if wanted.result:
        seats = seats.filter(RESULTS[wanted.result])
    if wanted.speed:
        seats = seats.filter(game__speed__in=SPEEDS[wanted.speed])
    if wanted.rated:
        seats = seats.filter(game__rated=wanted.rated == "yes")
    seats = _of_opponent(seats, wanted)
    if wanted.before:
        at, game_id = wanted.before
        seats = seats.filter(
            Q(game__finished_at__lt=at) | Q(game__finished_at=at, game__lt=game_id)
        )
    changes = RatingChange.objects.filter(game=OuterRef("game"), seat=OuterRef("number"))
    return (
        seats.select_related("game")
        .annotate(change=Subquery(changes.values(all=JSONObject(**{key: key for key in _CHANGE}))))
        .prefetch_related(Prefetch("game__seats", Seat.objects.select_related("user")))
        .order_by("-game__finished_at", "-game")
    )


def _of_opponent(seats: QuerySet[Seat], wanted: Wanted) -> QuerySet[Seat]:
    others = Seat.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    if wanted.against:
        seats = seats.filter(Exists(others.filter(OPPONENTS[wanted.against])))
    if wanted.opponent:
        seats = seats.filter(Exists(others.filter(user__username__iexact=wanted.opponent)))
    return seats


def _listed(seat: Seat) -> FinishedGame:
    opponent = next(other for other in seat.game.seats.all() if other.pk != seat.pk)
    change = seat.change  # type: ignore[attr-defined]  # annotated
    step = None if change is None else step_of(RatingChange(**change))
    return FinishedGame(seat.game, seat, opponent, step)


def result_of(one: FinishedGame) -> str:
    """A key of RESULTS."""
    if one.game.winner is None:
        return "drawn"
    return "won" if one.game.winner == one.seat.number else "lost"


def changes_of(user: User, pool: str) -> QuerySet[RatingChange]:
    """What each game did to the person's rating in that pool."""
    return RatingChange.objects.filter(user=user, pool=pool)


def step_of(change: RatingChange) -> RatingStep:
    """A change of a rating as it is written."""
    before = written(change.before, change.deviation_before)
    after = written(change.after, change.deviation_after)
    return RatingStep(before, after)


def rating_steps(game: Game) -> dict[int, RatingStep]:
    """What a finished game did to the rating of each seat; empty if nothing.

    One query for a rated game that is finished, unless `rating_changes` are at hand.
    """
    if not game.rated or game.finished_at is None:
        return {}
    steps = {one.seat: step_of(one) for one in game.rating_changes.all()}
    return steps if len(steps) == 2 else {}


def step_json(step: RatingStep) -> dict[str, Any]:
    """What a game did to a rating, as plain JSON."""
    return {"before": rating_json(step.before), "after": rating_json(step.after)}


def rating_json(rating: WrittenRating) -> dict[str, Any]:
    """A rating as plain JSON."""
    return {"value": rating.value, "provisional": rating.provisional}


def cursor_of(game: Game) -> str:
    """Where the list goes on after this game, as a word for an address."""
    if game.finished_at is None:
        raise AssertionError
    return f"{game.finished_at.astimezone(UTC):%Y%m%dT%H%M%S%f}-{game.pk}"


def read_cursor(text: str) -> tuple[datetime, str]:
    """The place that `cursor_of` wrote. Raises ValueError."""
    at, _dash, game_id = text.partition("-")
    if not game_id.isalnum():
        raise ValueError(text)
    return datetime.strptime(at, "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC), game_id
