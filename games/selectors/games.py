"""Lists of a person's games, each with a fixed number of queries however many there are."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import F, QuerySet, prefetch_related_objects

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, GameEvent, Invitation
from games.selectors.access import ENDED
from games.selectors.invitations import came_to_nothing, invitations_to
from games.selectors.standing import Standing
from games.selectors.story import name_of, names_for, tell
from games.selectors.talk import unread_count
from games.selectors.views import shown_event

FINISHED_SHOWN = 30
MOST_MISSED = 5
# Games without a clock wait longest.
MOST_URGENT = (F("deadline_at").asc(nulls_last=True), "pk")
LAST_EVENTS = 24  # of a log; no turn has as many


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One of a person's games as a list shows it."""

    game: Game
    seat: int
    opponent: str
    my_turn: bool
    mine: Standing | None
    theirs: Standing | None
    unread: int = 0  # messages from the opponent

    @property
    def deadline(self) -> datetime | None:
        """Until when the seat to move has time."""
        return self.game.deadline_at


@dataclass(frozen=True, slots=True)
class MyGames:
    """A person's games: those waiting for them first, most urgent first."""

    waiting: list[ListedGame]
    others: list[ListedGame]
    finished: list[ListedGame]
    preparing: list[ListedGame]
    invitations: list[Invitation]
    missed: list[Invitation]  # that came to nothing of late: declined, or accepted by nobody


def my_games(user: User) -> MyGames:
    """All running games and the last finished ones. Seven queries, nine if there are invitations."""
    active = list(_games_of(user, GameStatus.ACTIVE).order_by(*MOST_URGENT))
    finished = list(_games_of(user, *ENDED).order_by("-finished_at", "pk")[:FINISHED_SHOWN])
    preparing = list(_games_of(user, GameStatus.PREPARING).order_by("-created_at", "pk"))
    prefetch_related_objects([*active, *finished, *preparing], "seats__user")
    running = [listed_game(game, user) for game in active]
    return MyGames(
        waiting=[listed for listed in running if listed.my_turn],
        others=[listed for listed in running if not listed.my_turn],
        finished=[listed_game(game, user) for game in finished],
        preparing=[listed_game(game, user) for game in preparing],
        invitations=list(invitations_to(user).prefetch_related("game__seats__user")),
        missed=list(came_to_nothing(user)[:MOST_MISSED]),
    )


def _games_of(user: User, *statuses: GameStatus) -> QuerySet[Game]:
    games = Game.objects.filter(status__in=statuses, seats__user=user).annotate(
        unread=unread_count(user.pk)
    )
    return games.select_related("invitation__invitee", "snapshot")


def listed_game(game: Game, user: User) -> ListedGame:
    """A game of `user` as their lists show it. No query if its seats and their users are at hand."""
    mine = next(seat for seat in game.seats.all() if seat.user_id == user.pk)
    theirs = next(seat for seat in game.seats.all() if seat.pk != mine.pk)
    return ListedGame(
        game=game,
        seat=mine.number,
        opponent=name_of(theirs),
        my_turn=game.seat_to_move == mine.number,
        mine=game.standing.get(str(mine.number)),
        theirs=game.standing.get(str(theirs.number)),
        unread=getattr(game, "unread", 0),
    )


def last_turns(running: Iterable[ListedGame]) -> dict[str, str]:
    """The last turn of each running game in sentences, as its reader sees it, by the game's id. One query."""
    listed = {one.game.pk: one for one in running}
    rows = GameEvent.objects.filter(
        game__in=listed, number__gt=F("game__version") - LAST_EVENTS
    ).order_by("game", "number")
    return {
        game_id: _last_turn(listed[game_id], list(events))
        for game_id, events in groupby(rows, key=lambda row: row.game_id)
    }


def _last_turn(listed: ListedGame, rows: list[GameEvent]) -> str:
    # What came after the list was read is not told: board and sentence belong together.
    events = [
        shown_event(row, listed.seat, over=False)
        for row in rows
        if row.number <= listed.game.version
    ]
    turns = tell(events, names_for(listed.game, listed.seat), listed.seat)
    return turns[-1].text if turns else ""


def waiting_ids(user: User, *, besides: str = "") -> list[str]:
    """Ids of the games that wait for this person, most urgent first, without `besides`. One query."""
    waiting = Game.objects.filter(
        status=GameStatus.ACTIVE, seats__user=user, seats__number=F("seat_to_move")
    )
    return list(waiting.exclude(pk=besides).order_by(*MOST_URGENT).values_list("pk", flat=True))
