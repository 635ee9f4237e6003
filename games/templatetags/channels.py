"""What the page of notifications shows of browsers and of the web address."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.models import PushDevice
from games.notifications.channels.push import living
from games.notifications.channels.vapid import public_key
from games.selectors.channels import devices_of, webhook_of
from games.web.push import is_tied

register = template.Library()


class Push(NamedTuple):
    """What browsers need: the site's key and how they may call the person; and those that are told, newest first.

    `living` are those in which the person is still signed in.
    """

    key: str
    me: str
    devices: Iterable[PushDevice]
    living: Iterable[PushDevice]


class Tie(NamedTuple):
    """What a browser needs to say that it is told, in a session that doesn't know yet."""

    me: str
    key: str


@register.simple_tag
def push_of(user: User) -> Push | None:
    """None where the site has no key. Three queries."""
    key = public_key()
    if not key:
        return None
    return Push(key, _me(user), devices_of(user), living(user))


@register.simple_tag
def push_tie(request: HttpRequest) -> Tie | None:
    """None where the site has no key, and once the browser has said so in this session. No query."""
    key, session = public_key(), request.session
    if not key or is_tied(session) or not request.user.is_authenticated:
        return None
    return Tie(_me(request.user), key)


def _me(user: User) -> str:
    """Always the same for a person, and no name of theirs: it stays in browsers that others use, too."""
    return salted_hmac("games.push.me", str(user.pk), algorithm="sha256").hexdigest()[:16]


register.simple_tag(webhook_of)
