"""From a wish to play to a dealt game: create, invite, deal. Offers to strangers: `games.services.offers`.

The shuffle's secret is made and committed to when a game is created, so everybody sees the commitment before they add
their own randomness and before anything is drawn (docs/chance.md).
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import find_user_by_name, has_blocked, is_blocked_between
from engine import RULES_VERSION, commitment, start_game
from games.enums import (
    Audience,
    ComputerLevel,
    GameStatus,
    InvitationStatus,
    PlatformEvent,
    Speed,
)
from games.errors import ServiceError, account_closed, not_found, too_often
from games.live.publish import announce
from games.models import Game, Invitation, Seat, StandingOffer
from games.models.game import ENTROPY_LENGTH, game_id_from, new_game_id
from games.models.invitation import INVITATION_DAYS
from games.notifications.plan import plan_invitation
from games.selectors.access import viewer_of
from games.selectors.limits import room_of, wait_for_a_day
from games.selectors.offers import no_room
from games.services.change import chance_of, locked, record
from games.services.log import append_platform_event
from games.services.sealing import new_secret, seal
from games.tasks import deliver_notification

ASKED_IN_VAIN = 5  # invitations to one person within a day that were declined or called off


@dataclass(frozen=True)
class Options:
    """What is agreed before a game. Standing offers have columns of the same names."""

    speed: Speed
    open_memory: bool = False
    stand_off: bool = True
    rated: bool = False
    weekends_off: bool = False
    vacations: bool = True

    @classmethod
    def of(cls, row: Game | StandingOffer) -> "Options":
        """What was agreed for a game, or what a standing offer asks for."""
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})


def create_against_computer(
    *, user: User, level: ComputerLevel, options: Options, key: str = ""
) -> Game:
    """A game with the computer, not dealt yet: the person sees the commitment first. Raises ServiceError.

    The same wish with the same `key` finds the game that was made the first time.
    """
    if options.rated:
        raise ServiceError(
            "rated_computer", 422, _("Games against the computer don't count for the rating.")
        )

    def seat_computer(game: Game) -> None:
        Seat.objects.create(game=game, number=2, computer=level)

    return create_once(user, options, key, str(level), seat_computer)


def create_invitation(*, user: User, invitee: User | None, options: Options, key: str = "") -> Game:
    """A game with a free seat for `invitee`, or for whoever opens the link first. Raises ServiceError.

    The same wish with the same `key` finds the game that was made the first time.
    """
    if invitee == user:
        raise ServiceError("own_name", 422, _("You can't invite yourself."))
    if invitee is not None:
        check_not_apart(user, invitee)
    wish = str(invitee and invitee.pk)
    return create_once(user, options, key, wish, lambda game: offer_seat(game, user, invitee))


def invitee_named(name: str) -> User:
    """Whom to invite. Raises ServiceError if nobody of that name can be."""
    found = find_user_by_name(name)
    if found is None:
        raise ServiceError("unknown_name", 422, _("Nobody here has this name."))
    return found


def create_once(
    user: User,
    options: Options,
    key: str,
    wish: str,
    seat_other: Callable[[Game], object],
) -> Game:
    """A game in which `user` has seat 1 and `seat_other` sees to the other; with a key only the first time."""
    game_id = _id_for(user, key, f"{wish} {options}")
    with transaction.atomic():
        made = _made_before(user, game_id)
        if made is not None:
            return made
        game = create_game(user, options, number=1, game_id=game_id)
        seat_other(game)
        return game


def check_not_apart(user: User, other: User) -> None:
    """Raise ServiceError if either has blocked the other, or the other is about to leave. Only one's own block is called
    by its name."""
    if other.takes_part and not is_blocked_between(user, other):
        return
    if has_blocked(user, other):
        text = _("You have blocked %(name)s. Take that back first, in your settings.")
    else:
        text = _("%(name)s can't be invited at the moment.")
    raise ServiceError("not_open_to_you", 409, text % {"name": other.username})


def _id_for(user: User, key: str, wish: str) -> str:
    """A random id; with a key always the same for the same person and wish, and nobody can foretell it."""
    if not key:
        return new_game_id()
    return game_id_from(
        salted_hmac("games.new_game", f"{user.pk} {key} {wish}", algorithm="sha256").digest()
    )


def _made_before(user: User, game_id: str) -> Game | None:
    lock_person(user)
    return Game.objects.filter(pk=game_id).first()


def create_game(
    user: User,
    options: Options,
    *,
    number: int,
    game_id: str = "",
    rematch_of: Game | None = None,
) -> Game:
    """A game with `user` in seat `number` and the other seat still to be made. Raises ServiceError."""
    if options.speed not in Speed.values:
        raise ServiceError("bad_pace", 422, _("Choose one of the offered speeds."))
    if options.rated and options.speed == Speed.NO_CLOCK:
        raise ServiceError("rated_without_clock", 422, _("A game without a clock can't be rated."))
    check_room(user)
    now = timezone.now()
    secret, game_id = new_secret(), game_id or new_game_id()
    game = Game.objects.create(
        id=game_id,
        rules_version=RULES_VERSION,
        **asdict(options),
        commitment=commitment(secret, game_id),
        sealed_secret=seal(secret),
        created_at=now,
        rematch_of=rematch_of,
    )
    Seat.objects.create(game=game, number=number, user=user)
    append_platform_event(
        game, PlatformEvent.GAME_CREATED, {"commitment": game.commitment}, now=now, seat=number
    )
    game.save()
    announce(game.pk)
    return game


def check_room(user: User) -> None:
    """Raise ServiceError if this person has as many games as they may have, or is leaving. Needs a transaction."""
    lock_player(user)
    room = room_of(user)
    if not room.left:
        closed = no_room(room)
        raise ServiceError(closed.code, 409, closed.message)


def lock_person(user: User) -> User:
    """Requests of one person at the same moment are looked at one after the other; the row as it now is. Needs a
    transaction."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def lock_player(user: User) -> None:
    """`lock_person` for who begins something that others may take up. Raises ServiceError if they closed their account
    meanwhile: what comes after the closing would be withdrawn by nobody."""
    if not lock_person(user).takes_part:
        raise account_closed()


