"""Offers to people whom one doesn't know: in the lobby, and by e-mail to somebody who may have no account yet."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.enums import Audience, InvitationStatus, NotificationState, Speed
from games.errors import ServiceError, too_often
from games.models import Game, StandingOffer
from games.selectors.limits import MAILED_A_DAY, mailed_by, wait_for_a_day
from games.selectors.offers import NO_GATES, Gates
from games.services.lobby import Options, create_once, lock_person, offer_seat
from games.tasks import deliver_invitation

LOWEST_RATING, HIGHEST_RATING = 100, 4000  # that a gate may name
ADDRESS_LENGTH = 254


def create_offer(
    *,
    user: User,
    options: Options,
    gates: Gates = NO_GATES,
    key: str = "",
    standing: StandingOffer | None = None,
) -> Game:
    """An offer in the lobby: a game with a seat for the first whom the gates let in. Raises ServiceError.

    The same wish with the same `key` finds the game that was made the first time.
    """
    check_terms(options, gates)

    def offer(game: Game) -> None:
        offer_seat(
            game,
            user,
            audience=Audience.LOBBY,
            min_rating=gates.min_rating,
            max_rating=gates.max_rating,
            min_reliability=gates.min_reliability,
            bots=gates.bots,
            standing=standing,
        )

    return create_once(user, options, key, f"lobby {gates}", offer)


def check_terms(options: Options, gates: Gates) -> None:
    """Raise ServiceError for terms on which strangers can't play."""
    if options.speed == Speed.NO_CLOCK:
        text = _(
            "Only people who know each other play without a clock: invite them by name or by link."
        )
        raise ServiceError("offer_without_clock", 422, text)
    ratings = [limit for limit in (gates.min_rating, gates.max_rating) if limit is not None]
    if not all(LOWEST_RATING <= limit <= HIGHEST_RATING for limit in ratings):
        raise ServiceError("bad_gate", 422, _("Ratings lie between 100 and 4000."))
    if len(ratings) == 2 and ratings[0] > ratings[1]:
        text = _("The lowest rating is above the highest: nobody could accept.")
        raise ServiceError("bad_gate", 422, text)
    if gates.min_reliability is not None and not 0 <= gates.min_reliability <= 100:
        raise ServiceError("bad_gate", 422, _("Reliability lies between 0 and 100 percent."))


def invite_by_email(*, user: User, address: str, options: Options, key: str = "") -> Game:
    """A game whose link goes to an address by mail, whether or not it has an account. Raises ServiceError.

    Nothing tells whether the address is known here. The same wish with the same `key` finds the game that was made
    the first time.
    """
    address = _checked(address)

    def offer(game: Game) -> None:
        _check_rate(user, address)
        invitation = offer_seat(
            game,
            user,
            audience=Audience.EMAIL,
            email=address,
            mail_state=NotificationState.WAITING,
            mail_due_at=timezone.now(),
        )
        deliver_invitation.delay_on_commit(invitation.pk)

    return create_once(user, options, key, f"mail {address}", offer)


def _checked(address: str) -> str:
    """The address in the form that is stored."""
    address = User.objects.normalize_email(address.strip())
    try:
        validate_email(address)
    except ValidationError:
        address = ""
    # Mail to letters other than A to Z in front of the @ can't be sent.
    if not address or len(address) > ADDRESS_LENGTH or not address.split("@")[0].isascii():
        raise ServiceError("bad_address", 422, _("This is no address that mail can go to."))
    return address


def _check_rate(user: User, address: str) -> None:
    """At most so many a day, and one open invitation to each address."""
    lock_person(user)
    mailed = mailed_by(user)
    if mailed.filter(email=address, status=InvitationStatus.OPEN).exists():
        text = _("You have invited this address already; that invitation is still open.")
        raise ServiceError("invited_before", 409, text)
    wait = wait_for_a_day(mailed, MAILED_A_DAY, timezone.now())
    if wait:
        text = _(
            "You have sent %(number)d invitations by e-mail within a day, the most there may be. Send a link"
            " yourself, or wait until tomorrow."
        )
        raise too_often("too_many_mails", text % {"number": MAILED_A_DAY}, wait)
