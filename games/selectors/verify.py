"""Comparing a game's log with the rules, the dice and everything that is copied from it."""

from typing import Any

from engine import RULES_VERSION, EngineError, GameState, fold, state_to_json
from games.enums import GameStatus, PlatformEvent
from games.models import Game, GameEvent, Snapshot
from games.selectors.access import ENDED, STARTED
from games.selectors.banks import TURN_BEGINS
from games.selectors.replay import entropies_of, replay_faults, revealed_secret
from games.selectors.standing import standing_of
from games.selectors.state import standing_events
from games.selectors.take_back import last_turn
from games.selectors.verify_clock import clock_faults
from games.selectors.views import view_of

ENDS = {"game_ended": GameStatus.FINISHED, PlatformEvent.GAME_ABORTED: GameStatus.ABORTED}
# What folding events that were tampered with can end in.
UNFOLDABLE = (
    EngineError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    AssertionError,
)


def faults_of(game: Game, secret: bytes | None = None) -> list[str]:
    """What doesn't agree, in words for an administrator; empty if all is well.

    With the `secret` of the shuffle the draws of a running game are checked too; of a finished one they always are.
    """
    rows = list(GameEvent.objects.filter(game=game))
    faults = _row_faults(game, rows)
    if faults:
        return faults
    try:
        faults = _seat_faults(game, entropies_of(rows))
        return faults + _play_faults(game, rows, secret) if game.status in STARTED else faults
    except UNFOLDABLE as error:
        return [f"the log can't be folded: {error!r}"]


def _play_faults(game: Game, rows: list[GameEvent], secret: bytes | None) -> list[str]:
    state = fold(standing_events(rows))
    faults = _copies(game, _by_log(game, state, rows)) + _snapshot_faults(game, rows)
    faults += clock_faults(game, rows)
    faults += _retraction_faults(rows)
    secret = revealed_secret(rows) or secret
    if secret is None or game.rules_version != RULES_VERSION:
        return faults
    return faults + _replay_faults(game, rows, secret)


def _retraction_faults(rows: list[GameEvent]) -> list[str]:
    """Turns that were taken back although somebody had moved, or something was shown, since."""
    faults = []
    for place in _retractions(rows):
        row, turn = rows[place], last_turn(rows[:place], rows[place].payload["seat"])
        if turn is None or turn.to != row.payload["to"]:
            faults.append(f"event {row.number} takes back what can't be taken back")
    return faults


def _retractions(rows: list[GameEvent]) -> list[int]:
    return [place for place, row in enumerate(rows) if row.kind == PlatformEvent.TURN_RETRACTED]


def _replay_faults(game: Game, rows: list[GameEvent], secret: bytes) -> list[str]:
    """Faults of what stands, and of what stood each time before a turn was taken back; only the first."""
    for end in (*_retractions(rows), len(rows)):
        events = standing_events(rows[:end])
        faults = replay_faults(game, events, entropies_of(rows), secret)
        if faults:
            return faults
    return []


def _row_faults(game: Game, rows: list[GameEvent]) -> list[str]:
    """Rows that are missing, that say who acted wrongly, or that belong to another stage of a game."""
    if [row.number for row in rows] != list(range(1, game.version + 1)):
        return [f"events 1 to {game.version} are wanted, the log has {len(rows)}"]
    faults = [
        f"event {row.number} is of rules version {row.rules_version}, the game of {game.rules_version}"
        for row in rows
        if row.rules_version != game.rules_version
    ]
    faults += [
        f"event {row.number} is seat {row.payload['seat']}'s, its row says {row.seat}"
        for row in rows
        if isinstance(row.payload, dict) and row.payload.get("seat", row.seat) != row.seat
    ]
    return faults + _stage_faults(game, [row.kind for row in rows])


def _stage_faults(game: Game, kinds: list[str]) -> list[str]:
    wanted = {
        PlatformEvent.GAME_CREATED: True,
        "game_started": game.status in STARTED,
        PlatformEvent.GAME_CANCELLED: game.status == GameStatus.CANCELLED,
        PlatformEvent.GAME_ABORTED: game.status == GameStatus.ABORTED,
        PlatformEvent.SECRET_REVEALED: game.status in ENDED,
    }
    return [
        f"a game that is {game.status} has {kinds.count(kind)} events {kind}"
        for kind, once in wanted.items()
        if kinds.count(kind) != int(once)
    ]


def _by_log(game: Game, state: GameState, rows: list[GameEvent]) -> dict[str, Any]:
    """What the game's row must say, judging by its log."""
    outcome = view_of(state, None)["outcome"] or {"winner": None, "reasons": [], "colors": []}
    begun = [row.created_at for row in rows if row.kind in TURN_BEGINS]
    ended = [row for row in rows if row.kind in ENDS]
    return {
        "status": ENDS[ended[-1].kind] if ended else GameStatus.ACTIVE,
        "open_memory": state.open_memory,
        "stand_off": state.stand_off,
        "turn": state.turn,
        "seat_to_move": None if ended else state.seat,
        "standing": standing_of(state),
        "winner": outcome["winner"],
        "reasons": outcome["reasons"],
        "winning_colors": outcome["colors"],
        "started_at": begun[0],
        "turn_started_at": begun[-1],
        "finished_at": ended[-1].created_at if ended else None,
        "commitment": rows[0].payload["commitment"],
    }


def _copies(game: Game, by_log: dict[str, Any]) -> list[str]:
    return [
        f"{name} is {getattr(game, name)!r}, by the log {value!r}"
        for name, value in by_log.items()
        if getattr(game, name) != value
    ]


def _snapshot_faults(game: Game, rows: list[GameEvent]) -> list[str]:
    """A snapshot may lag: then it is what the log led to at that version. Ahead it would hide moves to come."""
    snapshot = Snapshot.objects.filter(game=game).first()
    if snapshot is None:
        return []
    if snapshot.version > game.version:
        return [f"the snapshot is at version {snapshot.version}, the game at {game.version}"]
    led_to = fold(standing_events(rows[: snapshot.version]))
    return [] if snapshot.state == state_to_json(led_to) else ["the snapshot differs from the log"]


def _seat_faults(game: Game, by_log: tuple[str, str]) -> list[str]:
    """Randomness in a seat's row that the log knows otherwise."""
    return [
        f"seat {seat.number} added {seat.entropy!r}, by the log {by_log[seat.number - 1]!r}"
        for seat in game.seats.all()
        if seat.entropy != by_log[seat.number - 1]
    ]
