"""Standing offers: so many games of a kind kept running, one offer after the other put into the lobby.

Of each kind one offer is open at a time, and the next follows as soon as somebody has accepted: equal rows would only
push other people's offers off the lobby's page.
"""

from dataclasses import asdict

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.enums import Audience, InvitationStatus
from games.errors import ServiceError
from games.models import Invitation, StandingOffer
from games.models.standing_offer import MOST_GAMES
from games.selectors.limits import MOST_KINDS, room_of
from games.selectors.offers import NO_GATES, Gates, counted_standing_offers
from games.services.invitations import cancel_game
from games.services.lobby import Options, lock_person, lock_player
from games.services.offers import check_terms, create_offer
from games.tasks import fill_standing_offers as fill

_LOOKED_AT = "standing-offers-looked-at"  # in the cache: the last of them


def create_standing_offer(
    *, user: User, count: int, options: Options, gates: Gates = NO_GATES
) -> StandingOffer:
    """Keep `count` games of a kind running from now on. Raises ServiceError.

    The same kind again is the same standing offer, with the new number.
    """
    check_terms(options, gates)
    _check_count(count)
    kind = {**asdict(options), **asdict(gates)}
    with transaction.atomic():
        lock_player(user)
        row = StandingOffer.objects.filter(user=user, **kind).first()
        if row is None:
            _check_kinds(user)
            row = StandingOffer(user=user, created_at=timezone.now(), **kind)
        row.count, row.paused = count, False
        row.save()
        fill.delay_on_commit(user.pk)
        return row


def _check_count(count: int) -> None:
    if not 1 <= count <= MOST_GAMES:
        text = _("Between 1 and %(most)d games can be kept running.")
        raise ServiceError("bad_count", 422, text % {"most": MOST_GAMES})


def _check_kinds(user: User) -> None:
    if StandingOffer.objects.filter(user=user).count() >= MOST_KINDS:
        text = _("You have %(most)d standing offers, the most there may be. Delete one first.")
        raise ServiceError("too_many_kinds", 409, text % {"most": MOST_KINDS})


def change_standing_offer(
    *, standing_id: int, user: User, count: int, paused: bool
) -> StandingOffer:
    """Keep that many games running, or pause. The same wish again changes nothing. Raises ServiceError."""
    _check_count(count)
    if paused:  # first: nothing more is offered in between
        pause_standing_offer(standing_id=standing_id, user=user)
        return change_count(standing_id=standing_id, user=user, count=count)
    change_count(standing_id=standing_id, user=user, count=count)
    return resume_standing_offer(standing_id=standing_id, user=user)


def change_count(*, standing_id: int, user: User, count: int) -> StandingOffer:
    """Keep another number of games running; those that run go on. Raises ServiceError."""
    _check_count(count)
    with transaction.atomic():
        row = _own(standing_id, user)
        row.count = count
        row.save(update_fields=["count"])
        fill.delay_on_commit(user.pk)
        return row


def pause_standing_offer(*, standing_id: int, user: User) -> StandingOffer:
    """Offer nothing more until it is resumed: what is open is withdrawn, what runs goes on. Raises ServiceError."""
    with transaction.atomic():
        row = _own(standing_id, user)
        row.paused = True
        row.save(update_fields=["paused"])
    _withdraw(user, Invitation.objects.filter(standing=row))
    return row


def resume_standing_offer(*, standing_id: int, user: User) -> StandingOffer:
    """Offer again. Raises ServiceError."""
    with transaction.atomic():
        lock_player(user)
        row = _own(standing_id, user)
        row.paused = False
        row.save(update_fields=["paused"])
        fill.delay_on_commit(user.pk)
        return row


def delete_standing_offer(*, standing_id: int, user: User) -> None:
    """Forget a standing offer: what is open is withdrawn, what runs goes on. Raises ServiceError."""
    row = pause_standing_offer(standing_id=standing_id, user=user)
    row.delete()


def _own(standing_id: int, user: User) -> StandingOffer:
    lock_person(user)
    row = StandingOffer.objects.filter(pk=standing_id, user=user).first()
    if row is None:
        raise ServiceError("not_found", 404, _("There is no such standing offer."))
    return row


def withdraw_offers(*, user_id: int) -> None:
    """Somebody let their time run out: their offers leave the lobby, and their standing offers pause.

    An offer that is answered by nobody at the other end is worse than none.
    """
    user = User.objects.get(pk=user_id)
    with transaction.atomic():
        lock_person(user)  # an offer that is being opened at this moment is waited for
        StandingOffer.objects.filter(user=user).update(paused=True)
    _withdraw(user, Invitation.objects.filter(inviter=user, audience=Audience.LOBBY))


def _withdraw(user: User, offers: QuerySet[Invitation]) -> None:
    """Call off those of a person's offers that are still open; one that is taken in this moment runs."""
    for game_id in offers.filter(status=InvitationStatus.OPEN).values_list("game_id", flat=True):
        try:
            cancel_game(game_id=game_id, user=user)
        except ServiceError as error:
            if error.code != "not_preparing":
                raise


def fill_standing_offers(*, user_id: int) -> int:
    """Open what a person's standing offers lack, within the room they have for games; how many were opened."""
    user = User.objects.filter(pk=user_id).first()
    if user is None or not user.takes_part:
        return 0
    wanted = StandingOffer.objects.filter(user=user, paused=False).order_by("created_at", "pk")
    return sum(_open_one(pk, user) for pk in wanted.values_list("pk", flat=True))


def _open_one(standing_id: int, user: User) -> bool:
    with transaction.atomic():
        # Two workers must not both find the same offer missing.
        takes_part = lock_person(user).takes_part
        row = _lacking().filter(pk=standing_id).first()
        if not takes_part or row is None or not room_of(user).left:
            return False
        create_offer(user=user, options=Options.of(row), gates=Gates.of(row), standing=row)
        return True


def _lacking() -> QuerySet[StandingOffer]:
    """Standing offers with fewer games than wanted and none open."""
    lacking = {"paused": False, "open": 0, "running__lt": F("count")}
    return counted_standing_offers().filter(**lacking)


def people_to_fill(most: int) -> list[int]:
    """People whose standing offers lack something, for the sweep: so many offers each time, those after the last ones.

    Else offers of people without room for games, which go on lacking, would stand before all others for ever. If the
    cache forgets where we were, it begins anew.
    """
    lacking = _lacking().filter(user__is_active=True, user__leaving_at=None).order_by("pk")
    rows, last = lacking.values_list("pk", "user_id"), cache.get(_LOOKED_AT, 0)
    found = list(rows.filter(pk__gt=last)[:most])
    found += rows.filter(pk__lte=last)[: most - len(found)]
    cache.set(_LOOKED_AT, found[-1][0] if found else 0, None)
    return sorted({user_id for _pk, user_id in found})
