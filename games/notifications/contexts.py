"""What the templates of the longer mails need: those that tell a game, list games, or show what is agreed."""

from datetime import datetime
from typing import Any

from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Notification
from games.notifications import words
from games.notifications.told import Told, game_of, opponent_of, page_url, told
from games.selectors.access import viewer_of
from games.selectors.games import waiting_ids
from games.selectors.story import ended_sentence

MOST_GAMES = 12  # in one mail; the rest are counted
MOST_PICTURES = 3  # in one mail, of its most urgent games


def your_turn(rows: list[Notification], user: User) -> dict[str, Any]:
    """Every game of the rows, most urgent first, and how many more wait."""
    ordered = sorted(rows, key=lambda row: _time_left(game_of(row)))
    shown = [
        told(game_of(row), user, drawn=place < MOST_PICTURES, said=words.your_turn(row).said)
        for place, row in enumerate(ordered[:MOST_GAMES])
    ]
    more = len(set(waiting_ids(user)) - {one.game.pk for one in shown})
    title = {} if len(rows) == 1 else {"title": _so_many(len(rows))}
    return {**title, **_list(shown, more)}


def reminder(rows: list[Notification], user: User) -> dict[str, Any]:
    """The one game whose time runs out."""
    return _list([told(game_of(rows[0]), user)], 0)


def digest(rows: list[Notification], user: User) -> dict[str, Any]:
    """All games that wait now, most urgent first."""
    ids = waiting_ids(user)
    games = Game.objects.in_bulk(ids[:MOST_GAMES])
    shown = [told(games[pk], user, drawn=False) for pk in ids[:MOST_GAMES] if pk in games]
    return {"title": _so_many(len(ids)), **_list(shown, len(ids) - len(shown))}


def invited(rows: list[Notification], user: User) -> dict[str, Any]:
    """Who asks, for what, and until when."""
    game = game_of(rows[0])
    return {
        "inviter": opponent_of(rows[0]),
        "game": game,
        "expires": game.invitation.expires_at,
    }


def game_over(rows: list[Notification], user: User) -> dict[str, Any]:
    """How it ended and what led there."""
    game = game_of(rows[0])
    return {"told": told(game, user), "ended": ended_sentence(game, viewer_of(game, user))}


def _list(shown: list[Told], more: int) -> dict[str, Any]:
    return {"games": shown, "more": more, "mine_url": page_url("games:mine")}


def _so_many(number: int) -> str:
    return ngettext("It is your turn in %d game", "It is your turn in %d games", number) % number


def _time_left(game: Game) -> tuple[bool, datetime | None]:
    """Sorts by deadline, games without one last."""
    return game.deadline_at is None, game.deadline_at
