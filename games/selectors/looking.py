"""What is new at a game, for whoever looks at it and asks from time to time."""

from typing import Any

from games.models import Game
from games.selectors.talk import talk_state


def newest_for(game: Game, viewer: int | None, user_id: int | None) -> dict[str, Any]:
    """How far the game has come and whether the viewer is to move. One query for the player of a seat, none else.

    A player also learns by `mark` that something is new which the log doesn't tell: a message, a turn asked back, a pause.
    """
    your_turn = viewer is not None and viewer == game.seat_to_move
    news = {"game_id": game.pk, "version": game.version, "your_turn": your_turn}
    if viewer is not None and user_id is not None:
        news["mark"] = talk_state(game.pk, user_id).mark
    return news
