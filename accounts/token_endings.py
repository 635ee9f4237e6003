"""What a new password ends: whoever had the old one may be signed in somewhere, or have let an app in."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.oauth import end_apps
from accounts.signals import password_lost
from accounts.tokens import Access, revoke_all


def password_changed(sender: object, request: HttpRequest, user: User, **_more: Any) -> None:
    """Receiver of allauth's signal: every app is signed out but the one in which it was changed.

    Tokens that the person made by hand stay: they knew the password.
    """
    # The API's requests have what their token allows beside them; pages have a session instead.
    access = getattr(request, "auth", None)
    end_apps(user=user, besides=access.token if isinstance(access, Access) else None)


def password_reset(sender: object, request: HttpRequest, user: User, **_more: Any) -> None:
    """Receiver of allauth's signal: the password was lost, perhaps to somebody who made tokens. All of them end."""
    with transaction.atomic():
        end_apps(user=user)
        revoke_all(user=user)
        password_lost.send(User, user=user)
