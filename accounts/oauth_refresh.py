"""A refresh token is replaced by each use. One whose answer was lost works once more, so that no app is signed out by a
bad network: for a minute, or until the access token that came of it is used.

What came of the first use ends by then: a consent never has two refresh tokens. Only hashes are kept.
"""

from datetime import timedelta
from typing import Final

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Token
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

GRACE: Final = timedelta(minutes=1)
# In the data of an access token that nobody has used yet: what it was fetched with, and what was given beside it.
_SPENT: Final = "spent"
_BESIDE: Final = "beside"


def hold(value: str, *, client_id: str) -> bool:
    """Lock a refresh token, so that of two requests with it the second sees what the first did. In a transaction.

    If its answer may have been lost, what came of it is undone: it can be used once more. Says whether that was so.
    """
    wanted = _hash(value)
    refresh = Token.objects.select_for_update().filter(type=Token.Type.REFRESH_TOKEN)
    if not value or refresh.filter(hash=wanted).first() is not None:
        return False
    access = _made_with(wanted, client_id).select_for_update().first()
    after = refresh.filter(hash=access.data[_BESIDE]).first() if access is not None else None
    if access is None or after is None:
        return False
    access.delete()
    after.hash = wanted
    after.save(update_fields=["hash"])
    return True


def person_of(value: str, *, client_id: str) -> int | None:
    """Whose refresh token this is or was just before; None if nobody's."""
    if not value:
        return None
    wanted = _hash(value)
    refresh = Token.objects.filter(type=Token.Type.REFRESH_TOKEN, hash=wanted)
    found = refresh.first() or _made_with(wanted, client_id).first()
    return found.user_id if found is not None else None


def _made_with(spent: str, client_id: str) -> QuerySet[Token]:
    """The access token that was fetched with this refresh token within the last minute, if it wasn't used yet."""
    lifetime = timedelta(seconds=settings.IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN)
    rows: QuerySet[Token] = Token.objects.filter(
        type=Token.Type.ACCESS_TOKEN,
        client_id=client_id,
        # By its end, for which there is an index.
        expires_at__gt=timezone.now() + lifetime - GRACE,
        **{f"data__{_SPENT}": spent},
    )
    return rows


def remember(value: str, *, access: str, refresh: str) -> None:
    """Keep what came of a refresh token, for `hold`."""
    row = Token.objects.by_value(access).get(type=Token.Type.ACCESS_TOKEN)
    row.data = {**(row.data or {}), _SPENT: _hash(value), _BESIDE: _hash(refresh)}
    row.save(update_fields=["data"])


def note_arrival(row: Token) -> None:
    """An access token is used, so its answer wasn't lost: the refresh token before it works no more."""
    if isinstance(row.data, dict) and _SPENT in row.data:
        kept = {name: value for name, value in row.data.items() if name not in (_SPENT, _BESIDE)}
        Token.objects.filter(pk=row.pk).update(data=kept)


def _hash(value: str) -> str:
    return str(get_adapter().hash_token(value))
