"""The whole dance over HTTP, by a client that knows nothing but addresses, cookies and forms."""

import json
import re
from http.cookiejar import CookieJar
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    Request,
    build_opener,
)

import pytest
from allauth.idp.oidc.models import Client as App

from tests.factories.oauth import BACK, VERIFIER, make_app, question
from tests.factories.users import PASSWORD, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

ASK: Final = "/identity/o/authorize"


class _Still(HTTPRedirectHandler):
    """Follows nothing: where somebody is sent is what the test wants to see."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        """No further request."""


class Web:
    """A browser without a screen, or an app without cookies."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()), _Still)

    def send(self, path: str, fields: Any = None, token: str = "") -> tuple[int, str, str]:
        """Status, where it leads, and the text of an answer."""
        data = None if fields is None else urlencode(fields, doseq=True).encode()
        request = Request(self._site + path, data)  # noqa: S310  our own address
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with self._opener.open(request, timeout=20) as answer:
                return answer.status, "", answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.headers.get("Location", ""), error.read().decode()

    def fill(self, path: str, fields: dict[str, Any]) -> tuple[int, str, str]:
        """Send the form of a page, with what is hidden in it."""
        page = self.send(path)[2]
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        return self.send(urlsplit(path).path, {**hidden, **fields})


@pytest.fixture
def app() -> App:
    """An app of somebody else."""
    return make_app(make_user("maker"))


@pytest.fixture
def anna(live_server: Any) -> Web:
    """The browser in which she has signed in."""
    make_user("anna")
    web = Web(live_server.url)
    status, place, _text = web.fill("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert (status, place) == (302, "/games/")
    return web


def code_for(web: Web, app: App) -> str:
    """She lets the app in; the code that it gets."""
    given = {"scopes": ["account:read", "game:read"], "action": "grant"}
    asked = f"{ASK}?{urlencode(question(app, scope='account:read game:read'))}"
    status, place, _text = web.fill(asked, given)
    assert (status, place.partition("?")[0]) == (302, BACK)
    told = parse_qs(urlsplit(place).query)
    assert told["state"] == ["s-1"]
    return told["code"][0]


def fetch(web: Web, app: App, **changes: str) -> tuple[int, dict[str, Any]]:
    """The app fetches tokens."""
    fields = {
        "grant_type": "authorization_code",
        "client_id": app.pk,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
        **changes,
    }
    status, _place, text = web.send("/identity/o/api/token", fields)
    return status, json.loads(text)


def test_the_whole_dance(anna: Web, app: App, live_server: Any) -> None:
    program = Web(live_server.url)
    code = code_for(anna, app)
    assert fetch(program, app, code=code, code_verifier="w" * 50)[1]["error"] == "invalid_grant"
    status, tokens = fetch(program, app, code=code)
    assert status == 200
    status, _place, text = program.send("/api/v1/me", token=tokens["access_token"])
    assert status == 200
    account = json.loads(text)
    assert account["name"] == "anna"
    assert account["scopes"] == ["account:read", "game:read"]
    assert program.send("/api/v1/tokens", token=tokens["access_token"])[0] == 403
    status, fresh = fetch(
        program, app, grant_type="refresh_token", refresh_token=tokens["refresh_token"]
    )
    assert status == 200
    assert program.send("/api/v1/me", token=fresh["access_token"])[0] == 200
    assert fetch(program, app, code=code)[1]["error"] == "invalid_grant"
    assert program.send("/api/v1/me", token=fresh["access_token"])[0] == 401


@pytest.mark.parametrize(
    ("changes", "status", "told"),
    [
        ({"redirect_uri": "https://evil.example/"}, 400, ""),
        ({"code_challenge": "", "code_challenge_method": ""}, 302, "invalid_request"),
        ({"code_challenge_method": "plain"}, 302, "invalid_request"),
    ],
)
def test_an_app_that_asks_wrongly_is_refused(
    anna: Web, app: App, changes: dict[str, str], status: int, told: str
) -> None:
    found, place, _text = anna.send(f"{ASK}?{urlencode(question(app, **changes))}")
    assert found == status
    assert parse_qs(urlsplit(place).query).get("error", [""]) == [told]
    assert not place or place.startswith(f"{BACK}?")
