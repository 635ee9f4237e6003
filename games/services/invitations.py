"""Answering an invitation, and calling a game off before it begins."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.readers import as_reader
from games.enums import (
    DeclineReason,
    GameStatus,
    InvitationStatus,
    NotificationKind,
    NotificationState,
    PlatformEvent,
)
from games.errors import ServiceError, not_found
from games.models import Game, Invitation, Seat
from games.models.invitation import NOTE_LENGTH
from games.notifications.plan import plan_notice
from games.selectors.access import viewer_of
from games.selectors.offers import NO_LONGER_OPEN, Closed, closed_to, why_not_open
from games.services.change import locked
from games.services.lobby import add_entropy_to, check_preparing, lock_player, start
from games.services.log import append_platform_event
from games.tasks import deliver_notification, fill_standing_offers


def accept_invitation(*, token: str, user: User, entropy: str) -> Game:
    """Take the free seat and begin; whoever offered it is told. Raises ServiceError.

    The first who accepts gets it; accepting again finds the game.
    """
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
        _check_open_to(invitation, user)
        _take_seat(game, invitation, seat, user, entropy)
        return game


def _take_seat(game: Game, invitation: Invitation, seat: Seat, user: User, entropy: str) -> None:
    now = timezone.now()
    seat.user = user
    seat.save(update_fields=["user"])
    _close(invitation, InvitationStatus.ACCEPTED)
    append_platform_event(
        game, PlatformEvent.SEAT_TAKEN, {"seat": seat.number}, now=now, seat=seat.number
    )
    add_entropy_to(game, seat, entropy)
    start(game)
    if game.seat_to_move == seat.number:
        _tell_inviter(game, invitation, NotificationKind.BEGUN, now)
    if invitation.standing_id is not None and invitation.inviter_id is not None:
        fill_standing_offers.delay_on_commit(invitation.inviter_id)


def _check_open_to(invitation: Invitation, user: User) -> None:
    """Raise ServiceError if this person may not accept, with the reason that the lobby shows."""
    lock_player(user)  # two games accepted at once must not pass the most that they may have
    closed = closed_to(invitation, user)
    if closed is not None:
        raise _refused(closed)


def _tell_inviter(
    game: Game, invitation: Invitation, kind: NotificationKind, now: datetime, reason: str = ""
) -> None:
    """Tell whoever made the offer what became of it; who is to move is told so anyway."""
    if invitation.inviter is None:
        return
    data = {"reason": reason} if kind == NotificationKind.DECLINED else {}
    row = plan_notice(invitation.inviter, kind, game, now=now, data=data)
    if row.due_at <= now:
        deliver_notification.delay_on_commit(row.pk)


def decline_invitation(
    *, token: str, user: User, reason: str = DeclineReason.OTHER, note: str = ""
) -> Game:
    """Say no, and why; the game is called off and whoever asked is told. Raises ServiceError.

    Only somebody invited by name can.
    """
    note = " ".join(note.split())
    if reason not in DeclineReason.values or len(note) > NOTE_LENGTH or not note.isprintable():
        raise ServiceError(
            "bad_reason", 422, _("Choose a reason; a few words more are at most 200 characters.")
        )
    with _open_invitation(token, user) as (game, invitation):
        if invitation.invitee_id != user.pk:
            raise not_found()
        if invitation.status != InvitationStatus.DECLINED:
            _check_open(invitation)
            invitation.decline_reason, invitation.decline_note = reason, note
            _call_off(game, invitation, InvitationStatus.DECLINED, seat=None)
            told = _reason_told(invitation)
            _tell_inviter(game, invitation, NotificationKind.DECLINED, timezone.now(), told)
        return game


def _reason_told(invitation: Invitation) -> str:
    """The reason in the language of whoever reads it; empty if none was given."""
    if invitation.inviter is None:
        return ""
    with as_reader(invitation.inviter):
        return invitation.reason_given


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


def expire_invitation(*, game_id: str) -> bool:
    """Call a game off that nobody has joined in time: asked again under the lock. True if it was."""
    with locked(game_id) as game:
        invitation = Invitation.objects.filter(game=game).first()
        if invitation is None or invitation.status != InvitationStatus.OPEN:
            return False
        if invitation.expires_at > timezone.now() or game.status != GameStatus.PREPARING:
            return False
        _call_off(game, invitation, InvitationStatus.EXPIRED, seat=None)
        if invitation.standing_id is not None and invitation.inviter_id is not None:
            fill_standing_offers.delay_on_commit(invitation.inviter_id)
        return True


def expired_invitations(most: int) -> list[str]:
    """Games that nobody has joined in time, longest expired first. Served by the index `invitation_open`."""
    rows = Invitation.objects.filter(status=InvitationStatus.OPEN, expires_at__lte=timezone.now())
    return list(rows.order_by("expires_at", "pk").values_list("game_id", flat=True)[:most])


@contextmanager
def _open_invitation(token: str, user: User) -> Iterator[tuple[Game, Invitation]]:
    """The locked game of an invitation that this person may answer. Raises not_found."""
    found = Invitation.objects.filter(token=token).first()
    if found is None:
        raise not_found()
    with locked(found.game_id) as game:
        # Again, now under the lock.
        invitation = Invitation.objects.select_related("inviter").get(pk=found.pk)
        if invitation.invitee_id is not None and invitation.invitee_id != user.pk:
            if viewer_of(game, user) is None:
                raise not_found()
        yield game, invitation


def _free_seat(game: Game) -> Seat:
    """The seat that was offered, unless the account of whoever offered it is gone."""
    free = [seat for seat in game.seats.all() if seat.is_free]
    if len(free) != 1:
        raise _refused(NO_LONGER_OPEN)
    return free[0]


def _refused(closed: Closed) -> ServiceError:
    return ServiceError(closed.code, 409, closed.message)


def _check_open(invitation: Invitation) -> None:
    closed = why_not_open(invitation, timezone.now())
    if closed is not None:
        raise _refused(closed)


def _call_off(
    game: Game, invitation: Invitation | None, status: InvitationStatus, *, seat: int | None
) -> None:
    if invitation is not None:
        _close(invitation, status)
    game.status = GameStatus.CANCELLED
    append_platform_event(
        game, PlatformEvent.GAME_CANCELLED, {"seat": seat}, now=timezone.now(), seat=seat
    )
    game.save()


def _close(invitation: Invitation, status: InvitationStatus) -> None:
    """Nobody can accept any more; an address that was written to is forgotten."""
    invitation.status, invitation.email = status, ""
    invitation.closed_at = timezone.now()
    invitation.save(
        update_fields=["status", "email", "closed_at", "decline_reason", "decline_note"]
    )
    # The mail's own columns belong to its worker, which doesn't hold the game.
    waiting = Invitation.objects.filter(pk=invitation.pk, mail_state=NotificationState.WAITING)
    waiting.update(mail_state=NotificationState.DROPPED)
