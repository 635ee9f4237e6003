"""Rows of the list of games, from each game's own view."""

from collections.abc import Iterable
from datetime import datetime

from games.selectors.games import ListedGame
from games.selectors.state import state_in
from games.selectors.views import view_of
from games.web.table import GameRow, game_row


def rows_of(games: Iterable[ListedGame], now: datetime) -> list[GameRow]:
    """One row for each game; the snapshots came with the list, so this asks the database nothing."""
    return [_row(listed, now) for listed in games]


def _row(listed: ListedGame, now: datetime) -> GameRow:
    game = listed.game
    return game_row(
        game_id=game.pk,
        view=view_of(state_in(game), listed.seat),
        viewer=listed.seat,
        opponent=listed.opponent,
        deadline=game.deadline_at,
        now=now,
        ended_at=game.finished_at,
    )
