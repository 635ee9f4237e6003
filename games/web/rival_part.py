"""What the game's page offers about the other player: their page, and keeping apart from them."""

from datetime import datetime
from typing import Any

from games.models import Game


def rival_part(game: Game, viewer: int, now: datetime) -> dict[str, Any]:
    """The name of the person in the other seat, if there is one. No query."""
    other = next(seat for seat in game.seats.all() if seat.number != viewer)
    if other.user is None or other.user.left_at is not None:
        return {}
    return {"rival": other.user.username}
