"""Where apps may have people sent back to (RFC 8252, RFC 9700)."""

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST: Final = 300  # characters of one address
_LOOPBACK: Final = ("127.0.0.1", "::1")
# What may stand in an address: no blanks, quotes, backslashes or wildcards, which browsers and parsers read
# differently, and no fragment.
_SIGNS: Final = re.compile(r"[A-Za-z0-9\-._~:/?\[\]@!$&'()+,;=%]+")
# The place goes into a policy's header, where other signs would begin other rules.
_PLACE: Final = re.compile(r"([A-Za-z0-9.\-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
# Schemes of apps are turned around domain names, so that no two apps claim the same one by accident.
_OF_APPS: Final = re.compile(r"[a-z][a-z0-9+\-]*(\.[a-z0-9+\-]+)+")


def validate_redirect(uri: str) -> None:
    """Raises ValidationError for an address to which no app may have people sent back."""
    if len(uri) > LONGEST:
        raise ValidationError(_("This address is too long."))
    parts = _split(uri)
    if parts is None:
        raise ValidationError(_("%(uri)s is no address."), params={"uri": uri})
    own_scheme = _OF_APPS.fullmatch(parts.scheme) and parts.path.startswith("/")
    if not (_on_this_machine(parts) or (parts.scheme == "https" and parts.hostname) or own_scheme):
        raise ValidationError(
            _(
                "%(uri)s begins neither with https:// nor with http://127.0.0.1 or http://[::1], and is no address of an "
                "app's own such as com.example.app:/signed-in."
            ),
            params={"uri": uri},
        )


def is_registered(uri: str, registered: list[str]) -> bool:
    """Whether the address is one of these, sign by sign; on the person's own machine the port is the app's choice."""
    parts = _split(uri)
    if parts is None:
        return False
    if uri in registered:
        return True
    if not _on_this_machine(parts):
        return False
    return any(
        _without_port(parts) == _without_port(other)
        for other in map(_split, registered)
        if other is not None and _on_this_machine(other)
    )


def origin_for_csp(uri: str) -> str:
    """What a content security policy calls the place that this address belongs to."""
    parts = urlsplit(uri)
    if not parts.hostname or "[" in parts.netloc:  # it knows no addresses in brackets
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"


def shown_place(uri: str) -> str:
    """The place as people are told it."""
    parts = urlsplit(uri)
    return parts.netloc or f"{parts.scheme}:"


def _split(uri: str) -> SplitResult | None:
    """The parts of an address; None for one that makes no sense."""
    if not _SIGNS.fullmatch(uri):
        return None
    try:
        parts = urlsplit(uri)
        _port = parts.port  # raises for one that is none
    except ValueError:
        return None
    return parts if _PLACE.fullmatch(parts.netloc) else None


def _on_this_machine(parts: SplitResult) -> bool:
    return parts.scheme == "http" and parts.hostname in _LOOPBACK


def _without_port(parts: SplitResult) -> tuple[str | None, str, str]:
    return parts.hostname, parts.path, parts.query
