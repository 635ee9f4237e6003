"""Apps of third parties: those that one let in by OAuth, and those that one registered for others."""

from typing import Any, Final

from allauth.idp.oidc.models import Client
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.oauth import apps_made_by, guests_of, register_app, remove_app, send_away
from accounts.remote.common import check_password
from accounts.scopes import Scope
from games.api.accounts.account import scope_words
from games.api.accounts.shapes import APP_IN_ADDRESS, AppGuests, AppInput, AppMade, AppsMade
from games.api.accounts.told import PASSWORD, plain, told
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.selectors.views import utc_text

_ID: Final = "5f3c7d1e9b8a4c2d8e6f0a1b2c3d4e5f"
_BODY: Final = {"name": "Companion", "redirect_uris": ["com.example.companion:/signed-in"]}
_MADE: Final = {"id": _ID, **_BODY, "created_at": "2026-11-30T08:00:00Z"}
_ASKED: Final = {**_BODY, "password": "correct horse battery"}


class GuestsApi(ApiView):
    """Apps that were let in."""

    @operation(
        "listApps",
        tag="apps",
        scope=Scope.ACCOUNT_READ,
        answer=AppGuests,
        example={
            "items": [
                {
                    "id": _ID,
                    "name": "Companion",
                    "made_by": "Maker",
                    "scopes": ["game:read"],
                    "used_at": "2026-11-30T08:00:00Z",
                }
            ]
        },
    )
    def get(self, request: Request) -> Response:
        """The apps of others that you let in, by name."""
        items = [
            {
                "id": guest.app.pk,
                "name": guest.app.name,
                "made_by": guest.app.owner.shown_name if guest.app.owner else None,
                "scopes": scope_words(guest.scopes),
                "used_at": utc_text(guest.used_at),
            }
            for guest in guests_of(self.person())
        ]
        return Response({"items": items})


class GuestApi(ApiView):
    """One app that was let in."""

    @operation(
        "sendAppAway",
        tag="apps",
        scope=Scope.ACCOUNT_MANAGE,
        headers=(APP_IN_ADDRESS,),
        answer=None,
        status=204,
    )
    def delete(self, request: Request, app_id: str) -> Response:
        """Send an app away: its tokens end at once, and it must ask again."""
        if not send_away(user=self.person(), app_id=app_id):
            raise NotFound
        return Response(status=204)


class MadeApi(ApiView):
    """Apps that one registered."""

    @operation(
        "listMyApps",
        tag="apps",
        scope=Scope.ACCOUNT_MANAGE,
        answer=AppsMade,
        example={"items": [_MADE]},
    )
    def get(self, request: Request) -> Response:
        """The apps that you registered for others, the newest first."""
        return Response({"items": [_made_json(app) for app in apps_made_by(self.person())]})

    @operation(
        "registerApp",
        tag="apps",
        scope=Scope.ACCOUNT_MANAGE,
        body=AppInput,
        body_example=_ASKED,
        answer=AppMade,
        status=201,
        example=_MADE,
        problems=(*PASSWORD, "unacceptable"),
    )
    def post(self, request: Request) -> Response:
        """Register an app that other people may let in.

        It is a public client: it has no secret, and must use PKCE with S256. The name must be new among your apps, so a
        request that was sent twice registers one. At most 20.
        """
        wanted = read_body(request, AppInput)
        with told():
            check_password(plain(request), self.person(), wanted["password"])
            app = register_app(
                owner=self.person(), name=wanted["name"], redirects=wanted["redirect_uris"]
            )
        return Response(_made_json(app), status=201)


class MadeOneApi(ApiView):
    """One app that one registered."""

    @operation(
        "removeMyApp",
        tag="apps",
        scope=Scope.ACCOUNT_MANAGE,
        headers=(APP_IN_ADDRESS,),
        answer=None,
        status=204,
    )
    def delete(self, request: Request, app_id: str) -> Response:
        """Remove an app of yours: for everybody who let it in, it ends at once."""
        if not remove_app(owner=self.person(), app_id=app_id):
            raise NotFound
        return Response(status=204)


def _made_json(app: Client) -> dict[str, Any]:
    return {
        "id": app.pk,
        "name": app.name,
        "redirect_uris": app.get_redirect_uris(),
        "created_at": utc_text(app.created_at),
    }
