"""What the end of a game means for the offers of its players. Called in the transaction in which it ends."""

from games.models import Game, Seat, StandingOffer
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
    for user_id in gone:
        withdraw_offers.delay_on_commit(user_id)
    offering = StandingOffer.objects.filter(user__in=set(people) - gone, paused=False)
    for user_id in set(offering.values_list("user_id", flat=True)):
        fill_standing_offers.delay_on_commit(user_id)
