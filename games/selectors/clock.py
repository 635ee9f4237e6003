"""The clocks of a game: when they stand, what is left of them, why nothing runs."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.zones import UTC, known_zone
from games.clock.control import control_of, left_at
from games.clock.schedule import Schedule, Stand, standing_at
from games.enums import GameStatus, PlatformEvent
from games.models import Game, GameEvent, Seat, Vacation

AGREED = "agreed"  # the only reason in `Game.pauses` so far
OF_TIME = (PlatformEvent.TIME_GRANTED, PlatformEvent.GAME_PAUSED, PlatformEvent.GAME_RESUMED)


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """What everybody may know of the clocks of a running game at one moment.

    `left` are the seconds left to each seat, `deadline` when those of the seat to move are used up, `stand` why its
    clock doesn't run just now and until when. While the game is paused there is neither of the two.
    """

    left: dict[int, int]
    deadline: datetime | None
    stand: Stand | None
    paused: bool


Spans = tuple[tuple[datetime, datetime], ...]


def schedule_for(game: Game, user: User | None, vacations: Spans) -> Schedule:
    """When the clock of this player stands in this game, by what they have set now. `vacations` are those of
    `vacations_in`."""
    if user is None:
        return Schedule(weekends=game.weekends_off)
    asleep = user.sleep_start is not None and user.sleep_hours > 0
    return Schedule(
        zone=zone_of(user),
        sleep_start=user.sleep_start.hour * 60 + user.sleep_start.minute
        if user.sleep_start and asleep
        else 0,
        sleep_minutes=user.sleep_hours * 60 if asleep else 0,
        weekends=game.weekends_off,
        vacations=vacations,
    )


def zone_of(user: User) -> str:
    """The zone of a person's nights and weekends.

    With night hours that in which they were set, until they are changed; else the chosen one, else what the browser
    once said.
    """
    if user.sleep_start is not None and user.hours_zone:
        return known_zone(user.hours_zone) or UTC
    return known_zone(user.time_zone or user.hours_zone) or UTC


def vacations_in(game: Game, user_id: int | None, since: datetime) -> Spans:
    """The vacations of a person that stop their clock in this game and last beyond `since`. One query at most."""
    if user_id is None or not game.vacations:
        return ()
    rows = Vacation.objects.filter(user=user_id, ends_at__gt=since).order_by("starts_at")
    return tuple(rows.values_list("starts_at", "ends_at"))


def clock_facts(game: Game, now: datetime) -> ClockFacts | None:
    """The clocks at `now`; None unless the game is being played with clocks. No query if its seats are at hand."""
    if game.status != GameStatus.ACTIVE or control_of(game.speed) is None:
        return None
    left = {seat.number: _left(game, seat, now) for seat in game.seats.all()}
    paused = game.clock_from is None
    stand = None if paused else standing_at(now, Schedule.from_json(game.schedule))
    return ClockFacts(left, game.deadline_at, stand, paused)


def _left(game: Game, seat: Seat, now: datetime) -> int:
    if seat.number != game.seat_to_move or game.clock_from is None:
        return seat.bank
    schedule = Schedule.from_json(game.schedule)
    return max(left_at(now, game.clock_from, seat.bank, schedule), 0)


def may_grant(game: Game, seat: int) -> bool:
    """True if this seat may give time to its opponent, a person who is to move. No query."""
    return _with_person(game, seat) and game.seat_to_move != seat


def pause_state(game: Game, seat: int) -> str:
    """ "ask", "asked" (by this seat), "answer" (asked by the opponent), "paused", or empty where nobody can agree to one.

    No query.
    """
    if not _with_person(game, seat):
        return ""
    if AGREED in game.pauses:
        return "paused"
    if game.pause_asked_by is None:
        return "ask"
    return "asked" if game.pause_asked_by == seat else "answer"


def _with_person(game: Game, seat: int) -> bool:
    """True while the game is played with clocks against somebody."""
    if game.status != GameStatus.ACTIVE or control_of(game.speed) is None:
        return False
    return any(one.number != seat and one.user_id is not None for one in game.seats.all())


def same_position(game: Game, version: int) -> bool:
    """True if nothing but time was granted, and the game paused, since `version`: who decided then may still act."""
    if version >= game.version:
        return version == game.version
    since = GameEvent.objects.filter(game=game, number__gt=version, number__lte=game.version)
    return not since.exclude(kind__in=OF_TIME).exists()
