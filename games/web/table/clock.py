"""Time left in words. Minutes only under one hour; nothing counts down on the page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the seat to move has, and the instant when its time ends (aware, UTC; None while the game is paused).

    `stands` says in one sentence why the clock doesn't run just now, and until when; empty while it runs.
    """

    left: str
    until: datetime | None
    out: bool
    stands: str = ""


def clock_for(left: timedelta, until: datetime | None, stands: str = "") -> Clock:
    """The clock with so much time left."""
    return Clock(left_text(max(left, timedelta(0))), until, left <= timedelta(0), stands)


def left_text(left: timedelta) -> str:
    """ "2 d 4 h", "5 h", "40 min" """
    hours, seconds = divmod(int(left.total_seconds()), 3600)
    days, rest = divmod(hours, 24)
    if days:
        return (
            _("%(days)d d %(hours)d h") % {"days": days, "hours": rest}
            if rest
            else _("%(days)d d") % {"days": days}
        )
    if hours:
        return _("%(hours)d h") % {"hours": hours}
    return _("%(minutes)d min") % {"minutes": seconds // 60}
