"""What is told when something has changed: which game, how far it has come, whose turn it is. Nothing about the position.

The same words go from the process that changed a game to all processes with open streams; a stream passes on less.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.conf import settings

from games.enums import InvitationStatus
from games.models import Game
from games.selectors.access import STARTED
from games.selectors.at_hand import at_hand, seats_of


class NewsKind(StrEnum):
    """What a person is to look at. More than this no stream says of it."""

    GAME = "game"  # a game of theirs has changed
    INVITATION = "invitation"  # they are asked to play
    MESSAGE = "message"  # the opponent wrote
    REQUEST = "request"  # a pause or a turn is asked back, or was answered


@dataclass(frozen=True, slots=True)
class News:
    """A game's newest version. `mover` is the person to move, `people` are those to be told: of a game who plays or was
    asked by name, `asked` being whoever still is."""

    game_id: str
    version: int
    mover: int | None
    people: tuple[int, ...]
    asked: int | None = None
    kind: NewsKind = NewsKind.GAME

    @property
    def topics(self) -> list[str]:
        """Under which names the news are waited for. Who looks on learns of the game alone."""
        mine = [person_topic(user_id) for user_id in self.people]
        return [game_topic(self.game_id), *mine] if self.kind is NewsKind.GAME else mine

    def shown_to(self, user_id: int | None) -> dict[str, Any]:
        """All that a stream says of it: the page then asks for its own view."""
        your_turn = user_id is not None and user_id == self.mover
        return {"game_id": self.game_id, "version": self.version, "your_turn": your_turn}

    def told_to(self, user_id: int | None) -> dict[str, Any]:
        """The same with its kind, for a stream of all games of a person."""
        asked = user_id is not None and user_id == self.asked
        return {"kind": NewsKind.INVITATION if asked else self.kind, **self.shown_to(user_id)}


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
            "invitation__status",
        )
    )
    if not rows:
        return None
    version, to_move, _number, _user_id, invitee, status = rows[0]
    seats: dict[int | None, int | None] = {row[2]: row[3] for row in rows}
    people = {user_id for user_id in (*seats.values(), invitee) if user_id is not None}
    asked = invitee if status == InvitationStatus.OPEN else None
    return News(game_id, version, seats.get(to_move), tuple(sorted(people)), asked)


def known_news(game: Game) -> News | None:
    """The same of a game that is being played, from its seats at hand; None if they are not. No query."""
    if game.status not in STARTED or not at_hand(game):
        return None
    seats = {seat.number: seat.user_id for seat in seats_of(game)}
    people = {user_id for user_id in seats.values() if user_id is not None}
    mover = None if game.seat_to_move is None else seats.get(game.seat_to_move)
    return News(game.pk, game.version, mover, tuple(sorted(people)))


def encode(news: News) -> str:
    """News as the broker carries them."""
    return json.dumps(
        [news.game_id, news.version, news.mover, news.people, news.asked, news.kind.value]
    )


def decode(data: bytes) -> News | None:
    """News from the broker; None for what another version of the site may have sent."""
    try:
        game_id, version, mover, people, asked, kind = json.loads(data)
        return News(game_id, version, mover, tuple(people), asked, NewsKind(kind))
    except (ValueError, TypeError):
        return None
