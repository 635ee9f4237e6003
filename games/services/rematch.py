"""Once more, with seats swapped."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.enums import GameStatus
from games.errors import ServiceError
from games.models import Game, Seat
from games.selectors.access import seat_of
from games.services.change import locked
from games.services.lobby import Options, check_not_apart, create_game, offer_seat


def rematch(*, game_id: str, user: User) -> Game:
    """The game again with seats swapped; a second wish, also the other player's, finds the same game.

    Raises ServiceError if the game is not over or the person didn't play in it.
    """
    with locked(game_id) as game:
        seat = seat_of(game, user)
        if game.status != GameStatus.FINISHED:
            raise ServiceError(
                "not_over", 409, _("A rematch can be offered when the game is over.")
            )
        return _open_rematch(game) or _create_rematch(game, user, seat)


def _open_rematch(game: Game) -> Game | None:
    """The rematch that somebody offered before; one that was called off makes room for another."""
    existing = Game.objects.filter(rematch_of=game).first()
    if existing is None or existing.status != GameStatus.CANCELLED:
        return existing
    existing.rematch_of = None
    existing.save(update_fields=["rematch_of"])
    return None


def _create_rematch(game: Game, user: User, seat: int) -> Game:
    other = Seat.objects.select_related("user").get(game=game, number=3 - seat)
    if other.is_free:
        raise ServiceError("opponent_gone", 409, _("Your opponent's account is gone."))
    if other.user is not None:
        check_not_apart(user, other.user)
    again = create_game(user, Options.of(game), number=3 - seat, rematch_of=game)
    if other.computer:
        Seat.objects.create(game=again, number=seat, computer=other.computer)
    else:
        offer_seat(again, user, other.user, number=seat)
    return again
