"""Addresses whose readers want no invitations by mail: they have no account in which they could say so."""

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import QuietAddress, User


def key_of(address: str, *, secret: str | None = None) -> str:
    """What is kept in place of an address: always the same for it, and nobody can read the address from it."""
    address = User.objects.normalize_email(address.strip())
    return salted_hmac("accounts.quiet", address, secret=secret, algorithm="sha256").hexdigest()


def is_quiet(address: str) -> bool:
    """True if the reader of that address wants no invitations, by any key of the site that still counts."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    keys = [key_of(address, secret=secret) for secret in secrets]
    return QuietAddress.objects.filter(key__in=keys).exists()


def set_quiet(*, key: str, quiet: bool) -> None:
    """Send no more invitations to the address with that key, or send them again."""
    if quiet:
        QuietAddress.objects.get_or_create(key=key)
    else:
        QuietAddress.objects.filter(key=key).delete()
