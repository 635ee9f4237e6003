"""When people are away: their night hours and their vacations."""

from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import MOST_SLEEP, User
from games.clock.vacation import LEAST_CHARGE
from games.enums import GameStatus, NotificationKind
from games.errors import ServiceError
from games.models import Notification, Seat, Vacation
from games.notifications.plan import plan_notice
from games.selectors.away import balance_of, hours_free_at, last_vacation, length_text, when_text
from games.services.change import locked
from games.services.clockwork import mover_of, refresh_vacations
from games.services.watches import renew_watches

NOTICE: Final = timedelta(hours=24)  # before the end of a vacation
LONGEST_AHEAD: Final = timedelta(days=365)
SAME_PRESS: Final = timedelta(minutes=10)  # in which "from now on" means the same vacation


def set_hours(*, user: User, start: time | None, hours: int) -> User:
    """Set the night hours, by the wall in the person's time zone; no `start` or no `hours`: none. Raises ServiceError.

    They hold from the next turn on and may be changed once a week.
    """
    if not 0 <= hours <= MOST_SLEEP:
        raise ServiceError("bad_hours", 422, _("A night has at most nine hours."))
    if start is None or hours == 0:
        start, hours = None, 0
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        zone = (start and person.time_zone) or person.hours_zone
        if (start, hours, zone) == (person.sleep_start, person.sleep_hours, person.hours_zone):
            return person
        _check_hours(person, start, zone)
        person.sleep_start, person.sleep_hours, person.hours_zone = start, hours, zone
        person.hours_changed_at = timezone.now()
        person.save(update_fields=["sleep_start", "sleep_hours", "hours_zone", "hours_changed_at"])
    renew_watches(user=person)  # quiet hours are these, where nobody chose others
    return person


def _check_hours(person: User, start: time | None, zone: str) -> None:
    free_at = hours_free_at(person)
    if free_at is not None and free_at > timezone.now():
        raise ServiceError(
            "hours_too_soon",
            409,
            _("Night hours can be changed once a week: yours again on %(when)s.")
            % {"when": when_text(free_at)},
        )
    if start is not None and not zone:
        raise ServiceError("zone_wanted", 409, _("Choose your time zone in the preferences first."))


def start_vacation(
    *, user: User, starts_at: datetime | None = None, ends_at: datetime | None = None
) -> Vacation:
    """Go on vacation now or later; without an end until nothing is left of it. Raises ServiceError.

    The clocks of the person's turns stand from its start to its end, in all games that were agreed so. Asked for
    twice, it is one vacation.
    """
    now = timezone.now()
    start = starts_at or now
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        open_one = last_vacation(user, now)
        if open_one is not None and _is_same(open_one, starts_at, ends_at, now):
            vacation = (
                open_one  # its deadlines are looked at again: a worker may have died over them
            )
        else:
            _check_start(open_one, start, now)
            left = balance_of(user, start)
            _check_length(left, start, ends_at)
            vacation = Vacation.objects.create(
                user=user, starts_at=start, ends_at=ends_at or start + left
            )
            _plan_notice(vacation, now)
    _move_deadlines(user)
    return vacation


def _is_same(
    open_one: Vacation, starts_at: datetime | None, ends_at: datetime | None, now: datetime
) -> bool:
    """True if what is asked for is what there is: begun as it was asked for, or just now, and with the same end."""
    same_end = ends_at is None or open_one.ends_at == ends_at
    if starts_at is not None:
        return same_end and open_one.starts_at == starts_at
    return same_end and now - SAME_PRESS <= open_one.starts_at <= now


def _check_start(open_one: Vacation | None, start: datetime, now: datetime) -> None:
    if open_one is not None:
        raise ServiceError(
            "on_vacation",
            409,
            _("There is a vacation already, until %(when)s. End it before you begin another.")
            % {"when": when_text(open_one.ends_at)},
        )
    if not now - timedelta(minutes=1) <= start <= now + LONGEST_AHEAD:
        raise ServiceError(
            "bad_start", 422, _("A vacation begins now or later, within the next year.")
        )


def _check_length(left: timedelta, start: datetime, end: datetime | None) -> None:
    if left < LEAST_CHARGE:
        raise ServiceError(
            "no_vacation_left",
            409,
            _(
                "You have %(left)s of vacation left then; twelve hours are the least that is charged."
            )
            % {"left": length_text(left)},
        )
    if end is not None and end <= start:
        raise ServiceError("bad_end", 422, _("A vacation ends after it begins."))
    if end is not None and end - start > left:
        raise ServiceError(
            "vacation_too_long",
            409,
            _("You have %(left)s of vacation left then: until %(when)s at the latest.")
            % {"left": length_text(left), "when": when_text(start + left)},
        )


def end_vacation(*, user: User) -> None:
    """End a vacation now, or call off one that hasn't begun. Without any nothing changes."""
    now = timezone.now()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        vacation = last_vacation(user, now)
        if vacation is not None:
            _end(vacation, now)
    _move_deadlines(user)  # also without one: a worker may have died over the deadlines of the last


def _end(vacation: Vacation, now: datetime) -> None:
    _forget_notice(vacation, now)
    if vacation.starts_at >= now:
        vacation.delete()
    else:
        vacation.ends_at = now
        vacation.save(update_fields=["ends_at"])


def _plan_notice(vacation: Vacation, now: datetime) -> None:
    """A word before it ends, if it is long enough for that."""
    due_at = vacation.ends_at - NOTICE
    if due_at <= vacation.starts_at:
        return
    plan_notice(
        vacation.user,
        NotificationKind.VACATION_ENDING,
        None,
        now=now,
        due_at=due_at,
        data={"until": vacation.ends_at.isoformat()},
        key=_notice_key(vacation),
    )


def _notice_key(vacation: Vacation) -> str:
    return f"vacation {vacation.pk}"


def _forget_notice(vacation: Vacation, now: datetime) -> None:
    kind = NotificationKind.VACATION_ENDING
    key = f"{kind}:{_notice_key(vacation)}:{vacation.user_id}"
    Notification.objects.filter(dedupe_key=key, due_at__gt=now).delete()


def _move_deadlines(user: User) -> None:
    """Reckon the deadlines of the person's turns anew, game by game.

    After the vacation is stored: a turn that begins from now on knows of it, one that begins at this moment is waited
    for. If the worker dies here, `expire_turn` looks once more before it ends a game.
    """
    seats = Seat.objects.filter(
        Q(game__status=GameStatus.ACTIVE) | Q(game__status=GameStatus.PREPARING),
        user=user,
        game__vacations=True,
    )
    for game_id, number in seats.order_by("game_id").values_list("game_id", "number"):
        with locked(game_id) as game:
            if game.status == GameStatus.ACTIVE and game.seat_to_move == number:
                refresh_vacations(game, mover_of(game))
                game.save(update_fields=["schedule", "deadline_at", "deadline_moves"])
