"""What a person's calendar shows: until when they have to move, in which game."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import F, Prefetch
from django.urls import reverse

from accounts.models import User
from games.enums import GameStatus
from games.models import CalendarFeed, Game, Seat
from games.selectors.story import name_of


@dataclass(frozen=True, slots=True)
class Deadline:
    """One game that waits for the person."""

    game_id: str
    changes: int  # higher when anything about the deadline has changed, in a vacation too
    opponent: str
    turn: int
    since: datetime  # the turn began
    until: datetime


def feed_of(user: User) -> CalendarFeed | None:
    """The person's feed, if they want one. One query."""
    return CalendarFeed.objects.filter(user=user).first()


def address_of(feed: CalendarFeed) -> str:
    """The whole address at which calendars read this feed."""
    return settings.SITE_URL + reverse("games:calendar_feed", args=[feed.token])


def token_in(address: str) -> str:
    """The token in such an address."""
    return address.rpartition("/")[2].removesuffix(".ics")


def owner_of(token: str) -> User | None:
    """Whose feed it is; None for a wrong token and an account that is switched off or closed. One query."""
    feed = CalendarFeed.objects.select_related("user").filter(token=token).first()
    return feed.user if feed is not None and feed.user.takes_part else None


def deadlines_of(user: User) -> list[Deadline]:
    """The deadlines of a person's own turns, the next one first; paused games have none. Two queries."""
    games = (
        Game.objects.filter(
            status=GameStatus.ACTIVE,
            deadline_at__isnull=False,
            seats__user=user,
            seats__number=F("seat_to_move"),
        )
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
        .order_by("deadline_at", "pk")
    )
    return [_deadline(game, user) for game in games]


def _deadline(game: Game, user: User) -> Deadline:
    if game.deadline_at is None:
        raise AssertionError
    opponent = next(seat for seat in game.seats.all() if seat.user_id != user.pk)
    return Deadline(
        game_id=game.pk,
        changes=game.version + game.deadline_moves,
        opponent=name_of(opponent),
        turn=game.turn,
        since=game.turn_started_at or game.created_at,
        until=game.deadline_at,
    )
