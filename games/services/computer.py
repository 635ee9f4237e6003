"""The computer's turn: it decides from its own seat's view, outside any lock, and submits like everybody else."""

import hashlib
import logging

from engine import decide, view_for
from engine.ai import choose
from games.enums import GameStatus
from games.models import Game
from games.selectors.state import load_state
from games.services.change import chance_of, computer_to_move, locked, record

logger = logging.getLogger(__name__)

MOST_ACTIONS = 60  # of one task: a chain of extra turns is shorter


def play_turn(game_id: str) -> None:
    """Play actions while the computer is to move. Safe to run twice at once, and to kill at any point.

    Each action is a transaction of its own that holds only at the version it was decided for: a second worker, or the
    same task delivered again, finds the version moved on and starts from there.
    """
    for _action in range(MOST_ACTIONS):
        game = Game.objects.filter(pk=game_id, status=GameStatus.ACTIVE).first()
        if game is None or not computer_to_move(game):
            return
        _play_action(game)
    logger.error("the computer played %s actions of game %s in one go", MOST_ACTIONS, game_id)


def _play_action(seen: Game) -> None:
    """Decide from the view, then apply under the lock if the game still stands where it was seen."""
    state = load_state(seen)
    action = choose(view_for(state, state.seat), _seed(seen))
    with locked(seen.pk) as game:
        if game.version != seen.version or game.status != GameStatus.ACTIVE:
            return
        record(game, decide(state, state.seat, action, chance_of(game)), state, mover=state.seat)


def _seed(game: Game) -> int:
    """The same decision whenever it is made again; nothing the computer may not know goes into it."""
    return int.from_bytes(hashlib.sha256(f"{game.pk}/{game.version}".encode()).digest()[:8], "big")
