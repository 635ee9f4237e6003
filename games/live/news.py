"""What is told when a game has changed: which game, how far it has come, whose turn it is. Nothing about the position.

The same words go from the process that changed a game to all processes with open streams; a stream passes on less.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games.models import Game


@dataclass(frozen=True, slots=True)
class News:
    """A game's newest version. `mover` is the person to move, `people` are those who play or were asked by name."""

    game_id: str
    version: int
    mover: int | None
    people: tuple[int, ...]

    @property
    def topics(self) -> list[str]:
        """Under which names the news are waited for."""
        return [game_topic(self.game_id), *(person_topic(user_id) for user_id in self.people)]

    def shown_to(self, user_id: int | None) -> dict[str, Any]:
        """All that a stream says of it: the page then asks for its own view."""
        your_turn = user_id is not None and user_id == self.mover
        return {"game": self.game_id, "version": self.version, "your_turn": your_turn}


def game_topic(game_id: str) -> str:
    """The name for news of one game."""
    return f"game {game_id}"


def person_topic(user_id: int) -> str:
    """The name for news of all games of a person."""
    return f"person {user_id}"


def channel() -> str:
    """Where the broker passes news on to every process."""
    return f"{settings.REDIS_PREFIX}news"


def newest(game_id: str) -> News | None:
    """How far the game has come, as it is stored now; one query."""
    rows = list(
        Game.objects.filter(pk=game_id).values_list(
            "version",
            "seat_to_move",
            "seats__number",
            "seats__user_id",
            "invitation__invitee_id",
        )
    )
    if not rows:
        return None
    version, to_move, _number, _user_id, invitee = rows[0]
    seats: dict[int | None, int | None] = {row[2]: row[3] for row in rows}
    people = {user_id for user_id in (*seats.values(), invitee) if user_id is not None}
    return News(game_id, version, seats.get(to_move), tuple(sorted(people)))


def encode(news: News) -> str:
    """News as the broker carries them."""
    return json.dumps([news.game_id, news.version, news.mover, news.people])


def decode(data: bytes) -> News | None:
    """News from the broker; None for what another version of the site may have sent."""
    try:
        game_id, version, mover, people = json.loads(data)
        return News(game_id, version, mover, tuple(people))
    except (ValueError, TypeError):
        return None
