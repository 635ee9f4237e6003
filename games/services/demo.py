"""Games in a given stage, played by the computer on both sides, for trying the site out."""

from collections import Counter
from collections.abc import Callable

from accounts.models import User
from engine import GameState, action_to_json, decide, legal_actions, view_for
from engine.ai import choose
from games.enums import GameStatus, Speed
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
    """True if a running game stands in `stage`, one of STAGES."""
    return _REACHED[stage](state)


def card_to_pay(state: GameState) -> str | None:
    """A card that the seat to move can pay for in more than two ways, the one with most of them."""
    actions = [action_to_json(action) for action in legal_actions(state)]
    ways = Counter(
        str(a["card"]) for a in actions if a["type"] == "purchase_card" and not a.get("onto")
    )
    return next((card for card, number in ways.most_common(1) if number > 2), None)


def _near_the_end(state: GameState) -> bool:
    for seat in standing_of(state).values():
        reached = (seat["prestige"], seat["crowns"], seat["color_points"])
        if any(number >= ENDGAME[name] for number, name in zip(reached, ENDGAME, strict=True)):
            return True
    return False


# All but "discard" at the start of a turn; "finished" is the stage of no running game.
_REACHED: dict[str, Callable[[GameState], bool]] = {
    "opening": lambda state: state.fresh and state.turn > OPENING_TURNS,
    "midgame": lambda state: state.fresh and state.turn > MIDGAME_TURNS,
    "payment": lambda state: (
        state.fresh and state.turn > MIDGAME_TURNS and card_to_pay(state) is not None
    ),
    "discard": lambda state: view_for(state, None)["phase"] == "discard_tokens",
    "endgame": lambda state: state.fresh and _near_the_end(state),
    "finished": lambda state: False,
}
STAGES = tuple(_REACHED)


def create_demo_game(*, first: User, second: User, stage: str) -> Game:
    """A game of two people, played to `stage`. One that ends before is left as it is, and another one tried."""
    for _game in range(MOST_GAMES):
        game = create_invitation(user=first, invitee=second, options=Options(Speed.DAYS_3))
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
