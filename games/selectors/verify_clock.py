"""Comparing clocks with the log, as far as it tells of them: what a player's nights and vacations were isn't in it."""

from collections.abc import Iterator, Sequence

from games.clock.control import TimeControl, control_of, deadline_of
from games.clock.schedule import Schedule
from games.enums import GameStatus, PlatformEvent
from games.models import Game, GameEvent, Seat
from games.selectors.banks import TURN_BEGINS, bank_by_log
from games.selectors.retraction import standing_rows

PAUSE = (PlatformEvent.GAME_PAUSED, PlatformEvent.GAME_RESUMED)
GIVEN_UP = ("seat_resigned", "time_expired")


def clock_faults(game: Game, rows: Sequence[GameEvent]) -> list[str]:
    """What doesn't agree, in words for an administrator, of a game that was dealt."""
    seats = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    faults = list(_turn_faults(game, seats, standing_rows(rows)))
    control = control_of(game.speed)
    if control is None or game.status != GameStatus.ACTIVE:
        return faults if game.deadline_at is None else [*faults, "deadline_at of no clock"]
    mover = seats[game.seat_to_move or 1]
    return [*faults, *_running_faults(game, mover, control, rows)]


def _turn_faults(game: Game, seats: dict[int, Seat], rows: Sequence[GameEvent]) -> Iterator[str]:
    ended = [row.seat for row in rows if row.kind == "turn_ended"]
    if game.status == GameStatus.FINISHED and not any(row.kind in GIVEN_UP for row in rows):
        ended.append(_last_mover(rows))
    late = [row.seat for row in rows if row.kind == "time_expired"]
    for number, seat in seats.items():
        if seat.turns != ended.count(number):
            yield f"seat {number} has {seat.turns} turns, by the log {ended.count(number)}"
        if seat.timed_out != (number in late):
            yield f"seat {number} is out of time: {seat.timed_out}; by the log not so"


def _last_mover(rows: Sequence[GameEvent]) -> int:
    last = [row for row in rows if row.kind in TURN_BEGINS][-1]
    return int(last.payload["starter" if last.kind == "game_started" else "next_seat"])


def _running_faults(
    game: Game, mover: Seat, control: TimeControl, rows: Sequence[GameEvent]
) -> Iterator[str]:
    begun = _begun(rows, control)
    pauses = [row for row in rows if row.kind in PAUSE]
    since = [row for row in rows[begun:] if row.kind in PAUSE]
    paused = bool(pauses) and pauses[-1].kind == PlatformEvent.GAME_PAUSED
    runs_from = None if paused else (since[-1] if since else rows[begun]).created_at
    if game.clock_from != runs_from:
        yield f"clock_from is {game.clock_from!r}, by the log {runs_from!r}"
    yield from _bank_faults(mover, control, rows, begun, exact=not since)
    until = _deadline(game, mover)
    if game.deadline_at != until:
        yield f"deadline_at is {game.deadline_at!r}, by its clock {until!r}"


def _bank_faults(
    mover: Seat, control: TimeControl, rows: Sequence[GameEvent], begun: int, *, exact: bool
) -> Iterator[str]:
    """With pauses since, a bank is only bounded: what it had used until then isn't in the log."""
    granted = sum(
        row.payload["seconds"] for row in rows[begun:] if row.kind == PlatformEvent.TIME_GRANTED
    )
    if control.per_turn:
        most: int | None = rows[begun].payload.get("bank", control.initial) + granted
    else:
        most = bank_by_log(control, rows, mover.number)
    known = most is not None
    if most is None:  # of a turn that is older than that its end says what was left
        most = control.initial + granted
    if mover.bank > most or (exact and known and mover.bank != most):
        bound = "" if exact and known else "at most "
        yield f"the bank of seat {mover.number} is {mover.bank}, by the log {bound}{most}"


def _begun(rows: Sequence[GameEvent], control: TimeControl) -> int:
    """Where in the log the stretch of turns begins for which the bank was reckoned last."""
    return max(
        place
        for place, row in enumerate(rows)
        if row.kind in TURN_BEGINS and (control.per_turn or _changes_seat(row))
    )


def _changes_seat(row: GameEvent) -> bool:
    return row.kind != "turn_ended" or row.payload["next_seat"] != row.payload["seat"]


def _deadline(game: Game, mover: Seat) -> object:
    if game.clock_from is None:
        return None
    return deadline_of(game.clock_from, mover.bank, Schedule.from_json(game.schedule))
