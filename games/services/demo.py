"""Games in a given stage, played by the computer on both sides, for trying the site out."""

from accounts.models import User
from engine import GameState, decide, view_for
from engine.ai import choose
from games.enums import GameStatus
from games.models import Game
from games.selectors.standing import standing_of
from games.selectors.state import load_state
from games.services.change import chance_of, locked, record
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_invitation

OPENING_TURNS = 4
MIDGAME_TURNS = 26
# Two thirds of the way to one of the three victories.
ENDGAME = {"prestige": 14, "crowns": 7, "color_points": 7}
MOST_GAMES = 10  # of which one must reach the stage before it ends


def is_reached(state: GameState, stage: str) -> bool:
    """True if a running game stands in `stage`: opening, midgame or endgame; always at the start of a turn."""
    if not state.fresh:
        return False
    return {
        "opening": state.turn > OPENING_TURNS,
        "midgame": state.turn > MIDGAME_TURNS,
        "endgame": _near_the_end(state),
        "finished": False,
    }[stage]


def _near_the_end(state: GameState) -> bool:
    for seat in standing_of(state).values():
        reached = (seat["prestige"], seat["crowns"], seat["color_points"])
        if any(number >= ENDGAME[name] for number, name in zip(reached, ENDGAME, strict=True)):
            return True
    return False


def create_demo_game(*, first: User, second: User, stage: str) -> Game:
    """A game of two people, played to `stage`. One that ends before is left as it is, and another one tried."""
    for _game in range(MOST_GAMES):
        game = create_invitation(user=first, invitee=second, options=Options(days_per_move=3))
        accept_invitation(token=game.invitation.token, user=second, entropy="")
        played = _play(game, stage)
        if (played.status == GameStatus.FINISHED) == (stage == "finished"):
            return played
    raise RuntimeError(f"no game reaches the stage {stage}")


def _play(game: Game, stage: str) -> Game:
    """Play to the stage or to the end."""
    number = 0
    while True:
        with locked(game.pk) as running:
            state = load_state(running)
            if state.over or is_reached(state, stage):
                return running
            action = choose(view_for(state, state.seat), number)
            events = decide(state, state.seat, action, chance_of(running))
            record(running, events, state, mover=state.seat)
        number += 1
