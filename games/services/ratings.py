"""Rating what was played: one game as it ends, or all of them anew."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Min, Q, QuerySet

from accounts.models import User
from games.enums import GameStatus, Pool
from games.models import Game, Rating, RatingChange, Seat
from games.rating import INITIAL, PERIOD, Strength, certain_for, grown, updated

CHUNK = 500  # games at a time


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one person: their strength after so many games, the last of which ended then."""

    strength: Strength = INITIAL
    games: int = 0
    played_at: datetime | None = None

    def waited(self, until: datetime) -> timedelta:
        """The time without games; nothing for somebody who hasn't played, or whose games ended in another order."""
        return max(until - self.played_at, timedelta(0)) if self.played_at else timedelta(0)


type Rated = tuple[int, Pool]  # a person in one pool


def rate_finished(game: Game) -> None:
    """Change the ratings of both players of a rated game that has just ended; a second call changes nothing.

    The caller holds the lock on the game's row. Nothing happens if the computer played or an account is gone.
    """
    if not game.rated or game.status != GameStatus.FINISHED:
        return
    seats = list(Seat.objects.filter(game=game).select_related("user"))
    people = {seat.number: seat.user_id for seat in seats if seat.user_id is not None}
    if len(people) < 2 or RatingChange.objects.filter(game=game).exists():
        return
    _lock(people.values())
    pool = _pool_of(seats)
    rows = Rating.objects.filter(user__in=people.values(), pool=pool)
    stored = {row.user_id: _known(row) for row in rows}
    known = {number: stored.get(user_id, Known()) for number, user_id in people.items()}
    after = {number: _after(game, number, known) for number in people}
    for number, user_id in people.items():
        Rating.objects.update_or_create(user_id=user_id, pool=pool, defaults=_values(after[number]))
    RatingChange.objects.bulk_create(
        _change(game, number, (people[number], pool), known[number], after[number])
        for number in people
    )


def _pool_of(seats: Iterable[Seat]) -> Pool:
    """In which pool a game counts, for both: with a program among its players in that of programs. An account never
    becomes a bot's, or a person's, once it has begun a game."""
    bot = any(seat.user is not None and seat.user.is_bot for seat in seats)
    return Pool.BOTS if bot else Pool.PEOPLE


def _lock(user_ids: Iterable[int]) -> None:
    """Two games of one person that end at the same moment are rated one after the other."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk"))


def _known(row: Rating) -> Known:
    strength = Strength(row.value, row.deviation, row.volatility)
    return Known(strength, row.games, row.played_at)


def _after(game: Game, number: int, known: Mapping[int, Known]) -> Known:
    """What is known of the seat's player once this game has ended. Each game is a rating period of its own."""
    ended, own, other = _ended(game), known[number], known[3 - number]
    opponent = grown(other.strength, other.waited(ended))
    periods = own.waited(ended) / PERIOD
    strength = updated(own.strength, [(opponent, _score(game, number))], periods=periods)
    return Known(strength, own.games + 1, max(ended, own.played_at or ended))


def _ended(game: Game) -> datetime:
    if game.finished_at is None:
        raise AssertionError
    return game.finished_at


def _score(game: Game, number: int) -> float:
    if game.winner is None:
        return 0.5
    return 1.0 if game.winner == number else 0.0


def _values(known: Known) -> dict[str, object]:
    strength, played_at = known.strength, known.played_at
    certain = certain_for(strength)
    return {
        "value": strength.value,
        "deviation": strength.deviation,
        "volatility": strength.volatility,
        "games": known.games,
        "played_at": played_at,
        "certain_until": played_at + certain if played_at and certain is not None else None,
    }


def _change(game: Game, number: int, who: Rated, before: Known, after: Known) -> RatingChange:
    ended = _ended(game)
    return RatingChange(
        game=game,
        seat=number,
        user_id=who[0],
        pool=who[1],
        before=before.strength.value,
        deviation_before=grown(before.strength, before.waited(ended)).deviation,
        after=after.strength.value,
        deviation_after=after.strength.deviation,
        at=ended,
    )


