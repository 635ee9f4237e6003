"""What it takes to check the shuffles of a game (docs/chance.md)."""

from dataclasses import dataclass
from typing import Any, Final

from games.models import Game
from games.selectors.views import events_after

_DRAWS: Final = frozenset(
    ("game_created", "entropy_added", "game_started", "board_replenished", "secret_revealed")
)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The events that tell of draws, as the viewer may see them, and the secret; empty until the game is over."""

    draws: list[dict[str, Any]]
    secret: str


def shuffle_of(game: Game, viewer: int | None) -> Shuffle:
    """What is known of the shuffles by now. One query."""
    draws = [event for event in events_after(game, viewer, 0) if event["kind"] in _DRAWS]
    secret = next((event["secret"] for event in draws if event["kind"] == "secret_revealed"), "")
    return Shuffle(draws, secret)


def shuffle_json(game: Game, viewer: int | None) -> dict[str, Any]:
    """The same as plain JSON. One query."""
    found = shuffle_of(game, viewer)
    return {
        "id": game.pk,
        "status": game.status,
        "commitment": game.commitment,
        "entropies": {str(seat.number): seat.entropy for seat in game.seats.all()},
        "secret": found.secret or None,
        "events": found.draws,
    }
