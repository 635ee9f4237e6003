"""Rows of the list of games, from each game's own view."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.enums import GameStatus
from games.selectors.games import ListedGame
from games.selectors.state import state_in
from games.selectors.views import view_of
from games.web.table import GameRow, game_row
from games.web.time_part import clock_of


def rows_of(
    games: Iterable[ListedGame], now: datetime, last: Mapping[str, str] | None = None
) -> list[GameRow]:
    """One row for each game, with its last turn (`last_turns`).

    The snapshots came with the list, so this asks the database nothing.
    """
    return [_row(listed, now, (last or {}).get(listed.game.pk, "")) for listed in games]


def _row(listed: ListedGame, now: datetime, last: str) -> GameRow:
    game = listed.game
    row = game_row(
        game_id=game.pk,
        view=view_of(state_in(game), listed.seat),
        viewer=listed.seat,
        opponent=listed.opponent,
        clock=clock_of(game, listed.seat, now),
        last=last,
        ended_at=game.finished_at,
        unread=listed.unread,
    )
    if game.status != GameStatus.ABORTED:
        return row
    return replace(row, my_turn=False, result=_("Called off"))
