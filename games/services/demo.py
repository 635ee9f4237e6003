"""Games in a given stage, played by the computer on both sides, for trying the site out."""

from accounts.models import User
from engine import GameState, decide, view_for
from engine.ai import choose
from games.models import Game
from games.selectors.state import load_state
from games.services.change import chance_of, locked, record
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_invitation

OPENING_TURNS = 4
MIDGAME_TURNS = 26
ENDGAME_PRESTIGE = 14


def is_reached(state: GameState, stage: str) -> bool:
    """True if a game stands in `stage`: opening, midgame, endgame or finished; always at the start of a turn."""
    if state.over or not state.fresh:
        return state.over
    most = max(state.first.prestige, state.second.prestige)
    return {
        "opening": state.turn > OPENING_TURNS,
        "midgame": state.turn > MIDGAME_TURNS,
        "endgame": most >= ENDGAME_PRESTIGE,
        "finished": False,
    }[stage]


def create_demo_game(*, first: User, second: User, stage: str) -> Game:
    """A game of two people, played to `stage`."""
    game = create_invitation(user=first, invitee=second, options=Options(days_per_move=3))
    accept_invitation(token=game.invitation.token, user=second, entropy="")
    for number in range(10_000):
        with locked(game.pk) as running:
            state = load_state(running)
            if is_reached(state, stage):
                return running
            action = choose(view_for(state, state.seat), number)
            record(
                running,
                decide(state, state.seat, action, chance_of(running)),
                state,
                mover=state.seat,
            )
    raise RuntimeError("a demonstration game doesn't end")
