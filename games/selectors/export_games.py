"""The games of a person as their copy has them: what they may know of each now, and nothing else."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import batched, groupby
from typing import Any, Final

from accounts.models import User
from games.enums import GameStatus
from games.models import ChatMessage, Game, GameEvent, Note, Seat
from games.selectors.access import STARTED, viewer_of
from games.selectors.answers import game_json
from games.selectors.past import log_from, log_seen, record_line, words_line
from games.selectors.state import state_in
from games.selectors.story import TurnStory, name_of, names_for, tell
from games.selectors.views import eyes_for, position_line

BATCH: Final = 20  # games at a time: six queries each


@dataclass(frozen=True, slots=True)
class GameHead:
    """One game as a list has it."""

    game: Game
    seat: int
    opponent: str


@dataclass(frozen=True, slots=True)
class GameCopy:
    """One game: as JSON, as text to take away, and what its page tells."""

    head: GameHead
    data: dict[str, Any]
    notation: dict[str, str]
    story: list[TurnStory]
    messages: list[ChatMessage]
    note: str


def games_of(user: User, *, besides: Container[str] = ()) -> Iterator[GameCopy]:
    """Every game of this person but some, oldest first, in batches."""
    ids = [pk for pk in _ids(user) if pk not in besides]
    for batch in batched(ids, BATCH):
        yield from _copies(batch, user)


def heads_of(user: User) -> Iterator[GameHead]:
    """The same games without what was played; three queries for each batch."""
    for batch in batched(_ids(user), BATCH):
        games = Game.objects.prefetch_related("seats__user").in_bulk(list(batch))
        yield from filter(None, (_head(games[pk], user) for pk in batch))


def _ids(user: User) -> list[str]:
    mine = Seat.objects.filter(user=user).order_by("game__created_at", "game")
    return list(mine.values_list("game_id", flat=True))


def _head(game: Game, user: User) -> GameHead | None:
    """None for whoever was taken off their seat meanwhile."""
    seat = viewer_of(game, user)
    if seat is None:
        return None
    return GameHead(game, seat, next(name_of(s) for s in game.seats.all() if s.number != seat))


def _copies(ids: tuple[str, ...], user: User) -> Iterator[GameCopy]:
    games = (
        Game.objects.select_related("snapshot")
        .prefetch_related("seats__user", "rating_changes")
        .in_bulk(list(ids))
    )
    logs = _by_game(GameEvent.objects.filter(game__in=ids).order_by("game", "number"))
    talks = _by_game(ChatMessage.objects.filter(game__in=ids).order_by("game", "pk"))
    notes = dict(Note.objects.filter(game__in=ids, user=user).values_list("game_id", "text"))
    for pk in ids:
        game = games[pk]
        # What came after the game was read is left out: position and log belong together.
        rows = [row for row in logs.get(pk, []) if row.number <= game.version]
        copy = _copy(game, user, rows, talks.get(pk, []), notes.get(pk, ""))
        if copy is not None:
            yield copy


def _by_game(rows: Any) -> dict[str, list[Any]]:
    return {pk: list(found) for pk, found in groupby(rows, key=lambda row: row.game_id)}


def _copy(
    game: Game, user: User, rows: list[GameEvent], talk: list[ChatMessage], note: str
) -> GameCopy | None:
    head = _head(game, user)
    if head is None:
        return None
    seat = head.seat
    shown = log_seen(game, log_from(rows), seat)
    return GameCopy(
        head=head,
        data=game_json(game, seat) | {"log": shown},
        notation=_notation(game, rows, seat),
        story=tell(shown, names_for(game, seat), seat),
        messages=talk,
        note=note,
    )


def _notation(game: Game, rows: list[GameEvent], seat: int) -> dict[str, str]:
    """The record once the game is over; before that the position and what was played, as the seat knows them."""
    if game.status not in STARTED:
        return {}
    log, eyes = log_from(rows), eyes_for(game, seat, "")
    if game.status == GameStatus.FINISHED:
        return {"record": record_line(game, log)}
    return {"position": position_line(state_in(game), eyes), "actions": words_line(log, eyes)}
