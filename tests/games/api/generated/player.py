"""Plays a whole game through the generated client, for both seats: `player.py ADDRESS GAME TOKEN TOKEN`.

Checked strictly against the generated types, then run.
"""

import sys
from random import Random
from uuid import uuid4

from loupe_client import AuthenticatedClient
from loupe_client.api.games import get_game
from loupe_client.api.me import get_account
from loupe_client.api.turns import list_legal_actions, play_actions
from loupe_client.models.account import Account
from loupe_client.models.game import Game
from loupe_client.models.legal_actions import LegalActions
from loupe_client.models.problem_shape import ProblemShape
from loupe_client.models.submission_answer import SubmissionAnswer
from loupe_client.models.submission_input_request import SubmissionInputRequest

MOST_ACTIONS = 1000


def seated(client: AuthenticatedClient, game_id: str) -> int:
    """The seat of this client's person."""
    game = get_game.sync(game_id, client=client)
    assert isinstance(game, Game)
    assert isinstance(game.seat, int)
    return game.seat


def play(clients: dict[int, AuthenticatedClient], game_id: str) -> Game:
    """Play random legal actions until the game is over."""
    random = Random(1)
    for _action in range(MOST_ACTIONS):
        game = get_game.sync(game_id, client=clients[1])
        assert isinstance(game, Game)
        if game.seat_to_move is None:
            return game
        client = clients[game.seat_to_move]
        legal = list_legal_actions.sync(game_id, client=client)
        assert isinstance(legal, LegalActions), legal
        answer = play_actions.sync(
            game_id,
            client=client,
            body=SubmissionInputRequest(
                actions=[random.choice(legal.actions)], expected_version=legal.version
            ),
            idempotency_key=uuid4().hex,
        )
        assert isinstance(answer, SubmissionAnswer), answer
        assert answer.applied == 1
    raise AssertionError("the game doesn't end")


def main() -> None:
    """Play, then let the other seat be refused."""
    address, game_id, *tokens = sys.argv[1:]
    both = [AuthenticatedClient(base_url=address, token=token) for token in tokens]
    me = get_account.sync(client=both[0])
    assert isinstance(me, Account), me
    game = play({seated(client, game_id): client for client in both}, game_id)
    refused = list_legal_actions.sync(game_id, client=both[0])
    assert isinstance(refused, ProblemShape)
    assert refused.code.value == "not_active"
    sys.stdout.write(f"{me.name} {game.status.value} {game.winner}\n")


if __name__ == "__main__":
    main()
