"""Which turn could be taken back, by the log, and what was asked about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F

from engine import reveals
from games.enums import GameStatus, TakeBackStatus
from games.models import Game, GameEvent, TakeBack
from games.selectors.retraction import PLATFORM_KINDS, standing_rows
from games.selectors.state import event_of

TURN_ENDS = ("game_started", "turn_ended")
WARNED = "stand_off_warned"  # comes by itself when a turn begins


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A turn that could be taken back. `to` is the event after which the position would stand again, `last` its last."""

    to: int
    last: int


@dataclass(frozen=True, slots=True)
class TakeBackFacts:
    """What a player may do about the last turn. `last` names it; `at_once`: the computer agrees without being asked.

    `state` is "can_ask", "asked" (by the viewer), "answer" (the viewer is to) or "declined".
    """

    state: str
    last: int
    at_once: bool


def take_back_facts(
    game: Game, rows: Sequence[GameEvent], viewer: int | None
) -> TakeBackFacts | None:
    """For a game from `game_for` with this log; None where there is nothing to ask or to answer.

    One query where there could be.
    """
    asker = asker_of(game)
    turn = None if viewer is None or asker is None else last_turn(rows, asker)
    if turn is None:
        return None
    wish = asked_about(game, turn)
    state = _state("" if wish is None else wish.status, mine=viewer == asker)
    other = next(seat for seat in game.seats.all() if seat.number != viewer)
    if state is None or other.is_free:
        return None
    return TakeBackFacts(state, turn.last, at_once=bool(other.computer))


def _state(status: str, *, mine: bool) -> str | None:
    if not mine:
        return "answer" if status == TakeBackStatus.ASKED else None
    return {
        TakeBackStatus.ASKED.value: "asked",
        TakeBackStatus.DECLINED.value: "declined",
    }.get(status, "can_ask")


def asker_of(game: Game) -> int | None:
    """The seat that may ask a turn back in this game: the one that waits; None if nobody may."""
    if game.status != GameStatus.ACTIVE or game.rated or game.seat_to_move is None:
        return None
    return 3 - game.seat_to_move


def last_turn(rows: Sequence[GameEvent], seat: int) -> LastTurn | None:
    """The last turn of a seat, by a log, as long as the other has done nothing since and nothing was revealed in it.

    Of a chain of extra turns only the last one.
    """
    played = [row for row in standing_rows(rows) if row.kind not in PLATFORM_KINDS]
    ends = [index for index, row in enumerate(played) if row.kind in TURN_ENDS]
    if len(ends) < 2 or not _has_passed(played[ends[-1]], seat):
        return None
    first, end = ends[-2] + 1, ends[-1]
    while played[first].kind == WARNED:
        first += 1
    moved_since = any(row.kind != WARNED for row in played[end + 1 :])
    if moved_since or any(_shows(row, played) for row in played[first:end]):
        return None
    return LastTurn(to=played[first - 1].number, last=played[-1].number)


def _has_passed(row: GameEvent, seat: int) -> bool:
    """True if with this event the turn went from `seat` to the other."""
    return (row.payload["seat"], row.payload["next_seat"]) == (seat, 3 - seat)


def _shows(row: GameEvent, played: Sequence[GameEvent]) -> bool:
    """True if somebody learned by this event what they could not know before.

    That is more than `engine.reveals`, which asks for both seats at once: a purchase shows the opponent a card that was
    reserved unseen.
    """
    if row.kind == "card_purchased" and row.payload["from_reserve"]:
        return any(
            other.kind == "card_reserved"
            and other.payload["card"] == row.payload["card"]
            and other.payload["unseen"]
            for other in played
        )
    return reveals(event_of(row))


def asked_about(game: Game, turn: LastTurn) -> TakeBack | None:
    """What was asked about this turn. One query."""
    return TakeBack.objects.filter(game=game, last=turn.last).first()


def open_wishes(games: Iterable[Game]) -> dict[str, TakeBack]:
    """What those to move in these games are asked to give back and may still answer, by game. Two queries at most."""
    askers = {game.pk: asker_of(game) for game in games}
    rows = TakeBack.objects.filter(game__in=askers, status=TakeBackStatus.ASKED).order_by("last")
    newest = {row.game_id: row for row in rows if row.seat == askers[row.game_id]}
    if not newest:
        return {}
    later = GameEvent.objects.filter(
        game__take_backs__in=newest.values(), number__gt=F("game__take_backs__last")
    ).order_by("game", "number")
    moved = {
        game_id
        for game_id, events in groupby(later, key=lambda row: row.game_id)
        if any(
            row.kind not in PLATFORM_KINDS and row.kind != WARNED
            for row in standing_rows(list(events))
        )
    }
    return {game_id: row for game_id, row in newest.items() if game_id not in moved}
