"""Offers in the lobby: which there are, who makes them, and why one is closed to a reader."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import is_blocked_between, kept_apart
from games.enums import Audience, GameStatus, InvitationStatus, Speed
from games.models import Invitation, StandingOffer
from games.selectors import limits
from games.selectors.limits import Room, room_of
from games.selectors.people import PersonSummary, in_percent, summaries_of

OFFERS_SHOWN = 50  # of those that fit the filters, the newest: who wants others narrows the filters
# Speeds that feel alike.
SPEED_GROUPS: Final[dict[str, tuple[Speed, ...]]] = {
    "quick": (Speed.DAYS_1, Speed.BANK_BRISK),
    "steady": (Speed.DAYS_2, Speed.DAYS_3, Speed.BANK_STANDARD),
    "slow": (Speed.DAYS_5, Speed.DAYS_7, Speed.DAYS_14, Speed.BANK_RELAXED),
}


class Gated(Protocol):
    """What says who may take a seat."""

    min_rating: int | None
    max_rating: int | None
    min_reliability: int | None
    bots: bool | None


@dataclass(frozen=True, slots=True)
class Gates:
    """Whom an offer is for: ratings, the least share of turns in time in percent, bots only or people only."""

    min_rating: int | None = None
    max_rating: int | None = None
    min_reliability: int | None = None
    bots: bool | None = None

    @classmethod
    def of(cls, row: Gated) -> "Gates":
        """What a stored offer says."""
        return cls(row.min_rating, row.max_rating, row.min_reliability, row.bots)


NO_GATES = Gates()


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at offers."""

    user: User
    summary: PersonSummary
    room: Room


@dataclass(frozen=True, slots=True)
class Closed:
    """Why somebody can't accept: a stable code and a sentence to show."""

    code: str
    message: str | Promise


NO_LONGER_OPEN: Final = Closed("invitation_closed", _("This invitation is no longer open."))


@dataclass(frozen=True, slots=True)
class Filters:
    """Which offers a reader wants to see; empty: all."""

    speed: str = ""  # one of SPEED_GROUPS
    rated: bool | None = None
    open_memory: bool | None = None
    stand_off: bool | None = None
    bots: bool | None = None  # made by them
    for_me: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer as a reader sees it. `person` sums up who made it; None once their account is gone."""

    invitation: Invitation
    person: PersonSummary | None
    own: bool
    closed: Closed | None

    @property
    def percent(self) -> int | None:
        """The share of turns in time in percent; None: too few to say."""
        return None if self.person is None else self.person.turns_in_time


def reader_of(user: User) -> Reader:
    """What decides which offers are open to this person. Four queries."""
    return Reader(user, summaries_of([user.pk])[user.pk], room_of(user))


def offers_for(reader: Reader, filters: Filters, now: datetime) -> list[Offer]:
    """The newest open offers that fit. Four queries."""
    return offers_of(open_offers(reader, filters, now)[:OFFERS_SHOWN], reader, now)


def open_offers(reader: Reader, filters: Filters, now: datetime) -> QuerySet[Invitation]:
    """Open offers that fit, newest first, none of people who are kept apart from the reader."""
    return _wanted(_open(reader, now), reader, filters)


def offers_of(rows: Iterable[Invitation], reader: Reader, now: datetime) -> list[Offer]:
    """What these rows of the lobby are to a reader. Three queries."""
    return _told(list(rows), reader, now, apart=frozenset())


def invitations_seen(rows: Iterable[Invitation], reader: Reader, now: datetime) -> list[Offer]:
    """What invitations of any kind are to a reader. Four queries."""
    found = list(rows)
    inviters = [row.inviter_id for row in found if row.inviter_id is not None]
    return _told(found, reader, now, apart=kept_apart(reader.user, inviters))


def _told(
    rows: list[Invitation], reader: Reader, now: datetime, *, apart: Container[int]
) -> list[Offer]:
    people = summaries_of([row.inviter_id for row in rows if row.inviter_id is not None])
    return [
        Offer(
            row,
            None if row.inviter_id is None else people[row.inviter_id],
            row.inviter_id == reader.user.pk,
            _closed_for(row, reader, now, apart),
        )
        for row in rows
    ]


def _closed_for(
    row: Invitation, reader: Reader, now: datetime, apart: Container[int]
) -> Closed | None:
    if row.inviter_id == reader.user.pk:
        return None
    if (ended := why_not_open(row, now) or _inviter_left(row)) is not None:
        return ended
    return _kept_apart() if row.inviter_id in apart else why_closed(row, reader)


def why_not_open(row: Invitation, now: datetime) -> Closed | None:
    """Why nobody can accept an invitation any more; None while somebody can."""
    if row.status != InvitationStatus.OPEN:
        return NO_LONGER_OPEN
    if row.expires_at <= now:
        return Closed("invitation_expired", _("This invitation has expired. Ask for a new one."))
    return None


def _open(reader: Reader, now: datetime) -> QuerySet[Invitation]:
    """Served by the index `invitation_lobby`."""
    rows = Invitation.objects.filter(
        audience=Audience.LOBBY,
        status=InvitationStatus.OPEN,
        expires_at__gt=now,
        inviter__is_active=True,
        inviter__leaving_at__isnull=True,
    )
    rows = rows.exclude(inviter__blocks__blocked=reader.user)
    rows = rows.exclude(inviter__blocked_by__user=reader.user)
    return rows.select_related("game", "inviter").order_by("-created_at", "-pk")


def _wanted(rows: QuerySet[Invitation], reader: Reader, filters: Filters) -> QuerySet[Invitation]:
    if filters.speed in SPEED_GROUPS:
        rows = rows.filter(game__speed__in=SPEED_GROUPS[filters.speed])
    if filters.bots is not None:
        rows = rows.filter(inviter__is_bot=filters.bots)
    for name in ("rated", "open_memory", "stand_off"):
        value = getattr(filters, name)
        if value is not None:
            rows = rows.filter(**{f"game__{name}": value})
    return _open_to(rows, reader) if filters.for_me else rows


def _open_to(rows: QuerySet[Invitation], reader: Reader) -> QuerySet[Invitation]:
    """The same questions as `why_closed` asks, of the database."""
    if not reader.room.left:
        return rows.none()
    rating, reliable = reader.summary.rating, reader.summary.reliability
    gate = Q(min_reliability__isnull=True)
    if reliable is not None:
        gate |= Q(min_reliability__lte=in_percent(reliable))
    return rows.exclude(inviter=reader.user).filter(
        Q(min_rating__isnull=True) | Q(min_rating__lte=rating),
        Q(max_rating__isnull=True) | Q(max_rating__gte=rating),
        Q(bots__isnull=True) | Q(bots=reader.user.is_bot),
        gate,
    )


def counted_standing_offers() -> QuerySet[StandingOffer]:
    """Standing offers with `open` and `running`, how many games of theirs are in either state.

    Counted for each row that is wanted, so that nobody else's history is read.
    """
    return StandingOffer.objects.annotate(
        open=_number_of(GameStatus.PREPARING), running=_number_of(GameStatus.ACTIVE)
    )


def _number_of(status: GameStatus) -> Coalesce:
    games = Invitation.objects.filter(standing=OuterRef("pk"), game__status=status)
    counted = games.order_by().values("standing").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


def standing_offers_of(user: User) -> QuerySet[StandingOffer]:
    """What a person always has on offer, oldest first."""
    return counted_standing_offers().filter(user=user).order_by("created_at", "pk")


def closed_to(row: Invitation, user: User) -> Closed | None:
    """Why an invitation of somebody else is closed to this person; None if they may accept."""
    if (ended := _inviter_left(row)) is not None:
        return ended
    if row.inviter is not None and is_blocked_between(row.inviter, user):
        return _kept_apart()
    return why_closed(row, reader_of(user))


def _inviter_left(row: Invitation) -> Closed | None:
    """What is still to be withdrawn, since whoever made it is leaving, can't be accepted any more."""
    here = row.inviter is not None and row.inviter.takes_part
    return None if here else NO_LONGER_OPEN


