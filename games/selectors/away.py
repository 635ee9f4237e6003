"""A person's night hours and vacations, as their own page shows them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.vacation import balance
from games.enums import GameStatus, Speed
from games.models import Seat, Vacation
from games.selectors.story import name_of

CHANGE_HOURS = timedelta(days=7)  # between two changes of the night hours


@dataclass(frozen=True, slots=True)
class Away:
    """What there is of vacation: `vacation` the present or planned one, `left` what could be taken now.

    `runs_on` are the opponents and ids of the games whose clocks a vacation doesn't stop.
    """

    vacation: Vacation | None
    begun: bool
    left: timedelta
    runs_on: list[tuple[str, str]]


def away_of(user: User, now: datetime) -> Away:
    """A person's vacation. Five queries."""
    vacation = last_vacation(user, now)
    begun = vacation is not None and vacation.starts_at <= now
    return Away(vacation, begun, balance_of(user, now), _runs_on(user))


def last_vacation(user: User, now: datetime) -> Vacation | None:
    """The vacation that somebody is on, or has planned: there is one at most."""
    return Vacation.objects.filter(user=user, ends_at__gt=now).order_by("starts_at").first()


def balance_of(user: User, at: datetime) -> timedelta:
    """How much vacation a person has at an instant, now or later."""
    rows = Vacation.objects.filter(user=user).order_by("starts_at")
    return balance(user.date_joined, rows.values_list("starts_at", "ends_at"), at)


def _runs_on(user: User) -> list[tuple[str, str]]:
    seats = Seat.objects.filter(
        game__seats__user=user, game__status=GameStatus.ACTIVE, game__vacations=False
    )
    others = seats.exclude(user=user).exclude(game__speed=Speed.NO_CLOCK)
    found = others.select_related("user").order_by("game__deadline_at", "pk")
    return [(name_of(seat), seat.game_id) for seat in found]


def hours_free_at(user: User) -> datetime | None:
    """When the night hours may be changed again; None if they never were."""
    return None if user.hours_changed_at is None else user.hours_changed_at + CHANGE_HOURS


def hours_zone_of(user: User) -> str:
    """The zone in which a person's night hours hold, or would hold if they were set now; empty if none is known."""
    return user.hours_zone if user.sleep_start else user.time_zone or user.hours_zone


def when_text(instant: datetime) -> str:
    """An instant by the reader's wall, with the zone: "Mon 15 Jun, 14:00 (Europe/Berlin)"."""
    text = date_format(localtime(instant), "D j M, H:i")
    return f"{text} ({get_current_timezone_name()})"


def length_text(length: timedelta) -> str:
    """A length of vacation: "6 days and 9 hours"."""
    hours = int(length.total_seconds()) // 3600
    days, hours = divmod(hours, 24)
    parts = []
    if days:
        parts.append(ngettext("%(number)d day", "%(number)d days", days) % {"number": days})
    if hours or not days:
        parts.append(ngettext("%(number)d hour", "%(number)d hours", hours) % {"number": hours})
    return (
        parts[0]
        if len(parts) == 1
        else _("%(days)s and %(hours)s")
        % {
            "days": parts[0],
            "hours": parts[1],
        }
    )
