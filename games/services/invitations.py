"""Answering an invitation, and calling a game off before it begins."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.enums import GameStatus, InvitationStatus, PlatformEvent
from games.errors import ServiceError, not_found
from games.models import Game, Invitation, Seat
from games.selectors.access import viewer_of
from games.services.change import locked
from games.services.lobby import add_entropy_to, check_preparing, check_room, start
from games.services.log import append_platform_event


def accept_invitation(*, token: str, user: User, entropy: str) -> Game:
    """Take the free seat and begin. The first who accepts gets it; accepting again finds the game. Raises ServiceError."""
    with _open_invitation(token, user) as (game, invitation):
        seated = viewer_of(game, user)
        if seated is not None and invitation.status == InvitationStatus.ACCEPTED:
            return game
        if seated is not None:
            raise ServiceError(
                "own_invitation",
                409,
                _("This is your own invitation: send the link to somebody else."),
            )
        _check_open(invitation)
        seat = _free_seat(game)
        check_room(user)
        seat.user = user
        seat.save(update_fields=["user"])
        invitation.status = InvitationStatus.ACCEPTED
        invitation.save(update_fields=["status"])
        append_platform_event(
            game,
            PlatformEvent.SEAT_TAKEN,
            {"seat": seat.number},
            now=timezone.now(),
            seat=seat.number,
        )
        add_entropy_to(game, seat, entropy)
        start(game)
        return game


def decline_invitation(*, token: str, user: User) -> Game:
    """Say no; the game is called off. Only somebody invited by name can. Raises ServiceError."""
    with _open_invitation(token, user) as (game, invitation):
        if invitation.invitee_id != user.pk:
            raise not_found()
        if invitation.status != InvitationStatus.DECLINED:
            _check_open(invitation)
            _call_off(game, invitation, InvitationStatus.DECLINED, seat=None)
        return game


def cancel_game(*, game_id: str, user: User) -> Game:
    """Call off one's own game before it begins. Raises ServiceError."""
    with locked(game_id) as game:
        seat = Seat.objects.filter(game=game, user=user).first()
        if seat is None:
            raise not_found()
        if game.status == GameStatus.CANCELLED:
            return game
        check_preparing(game)
        invitation = Invitation.objects.filter(game=game).first()
        _call_off(game, invitation, InvitationStatus.CANCELLED, seat=seat.number)
        return game


@contextmanager
def _open_invitation(token: str, user: User) -> Iterator[tuple[Game, Invitation]]:
    """The locked game of an invitation that this person may answer. Raises not_found."""
    found = Invitation.objects.filter(token=token).first()
    if found is None:
        raise not_found()
    with locked(found.game_id) as game:
        invitation = Invitation.objects.get(pk=found.pk)  # again, now under the lock
        if invitation.invitee_id is not None and invitation.invitee_id != user.pk:
            if viewer_of(game, user) is None:
                raise not_found()
        yield game, invitation


def _free_seat(game: Game) -> Seat:
    """The seat that was offered, unless the account of whoever offered it is gone."""
    free = [seat for seat in game.seats.all() if seat.is_free]
    if len(free) != 1:
        raise _closed()
    return free[0]


def _closed() -> ServiceError:
    return ServiceError("invitation_closed", 409, _("This invitation is no longer open."))


def _check_open(invitation: Invitation) -> None:
    if invitation.status != InvitationStatus.OPEN:
        raise _closed()
    if invitation.expires_at <= timezone.now():
        raise ServiceError(
            "invitation_expired", 409, _("This invitation has expired. Ask for a new one.")
        )


def _call_off(
    game: Game, invitation: Invitation | None, status: InvitationStatus, *, seat: int | None
) -> None:
    if invitation is not None:
        invitation.status = status
        invitation.save(update_fields=["status"])
    game.status = GameStatus.CANCELLED
    append_platform_event(
        game, PlatformEvent.GAME_CANCELLED, {"seat": seat}, now=timezone.now(), seat=seat
    )
    game.save()
