"""How API clients say who they are."""

from allauth.headless.contrib.rest_framework.authentication import XSessionTokenAuthentication
from django.http import HttpRequest


class SessionTokenAuthentication(XSessionTokenAuthentication):  # type: ignore[misc]  # allauth is untyped
    """The token that signing in through allauth's app client gives; a wrong one is refused, not ignored."""

    allow_anonymous_users = False
    allow_invalid_session_tokens = False

    def authenticate_header(self, request: HttpRequest) -> str:
        """Name the scheme, which makes the framework answer 401 and not 403 to a caller without credentials."""
        return "X-Session-Token"
