"""Finding a game for a person: who may know of it, and from which seat they look."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.enums import GameStatus
from games.errors import not_found, not_seated
from games.models import Game

Person = User | AnonymousUser
STARTED = (GameStatus.ACTIVE, GameStatus.FINISHED, GameStatus.ABORTED)
ENDED = (GameStatus.FINISHED, GameStatus.ABORTED)  # after the cards were dealt


def game_for(game_id: str, person: Person) -> Game:
    """A game with its seats, their users and, read at the same moment, its snapshot. Raises not_found.

    A running or finished game may be watched by anybody who has its address; before that only those who were asked
    to play know of it.
    """
    game = (
        Game.objects.select_related("invitation", "rematch", "snapshot")
        .prefetch_related("seats__user")
        .filter(pk=game_id)
        .first()
    )
    if game is None or not _may_know(game, person):
        raise not_found()
    return game


def _may_know(game: Game, person: Person) -> bool:
    if game.status in STARTED:
        return True
    return viewer_of(game, person) is not None or is_invited(game, person)


def is_invited(game: Game, person: Person) -> bool:
    """True if this person was asked by name."""
    invitation = getattr(game, "invitation", None)
    return invitation is not None and person.is_authenticated and invitation.invitee_id == person.pk


def seat_of(game: Game, person: Person) -> int:
    """The person's seat. Raises not_seated, or not_found: a game that has not begun is no stranger's business."""
    seat = viewer_of(game, person)
    if seat is None:
        raise not_seated() if game.status in STARTED else not_found()
    return seat


def viewer_of(game: Game, person: Person) -> int | None:
    """The seat of this person, or None for a spectator."""
    if not person.is_authenticated:
        return None
    return next((seat.number for seat in game.seats.all() if seat.user_id == person.pk), None)
