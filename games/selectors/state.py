"""The position of a game, from its snapshot and the events since."""

from collections.abc import Sequence

from engine import Event, GameState, event_from_json, fold, state_from_json
from games.enums import PlatformEvent
from games.models import Game, GameEvent, Snapshot
from games.selectors.retraction import PLATFORM_KINDS, standing_rows


def load_state(game: Game) -> GameState:
    """The position at the game's version: one query, or two if the snapshot lags.

    Raises ValueError before the start.
    """
    return _from_snapshot(game, Snapshot.objects.filter(game=game).first())


def state_in(game: Game) -> GameState:
    """As `load_state`, from the snapshot that was selected together with the game."""
    return _from_snapshot(game, getattr(game, "snapshot", None))


def _from_snapshot(game: Game, snapshot: Snapshot | None) -> GameState:
    if snapshot is None:
        return refold(game)
    state = state_from_json(snapshot.state)
    if snapshot.version == game.version:
        return state
    later = _rows(game, after=snapshot.version)
    if any(_undoes(row, snapshot.version) for row in later):
        return refold(game)
    events = standing_events(later)
    return fold(events, state) if events else state


def _undoes(row: GameEvent, version: int) -> bool:
    """True for a retraction of what had happened by that version."""
    return row.kind == PlatformEvent.TURN_RETRACTED and row.payload["to"] < version


def refold(game: Game) -> GameState:
    """The position from the log alone. Raises ValueError if the game hasn't begun."""
    return fold(engine_events(game, after=0))


def engine_events(game: Game, *, after: int) -> list[Event]:
    """What still counts of the rules' events numbered above `after`."""
    return standing_events(_rows(game, after=after))


def _rows(game: Game, *, after: int) -> list[GameEvent]:
    return list(GameEvent.objects.filter(game=game, number__gt=after, number__lte=game.version))


def standing_events(rows: Sequence[GameEvent]) -> list[Event]:
    """What the rules wrote in these rows and nobody took back; the platform's own events change no position."""
    return [event_of(row) for row in standing_rows(rows) if row.kind not in PLATFORM_KINDS]


def event_of(row: GameEvent) -> Event:
    """The engine's event in a row of the log."""
    return event_from_json({"kind": row.kind, **row.payload})
