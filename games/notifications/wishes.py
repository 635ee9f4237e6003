"""What a person wants to be told through which channel, and when they are left in peace."""

from datetime import datetime, time, timedelta
from typing import Final, cast
from zoneinfo import ZoneInfo

from accounts.enums import NotificationDelay
from accounts.models import User
from accounts.zones import zone
from games.enums import Channel, NoticeCategory, NotificationKind, QuietHours
from games.models import NoticeSettings, Seat
from games.notifications.hours import Window, next_hour, quiet_window
from games.selectors.at_hand import is_at_hand
from games.selectors.clock import zone_of

_ALL: Final = frozenset(Channel)
# What nobody has chosen otherwise. The digest is a mail by its nature.
USUAL: Final[dict[NoticeCategory, frozenset[Channel]]] = {
    category: frozenset({Channel.EMAIL}) if category == NoticeCategory.DIGEST else _ALL
    for category in NoticeCategory
}


def settings_of(user: User) -> NoticeSettings:
    """The person's settings; the usual ones, not stored, for who never changed any. One query."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)


def settings_for(seat: Seat) -> NoticeSettings:
    """The same of whoever holds a seat, as they were read together with it; else one query."""
    user = cast(User, seat.user)
    if not is_at_hand(seat):
        return settings_of(user)
    # Not made for the person itself, who would take it for the stored one from then on.
    return getattr(user, "notice_settings", None) or NoticeSettings(user_id=user.pk)


def may_carry(category: NoticeCategory, channel: Channel) -> bool:
    """False for plans at a web address: others may read there, and nobody is to learn of a plan."""
    return (category, channel) != (NoticeCategory.PLANS, Channel.WEBHOOK)


def wants(settings: NoticeSettings, category: NoticeCategory, channel: Channel) -> bool:
    """True if this person wants that category through that channel."""
    if not may_carry(category, channel):
        return False
    chosen = settings.channels.get(category)
    return channel in (USUAL[category] if chosen is None else chosen)


def delay_of(user: User) -> timedelta:
    """How long news of a turn wait: the person may look in before. Only in the digest, other channels need not wait."""
    digest = user.notification_delay == NotificationDelay.DIGEST
    return timedelta(minutes=0 if digest else user.notification_delay)


def only_in_digest(user: User, kind: NotificationKind) -> bool:
    """True for turns of somebody who wants no mail about them but the daily one."""
    digest = user.notification_delay == NotificationDelay.DIGEST
    return digest and kind == NotificationKind.YOUR_TURN


def digest_wanted(settings: NoticeSettings, user: User) -> bool:
    """True if a daily digest is chosen, or turns are told in no other mail."""
    return settings.digest or user.notification_delay == NotificationDelay.DIGEST


def next_digest(settings: NoticeSettings, user: User, now: datetime) -> datetime | None:
    """When the next digest is due; None for who wants none."""
    if not digest_wanted(settings, user):
        return None
    return next_hour(now, local_zone(user), settings.digest_hour)


def local_zone(user: User) -> ZoneInfo:
    """The zone a person chose; without a choice that of their browser, as far as it is known."""
    return zone(user.time_zone or user.hours_zone)


def quiet_at(settings: NoticeSettings, user: User, instant: datetime) -> Window | None:
    """The quiet hours that `instant` falls into; None where there are none then."""
    if settings.quiet == QuietHours.OWN and settings.quiet_from and settings.quiet_until:
        return quiet_window(instant, local_zone(user), settings.quiet_from, settings.quiet_until)
    if settings.quiet == QuietHours.SLEEP and user.sleep_start is not None:
        ends = _later(user.sleep_start, user.sleep_hours)
        return quiet_window(instant, zone(zone_of(user)), user.sleep_start, ends)
    return None


def _later(clock: time, hours: int) -> time:
    return clock.replace(hour=(clock.hour + hours) % 24)
