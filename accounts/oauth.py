"""Apps that act for people by OAuth: registered by their makers, let in by people, sent away again.

The protocol itself is allauth's (`accounts.oauth_views`); its rows are read and written here and nowhere else.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.idp.oidc.models import Client, Token
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import AccessToken, TokenKind, User
from accounts.redirects import validate_redirect
from accounts.scopes import GRANTABLE, Scope, read_scopes
from accounts.signals import apps_ended
from accounts.tokens import check_label

MOST_APPS: Final = 20
MOST_REDIRECTS: Final = 10
APP_NAME_LENGTH: Final = 60
_GRANTS: Final = [Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN]
_LASTING: Final = [Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN]


@dataclass(frozen=True, slots=True)
class Guest:
    """An app that somebody let in. `used_at` is when it last fetched a token, which it must each hour."""

    app: Client
    scopes: frozenset[Scope]
    used_at: datetime


def register_app(*, owner: User, name: str, redirects: list[str]) -> Client:
    """Make a public app known: it has no secret and must use PKCE.

    Raises ValidationError, by field, for an address to which nobody may be sent, a name that another app of this
    person has (a form that is sent twice makes one app), or too many of either.
    """
    check_label(name, "name")
    if not 1 <= len(redirects) <= MOST_REDIRECTS:
        text = _("Give 1 to %(most)s addresses.") % {"most": MOST_REDIRECTS}
        raise ValidationError({"redirect_uris": text})
    for uri in redirects:
        try:
            validate_redirect(uri)
        except ValidationError as error:
            raise ValidationError({"redirect_uris": error.messages}) from error
    with transaction.atomic():
        # One at a time for each person, or two could pass the checks together.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        mine = Client.objects.filter(owner=owner)
        if mine.filter(name=name).exists():
            raise ValidationError({"name": _("You have an app of this name already.")})
        if mine.count() >= MOST_APPS:
            raise ValidationError({"name": _("You have too many apps. Remove one first.")})
        app = Client(owner=owner, name=name, type=Client.Type.PUBLIC)
        app.set_redirect_uris(redirects)
        app.set_scopes([scope.value for scope in GRANTABLE])
        app.set_grant_types([grant.value for grant in _GRANTS])
        app.save()
        return app


def remove_app(*, owner: User, app_id: str) -> bool:
    """Forget one's own app, everywhere and at once; says whether there was one."""
    deleted, _rows = Client.objects.filter(owner=owner, pk=app_id).delete()
    return bool(deleted)


def apps_made_by(owner: User) -> QuerySet[Client]:
    """The apps that a person registered, the newest first."""
    mine: QuerySet[Client] = Client.objects.filter(owner=owner).order_by("-created_at", "pk")
    return mine


def guests_of(user: User) -> list[Guest]:
    """The apps that a person let in, by name. One query."""
    rows = Token.objects.valid().filter(user=user, type__in=_LASTING, client__isnull=False)
    found: dict[str, Guest] = {}
    for row in rows.select_related("client__owner").order_by("client__name", "client_id", "pk"):
        before = found.get(row.client_id)
        scopes = read_scopes(" ".join(row.get_scopes()))
        found[row.client_id] = Guest(
            app=row.client,
            scopes=scopes | before.scopes if before else scopes,
            used_at=max(row.created_at, before.used_at) if before else row.created_at,
        )
    return list(found.values())


def apps_let_in(user: User, app_ids: Collection[str]) -> set[str]:
    """Which of these apps the person has let in and not sent away. One query."""
    rows = Token.objects.valid().filter(user=user, type__in=_LASTING, client_id__in=app_ids)
    return set(rows.values_list("client_id", flat=True))


def send_away(*, user: User, app_id: str) -> bool:
    """Take back all that an app was given by this person; says whether there was anything."""
    with transaction.atomic():
        deleted, _rows = Token.objects.filter(user=user, client_id=app_id).delete()
        if deleted:
            apps_ended.send(User, user=user)
    return bool(deleted)


def sessions_of_apps(user: User) -> QuerySet[AccessToken]:
    """Apps in which the person signed in with the password, the newest first."""
    return AccessToken.objects.filter(user=user, kind=TokenKind.APP).order_by("-created_at", "-pk")


def end_apps(*, user: User, besides: AccessToken | None = None) -> None:
    """End all sessions of apps, but perhaps one, and take back what apps were given by OAuth."""
    sessions = AccessToken.objects.filter(user=user, kind=TokenKind.APP)
    with transaction.atomic():
        (sessions.exclude(pk=besides.pk) if besides else sessions).delete()
        Token.objects.filter(user=user).delete()
        apps_ended.send(User, user=user)
