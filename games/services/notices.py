"""Changing what a person is told, through which channel, and when."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import time

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.enums import Channel, NoticeCategory, QuietHours
from games.errors import ServiceError
from games.models import NoticeSettings
from games.models.notices import LAST_HOUR
from games.notifications.channels import email
from games.notifications.channels.base import Refused
from games.notifications.wishes import USUAL, next_digest, wants
from games.services.watches import renew_watches

TEST_PAUSE = 60  # seconds between two test mails


@dataclass(frozen=True, slots=True)
class Wishes:
    """Everything that a person chooses about news. `quiet_from` and `quiet_until` only count for hours of one's own."""

    channels: Mapping[NoticeCategory, Iterable[Channel]]
    quiet: QuietHours = QuietHours.SLEEP
    quiet_from: time | None = None
    quiet_until: time | None = None
    remind_half: bool = False
    remind_most: bool = True
    remind_last: bool = True
    digest: bool = False
    digest_hour: int = 8


def save_notices(*, user: User, wishes: Wishes) -> NoticeSettings:
    """Store what the person wants to be told; it holds for what waits already, too. Raises ServiceError."""
    _check(wishes)
    with transaction.atomic():
        settings = _locked(user)
        settings.channels = {
            category.value: _names(wishes.channels.get(category, ())) for category in NoticeCategory
        }
        own = wishes.quiet == QuietHours.OWN
        settings.quiet = wishes.quiet
        settings.quiet_from = wishes.quiet_from if own else None
        settings.quiet_until = wishes.quiet_until if own else None
        settings.remind_half = wishes.remind_half
        settings.remind_most = wishes.remind_most
        settings.remind_last = wishes.remind_last
        settings.digest, settings.digest_hour = wishes.digest, wishes.digest_hour
        settings.next_digest_at = next_digest(settings, user, timezone.now())
        settings.save()
    renew_watches(user=user)
    return settings


def _check(wishes: Wishes) -> None:
    if wishes.quiet == QuietHours.OWN and None in (wishes.quiet_from, wishes.quiet_until):
        raise ServiceError("quiet_hours", 422, _("Quiet hours need a beginning and an end."))
    if not 0 <= wishes.digest_hour <= LAST_HOUR:
        raise ServiceError("digest_hour", 422, _("The digest's hour is one of 0 to 23."))


def set_mails(*, user: User, category: NoticeCategory, wanted: bool) -> bool:
    """Stop or resume the mails of one category, and nothing else; whether that changed anything."""
    with transaction.atomic():
        settings = _locked(user)
        if wants(settings, category, Channel.EMAIL) == wanted:
            return False
        present = set(settings.channels.get(category, USUAL[category]))
        changed = present | {Channel.EMAIL} if wanted else present - {Channel.EMAIL}
        settings.channels = {**settings.channels, category.value: _names(changed)}
        settings.save(update_fields=["channels"])
        return True


def set_channel(*, user: User, channel: Channel, categories: Collection[NoticeCategory]) -> None:
    """Tell these categories through the channel and no others; the other channels stay as they are."""
    with transaction.atomic():
        settings = _locked(user)
        for category in NoticeCategory:
            present = set(settings.channels.get(category, USUAL[category])) - {channel}
            changed = present | {channel} if category in categories else present
            settings.channels = {**settings.channels, category.value: _names(changed)}
        settings.save(update_fields=["channels"])


def try_mail(*, user: User) -> None:
    """Send the person a test, at most one a minute. Raises ServiceError if no mail can go out now."""
    if not cache.add(f"test-mail:{user.pk}", True, TEST_PAUSE):
        raise ServiceError(
            "too_many_tests",
            429,
            _("Please wait a minute before the next test."),
            extra={"retry_after": TEST_PAUSE},
        )
    try:
        email.send_test(user)
    except Refused as error:
        raise ServiceError("refused", 409, str(error)) from error
    except OSError as error:
        raise ServiceError(
            "unreached", 409, _("The mail server does not answer. News will be sent when it does.")
        ) from error


def _locked(user: User) -> NoticeSettings:
    """The row to change, made when there is none; two forms sent at once change it one after the other."""
    # By the number: made for the instance, the new row would stay with it, as it was before the change.
    NoticeSettings.objects.get_or_create(user_id=user.pk)
    settings = NoticeSettings.objects.select_for_update().get(user_id=user.pk)
    # Whoever asks the same instance next is told what holds from now on.
    user.notice_settings = settings
    return settings


def _names(channels: Iterable[Channel]) -> list[str]:
    return sorted(Channel(channel).value for channel in channels)
