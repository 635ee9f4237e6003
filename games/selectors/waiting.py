"""What waits for a person, in one answer: their turns, what they are asked, what they have not read."""

from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, Seat
from games.selectors.access import ENDED
from games.selectors.answers import clock_json
from games.selectors.games import MOST_URGENT, ListedGame, last_turns, listed_game
from games.selectors.invitations import invitations_to
from games.selectors.meeting import invitations_json, opponent_json
from games.selectors.take_back import open_wishes
from games.selectors.talk import unread_count
from games.selectors.views import utc_text

MOST_SHOWN = 100  # of invitations, and of games that are over with something to read


def waiting_json(user: User) -> dict[str, Any]:
    """Everything that waits for this person. At most sixteen queries."""
    now = timezone.now()
    running = _running(user)
    ended = _unread_of_ended(user)
    turns = [one for one in running if one.my_turn]
    requests = _requests(running)
    invitations = invitations_json(invitations_to(user)[:MOST_SHOWN], user)
    messages = [one for one in chain(running, ended) if one.unread]
    return {
        "counts": {
            "turns": len(turns),
            "requests": len(requests),
            "invitations": len(invitations),
            "messages": sum(one.unread for one in messages),
        },
        "turns": _turns(turns, now),
        "requests": requests,
        "invitations": invitations,
        "messages": [
            {**_head(one), "status": one.game.status, "unread": one.unread} for one in messages
        ],
    }


def _running(user: User) -> list[ListedGame]:
    """All running games, most urgent first. Two queries."""
    games = _games(user).annotate(unread=unread_count(user.pk)).filter(status=GameStatus.ACTIVE)
    return [listed_game(game, user) for game in games.order_by(*MOST_URGENT)]


def _unread_of_ended(user: User) -> list[ListedGame]:
    """Games that are over and have something to read, the last first. Two queries."""
    games = _games(user).annotate(unread=unread_count(user.pk))
    games = games.filter(status__in=ENDED, unread__gt=0)
    return [listed_game(game, user) for game in games.order_by("-finished_at", "pk")[:MOST_SHOWN]]


def _games(user: User) -> QuerySet[Game]:
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return Game.objects.filter(seats__user=user).prefetch_related(seats)


def _head(one: ListedGame) -> dict[str, Any]:
    return {
        "game_id": one.game.pk,
        "version": one.game.version,
        "seat": one.seat,
        "opponent": opponent_json(one.game, one.seat),
    }


def _turns(turns: list[ListedGame], now: datetime) -> list[dict[str, Any]]:
    told = last_turns(turns)
    return [
        {
            **_head(one),
            "turn": one.game.turn,
            "speed": one.game.speed,
            "rated": one.game.rated,
            "deadline_at": None if one.game.deadline_at is None else utc_text(one.game.deadline_at),
            "clock": clock_json(one.game, now),
            "last_turn": told.get(one.game.pk, ""),
            "unread": one.unread,
        }
        for one in turns
    ]


def _requests(running: list[ListedGame]) -> list[dict[str, Any]]:
    """What opponents ask for and this person may answer, most urgent games first. Two queries at most."""
    wishes = open_wishes([one.game for one in running if one.my_turn])
    found = []
    for one in running:
        if (wish := wishes.get(one.game.pk)) is not None:
            found.append({"kind": "take_back", **_head(one), "last": wish.last})
        if one.game.pause_asked_by == 3 - one.seat:
            found.append({"kind": "pause", **_head(one), "last": None})
    return found
