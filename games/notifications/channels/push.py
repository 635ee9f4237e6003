"""News shown by the person's browsers, whether a page of the site is open or not (Web Push, RFC 8030 and 8291)."""

import json
import logging
import time
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from pywebpush import WebPusher

from accounts.models import User
from accounts.oauth import apps_let_in
from accounts.readers import as_reader
from games.models import Notification, PushDevice
from games.notifications.channels.base import Refused
from games.notifications.channels.outside import NotNow, check, post
from games.notifications.channels.vapid import public_key, signature_for
from games.notifications.kinds import words_of

logger = logging.getLogger(__name__)

_KEPT: Final = 24 * 60 * 60  # seconds that the push service keeps it for a device that is off
_GONE: Final = {404, 410}
_LONGEST: Final = 25.0  # seconds, after which no further device is tried


def reaches(user: User) -> bool:
    """True if a browser in which they are signed in asked for it and this site can sign."""
    return bool(public_key()) and bool(living(user))


def living(user: User) -> list[PushDevice]:
    """The person's browsers and apps but those in which they have signed out, or their session has ended. Two queries,
    three with apps that were let in by OAuth.

    What is left of those waits until they sign in there again.
    """
    ended = Q(token__expires_at__lte=timezone.now())
    devices = list(PushDevice.objects.filter(user=user).exclude(ended).order_by("pk"))
    keys = {device.session for device in devices if device.session}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    alive = {row.session_key for row in rows if _is_of(user, row.get_decoded())}
    asked = {device.app for device in devices if device.app}
    apps = apps_let_in(user, asked) if asked else set()
    return [
        device
        for device in devices
        if (not device.session or device.session in alive)
        and (not device.app or device.app in apps)
    ]


def _is_of(user: User, session: Mapping[str, Any]) -> bool:
    """As Django asks with each request: a new password ends all other sessions."""
    wanted = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    used = str(session.get(HASH_SESSION_KEY, ""))
    same = any(constant_time_compare(used, one) for one in wanted)
    return same and session.get(SESSION_KEY) == str(user.pk)


def send(rows: list[Notification], user: User) -> str:
    """Show what these rows tell on every device; the message's address at the last push service that took it.

    One device that shows it is enough. Raises Refused if there is none left, OSError if none could be reached.
    """
    name = ""
    for row in rows:
        words = words_of(row)
        with as_reader(user):
            name = _show(living(user), words.title, words.label, words.url, _tag(row))
    return name


def send_test(user: User, device_id: int | None = None) -> None:
    """Show a notification that tells nothing on all devices, or on that one. Raises Refused or OSError."""
    devices = [one for one in living(user) if device_id in (None, one.pk)]
    with as_reader(user):
        title = _("This is a test from %(site)s.") % {"site": settings.SITE_NAME}
        _show(devices, title, _("Notifications reach you here."), settings.SITE_URL, "test")


def _tag(row: Notification) -> str:
    """One for each game, so that the newest replaces the older."""
    return f"game-{row.game_id}" if row.game_id else str(row.kind)


def _show(devices: list[PushDevice], title: str, body: str, url: str, tag: str) -> str:
    if not public_key():
        raise Refused("no key to sign with")
    message = json.dumps({"title": title, "body": body, "url": url, "tag": tag})
    taken: list[str] = []
    later: OSError | None = None
    end = time.monotonic() + _LONGEST
    for device in reversed(devices):  # the newest are the likeliest to be in use
        try:
            taken.append(_send_to(device, message.encode(), tag))
        except Refused as error:
            logger.warning("push device %d: %s", device.pk, error)
        except OSError as error:
            later = error
        if time.monotonic() > end:
            later = later or NotNow("no time for the other devices")
            break
    if taken:
        return taken[-1][:200]
    raise later or Refused(_("None of your browsers takes notifications any more."))


def _topic(device: PushDevice, tag: str) -> str:
    """The tag as the push service may see it: which game it is, and who else plays it, are none of its business."""
    return salted_hmac("games.push", f"{device.user_id} {tag}", algorithm="sha256").hexdigest()[:32]


def _send_to(device: PushDevice, message: bytes, tag: str) -> str:
    """Hand a message for one device to its push service. A device that is gone is forgotten. Raises Refused or OSError."""
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    sealed = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(message)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_KEPT),
        "Topic": _topic(device, tag),
        "Urgency": "normal",
        **signature_for(device.endpoint),
    }
    answer = post(device.endpoint, sealed["body"], headers)
    if answer.status in _GONE:
        PushDevice.objects.filter(pk=device.pk).delete()
    check(answer)
    return answer.location
