"""What the end of a game means for the offers of its players. Called in the transaction in which it ends."""

from django.utils import timezone

from accounts.models import User
from games.enums import Audience, InvitationStatus
from games.models import Game, Invitation, Seat, StandingOffer
from games.selectors.access import ENDED
from games.tasks import fill_standing_offers, withdraw_offers


def follow_offers(game: Game, *, vanished: int | None = None) -> None:
    """A game is over: the next of a standing offer may begin; who let their time run out offers nothing more.

    `vanished` is the seat for which a game was called off before its first turn.
    """
    if game.status not in ENDED:
        return
    seats = Seat.objects.filter(game=game, user__isnull=False)
    people = dict(seats.values_list("user_id", "timed_out"))
    gone = {user for user, late in people.items() if late}
    if vanished is not None:
        gone |= set(seats.filter(number=vanished).values_list("user_id", flat=True))
    _close_offers(gone)
    for user_id in gone:
        withdraw_offers.delay_on_commit(user_id)
    offering = StandingOffer.objects.filter(user__in=set(people) - gone, paused=False)
    for user_id in set(offering.values_list("user_id", flat=True)):
        fill_standing_offers.delay_on_commit(user_id)


def _close_offers(gone: set[int]) -> None:
    """Noted with the end of the game, so that the sweep calls their offers off even if the task is lost."""
    if not gone:
        return
    people = User.objects.select_for_update(no_key=True).filter(pk__in=gone).order_by("pk")
    list(people)  # two games of one person that end at once wait for each other here
    StandingOffer.objects.filter(user__in=gone).update(paused=True)
    offers = Invitation.objects.filter(inviter__in=gone, audience=Audience.LOBBY)
    offers.filter(status=InvitationStatus.OPEN).update(expires_at=timezone.now())
