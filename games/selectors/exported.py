"""All games of a person that are over, as records, in batches: memory doesn't grow with their number."""

from collections.abc import Iterator
from datetime import datetime
from itertools import batched, groupby
from typing import Any, Final

from accounts.models import User
from games.models import Game, GameEvent, Seat
from games.selectors.access import ENDED, viewer_of
from games.selectors.past import log_from
from games.selectors.records import exported_json

BATCH: Final = 20  # games at a time: four queries


def exported_games(user: User, since: datetime | None = None) -> Iterator[dict[str, Any]]:
    """Every game of `user` that is over, or that ended since then, in the order in which they ended."""
    seats = Seat.objects.filter(user=user, game__status__in=ENDED)
    if since is not None:
        seats = seats.filter(game__finished_at__gte=since)
    ids = list(seats.order_by("game__finished_at", "game").values_list("game_id", flat=True))
    for batch in batched(ids, BATCH):
        yield from _batch(batch, user)


def _batch(ids: tuple[str, ...], user: User) -> Iterator[dict[str, Any]]:
    games = Game.objects.prefetch_related("seats__user").in_bulk(list(ids))
    rows = GameEvent.objects.filter(game__in=ids).order_by("game", "number")
    logs = {pk: list(found) for pk, found in groupby(rows, key=lambda row: row.game_id)}
    for pk in ids:
        seat = viewer_of(games[pk], user)
        if seat is not None:  # they may have left meanwhile
            yield exported_json(games[pk], seat, log_from(logs[pk]))
