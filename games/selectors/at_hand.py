"""The seats of a game that is being changed, with all that one turn asks of them: read once, in one query.

Whoever asks without having taken them at hand is answered from the database, as ever.
"""

from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, prefetch_related_objects

from games.enums import Channel
from games.models import Game, PushDevice, Seat, Submission, Vacation, Webhook


def take_at_hand(game: Game, now: datetime, *, key: str) -> None:
    """Read the seats, their people, plans and wishes, and whether the key of a request was used before.

    The caller holds the game's lock: nothing of it changes but by them.

    Not for callers that change seats by other instances than these.
    """
    vacations = Vacation.objects.filter(user=OuterRef("user"), ends_at__gt=game.clock_from or now)
    seats = Seat.objects.select_related("user__notice_settings", "plan").annotate(
        vacation_near=Exists(vacations),
        key_used=Exists(Submission.objects.filter(game=game, user=OuterRef("user"), key=key)),
        has_browser=Exists(PushDevice.objects.filter(user=OuterRef("user"))),
        has_web_address=Exists(Webhook.objects.filter(Q(off_since=None), user=OuterRef("user"))),
    )
    prefetch_related_objects([game], Prefetch("seats", seats.order_by("number")))


def at_hand(game: Game) -> bool:
    """True if the seats of this game were read together with it."""
    return "seats" in getattr(game, "_prefetched_objects_cache", {})


def seats_of(game: Game) -> list[Seat]:
    """Both seats with their users and plans, those at hand or those of one query."""
    if at_hand(game):
        return list(game.seats.all())
    return list(game.seats.select_related("user", "plan"))


def is_at_hand(seat: Seat) -> bool:
    """True if this seat was read by `take_at_hand`."""
    return hasattr(seat, "key_used")


def key_was_used(game: Game, number: int) -> bool:
    """Whether the player of this seat has sent the key of the request before. Only for a game at hand."""
    return any(getattr(seat, "key_used", False) for seat in seats_of(game) if seat.number == number)


def may_be_away(seat: Seat) -> bool:
    """False if this seat's player surely has no vacation that the running turn could know of."""
    return bool(getattr(seat, "vacation_near", True))


def known_reach(seat: Seat) -> dict[Channel, bool]:
    """Whether there is anything of a channel's to be reached by, as far as that is at hand."""
    found = {
        Channel.PUSH: getattr(seat, "has_browser", None),
        Channel.WEBHOOK: getattr(seat, "has_web_address", None),
    }
    return {channel: there for channel, there in found.items() if there is not None}
