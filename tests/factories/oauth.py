"""Apps that ask to be let in, as the tests need them."""

import base64
import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from allauth.idp.oidc.models import Client, Token
from django.utils import timezone

from accounts.models import User
from accounts.oauth import register_app
from accounts.scopes import Scope

VERIFIER = "a verifier has at least 43 signs, so this one".replace(" ", "-").replace(",", "")
BACK = "https://app.example/signed-in"


def make_app(owner: User, name: str = "Companion", redirects: Iterable[str] = (BACK,)) -> Client:
    """A registered app."""
    return register_app(owner=owner, name=name, redirects=list(redirects))


def let_in(app: Client, user: User, scopes: Iterable[Scope]) -> str:
    """Let the app in without the dance; the value of its access token."""
    value = secrets.token_urlsafe(64)
    token = Token(
        client=app,
        user=user,
        type=Token.Type.ACCESS_TOKEN,
        expires_at=timezone.now() + timedelta(hours=1),
    )
    token.set_value(value)
    token.set_scopes([scope.value for scope in scopes])
    token.save()
    return value


def challenge(verifier: str = VERIFIER) -> str:
    """What an app tells of its secret beforehand (S256)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def question(app: Client, **changes: str) -> dict[str, str]:
    """How an honest app asks, but for the changes; empty ones are left out."""
    asked = {
        "response_type": "code",
        "client_id": app.pk,
        "redirect_uri": app.get_redirect_uris()[0],
        "scope": "game:read game:play",
        "state": "s-1",
        "code_challenge": challenge(),
        "code_challenge_method": "S256",
        **changes,
    }
    return {name: value for name, value in asked.items() if value}