def offer_seat(
    game: Game, inviter: User, invitee: User | None = None, *, number: int = 2, **terms: Any
) -> Invitation:
    """Leave seat `number` free and say for whom; somebody named is told. `terms` are further columns."""
    now = timezone.now()
    if invitee is not None:
        _check_patience(inviter, invitee, now)
    Seat.objects.create(game=game, number=number)
    audience = Audience.LINK if invitee is None else Audience.NAME
    invitation = Invitation.objects.create(
        game=game,
        inviter=inviter,
        invitee=invitee,
        created_at=now,
        expires_at=now + timedelta(days=INVITATION_DAYS),
        **{"audience": audience, **terms},
    )
    if invitee is not None:
        row = plan_invitation(game, invitee, now=now)
        deliver_notification.delay_on_commit(row.pk)
    return invitation


def _check_patience(user: User, invitee: User, now: datetime) -> None:
    """Raise ServiceError for somebody who asks the same person over and over: each time is a mail."""
    in_vain = Invitation.objects.filter(
        inviter=user,
        invitee=invitee,
        status__in=(InvitationStatus.CANCELLED, InvitationStatus.DECLINED),
    )
    wait = wait_for_a_day(in_vain, ASKED_IN_VAIN, now)
    if wait:
        text = _("You have asked %(name)s often enough today. Try again tomorrow.")
        raise too_often("asked_too_often", text % {"name": invitee.username}, wait)


def add_entropy(*, game_id: str, user: User, entropy: str) -> Game:
    """Add a person's own randomness to the shuffle, once, before it happens. Raises ServiceError."""
    with locked(game_id) as game:
        add_entropy_to(game, _own_seat(game, user), entropy)
        game.save()
        return game


def _own_seat(game: Game, user: User) -> Seat:
    seat = Seat.objects.filter(game=game, user=user).first()
    if seat is None:
        raise not_found()
    check_preparing(game)
    return seat


def check_preparing(game: Game) -> None:
    """Raise ServiceError once a game has begun or was called off."""
    if game.status != GameStatus.PREPARING:
        raise ServiceError("not_preparing", 409, _("This game has begun or was called off."))


def add_entropy_to(game: Game, seat: Seat, entropy: str) -> None:
    """Store a seat's randomness in the log. The first word counts: a page sent twice must not change what others saw."""
    entropy = entropy.strip()
    if not entropy or seat.entropy:
        return
    if len(entropy) > ENTROPY_LENGTH or not entropy.isprintable():
        raise ServiceError(
            "bad_entropy", 422, _("Your own randomness is at most 64 visible characters.")
        )
    seat.entropy = entropy
    seat.save(update_fields=["entropy"])
    append_platform_event(
        game,
        PlatformEvent.ENTROPY_ADDED,
        {"seat": seat.number, "entropy": entropy},
        now=timezone.now(),
        seat=seat.number,
    )


def deal(*, game_id: str, user: User, entropy: str) -> Game:
    """Begin a game against the computer with the person's own randomness. A second call finds it begun.

    Raises ServiceError if a person is still missing.
    """
    with locked(game_id) as game:
        if game.status == GameStatus.ACTIVE and viewer_of(game, user) is not None:
            return game
        add_entropy_to(game, _own_seat(game, user), entropy)
        if any(seat.is_free for seat in game.seats.all()):
            raise ServiceError("seat_free", 409, _("Somebody has to take the other seat first."))
        start(game)
        return game


def start(game: Game) -> None:
    """Shuffle and deal, both seats being taken. The caller holds the lock."""
    game.status = GameStatus.ACTIVE
    events = start_game(chance_of(game), open_memory=game.open_memory, stand_off=game.stand_off)
    record(game, events, None, mover=None)
