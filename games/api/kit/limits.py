"""How many requests are answered: by address without a token, else by token and by account."""

from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.tokens import Access


def address_of(request: HttpRequest | Request) -> str:
    """By what callers without a token are told apart: their address, of IPv6 the part that one connection gets."""
    plain = request._request if isinstance(request, Request) else request
    address: str = get_ip(plain)
    return address


class _Limit(SimpleRateThrottle):
    """One limit; subclasses say what they count by. Requests that they don't concern have no key."""

    def get_rate(self) -> str | None:
        """The rate of the settings as they are now."""
        return settings.API_RATES[str(self.scope)]

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """The counter of this request; None if this limit doesn't concern it."""
        name = self.counted(request)
        return None if name is None else f"throttle-{self.scope}-{name}"

    def counted(self, request: Request) -> str | None:
        """By what is counted."""
        raise NotImplementedError


class AddressLimit(_Limit):
    """Of callers without a token, by address."""

    scope = "address"

    def counted(self, request: Request) -> str | None:
        """The address."""
        return None if isinstance(request.auth, Access) else address_of(request)


class TokenLimit(_Limit):
    """Of one token."""

    scope = "token"

    def counted(self, request: Request) -> str | None:
        """The token."""
        return request.auth.token_id if isinstance(request.auth, Access) else None


class AccountLimit(_Limit):
    """Of all tokens of a person."""

    scope = "account"

    def counted(self, request: Request) -> str | None:
        """The person."""
        access = request.auth
        return (
            str(access.user.pk) if isinstance(access, Access) and not access.user.is_bot else None
        )


class BotLimit(_Limit):
    """Of all tokens of a bot, which plays many games at once."""

    scope = "bot"

    def counted(self, request: Request) -> str | None:
        """The bot."""
        access = request.auth
        return str(access.user.pk) if isinstance(access, Access) and access.user.is_bot else None


LIMITS = [AddressLimit, TokenLimit, AccountLimit, BotLimit]
