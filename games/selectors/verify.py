"""Comparing a game's log with everything that is copied or derived from it."""

from engine import GameState, state_to_json
from games.enums import GameStatus
from games.models import Game, GameEvent, Snapshot
from games.selectors.shuffle import shuffle_faults
from games.selectors.standing import standing_of
from games.selectors.state import refold
from games.selectors.views import view_of


def faults_of(game: Game) -> list[str]:
    """What doesn't agree, in words for an administrator; empty if all is well."""
    numbers = list(
        GameEvent.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    )
    if numbers != list(range(1, game.version + 1)):
        return [f"events 1 to {game.version} are wanted, the log has {len(numbers)}"]
    try:
        state = refold(game)
    except (ValueError, KeyError, AssertionError, IndexError) as error:
        return [f"the log can't be folded: {error}"]
    return _copies(game, state) + _snapshot(game, state) + shuffle_faults(game)


def _copies(game: Game, state: GameState) -> list[str]:
    view = view_of(state, None)
    wanted = {
        "turn": state.turn,
        "seat_to_move": view["seat_to_move"],
        "standing": standing_of(state),
        "status": GameStatus.FINISHED if state.over else GameStatus.ACTIVE,
        "winner": view["outcome"]["winner"] if state.over else None,
        "reasons": view["outcome"]["reasons"] if state.over else [],
        "winning_colors": view["outcome"]["colors"] if state.over else [],
    }
    return [
        f"{name} is {getattr(game, name)!r}, by the log {value!r}"
        for name, value in wanted.items()
        if getattr(game, name) != value
    ]


def _snapshot(game: Game, state: GameState) -> list[str]:
    snapshot = Snapshot.objects.filter(game=game, version=game.version).first()
    if snapshot is not None and snapshot.state != state_to_json(state):
        return ["the snapshot differs from the log"]
    return []
