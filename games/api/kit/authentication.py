"""How a request says in whose name it comes: `Authorization: Bearer <token>`, and in no other way.

No cookies: a page of another site that a signed-in browser shows can therefore do nothing here.
"""

from typing import Final

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import User
from accounts.tokens import Access, access_of

SCHEME: Final = "Bearer"
LONGEST: Final = 200  # characters of any token


class BearerAuthentication(BaseAuthentication):
    """The person and the rights of a token. A wrong one is refused also where none is needed."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        """The person and `request.auth`; None without a token. Raises AuthenticationFailed."""
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        if header.partition(" ")[0].lower() != SCHEME.lower():
            raise AuthenticationFailed
        value = token_of(request)
        if not 0 < len(value) <= LONGEST:
            raise AuthenticationFailed
        access = access_of(value)
        if access is None:
            raise AuthenticationFailed
        return access.user, access

    def authenticate_header(self, request: Request) -> str:
        """Names the scheme, which makes the framework answer 401 and not 403."""
        return SCHEME


def token_of(request: Request) -> str:
    """The token that came with a request; empty if none did."""
    return request.headers.get("Authorization", "").partition(" ")[2].strip()