def recompute_ratings() -> int:
    """Make all ratings again from the finished rated games, in the order in which they were rated; their number.

    Where an account is gone, its opponent's change is computed from what was stored of it. Games may end meanwhile:
    people are locked only at the end, when what was rated since is computed and ratings are stored. A run that dies
    leaves changes and ratings of which some are new: another one makes all of them so.
    """
    known: dict[Rated, Known] = {}
    until = RatingChange.objects.aggregate(last=Max("pk"))["last"] or 0
    early = _rated_games(Q(rated_as__lte=until))
    number = sum(_rate_all_again(games, known) for games in _batches(early))
    with transaction.atomic():
        people = _rated_people()
        _lock(people)
        late = _rated_games(Q(rated_as__gt=until) | Q(rated_as=None))
        number += sum(_rate_all_again(games, known) for games in _batches(late))
        _store({who: one for who, one in known.items() if who[0] in people}, people)
    return number


def _rated_people() -> set[int]:
    seats = Seat.objects.filter(game__rated=True, user__isnull=False)
    return set(seats.values_list("user_id", flat=True).distinct())


def _rated_games(which: Q) -> QuerySet[Game]:
    """Those of the finished rated games, in their order; `rated_as` is the number of what they changed first."""
    games = Game.objects.filter(rated=True, status=GameStatus.FINISHED)
    return (
        games.annotate(rated_as=Min("rating_changes__pk"))
        .filter(which)
        .order_by(F("rated_as").asc(nulls_last=True), "finished_at", "pk")
    )


def _batches(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """These games in their order, some at a time."""
    ids = list(games.values_list("pk", flat=True))
    for start in range(0, len(ids), CHUNK):
        some = ids[start : start + CHUNK]
        found = Game.objects.prefetch_related("seats__user", "rating_changes").in_bulk(some)
        yield [found[pk] for pk in some if pk in found]


def _rate_all_again(games: list[Game], known: dict[Rated, Known]) -> int:
    """Store what these games changed; how many did."""
    made = [_rate_again(game, known) for game in games]
    RatingChange.objects.bulk_create(
        [change for changes in made for change in changes],
        update_conflicts=True,
        unique_fields=["game", "seat"],
        update_fields=["pool", "before", "deviation_before", "after", "deviation_after", "at"],
    )
    return sum(bool(changes) for changes in made)


def _rate_again(game: Game, known: dict[Rated, Known]) -> list[RatingChange]:
    stored = list(game.rating_changes.all())
    # What was stored knows of a program whose account is gone.
    pool = Pool(stored[0].pool) if stored else _pool_of(game.seats.all())
    people = {
        seat.number: (seat.user_id, pool) for seat in game.seats.all() if seat.user_id is not None
    }
    before = {number: known.get(who, Known()) for number, who in people.items()}
    for change in stored:
        if change.seat not in people:
            before[change.seat] = _as_stored(change)
    if len(before) < 2:
        return []
    changes = []
    for number, who in people.items():
        known[who] = _after(game, number, before)
        changes.append(_change(game, number, who, before[number], known[who]))
    return changes


def _as_stored(change: RatingChange) -> Known:
    """Somebody whose account is gone, as they were when the game ended."""
    return Known(Strength(change.before, change.deviation_before))


def _store(known: Mapping[Rated, Known], people: Iterable[int]) -> None:
    """The ratings of these people, whom the caller has locked: those that are known, and none of the others."""
    rows = [
        Rating(user_id=user_id, pool=pool, **_values(one)) for (user_id, pool), one in known.items()
    ]
    Rating.objects.bulk_create(
        rows,
        batch_size=CHUNK,
        update_conflicts=True,
        unique_fields=["user", "pool"],
        update_fields=[*_values(Known())],
    )
    for pool in Pool:
        rated = {user_id for user_id, known_in in known if known_in == pool}
        Rating.objects.filter(pool=pool, user__in=set(people) - rated).delete()
