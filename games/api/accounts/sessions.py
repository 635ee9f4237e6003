"""Sessions: apps in which somebody signed in with the password."""

from typing import Any, Final, cast

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import AccessToken, TokenKind
from accounts.oauth import sessions_of_apps
from accounts.remote import entering
from accounts.scopes import OF_SIGNED_IN, Scope
from accounts.tokens import Access, end_other_sessions, revoke_token
from games.api.accounts.account import EXAMPLE as ACCOUNT
from games.api.accounts.account import account_json
from games.api.accounts.shapes import SESSION_IN_ADDRESS, NewSession, Sessions, SignInInput
from games.api.accounts.told import plain, told
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.selectors.views import utc_text

_SESSION: Final = {
    "id": 7,
    "device": "Anna's phone",
    "created_at": "2026-11-30T08:00:00Z",
    "used_at": "2026-11-30T09:10:00Z",
    "expires_at": "2027-01-29T09:10:00Z",
    "current": True,
}


class SessionsApi(ApiView):
    """All of a person's sessions."""

    @operation(
        "signIn",
        tag="sessions",
        scope=None,
        body=SignInInput,
        body_example={
            "login": "Anna",
            "password": "correct horse battery",
            "device": "Anna's phone",
        },
        answer=NewSession,
        status=201,
        example={
            "token": "loupe_app_3o5h…",
            "expires_at": "2027-01-29T08:00:00Z",
            "session_id": 7,
            "came_back": False,
            "account": ACCOUNT,
        },
        problems=(
            "wrong_password",
            "address_unconfirmed",
            "account_inactive",
            "too_many_attempts",
            "unacceptable",
        ),
    )
    def post(self, request: Request) -> Response:
        """Sign in with name or address and password, for an app in which the person types them.

        The token holds every scope but `bot:play`. It ends 60 days after its last use, when the password changes, and
        when it is taken back. Whoever was about to be deleted is kept. Five wrong passwords in five minutes for one
        login, ten a minute from one address of the network. A person has at most 50 sessions; the one used least
        lately makes room.
        """
        wanted = read_body(request, SignInInput)
        with told():
            made = entering.sign_in(plain(request), **wanted)
        body = {
            "token": made.value,
            "expires_at": _instant(made.token.expires_at),
            "session_id": made.token.pk,
            "came_back": made.came_back,
            "account": account_json(made.user, OF_SIGNED_IN),
        }
        return Response(body, status=201)

    @operation(
        "listSessions",
        tag="sessions",
        scope=Scope.ACCOUNT_READ,
        answer=Sessions,
        example={"items": [_SESSION]},
    )
    def get(self, request: Request) -> Response:
        """The apps in which you are signed in, the newest first. Browsers aren't listed."""
        current = _current(request)
        rows = sessions_of_apps(self.person())
        return Response({"items": [_session_json(row, current) for row in rows]})

    @operation(
        "endOtherSessions",
        tag="sessions",
        scope=Scope.ACCOUNT_MANAGE,
        answer=None,
        status=204,
    )
    def delete(self, request: Request) -> Response:
        """Sign out everywhere else: in all other apps, and in all browsers.

        Personal tokens, and apps that were let in, stay.
        """
        end_other_sessions(user=self.person(), besides=_current(request))
        return Response(status=204)


class CurrentSessionApi(ApiView):
    """The session that asks."""

    @operation(
        "endCurrentSession",
        tag="sessions",
        scope=Scope.ACCOUNT_MANAGE,
        answer=None,
        status=204,
    )
    def delete(self, request: Request) -> Response:
        """Sign out: the token in use ends."""
        current = _current(request)
        if current is not None:
            revoke_token(user=self.person(), token_id=current.pk)
        return Response(status=204)


class SessionApi(ApiView):
    """One session."""

    @operation(
        "endSession",
        tag="sessions",
        scope=Scope.ACCOUNT_MANAGE,
        headers=(SESSION_IN_ADDRESS,),
        answer=None,
        status=204,
    )
    def delete(self, request: Request, session_id: int) -> Response:
        """Sign out in one app, such as on a phone that was lost."""
        if not revoke_token(user=self.person(), token_id=session_id, kind=TokenKind.APP):
            raise NotFound
        return Response(status=204)


def _current(request: Request) -> AccessToken | None:
    return cast(Access, request.auth).token


def _session_json(row: AccessToken, current: AccessToken | None) -> dict[str, Any]:
    return {
        "id": row.pk,
        "device": row.name,
        "created_at": utc_text(row.created_at),
        "used_at": _instant(row.used_at),
        "expires_at": _instant(row.expires_at),
        "current": current is not None and row.pk == current.pk,
    }


def _instant(when: Any) -> str | None:
    return utc_text(when) if when is not None else None