def _kept_apart() -> Closed:
    """Nobody is told that somebody has blocked them."""
    return Closed("not_open_to_you", _("This offer is not open to you."))


def why_closed(row: Invitation, reader: Reader) -> Closed | None:
    """Why an offer is closed to a reader who isn't kept apart from whoever made it; None if it is open to them."""
    return next(_reasons(row, reader), None)


def _reasons(row: Invitation, reader: Reader) -> Iterator[Closed]:
    if row.audience == Audience.LOBBY:
        yield from _by_kind(Gates.of(row), reader.user)
        yield from _by_gates(Gates.of(row), reader.summary)
    if not reader.room.left:
        yield no_room(reader.room)


def _by_kind(gates: Gates, user: User) -> Iterator[Closed]:
    if gates.bots is False and user.is_bot:
        yield Closed("people_only", _("For people; a program plays for your account."))
    if gates.bots is True and not user.is_bot:
        yield Closed("bots_only", _("For the accounts of bots."))


def _by_gates(gates: Gates, person: PersonSummary) -> Iterator[Closed]:
    mine = {"mine": person.rating}
    if gates.min_rating is not None and person.rating < gates.min_rating:
        text = _("For ratings from %(limit)d on; yours is %(mine)d.")
        yield Closed("rating_too_low", text % {"limit": gates.min_rating, **mine})
    if gates.max_rating is not None and person.rating > gates.max_rating:
        text = _("For ratings up to %(limit)d; yours is %(mine)d.")
        yield Closed("rating_too_high", text % {"limit": gates.max_rating, **mine})
    if gates.min_reliability is not None:
        yield from _by_reliability(gates.min_reliability, person.reliability)


def _by_reliability(limit: int, share: float | None) -> Iterator[Closed]:
    if share is None:
        text = _(
            "For people who take %(limit)d %% of their turns in time; you have taken too few turns to say."
        )
        yield Closed("reliability_unknown", text % {"limit": limit})
    elif in_percent(share) < limit:
        text = _(
            "For people who take %(limit)d %% of their turns in time; with you it is %(mine)d %%."
        )
        yield Closed("reliability_too_low", text % {"limit": limit, "mine": in_percent(share)})


def no_room(room: Room) -> Closed:
    """What somebody with as many games as they may have is told, and what they can do about it."""
    text = _(
        "You have %(taken)d games, and %(allowed)d is the most that you may have at once. Finish some of your games"
        " before you begin another: each one that is finished makes room for one more, up to %(most)d."
    )
    return Closed(
        "too_many_games",
        text % {"taken": room.taken, "allowed": room.allowed, "most": limits.MOST_OPEN_GAMES},
    )
