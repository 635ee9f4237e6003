"""Tokens: made, found again by their value, used, taken back."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.idp.oidc.models import Token
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.batches import delete_oldest
from accounts.models import User
from accounts.oauth_refresh import note_arrival
from accounts.scopes import (
    GRANTABLE,
    OF_SIGNED_IN,
    Scope,
    held_scopes,
    read_scopes,
    write_scopes,
)
from accounts.token_model import AccessToken, TokenKind

# People and scanners of leaked secrets recognise them by these.
PREFIXES: Final = {TokenKind.PERSONAL: "loupe_pat_", TokenKind.APP: "loupe_app_"}
SECRET_BYTES = 32
HINT_LENGTH = 4
# A session of an app ends when it wasn't used for so long, as that of a browser does.
APP_LIFETIME = timedelta(days=60)
# "Last used" is written at most so often: reading must not mean writing.
USE_STEP = timedelta(minutes=10)
MOST_PERSONAL: Final = 50
# Whoever signs in anew each time and never out loses the sessions that were used least lately.
MOST_SESSIONS: Final = 50
NAME_LENGTH: Final = AccessToken._meta.get_field("name").max_length or 0


@dataclass(frozen=True, slots=True)
class Access:
    """In whose name a request comes, and what it may do. `token_id` names the token for limits, not its value.

    `token` is None for an app that was let in by OAuth.
    """

    user: User
    scopes: frozenset[Scope]
    token_id: str
    token: AccessToken | None = None
    app: str = ""  # the id of one that was let in by OAuth


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


def lock_holder(user_id: int) -> bool:
    """Lock a person before something is made that acts in their name. In a transaction.

    False if they closed their account meanwhile: what is made after the closing would survive it.
    """
    row = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    return row is not None and row.takes_part


def _check_holder(user: User, field: str) -> None:
    if not lock_holder(user.pk):
        raise ValidationError({field: _("This account is closed.")})


def make_personal_token(
    *, user: User, name: str, scopes: frozenset[Scope], expires_at: datetime | None
) -> tuple[AccessToken, str]:
    """Make a token for a program of one's own; the value is told this one time.

    Raises ValidationError, by field, for scopes that can't be handed out, an end in the past, a name that another
    token has (a form that is sent twice makes one token), too many tokens, or an account that was closed meanwhile.
    """
    if not scopes or not scopes <= set(GRANTABLE):
        raise ValidationError({"scopes": _("Choose what the token may do.")})
    if expires_at is not None and expires_at <= timezone.now():
        raise ValidationError({"expires_at": _("This is over already.")})
    check_label(name, "name")
    with transaction.atomic():
        # One at a time for each person, or two could pass the checks together.
        _check_holder(user, "name")
        mine = AccessToken.objects.filter(user=user, kind=TokenKind.PERSONAL)
        if mine.filter(name=name).exists():
            raise ValidationError({"name": _("You have a token of this name already.")})
        if mine.count() >= MOST_PERSONAL:
            raise ValidationError({"name": _("You have too many tokens. Take one back first.")})
        return make_token(
            user=user, kind=TokenKind.PERSONAL, name=name, scopes=scopes, expires_at=expires_at
        )


def check_label(text: str, field: str) -> None:
    """Raises ValidationError for a name that nobody could recognise a token or an app by."""
    if not text.strip() or not text.isprintable():
        raise ValidationError({field: _("Write a name that can be read.")})


def personal_tokens_of(user: User) -> QuerySet[AccessToken]:
    """The tokens that a person made by hand, the newest first."""
    return AccessToken.objects.filter(user=user, kind=TokenKind.PERSONAL)


def sign_in_app(*, user: User, name: str) -> tuple[AccessToken, str]:
    """A token for an app in which this person has just signed in.

    Raises ValidationError for an unreadable name, and if the account was closed meanwhile.
    """
    check_label(name, "device")
    with transaction.atomic():
        _check_holder(user, "device")
        made = make_token(
            user=user,
            kind=TokenKind.APP,
            name=name,
            scopes=OF_SIGNED_IN,
            expires_at=timezone.now() + APP_LIFETIME,
        )
    sessions = AccessToken.objects.filter(user=user, kind=TokenKind.APP)
    old = sessions.order_by("-expires_at", "-pk").values_list("pk", flat=True)[MOST_SESSIONS:]
    AccessToken.objects.filter(pk__in=list(old)).delete()
    return made


def access_of(value: str) -> Access | None:
    """What this token allows; None if it is unknown, has ended or its person may not sign in. One query, two if it is
    the first use within ten minutes."""
    if not value.startswith(tuple(PREFIXES.values())):
        return _access_of_app(value)
    now = timezone.now()
    valid = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    token = AccessToken.objects.select_related("user").filter(valid, digest=_digest(value)).first()
    if token is None or not token.user.takes_part:
        return None
    _note_use(token, now)
    scopes = held_scopes(read_scopes(token.scopes), bot=token.user.is_bot)
    return Access(token.user, scopes, f"token-{token.pk}", token)


def _access_of_app(value: str) -> Access | None:
    """The same for an app that was let in by OAuth; allauth stores the same kind of hash. One query, two if it is the
    first use after a refresh."""
    rows = Token.objects.valid().by_value(value).filter(type=Token.Type.ACCESS_TOKEN)
    row = rows.select_related("user").first()
    if row is None or row.user is None or row.client_id is None or not row.user.takes_part:
        return None
    note_arrival(row)
    granted = read_scopes(" ".join(row.get_scopes())) & set(GRANTABLE)
    # All tokens that came of one consent count as one: a new one each minute would be no limit.
    name = f"oauth-{row.get_grant_id() or row.pk}"
    return Access(row.user, held_scopes(granted, bot=row.user.is_bot), name, app=row.client_id)


def _note_use(token: AccessToken, now: datetime) -> None:
    if token.used_at is not None and token.used_at > now - USE_STEP:
        return
    token.used_at = now
    changes: dict[str, datetime] = {"used_at": now}
    if token.kind == TokenKind.APP:
        token.expires_at = changes["expires_at"] = now + APP_LIFETIME
    # Without the row's lock: whoever takes the token back at this moment wins.
    AccessToken.objects.filter(pk=token.pk).update(**changes)


def revoke_token(*, user: User, token_id: int, kind: TokenKind | None = None) -> bool:
    """Take back one of one's own tokens, of this kind if one is named; says whether there was one."""
    rows = AccessToken.objects.filter(user=user, pk=token_id)
    deleted, _rows = (rows.filter(kind=kind) if kind else rows).delete()
    return bool(deleted)


def revoke_all(*, user: User, besides: AccessToken | None = None) -> None:
    """Take back every token of a person, such as when the password was lost."""
    mine = AccessToken.objects.filter(user=user)
    (mine.exclude(pk=besides.pk) if besides else mine).delete()


def end_other_sessions(*, user: User, besides: AccessToken | None) -> None:
    """Sign a person out in all browsers and apps, but in this one. Apps that were let in stay."""
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    mine = AccessToken.objects.filter(user=user, kind=TokenKind.APP)
    (mine.exclude(pk=besides.pk) if besides else mine).delete()


def drop_expired_tokens(*, now: datetime) -> int:
    """Delete what has ended, also codes and tokens of apps, for some seconds; says how many, 0 if none is left."""
    ended = [table.objects.filter(expires_at__lt=now) for table in (AccessToken, Token)]
    return sum(delete_oldest(rows, "expires_at") for rows in ended)


def _digest(value: str) -> str:
    # Not salted and not slow: the value is random and long, nobody can guess it from the hash.
    return hashlib.sha256(value.encode()).hexdigest()
