"""A real browser makes a token, and lets an app in that waits on the same machine."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import AccessToken, User
from accounts.scopes import Scope
from accounts.tokens import access_of
from tests.e2e.conftest import Complaints, Open
from tests.e2e.look import resize, small_targets, violations, width_of
from tests.factories.oauth import VERIFIER, make_app, question
from tests.factories.users import PASSWORD, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Waiting(HTTPServer):
    """An app that waits for people to come back."""

    came: list[str]


class _Handler(BaseHTTPRequestHandler):
    server: Waiting

    def do_GET(self) -> None:
        """Note the address."""
        self.server.came.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Back</title><h1>Welcome back</h1>")

    def log_message(self, *_told: object) -> None:
        """Say nothing."""


@pytest.fixture
def waiting() -> Iterator[Waiting]:
    """The app, on a port of its own."""
    server = Waiting(("127.0.0.1", 0), _Handler)
    server.came = []
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def ada(db: None) -> User:
    """Who is at the browser."""
    return make_user("ada")


@pytest.mark.parametrize("script", [True, False])
def test_a_token_is_made_and_shown_once(
    open_browser: Open, ada: User, complaints: Complaints, script: bool
) -> None:
    page = open_browser(ada, script=script)
    page.goto("/accounts/tokens/")
    page.get_by_label("What is it for?").fill("my bot")
    page.get_by_label("see your games as you see them").check()
    page.get_by_role("button", name="Make a token").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    shown = page.get_by_label("Your new token")
    expect(shown).to_have_value(re.compile("^loupe_pat_"))
    value = shown.input_value()
    access = access_of(value)
    assert access is not None
    assert access.scopes == {Scope.GAME_READ}
    expect(page.get_by_role("button", name="Copy")).to_have_count(1 if script else 0)
    if script:
        assert violations(page) == []
        resize(page, 390, 844)
        assert width_of(page) <= 390
        assert small_targets(page) == []
    page.goto("/accounts/tokens/")
    assert value not in page.content()
    page.get_by_role("button", name="Take back my bot").click()
    expect(page.get_by_text("The token is taken back.")).to_be_visible()
    assert not AccessToken.objects.exists()


def test_an_app_is_let_in(open_browser: Open, ada: User, waiting: Waiting) -> None:
    app = make_app(make_user("maker"), redirects=["http://127.0.0.1/cb"])
    back = f"http://127.0.0.1:{waiting.server_port}/cb"
    page = open_browser()
    page.goto(f"/identity/o/authorize?{urlencode(question(app, redirect_uri=back))}")
    page.get_by_label("Name or e-mail address").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("play your games").uncheck()
    page.get_by_role("button", name="Let it in").click()
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    code = parse_qs(urlsplit(waiting.came[0]).query)["code"][0]
    fields = {
        "grant_type": "authorization_code",
        "client_id": app.pk,
        "redirect_uri": back,
        "code": code,
        "code_verifier": VERIFIER,
    }
    tokens = Client().post("/identity/o/api/token", fields).json()
    access = access_of(tokens["access_token"])
    assert access is not None
    assert access.user == ada
    assert access.scopes == {Scope.GAME_READ}
    page.goto("/accounts/apps/")
    page.get_by_role("button", name="Send Companion away").click()
    expect(page.get_by_text("The app can't act for you any more.")).to_be_visible()
    assert access_of(tokens["access_token"]) is None
