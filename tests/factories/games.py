"""Games for tests, made by the services so that row and log agree."""

from random import Random
from typing import Any

from accounts.models import User
from engine import (
    Event,
    GameState,
    action_to_json,
    decide,
    fold,
    legal_actions,
    state_to_json,
)
from games.enums import ComputerLevel, GameStatus, Speed
from games.models import Game, Snapshot
from games.selectors.standing import standing_of
from games.selectors.state import load_state
from games.services.change import chance_of, locked, record
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_against_computer, create_invitation, deal
from games.services.play import submit_actions
from tests.factories.users import make_user

OPTIONS = Options(Speed.DAYS_3)


def make_game(
    first: User | None = None, second: User | None = None, options: Options = OPTIONS
) -> Game:
    """A dealt game of two people: seat 1 is the first's."""
    first, second = first or make_user(), second or make_user()
    game = create_invitation(user=first, invitee=second, options=options)
    return accept_invitation(token=game.invitation.token, user=second, entropy="")


def make_begun_game(
    first: User | None = None, second: User | None = None, options: Options = OPTIONS
) -> Game:
    """The same after the first turn of each: from now on who runs out of time has lost."""
    game = make_game(first, second, options)
    take_tokens(game)
    take_tokens(game)
    game.refresh_from_db()
    return game


def make_computer_game(user: User | None = None, options: Options = OPTIONS) -> Game:
    """A dealt game against the computer, who has seat 2."""
    user = user or make_user()
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=options)
    return deal(game_id=game.pk, user=user, entropy="")


def play_random(game: Game, actions: int, seed: int = 1) -> GameState:
    """Play that many random legal actions by both seats, stored at one go; stops at the end of the game."""
    random = Random(seed)
    with locked(game.pk) as running:
        before = state = load_state(running)
        events: list[Event] = []
        chance = chance_of(running)
        for _number in range(actions):
            if state.over:
                break
            decided = decide(state, state.seat, random.choice(legal_actions(state)), chance)
            state = fold(decided, state)
            events += decided
        if events:
            record(running, tuple(events), before, mover=before.seat)
    game.refresh_from_db()
    return state


def put_position(game: Game, state: GameState) -> GameState:
    """Let the game stand in `state`, which its log doesn't lead to: for what real play seldom reaches."""
    Snapshot.objects.filter(game=game).update(state=state_to_json(state))
    game.turn, game.seat_to_move = state.turn, state.seat
    game.standing = standing_of(state)
    game.save()
    return state


def seated(game: Game, seat: int) -> User:
    """Whose seat it is."""
    user = game.seats.get(number=seat).user
    assert user is not None
    return user


def mover_of(game: Game) -> User:
    """Who is to move."""
    game.refresh_from_db()
    assert game.status == GameStatus.ACTIVE and game.seat_to_move
    return seated(game, game.seat_to_move)


def waiter_of(game: Game) -> User:
    """Whose opponent is to move."""
    game.refresh_from_db()
    assert game.status == GameStatus.ACTIVE and game.seat_to_move
    return seated(game, 3 - game.seat_to_move)


def legal_json(game: Game, kind: str | None = None) -> list[dict[str, Any]]:
    """What the seat to move may do, or only the actions of one type."""
    game.refresh_from_db()
    actions = [action_to_json(action) for action in legal_actions(load_state(game))]
    return [action for action in actions if kind in (None, action["type"])]


def take_tokens(game: Game) -> int:
    """The seat to move takes tokens through the service, as a client of its own would; the version it leads to."""
    game.refresh_from_db()
    answer = submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[legal_json(game, "take_tokens")[0]],
        expected_version=game.version,
        key=f"key {game.version}",
    )
    return int(answer["version"])
