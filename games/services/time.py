"""What players do about time: grant it, pause together, run out of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine import time_out
from games.clock.control import GRACE, control_of
from games.enums import GameStatus, NotificationKind, PlatformEvent
from games.errors import ServiceError, not_active
from games.models import Game, GameEvent, Seat
from games.notifications.plan import plan_notice
from games.selectors.access import seat_of
from games.selectors.clock import AGREED
from games.selectors.state import load_state
from games.services.change import locked, record
from games.services.clockwork import (
    mover_of,
    pause_clock,
    refresh_vacations,
    resume_clock,
    set_deadline,
    stop_clocks,
)
from games.services.log import append_platform_event, reveal_secret
from games.services.offer_hooks import follow_offers
from games.services.telling import tell_streams
from games.tasks import deliver_notification

GRANTED: Final = 24 * 3600  # seconds at a time
MOST_LEFT: Final = 60 * 24 * 3600  # seconds, beyond which nothing is granted


def grant_time(*, game_id: str, user: User, version: int) -> Game:
    """Give the opponent, who is to move, a day more. Raises ServiceError.

    `version` is that of the page on which it was asked for: asked for twice from the same page, it is granted once.
    """
    with locked(game_id) as game:
        seat = _playing(game, user)
        if _granted_since(game, seat, version):
            return game
        _check_clock(game)
        if game.seat_to_move == seat:
            raise ServiceError(
                "own_turn", 409, _("It is your turn: only your opponent can grant you time.")
            )
        mover = mover_of(game)
        if mover.bank + GRANTED > MOST_LEFT:
            raise ServiceError("time_enough", 409, _("There are already more than 59 days left."))
        _grant(game, seat, mover)
        return game


def _grant(game: Game, seat: int, mover: Seat) -> None:
    now = timezone.now()
    mover.bank += GRANTED
    mover.save(update_fields=["bank"])
    refresh_vacations(game, mover)
    set_deadline(game, mover)
    _log(game, PlatformEvent.TIME_GRANTED, seat, now, {"seat": seat, "seconds": GRANTED})
    key = f"{game.pk}:{game.turn}"  # one word of it for each turn, however often it is granted
    _tell(mover.user, NotificationKind.TIME_GRANTED, game, now, {"seconds": GRANTED}, key=key)


def _granted_since(game: Game, seat: int, version: int) -> bool:
    rows = GameEvent.objects.filter(game=game, number__gt=version, seat=seat)
    return version < game.version and rows.filter(kind=PlatformEvent.TIME_GRANTED).exists()


def ask_pause(*, game_id: str, user: User, number: int | None = None) -> Game:
    """Ask for a pause; if the opponent has asked already, this is the answer and the game is paused.

    `number` is the game's `pause_number` as it was seen, None for as things stand. Raises ServiceError. Asking again
    changes nothing.
    """
    with locked(game_id) as game:
        seat = _playing(game, user)
        _check_clock(game)
        _check_people(game)
        if AGREED in game.pauses or game.pause_asked_by == seat:
            return game
        _check_seen(game, number)
        now = timezone.now()
        if game.pause_asked_by is None:
            _set_wish(game, seat)
            _tell(_user_of(game, 3 - seat), NotificationKind.PAUSE_ASKED, game, now)
        else:
            _pause(game, seat, now)
            _answer(game, 3 - seat, now, accepted=True)
        return game


def _pause(game: Game, seat: int, now: datetime) -> None:
    mover = mover_of(game)
    refresh_vacations(game, mover)
    pause_clock(game, mover, AGREED, now)
    _set_wish(game, None)
    _log(game, PlatformEvent.GAME_PAUSED, seat, now)


def _set_wish(game: Game, seat: int | None) -> None:
    """Each change has a number of its own: who says it again, not having heard the answer, means no later wish."""
    game.pause_asked_by = seat
    game.pause_number += 1
    game.save(update_fields=["pause_asked_by", "pause_number"])


def _check_seen(game: Game, number: int | None) -> None:
    if number not in (None, game.pause_number):
        raise ServiceError(
            "pause_changed",
            409,
            _("What you and your opponent ask about a pause has changed. Look again, then decide."),
        )


def drop_pause(*, game_id: str, user: User, number: int | None = None) -> Game:
    """Withdraw one's wish for a pause, or decline the opponent's. Doing so again changes nothing.

    `number` as of `ask_pause`. Raises ServiceError.
    """
    with locked(game_id) as game:
        seat, asker = _playing(game, user), game.pause_asked_by
        if asker is not None:
            _check_seen(game, number)
            _set_wish(game, None)
            if asker != seat:
                _answer(game, asker, timezone.now(), accepted=False)
        return game


def _answer(game: Game, asker: int, now: datetime, *, accepted: bool) -> None:
    """Each answer is told, whenever it is given: who asked again is waiting again."""
    key = f"{game.pk}:{now:%Y%m%dT%H%M%S.%f}"
    data, kind = {"accepted": accepted}, NotificationKind.PAUSE_ANSWERED
    _tell(_user_of(game, asker), kind, game, now, data, key=key)


def _user_of(game: Game, number: int) -> User | None:
    return Seat.objects.select_related("user").get(game=game, number=number).user


def resume_game(*, game_id: str, user: User, number: int | None = None) -> Game:
    """End a pause, which either may do. Raises ServiceError. Doing so again changes nothing.

    `number` as of `ask_pause`. If it is the opponent's turn they are told so once more: their time runs again.
    """
    with locked(game_id) as game:
        seat = _playing(game, user)
        if AGREED not in game.pauses:
            return game
        _check_seen(game, number)
        now, mover = timezone.now(), mover_of(game)
        resume_clock(game, mover, AGREED, now)
        game.pause_number += 1
        _log(game, PlatformEvent.GAME_RESUMED, seat, now)
        if mover.number != seat:
            _tell(
                mover.user, NotificationKind.YOUR_TURN, game, now, key=f"{game.pk}:{game.version}"
            )
        return game


def _playing(game: Game, user: User) -> int:
    seat = seat_of(game, user)
    if game.status != GameStatus.ACTIVE:
        raise not_active()
    return seat


def _check_clock(game: Game) -> None:
    if control_of(game.speed) is None:
        raise ServiceError("no_clock", 409, _("This game has no clock."))


def _check_people(game: Game) -> None:
    if Seat.objects.filter(game=game, user__isnull=True).exists():
        raise ServiceError("nobody_to_agree", 409, _("There is nobody who could agree to a pause."))


def _log(
    game: Game,
    kind: PlatformEvent,
    seat: int,
    now: datetime,
    payload: dict[str, int] | None = None,
) -> None:
    append_platform_event(game, kind, payload or {}, now=now, seat=seat)
    game.save()


def _tell(
    user: User | None,
    kind: NotificationKind,
    game: Game,
    now: datetime,
    data: Mapping[str, int] | None = None,
    *,
    key: str = "",
) -> None:
    if user is None:
        return
    tell_streams(user, kind, game)
    row = plan_notice(
        user, kind, game, now=now, data=dict(data or {}), key=key or f"{game.pk}:{game.version}"
    )
    deliver_notification.delay_on_commit(row.pk)


def expire_turn(*, game_id: str) -> bool:
    """End the game if its turn is overdue: asked again under the lock, since a move may have come. True if it ended.

    A seat that never made a turn doesn't lose: the game is called off. A game that somebody else is changing is left
    to the next sweep. Vacations are looked up once more, whatever became of the request that began one.
    """
    try:
        with locked(game_id, wait=False) as game:
            return _expire(game, timezone.now())
    except ServiceError:  # gone, or held by a move that has just come
        return False


def _expire(game: Game, now: datetime) -> bool:
    if not _overdue(game, now):
        return False
    mover = mover_of(game)
    refresh_vacations(game, mover)
    if not _overdue(game, now):
        game.save(update_fields=["schedule", "deadline_at", "deadline_moves"])
        return False
    if mover.turns == 0:
        _call_off(game, mover, now)
    else:
        state = load_state(game)
        record(game, time_out(state), state, mover=None)
    return True


def _overdue(game: Game, now: datetime) -> bool:
    late = game.deadline_at is not None and game.deadline_at + GRACE <= now
    return game.status == GameStatus.ACTIVE and late


def _call_off(game: Game, missing: Seat, now: datetime) -> None:
    """End a game in which a seat never appeared: nobody wins, nothing is rated, and the shuffle can be checked."""
    stop_clocks(game, missing, now)
    missing.save(update_fields=["bank"])
    append_platform_event(
        game,
        PlatformEvent.GAME_ABORTED,
        {"seat": missing.number},
        now=now,
        seat=missing.number,
    )
    reveal_secret(game, now)
    game.status, game.seat_to_move, game.finished_at = GameStatus.ABORTED, None, now
    game.save()
    follow_offers(game, vanished=missing.number)
    for seat in Seat.objects.filter(game=game, user__isnull=False).select_related("user"):
        _tell(seat.user, NotificationKind.CALLED_OFF, game, now)
