"""Offers in the lobby: which there are, who makes them, and why one is closed to a reader."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import is_blocked_between
from games.enums import Audience, GameStatus, InvitationStatus, Speed
from games.models import Invitation, StandingOffer
from games.selectors import limits
from games.selectors.limits import Room, room_of
from games.selectors.people import PersonSummary, summaries_of

OFFERS_SHOWN = 50  # of those that fit the filters, the newest: who wants others narrows the filters
ROUNDING = 1e-9  # 0.29 * 100 is a little less than 29
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


@dataclass(frozen=True, slots=True)
class Gates:
    """Whom an offer is for: ratings, and the least share of turns in time in percent."""

    min_rating: int | None = None
    max_rating: int | None = None
    min_reliability: int | None = None

    @classmethod
    def of(cls, row: Gated) -> "Gates":
        """What a stored offer says."""
        return cls(row.min_rating, row.max_rating, row.min_reliability)


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


@dataclass(frozen=True, slots=True)
class Filters:
    """Which offers a reader wants to see; empty: all."""

    speed: str = ""  # one of SPEED_GROUPS
    rated: bool | None = None
    open_memory: bool | None = None
    stand_off: bool | None = None
    for_me: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer as the lobby shows it."""

    invitation: Invitation
    person: PersonSummary
    own: bool
    closed: Closed | None

    @property
    def percent(self) -> int | None:
        """The share of turns in time in percent; None: too few to say."""
        share = self.person.reliability
        return None if share is None else in_percent(share)


def in_percent(share: float) -> int:
    """A share in whole percent, never more than there is."""
    return int(share * 100 + ROUNDING)


def reader_of(user: User) -> Reader:
    """What decides which offers are open to this person. Four queries."""
    return Reader(user, summaries_of([user.pk])[user.pk], room_of(user))


def offers_for(reader: Reader, filters: Filters, now: datetime) -> list[Offer]:
    """The newest open offers that fit, none of people who are kept apart from the reader. Four queries."""
    rows = _wanted(_open(reader, now), reader, filters)[:OFFERS_SHOWN]
    by_inviter = [(row.inviter_id, row) for row in rows if row.inviter_id is not None]
    people = summaries_of([inviter for inviter, _row in by_inviter])
    return [_offer(row, people[inviter], reader) for inviter, row in by_inviter]


def _offer(row: Invitation, person: PersonSummary, reader: Reader) -> Offer:
    own = row.inviter_id == reader.user.pk
    return Offer(row, person, own, None if own else why_closed(row, reader))


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
        gate,
    )


def counted_standing_offers() -> QuerySet[StandingOffer]:
    """Standing offers with `open` and `running`, how many games of theirs are in either state."""
    status = "offers__game__status"
    return StandingOffer.objects.annotate(
        open=Count("offers", filter=Q(**{status: GameStatus.PREPARING})),
        running=Count("offers", filter=Q(**{status: GameStatus.ACTIVE})),
    )


def standing_offers_of(user: User) -> QuerySet[StandingOffer]:
    """What a person always has on offer, oldest first."""
    return counted_standing_offers().filter(user=user).order_by("created_at", "pk")


def closed_to(row: Invitation, user: User) -> Closed | None:
    """Why an invitation of somebody else is closed to this person; None if they may accept."""
    # Nobody is told that somebody has blocked them.
    if row.inviter is not None and is_blocked_between(row.inviter, user):
        return Closed("not_open_to_you", _("This offer is not open to you."))
    return why_closed(row, reader_of(user))


def why_closed(row: Invitation, reader: Reader) -> Closed | None:
    """Why an offer is closed to a reader who isn't kept apart from whoever made it; None if it is open to them."""
    return next(_reasons(row, reader), None)


def _reasons(row: Invitation, reader: Reader) -> Iterator[Closed]:
    if row.audience == Audience.LOBBY:
        yield from _by_gates(Gates.of(row), reader.summary)
    if not reader.room.left:
        yield no_room(reader.room)


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
