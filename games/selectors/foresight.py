"""A turn tried out before it is played, as its seat may see it: nothing is drawn, stored, or told that it doesn't know."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from accounts.models import User
from engine import Action, GameState, Preview, PrivilegeGained, preview
from games.enums import GameStatus
from games.errors import not_active, not_your_turn
from games.models import Game
from games.refusals import refusal_json
from games.selectors.access import game_for, seat_of
from games.selectors.state import state_in
from games.selectors.views import legal_of, view_of


def position_to_play(game_id: str, user: User) -> tuple[Game, int, GameState]:
    """The game, the seat of this person and the position in which they are to move. Raises ServiceError."""
    game = game_for(game_id, user)
    seat = seat_of(game, user)
    if game.status != GameStatus.ACTIVE:
        raise not_active()
    if game.seat_to_move != seat:
        raise not_your_turn()
    return game, seat, state_in(game)


class Stop(StrEnum):
    """Where a turn that is tried out comes to a stop."""

    CHOICE = "choice"  # something is still to be chosen
    REVEALS = "reveals"  # the next action shows something new, so what comes then is known when it is played
    REFUSED = "refused"  # the rules don't allow the next action
    TURN_OVER = (
        "turn_over"  # the turn is complete, or the game over; actions beyond were not looked at
    )


def gives(seen: Preview, seat: int) -> bool:
    """True if the turn gives the opponent a privilege."""
    return any(isinstance(event, PrivilegeGained) and event.seat != seat for event in seen.events)


def foresight(state: GameState, seat: int, actions: Sequence[Action]) -> dict[str, Any]:
    """What the seat to move may know of playing these actions: the position after those that could be tried out."""
    seen = preview(state, seat, actions)
    refused = seen.refused
    return {
        "tried": len(seen.played),
        "stop": _stop(seen),
        "refusal": None if refused is None else refusal_json(refused, len(seen.played)),
        "gives_privilege": gives(seen, seat),
        "view": view_of(seen.state, seat),
        "legal_actions": None if seen.ended else legal_of(seen.state, seat),
    }


def _stop(seen: Preview) -> Stop:
    if seen.refused is not None:
        return Stop.REFUSED
    if seen.revealing:
        return Stop.REVEALS
    return Stop.TURN_OVER if seen.ended else Stop.CHOICE
