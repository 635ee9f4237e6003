"""Finding a game for a person: who may know of it, and from which seat they look."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.enums import GameStatus
from games.errors import not_found
from games.models import Game

Person = User | AnonymousUser


def game_for(game_id: str, person: Person) -> Game:
    """A game with its seats and their users. Raises not_found.

    A running or finished game may be watched by anybody who has its address; before that only those who were asked
    to play know of it.
    """
    game = (
        Game.objects.select_related("invitation", "rematch")
        .prefetch_related("seats__user")
        .filter(pk=game_id)
        .first()
    )
    if game is None or not _may_know(game, person):
        raise not_found()
    return game


def _may_know(game: Game, person: Person) -> bool:
    if game.status in (GameStatus.ACTIVE, GameStatus.FINISHED):
        return True
    return viewer_of(game, person) is not None or is_invited(game, person)


def is_invited(game: Game, person: Person) -> bool:
    """True if this person was asked by name."""
    invitation = getattr(game, "invitation", None)
    return invitation is not None and person.is_authenticated and invitation.invitee_id == person.pk


def viewer_of(game: Game, person: Person) -> int | None:
    """The seat of this person, or None for a spectator."""
    if not person.is_authenticated:
        return None
    return next((seat.number for seat in game.seats.all() if seat.user_id == person.pk), None)
