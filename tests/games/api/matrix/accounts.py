"""Who may sign up and in, and manage sessions, tokens and apps: everybody their own, bots and programs nothing of it."""

from typing import Any

from accounts.scopes import Scope
from accounts.tokens import make_personal_token, sign_in_app
from tests.factories.oauth import let_in, make_app
from tests.factories.users import PASSWORD
from tests.games.api.matrix.world import Call, Row, World


def _open(operation: str, status: int, body: Any, **where: Any) -> Row:
    """A row of something that needs no account, so everybody gets the same."""
    call, same = Call(where=where, body=body), status
    return Row(
        operation,
        same,
        same,
        same,
        same,
        bot=same,
        staff=same,
        without_scope=same,
        call=lambda world: call,
    )


def _own(operation: str, status: int, body: Any = None, **where: Any) -> Row:
    """A row of something that everybody has, but no program may manage."""
    call = Call(where=where, body=body)
    return Row(
        operation, 401, status, status, status, bot=403, staff=status, call=lambda world: call
    )


def _read(operation: str) -> Row:
    return Row(operation, 401, 200, 200, 200, bot=200, staff=200, call=lambda world: Call())


def _session(world: World) -> Call:
    token, _value = sign_in_app(user=world.owner, name="another phone")
    return Call(where={"session_id": token.pk})


def _token(world: World) -> Call:
    scopes = frozenset({Scope.GAME_READ})
    token, _value = make_personal_token(
        user=world.owner, name="bot", scopes=scopes, expires_at=None
    )
    return Call(where={"token_id": token.pk})


def _guest(world: World) -> Call:
    app = make_app(world.staff)
    let_in(app, world.owner, [Scope.GAME_READ])
    return Call(where={"app_id": app.pk})


def _made(world: World) -> Call:
    return Call(where={"app_id": make_app(world.owner).pk})


_NEW = {"password": "correct horse battery"}
_SIGN_UP = {"name": "Zoe", "address": "zoe@example.org", **_NEW}
_APP = {"name": "App", "redirect_uris": ["https://app.example/"], "password": PASSWORD}
_CHECKED = Call(body={"password": PASSWORD})
_TOKEN = {"name": "bot", "scopes": ["game:read"], "password": PASSWORD}

ROWS = [
    _open("signUp", 202, _SIGN_UP),
    _open("confirmAddress", 404, {"key": "x"}),
    _open("sendConfirmationAgain", 202, {"address": "zoe@example.org"}),
    _open("askForPasswordReset", 202, {"address": "zoe@example.org"}),
    _open("resetPassword", 404, _NEW, key="1-x"),
    _open("signIn", 401, {"login": "zoe", "password": "wrong", "device": "phone"}),
    _read("listSessions"),
    _own("endOtherSessions", 204),
    _own("endCurrentSession", 204),
    Row("endSession", 401, 404, 404, 204, bot=403, staff=404, call=_session),
    _own("listTokens", 200),
    _own("createToken", 201, _TOKEN),
    Row("revokeToken", 401, 404, 404, 204, bot=403, staff=404, call=_token),
    _read("listApps"),
    Row("sendAppAway", 401, 404, 404, 204, bot=403, staff=404, call=_guest),
    _own("listMyApps", 200),
    _own("registerApp", 201, _APP),
    Row("removeMyApp", 401, 404, 404, 204, bot=403, staff=404, call=_made),
    _read("getAccount"),
    _own("changePassword", 204, {"present": PASSWORD, "password": "another horse, battery"}),
    _own("changeAddress", 200, {"address": "new@example.org", "password": PASSWORD}),
    _read("getClosingTerms"),
    _own("closeAccount", 200, {"password": PASSWORD}),
    # Only a token made for a bot may do it; an app in which a person signed in may not.
    Row("becomeBot", 401, 403, 403, 403, bot=200, staff=403, call=lambda world: _CHECKED),
    _own("getDataCopy", 200),
    _own("askForDataCopy", 202),
    _own("getDataCopyFile", 409),
]
