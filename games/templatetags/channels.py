"""What the page of notifications shows of browsers and of the web address."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template

from accounts.models import User
from games.models import PushDevice, Webhook
from games.notifications.channels.vapid import public_key

register = template.Library()


class Push(NamedTuple):
    """The site's key, which browsers need, and the browsers that are told, newest first."""

    key: str
    devices: Iterable[PushDevice]


@register.simple_tag
def push_of(user: User) -> Push | None:
    """None where the site has no key. One query."""
    key = public_key()
    if not key:
        return None
    return Push(key, list(PushDevice.objects.filter(user=user).order_by("-created_at", "-pk")))


@register.simple_tag
def webhook_of(user: User) -> Webhook | None:
    """The person's web address. One query."""
    return Webhook.objects.filter(user=user).first()
