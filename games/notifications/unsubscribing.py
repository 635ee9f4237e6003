"""Tokens that name a person and a category of news, signed, so that whoever got the mail can give it up.

They are stored nowhere and hold for good: a mail may be read years later. All they can do is stop mail of one
category, which its reader can switch on again.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from accounts.quiet import key_of
from games.enums import NoticeCategory


def _signer() -> Signer:
    return Signer(salt="unsubscribe")


def token_for(user: User, category: NoticeCategory) -> str:
    """The token for mails of that category to this person."""
    return _signer().sign(f"{user.pk}.{category}")


def unsubscribe_url(user: User, category: NoticeCategory) -> str:
    """The address that a mail of that category names in its header and at its foot."""
    return settings.SITE_URL + reverse("games:unsubscribe", args=[token_for(user, category)])


def _address_signer() -> Signer:
    return Signer(salt="unsubscribe address")


def leave_address_url(address: str) -> str:
    """The address of the page at which a reader without an account gives up invitations. It doesn't show their own."""
    token = _address_signer().sign(key_of(address))
    return settings.SITE_URL + reverse("games:unsubscribe_address", args=[token])


def read_address_token(token: str) -> str | None:
    """The key of the address (`accounts.quiet`); None for what nobody signed."""
    try:
        return _address_signer().unsign(token)
    except BadSignature:
        return None


def read_token(token: str) -> tuple[int, NoticeCategory] | None:
    """The person's key and the category; None for what nobody signed or for a category that is no more."""
    try:
        user_id, _dot, category = _signer().unsign(token).partition(".")
        return int(user_id), NoticeCategory(category)
    except (BadSignature, ValueError):
        return None
