"""Tokens: made, found again by their value, used, taken back."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.scopes import OF_SIGNED_IN, Scope, held_scopes, read_scopes, write_scopes
from accounts.token_model import AccessToken, TokenKind

# People and scanners of leaked secrets recognise them by these.
PREFIXES: Final = {TokenKind.PERSONAL: "loupe_pat_", TokenKind.APP: "loupe_app_"}
SECRET_BYTES = 32
HINT_LENGTH = 4
# A session of an app ends when it wasn't used for so long, as that of a browser does.
APP_LIFETIME = timedelta(days=60)
# "Last used" is written at most so often: reading must not mean writing.
USE_STEP = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Access:
    """In whose name a request comes, and what it may do. `token_id` names the token for limits, not its value."""

    user: User
    scopes: frozenset[Scope]
    token_id: str
    token: AccessToken | None = None


def make_token(
    *, user: User, kind: TokenKind, name: str, scopes: frozenset[Scope], expires_at: datetime | None
) -> tuple[AccessToken, str]:
    """Make a token; the value is told this one time."""
    value = PREFIXES[kind] + secrets.token_urlsafe(SECRET_BYTES)
    token = AccessToken.objects.create(
        user=user,
        kind=kind,
        name=name,
        hint=value[-HINT_LENGTH:],
        digest=_digest(value),
        scopes=write_scopes(scopes),
        created_at=timezone.now(),
        expires_at=expires_at,
    )
    return token, value


def sign_in_app(*, user: User, name: str) -> tuple[AccessToken, str]:
    """A token for an app in which this person has just signed in."""
    return make_token(
        user=user,
        kind=TokenKind.APP,
        name=name,
        scopes=OF_SIGNED_IN,
        expires_at=timezone.now() + APP_LIFETIME,
    )


def access_of(value: str) -> Access | None:
    """What this token allows; None if it is unknown, has ended or its person may not sign in. One query, two if it is
    the first use within ten minutes."""
    now = timezone.now()
    valid = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    token = AccessToken.objects.select_related("user").filter(valid, digest=_digest(value)).first()
    if token is None or not token.user.takes_part:
        return None
    _note_use(token, now)
    scopes = held_scopes(read_scopes(token.scopes), bot=token.user.is_bot)
    return Access(token.user, scopes, f"token-{token.pk}", token)


def _note_use(token: AccessToken, now: datetime) -> None:
    if token.used_at is not None and token.used_at > now - USE_STEP:
        return
    token.used_at = now
    changes: dict[str, datetime] = {"used_at": now}
    if token.kind == TokenKind.APP:
        token.expires_at = changes["expires_at"] = now + APP_LIFETIME
    # Without the row's lock: whoever takes the token back at this moment wins.
    AccessToken.objects.filter(pk=token.pk).update(**changes)


def revoke_token(*, user: User, token_id: int) -> bool:
    """Take back one of one's own tokens; says whether there was one."""
    deleted, _rows = AccessToken.objects.filter(user=user, pk=token_id).delete()
    return bool(deleted)


def revoke_all(*, user: User, besides: AccessToken | None = None) -> None:
    """Take back every token of a person, such as when the password was lost."""
    mine = AccessToken.objects.filter(user=user)
    (mine.exclude(pk=besides.pk) if besides else mine).delete()


def drop_expired_tokens(*, now: datetime) -> int:
    """Delete what has ended; says how many."""
    deleted, _rows = AccessToken.objects.filter(expires_at__lt=now).delete()
    return deleted


def _digest(value: str) -> str:
    # Not salted and not slow: the value is random and long, nobody can guess it from the hash.
    return hashlib.sha256(value.encode()).hexdigest()
