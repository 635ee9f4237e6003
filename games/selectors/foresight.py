"""A turn tried out before it is played, as its seat may see it: nothing is drawn, stored, or told that it doesn't know."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from engine import Action, GameState, Preview, PrivilegeGained, preview
from games.refusals import refusal_json
from games.selectors.views import legal_of, view_of


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
