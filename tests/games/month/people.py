"""The people of the simulated month: where they live, when they sleep, how they answer, who goes away, who vanishes."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

from accounts.enums import NotificationDelay
from accounts.models import User
from games.enums import NoticeCategory, QuietHours
from games.models import NoticeSettings
from games.services.vacation import set_hours
from tests.factories.users import make_user

ZONES: Final = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Asia/Shanghai",
    "America/Los_Angeles",
    "UTC",
)
BED, UP = 23, 7  # local hours of everybody's night
DELAYS: Final = (
    NotificationDelay.AT_ONCE,
    NotificationDelay.QUARTER_HOUR,
    NotificationDelay.HOUR,
    NotificationDelay.DIGEST,
)


@dataclass
class Person:
    """Somebody who plays. `pace`: hours until they answer, on average, nights not counted."""

    user: User
    zone: ZoneInfo
    pace: float
    clock_sleeps: bool
    vanishes_at: datetime | None = None
    away: tuple[datetime, datetime] | None = None

    def asleep(self, instant: datetime) -> bool:
        """True in the person's night, by the wall where they live."""
        hour = instant.astimezone(self.zone).hour
        return hour >= BED or hour < UP

    def on_vacation(self, instant: datetime) -> bool:
        """True while they are away."""
        return self.away is not None and self.away[0] <= instant < self.away[1]

    def answers_at(self, now: datetime, random: Random) -> datetime | None:
        """When they play the turn that begins now; None if they never do."""
        at = now + timedelta(hours=min(random.expovariate(1 / self.pace), 30))
        if self.on_vacation(at) and self.away:
            at = self.away[1] + timedelta(hours=random.uniform(0, 5))
        while self.asleep(at):
            at += timedelta(minutes=random.randint(20, 60))
        gone = self.vanishes_at is not None and at >= self.vanishes_at
        return None if gone else at


def settle(number: int, begin: datetime, random: Random) -> Person:
    """One person with an account, preferences and habits."""
    zone = ZONES[number % len(ZONES)]
    user = make_user(
        f"player{number}", time_zone=zone, notification_delay=DELAYS[number % len(DELAYS)]
    )
    sleeps = random.random() < 0.7
    if sleeps:
        user = set_hours(user=user, start=time(BED), hours=(UP - BED) % 24)
    NoticeSettings.objects.create(user=user, **_wishes(number))
    person = Person(user, ZoneInfo(zone), random.uniform(1, 7), sleeps)
    if number % 6 == 0:
        person.vanishes_at = begin + timedelta(days=random.uniform(0, 26))
    elif number % 5 == 0:
        start = begin + timedelta(days=random.uniform(3, 22))
        person.away = (start, start + timedelta(days=random.uniform(2, 6)))
    return person


def _wishes(number: int) -> dict[str, Any]:
    """What they want to be told: all the usual, or no reminders, or quiet hours of their own."""
    if number % 7 == 3:
        return {"channels": {NoticeCategory.REMINDERS: []}, "quiet": QuietHours.NONE}
    if number % 7 == 5:
        return {
            "quiet": QuietHours.OWN,
            "quiet_from": time(20),
            "quiet_until": time(9),
            "remind_half": True,
        }
    return {}
