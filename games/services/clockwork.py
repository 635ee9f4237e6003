"""The only writer of clocks: charged as turns end, started as turns begin. Callers hold the lock on the game's row.

The bank of the seat to move is what it had left at `Game.clock_from`; its deadline follows from these two and from the
schedule, which is fixed as the turn begins (but for vacations, which may begin and end at any time). Nothing counts down.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from engine import Event
from engine.events import GameEnded, GameStarted, SeatResigned, TimeExpired, TurnEnded
from games.clock.control import bank_after, control_of, deadline_of, left_at
from games.clock.schedule import Schedule
from games.models import Game, Seat
from games.selectors.at_hand import may_be_away, seats_of
from games.selectors.banks import ClocksAgain
from games.selectors.clock import Spans, schedule_for, vacations_in

Seats = dict[int, Seat]
_KEPT = ["bank", "turns", "answer_seconds", "timed_out"]
_TOLD = (GameStarted, TurnEnded, TimeExpired, GameEnded)


def run_clocks(game: Game, events: Iterable[Event], now: datetime) -> dict[int, int]:
    """Let the clocks follow what happened: turns that began and ended, a seat out of time, the end. The caller saves
    the game.

    Gives by the places of turns that ended what their clocks had left then.
    """
    told = [
        (place, event)
        for place, event in enumerate(events)
        if isinstance(event, (*_TOLD, SeatResigned))
    ]
    if not any(isinstance(event, _TOLD) for _place, event in told):
        return {}
    left: dict[int, int] = {}
    seats = _seats_of(game)
    played = not any(isinstance(event, SeatResigned | TimeExpired) for _place, event in told)
    mover = game.seat_to_move
    for place, event in told:
        if isinstance(event, GameStarted):
            mover = event.starter
            _deal(game, seats, mover, now)
        elif isinstance(event, TurnEnded):
            mover = event.next_seat
            if control_of(game.speed) is not None:
                left[place] = _left_at_end(game, seats[event.seat], now)
            _turn_over(game, seats, event, now)
        elif isinstance(event, TimeExpired):
            seats[event.seat].timed_out = True
        elif isinstance(event, GameEnded) and mover is not None:
            _end(game, seats[mover], now, played=played)
    Seat.objects.bulk_update(seats.values(), _KEPT)
    return left


def _seats_of(game: Game) -> Seats:
    return {seat.number: seat for seat in seats_of(game)}


def _deal(game: Game, seats: Seats, mover: int, now: datetime) -> None:
    control = control_of(game.speed)
    for seat in seats.values():
        seat.bank = control.initial if control else 0
    _begin_turn(game, seats[mover], now)


def _turn_over(game: Game, seats: Seats, ended: TurnEnded, now: datetime) -> None:
    """Charge the seat. With a bank, extra turns belong to the same stretch: it goes on, and is charged at its end."""
    seat, control = seats[ended.seat], control_of(game.speed)
    _count_turn(game, seat, now)
    game.turn_started_at = now
    if control is None or (ended.next_seat == ended.seat and not control.per_turn):
        return
    seat.bank = bank_after(control, seat.bank, _used(game, seat, now))
    _begin_turn(game, seats[ended.next_seat], now)


def _left_at_end(game: Game, seat: Seat, now: datetime) -> int:
    refresh_vacations(game, seat)
    return max(_left(game, seat, now), 0)


def _count_turn(game: Game, seat: Seat, now: datetime) -> None:
    begun = game.turn_started_at or now
    seat.turns += 1
    seat.answer_seconds += max(int((now - begun).total_seconds()), 0)


def _used(game: Game, seat: Seat, now: datetime) -> int:
    return seat.bank - _left(game, seat, now)


def _left(game: Game, seat: Seat, now: datetime) -> int:
    if game.clock_from is None:
        return seat.bank
    return left_at(now, game.clock_from, seat.bank, Schedule.from_json(game.schedule))


def _begin_turn(game: Game, seat: Seat, now: datetime) -> None:
    game.turn_started_at = now
    if control_of(game.speed) is None:
        return
    away = _vacations(game, seat, now)
    game.schedule = schedule_for(game, seat.user, away).to_json()
    _start(game, seat, now)


def _start(game: Game, seat: Seat, now: datetime) -> None:
    """Let the seat's bank run from now on, unless the game is paused."""
    game.clock_from = None if game.pauses else now
    set_deadline(game, seat)


def _end(game: Game, seat: Seat, now: datetime, *, played: bool) -> None:
    if played:
        _count_turn(game, seat, now)
    stop_clocks(game, seat, now)


def stop_clocks(game: Game, seat: Seat, now: datetime) -> None:
    """The game is over: what the seat to move has left stays as it is. The caller saves both."""
    seat.bank = max(_left(game, seat, now), 0)
    game.clock_from = game.deadline_at = game.pause_asked_by = None
    game.schedule, game.pauses = {}, []


def set_deadline(game: Game, seat: Seat) -> None:
    """The deadline that follows from the bank of the seat to move. The caller saves the game."""
    before = game.deadline_at
    game.deadline_at = None
    if game.clock_from is not None:
        schedule = Schedule.from_json(game.schedule)
        game.deadline_at = deadline_of(game.clock_from, seat.bank, schedule)
    game.deadline_moves += game.deadline_at != before


def mover_of(game: Game) -> Seat:
    """The seat whose clock it is, from the database."""
    return Seat.objects.select_related("user").get(game=game, number=game.seat_to_move or 0)


def refresh_vacations(game: Game, seat: Seat) -> None:
    """Look again when the player to move is on vacation, since the turn began; nights and weekends stay as they were.

    The caller saves the game.
    """
    if game.clock_from is None:
        return
    away = _vacations(game, seat, game.clock_from)
    schedule = Schedule.from_json(game.schedule)
    if away != schedule.vacations:
        game.schedule = replace(schedule, vacations=away).to_json()
        set_deadline(game, seat)


def _vacations(game: Game, seat: Seat, since: datetime) -> Spans:
    return vacations_in(game, seat.user_id, since) if may_be_away(seat) else ()


def pause_clock(game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Stop the clock of the seat to move, with what is left now. Saves the seat; the caller saves the game."""
    seat.bank = max(_left(game, seat, now), 0)
    seat.save(update_fields=["bank"])
    game.pauses = sorted({*game.pauses, reason})
    game.clock_from = game.deadline_at = None


def resume_clock(game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Let the clock run on, unless it stands for another reason too. The caller saves the game."""
    game.pauses = [other for other in game.pauses if other != reason]
    if control_of(game.speed) is not None:
        _start(game, seat, now)
        refresh_vacations(game, seat)


def hand_back(game: Game, clocks: ClocksAgain, now: datetime) -> None:
    """A turn was taken back: its seat is to move again, and both clocks stand as `clocks` has them.

    The turn counts no more, nor does the time that it took. The caller saves the game.
    """
    seats = _seats_of(game)
    seat, other = seats[clocks.seat], seats[3 - clocks.seat]
    seat.turns = max(seat.turns - 1, 0)
    seat.answer_seconds = max(seat.answer_seconds - clocks.seconds, 0)
    if clocks.bank is not None:
        seat.bank = clocks.bank
    if clocks.other is not None:
        other.bank = clocks.other
    Seat.objects.bulk_update((seat, other), _KEPT)
    _begin_turn(game, seat, now)
