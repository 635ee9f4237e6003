"""What the log tells of banks: what a turn that is taken back gives back to both clocks.

The end of each turn says what its clock had left, a retraction what the clock became.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.clock.control import TimeControl, bank_after, bank_again, control_of
from games.enums import PlatformEvent
from games.models import Game, GameEvent, Seat
from games.selectors.retraction import Undone, standing_rows

TURN_BEGINS = ("game_started", "turn_ended", PlatformEvent.TURN_RETRACTED)


@dataclass(frozen=True, slots=True)
class ClocksAgain:
    """Both clocks once the last turn of `seat` is taken back; None without a clock, or where a bank stays as it is.

    `seconds` are those that the turn took, by the wall.
    """

    seat: int
    seconds: int
    bank: int | None
    other: int | None


def clocks_again(game: Game, rows: Sequence[GameEvent], seat: int, to: int) -> ClocksAgain:
    """What the clocks become if the last turn of a seat is taken back now, up to event `to`. One query at most.

    Its own has what was left as that turn ended, and what the other has used since is not charged.
    """
    end = next(row for row in reversed(standing_rows(rows)) if row.kind == "turn_ended")
    begun = next(
        row for row in reversed(rows) if row.number < end.number and row.kind in TURN_BEGINS
    )
    seconds = max(int((end.created_at - begun.created_at).total_seconds()), 0)
    control = control_of(game.speed)
    if control is None:
        return ClocksAgain(seat, seconds, None, None)
    left = end.seconds_left
    if left is None:
        left = _left_of_before(control, Seat.objects.get(game=game, number=seat).bank)
    gap = (to, rows[-1].number + 1)
    other = control.initial if control.per_turn else bank_by_log(control, rows, 3 - seat, gap)
    return ClocksAgain(seat, seconds, bank_again(control, left), other)


def _left_of_before(control: TimeControl, bank: int) -> int:
    """What a turn had left whose end doesn't say so: it is older than that. With a bank, as if nothing was cut off."""
    return control.initial if control.per_turn else bank - control.increment


def bank_by_log(
    control: TimeControl, rows: Sequence[GameEvent], seat: int, *gaps: tuple[int, int]
) -> int | None:
    """The bank of a seat, not counting what it has used since its stretch of turns began; None if the log doesn't say.

    `gaps` are about to be taken back, beside what was.
    """
    undone = Undone((*Undone.by(rows).gaps, *gaps))
    place, bank = _reckoned(control, rows, seat, undone)
    if bank is None:
        return None
    granted = (
        int(row.payload["seconds"])
        for row in rows[place + 1 :]
        if row.kind == PlatformEvent.TIME_GRANTED and row.payload["seat"] != seat
    )
    return bank + sum(granted)


def _reckoned(
    control: TimeControl, rows: Sequence[GameEvent], seat: int, undone: Undone
) -> tuple[int, int | None]:
    """The place in the log where the bank of a seat was reckoned last, and what it was then."""
    for place in range(len(rows) - 1, -1, -1):
        row = rows[place]
        if row.kind == "turn_ended" and _hands_over(row, seat):
            if not undone.has(row.number, row.kind):
                return place, _after(control, row)
        elif row.kind == PlatformEvent.TURN_RETRACTED and row.payload["seat"] == seat:
            # If the turn before was taken back after that, its bank is once more that of before both.
            if not any(to < row.number < at for to, at in undone.gaps):
                return place, row.payload.get("bank")
    return 0, control.initial


def _hands_over(row: GameEvent, seat: int) -> bool:
    return (row.payload["seat"], row.payload["next_seat"]) == (seat, 3 - seat)


def _after(control: TimeControl, row: GameEvent) -> int | None:
    return None if row.seconds_left is None else bank_after(control, row.seconds_left, 0)
