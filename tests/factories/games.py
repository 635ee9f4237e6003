"""Games for tests, made by the services so that row and log agree."""

from accounts.models import User
from engine import GameState, decide, fold, legal_actions
from games.enums import ComputerLevel
from games.models import Game
from games.selectors.state import load_state
from games.services.change import chance_of, locked, record
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_against_computer, create_invitation, deal

OPTIONS = Options(days_per_move=3)


def make_game(first: User, second: User, options: Options = OPTIONS) -> Game:
    """A dealt game of two people."""
    game = create_invitation(user=first, invitee=second, options=options)
    return accept_invitation(token=game.invitation.token, user=second, entropy="")


def make_computer_game(user: User, options: Options = OPTIONS) -> Game:
    """A dealt game against the computer."""
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=options)
    return deal(game_id=game.pk, user=user, entropy="")


def play_random(game: Game, actions: int, seed: int = 1) -> GameState:
    """Play that many legal actions by both seats."""
    for number in range(actions):
        with locked(game.pk) as running:
            state = load_state(running)
            if state.over:
                break
            legal = legal_actions(state)
            events = decide(state, state.seat, legal[(seed * 7919 + number * 104729) % len(legal)], chance_of(running))
            record(running, events, state, mover=state.seat)
    game.refresh_from_db()
    return load_state(game)
