"""What the game's page says of messages and notes: how many are unread, and where to read them."""

from datetime import datetime
from typing import Any

from games.models import Game
from games.selectors.talk import talk_state


def talk_part(game: Game, viewer: int, now: datetime) -> dict[str, Any]:
    """For the player of a seat; one query. Nothing is read by looking at the game."""
    seats = {seat.number: seat for seat in game.seats.all()}
    user_id = seats[viewer].user_id
    if user_id is None:
        return {}
    return {
        "talk": talk_state(game.pk, user_id),
        "talk_possible": not seats[3 - viewer].computer,
    }
