"""The position of a game, from its snapshot and the events since."""

from engine import Event, GameState, event_from_json, fold, state_from_json
from games.enums import PlatformEvent
from games.models import Game, GameEvent, Snapshot


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
    later = engine_events(game, after=snapshot.version)
    return fold(later, state) if later else state


def refold(game: Game) -> GameState:
    """The position from the log alone. Raises ValueError if the game hasn't begun."""
    return fold(engine_events(game, after=0))


def engine_events(game: Game, *, after: int) -> list[Event]:
    """The rules' events numbered above `after`; the platform's own change no position."""
    rows = GameEvent.objects.filter(game=game, number__gt=after, number__lte=game.version)
    return [event_of(row) for row in rows if row.kind not in PlatformEvent.values]


def event_of(row: GameEvent) -> Event:
    """The engine's event in a row of the log."""
    return event_from_json({"kind": row.kind, **row.payload})
