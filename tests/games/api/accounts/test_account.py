"""Sessions, tokens, apps and the account itself over the API."""

import io
import zipfile
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as App
from django.core import mail
from django.test import Client as Browser
from django.utils import timezone

from accounts.models import AccessToken, User
from accounts.scopes import GRANTABLE, Scope
from accounts.tokens import access_of, make_personal_token, sign_in_app
from games.models import DataExport
from games.services.export import build
from tests.accounts.helpers import signed_in_as
from tests.factories.games import make_game
from tests.factories.oauth import let_in, make_app
from tests.factories.users import PASSWORD, make_user
from tests.games.api.calls import Client, client_of, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

API = "/api/v1/"
NEW = "another horse battery"
TOKEN = {"name": "bot", "scopes": ["game:read"], "expires_at": None, "password": PASSWORD}
APP = {"name": "App", "redirect_uris": ["https://app.example/"], "password": PASSWORD}
CHECKED = {"password": PASSWORD}


@pytest.fixture
def ada() -> User:
    """Somebody."""
    return make_user("ada")


@pytest.fixture
def client(ada: User) -> Client:
    """The app in which she signed in."""
    return client_of(ada)


def mine(user: User) -> list[Any]:
    """All that a refused request must leave alone."""
    return [
        list(User.objects.filter(pk=user.pk).values()),
        list(AccessToken.objects.values("pk", "user", "name")),
        list(App.objects.values()),
        list(EmailAddress.objects.values()),
        list(DataExport.objects.values()),
    ]


# The account


def test_the_account_is_told(client: Client, ada: User) -> None:
    told = client.get(API + "me").json()
    assert told["name"] == "ada"
    assert told["address"] == "ada@example.com"
    assert told["rating"] == {"value": 1500, "provisional": True}
    assert (told["turns_in_time"], told["finished_games"]) == (None, 0)
    assert "account:manage" in told["scopes"]
    assert told["bot"] is False


def test_a_program_reads_what_its_token_may_do(ada: User) -> None:
    app = Client()
    app.credentials(HTTP_AUTHORIZATION=f"Bearer {let_in(make_app(ada), ada, [Scope.ACCOUNT_READ])}")
    assert app.get(API + "me").json()["scopes"] == ["account:read"]
    assert problem_of(app.get(API + "tokens")) == (403, "missing_scope")
    assert [row["device"] for row in app.get(API + "sessions").json()["items"]] == []


def test_a_changed_password_signs_everything_else_out(client: Client, ada: User) -> None:
    _token, other = sign_in_app(user=ada, name="old phone")
    _token, personal = make_personal_token(
        user=ada, name="bot", scopes=frozenset(GRANTABLE), expires_at=None
    )
    guest = let_in(make_app(ada), ada, [Scope.GAME_READ])
    body = {"present": PASSWORD, "password": NEW}
    for _time in range(2):  # the second answers for one that was lost
        answer = client.put(API + "me/password", body, format="json")
        assert answer.status_code == 204, answer.content
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert [bool(access_of(value)) for value in (other, personal, guest)] == [False, True, False]
    assert [letter.to for letter in mail.outbox] == [["ada@example.com"]]
    assert not client.cookies


@pytest.mark.parametrize(
    ("changes", "field"), [({"present": "wrong"}, "present"), ({"password": "short"}, "password")]
)
def test_a_password_that_must_not_be(
    client: Client, ada: User, changes: dict[str, str], field: str
) -> None:
    before = mine(ada)
    body = {"present": PASSWORD, "password": NEW, **changes}
    response = client.put(API + "me/password", body, format="json")
    assert problem_of(response) == (422, "unacceptable")
    assert list(response.json()["extra"]["fields"]) == [field]
    assert mine(ada) == before


def test_another_address_is_confirmed_by_its_key(
    client: Client, ada: User, frozen_time: time_machine.Traveller
) -> None:
    body = {"address": "New@example.org", "password": PASSWORD}
    for _time in range(2):
        told = client.put(API + "me/address", body, format="json").json()
        assert (told["address"], told["pending_address"]) == ("ada@example.com", "new@example.org")
        frozen_time.shift(timedelta(seconds=61))
    assert [letter.to for letter in mail.outbox] == [["new@example.org"]] * 2
    key = str(mail.outbox[-1].body).partition("/confirm-email/")[2].partition("/")[0]
    client_of().post(API + "accounts/confirmations", {"key": key}, format="json")
    told = client.get(API + "me").json()
    assert (told["address"], told["pending_address"]) == ("new@example.org", None)


def test_a_change_of_address_is_called_off(client: Client, ada: User) -> None:
    body = {"address": "new@example.org", "password": PASSWORD}
    client.put(API + "me/address", body, format="json")
    back = {**body, "address": "ADA@example.com"}
    told = client.put(API + "me/address", back, format="json").json()
    assert (told["address"], told["pending_address"]) == ("ada@example.com", None)


def test_an_address_of_somebody_else_looks_like_any_other(client: Client) -> None:
    make_user("bert")
    body = {"address": "bert@example.com", "password": PASSWORD}
    told = client.put(API + "me/address", body, format="json")
    assert told.json()["pending_address"] == "bert@example.com"


@pytest.mark.parametrize(
    ("method", "part", "body"),
    [
        ("put", "me/address", {"address": "new@example.org"}),
        ("post", "me/closing", {}),
        ("post", "tokens", TOKEN),
        ("post", "me/apps", APP),
    ],
)
def test_a_borrowed_phone_is_not_enough(
    client: Client, ada: User, method: str, part: str, body: dict[str, Any]
) -> None:
    before = mine(ada)
    send = getattr(client, method)
    wrong = {**body, "password": "wrong"}
    for _number in range(5):
        response = send(API + part, wrong, format="json")
        assert problem_of(response) == (403, "not_your_password")
    response = send(API + part, {**body, "password": PASSWORD}, format="json")
    assert problem_of(response) == (429, "too_many_attempts")
    assert mine(ada) == before


def test_an_account_is_closed(client: Client, ada: User) -> None:
    told = client.post(API + "me/closing", {"password": PASSWORD}, format="json").json()
    ada.refresh_from_db()
    assert ada.leaving_at is not None
    assert told["deleted_at"].startswith(f"{ada.leaving_at:%Y-%m-%dT%H:%M:%S}")
    assert problem_of(client.get(API + "me")) == (401, "authentication_failed")


def test_what_closing_means_is_told_before_and_with_it_as_on_the_page(
    client: Client, ada: User
) -> None:
    terms = client.get(API + "me/closing").json()
    ada.refresh_from_db()
    assert ada.leaving_at is None
    browser = Browser()
    browser.force_login(ada)
    page = unescape(browser.get("/accounts/leave/").text)
    sentences = [*terms["at_once"], *terms["later"], *terms["stays"]]
    assert len(sentences) >= 9 and all(sentence in page for sentence in sentences)
    assert f"deleted {terms['days']} days later" in page
    told = client.post(API + "me/closing", {"password": PASSWORD}, format="json").json()
    assert terms.items() <= told.items()


def test_second_closing_whose_first_answer_was_lost_is_as_documented(
    client: Client, ada: User
) -> None:
    statuses = [
        client.post(API + "me/closing", {"password": PASSWORD}, format="json").status_code
        for _time in range(2)
    ]
    assert statuses == [200, 401]
    ada.refresh_from_db()
    assert ada.leaving_at is not None


# A bot


def test_an_account_that_never_played_becomes_a_bot_for_good(ada: User) -> None:
    client = client_of(ada, frozenset({Scope.BOT_PLAY}))
    assert problem_of(client.get(API + "me")) == (403, "missing_scope")
    for _time in range(2):
        told = client.post(API + "me/bot", CHECKED, format="json").json()
        assert told["bot"] is True
        assert "game:play" in told["scopes"] or _time == 0


def test_who_has_played_stays_a_person(ada: User) -> None:
    make_game(ada, make_user())
    client = client_of(ada, frozenset({Scope.BOT_PLAY}))
    response = client.post(API + "me/bot", CHECKED, format="json")
    assert problem_of(response) == (409, "has_played")
    ada.refresh_from_db()
    assert not ada.is_bot


@pytest.mark.parametrize("body", [{}, {"password": None}, {"password": "wrong"}, [], None])
def test_a_token_that_was_found_makes_no_bot(ada: User, body: Any) -> None:
    client = client_of(ada, frozenset({Scope.BOT_PLAY}))
    response = client.post(API + "me/bot", body, format="json")
    assert problem_of(response)[0] == (403 if body == {"password": "wrong"} else 400)
    ada.refresh_from_db()
    assert not ada.is_bot


def test_an_app_of_others_makes_no_bot_of_anybody(ada: User) -> None:
    app = Client()
    app.credentials(HTTP_AUTHORIZATION=f"Bearer {let_in(make_app(ada), ada, [Scope.BOT_PLAY])}")
    response = app.post(API + "me/bot", CHECKED, format="json")
    assert problem_of(response) == (403, "permission_denied")
    ada.refresh_from_db()
    assert not ada.is_bot


# Sessions


def test_sessions_are_listed_and_ended(client: Client, ada: User) -> None:
    phone, value = sign_in_app(user=ada, name="phone")
    items = client.get(API + "sessions").json()["items"]
    assert [(row["device"], row["current"]) for row in items] == [("phone", False), ("test", True)]
    assert client.delete(f"{API}sessions/{phone.pk}").status_code == 204
    assert access_of(value) is None
    assert problem_of(client.delete(f"{API}sessions/{phone.pk}")) == (404, "not_found")
    assert client.delete(API + "sessions/current").status_code == 204
    assert problem_of(client.get(API + "sessions")) == (401, "authentication_failed")


def test_everywhere_else_is_signed_out(client: Client, ada: User) -> None:
    browser = Browser()
    browser.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    _phone, value = sign_in_app(user=ada, name="phone")
    assert client.delete(API + "sessions").status_code == 204
    assert access_of(value) is None
    assert browser.get("/preferences/").status_code == 302
    assert signed_in_as(browser) is None
    assert client.get(API + "sessions").status_code == 200


@pytest.mark.parametrize("number", ["0", "9" * 30, "x", "-1", "1.5"])
@pytest.mark.parametrize("part", ["sessions", "tokens"])
def test_numbers_of_nothing(client: Client, ada: User, part: str, number: str) -> None:
    before = mine(ada)
    assert client.delete(f"{API}{part}/{number}").status_code == 404
    assert mine(ada) == before


def test_nobody_ends_what_is_somebody_elses(client: Client, ada: User) -> None:
    other = make_user("bert")
    session, _value = sign_in_app(user=other, name="phone")
    token, _value = make_personal_token(
        user=other, name="bot", scopes=frozenset(GRANTABLE), expires_at=None
    )
    app = make_app(other)
    let_in(app, other, [Scope.GAME_READ])
    before = mine(ada)
    parts = (
        f"sessions/{session.pk}",
        f"sessions/{token.pk}",
        f"tokens/{token.pk}",
        f"tokens/{session.pk}",
        f"apps/{app.pk}",
        f"me/apps/{app.pk}",
    )
    for part in parts:
        assert problem_of(client.delete(API + part)) == (404, "not_found")
    assert mine(ada) == before


# Tokens and apps


def test_a_token_is_made_listed_and_taken_back(client: Client, ada: User) -> None:
    until = (timezone.now() + timedelta(days=1)).isoformat()
    made = client.post(API + "tokens", {**TOKEN, "expires_at": until}, format="json")
    assert made.status_code == 201
    value = made.json()["value"]
    access = access_of(value)
    assert access is not None
    assert access.scopes == {Scope.GAME_READ}
    (row,) = client.get(API + "tokens").json()["items"]
    assert value not in str(row)
    assert value.endswith(row["hint"])
    assert row["used_at"]
    again = client.post(API + "tokens", TOKEN, format="json")
    assert list(again.json()["extra"]["fields"]) == ["name"]
    assert client.delete(f"{API}tokens/{row['id']}").status_code == 204
    assert access_of(value) is None


@pytest.mark.parametrize("wrong", [None, [], {}, 5, True, "", "\0", "x" * 5000])
@pytest.mark.parametrize(
    ("part", "body", "names"),
    [
        ("tokens", TOKEN, ("name", "scopes", "expires_at", "password")),
        ("me/apps", APP, ("name", "redirect_uris", "password")),
        ("me/closing", {"password": PASSWORD}, ("password",)),
    ],
)
def test_bad_input_makes_nothing(
    client: Client, ada: User, part: str, body: dict[str, Any], names: tuple[str, ...], wrong: Any
) -> None:
    before = mine(ada)
    for name in names:
        if name == "expires_at" and wrong is None:
            continue
        response = client.post(API + part, {**body, name: wrong}, format="json")
        assert problem_of(response)[0] in (400, 403, 422), response.content
    assert problem_of(client.post(API + part, wrong, format="json")) == (400, "invalid")
    assert mine(ada) == before


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"scopes": ["account:manage"]}, 400),
        ({"scopes": ["game:read", "nothing"]}, 400),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422),
        ({"expires_at": "tomorrow"}, 400),
        ({"name": "two\nlines"}, 422),
        ({"name": "  "}, 422),
    ],
)
def test_a_token_that_must_not_be(
    client: Client, ada: User, changes: dict[str, Any], status: int
) -> None:
    before = mine(ada)
    response = client.post(API + "tokens", {**TOKEN, **changes}, format="json")
    assert problem_of(response)[0] == status
    assert list(response.json()["extra"]["fields"]) == list(changes)
    assert mine(ada) == before


def test_apps_are_registered_listed_and_removed(client: Client, ada: User) -> None:
    made = client.post(API + "me/apps", APP, format="json")
    again = client.post(API + "me/apps", APP, format="json")
    assert list(again.json()["extra"]["fields"]) == ["name"]
    assert client.get(API + "me/apps").json()["items"] == [made.json()]
    app = App.objects.get()
    guest = let_in(app, ada, [Scope.GAME_READ])
    (row,) = client.get(API + "apps").json()["items"]
    assert (row["name"], row["made_by"], row["scopes"]) == ("App", "ada", ["game:read"])
    assert client.delete(f"{API}apps/{app.pk}").status_code == 204
    assert access_of(guest) is None
    assert client.delete(f"{API}me/apps/{app.pk}").status_code == 204
    assert not App.objects.exists()
    evil = {**APP, "redirect_uris": ["http://evil.example/"]}
    response = client.post(API + "me/apps", evil, format="json")
    assert list(response.json()["extra"]["fields"]) == ["redirect_uris"]


@pytest.mark.parametrize("part", ["sessions", "tokens", "apps", "me/apps", "me"])
def test_lists_cost_the_same_for_one_and_for_many(
    client: Client, ada: User, part: str, django_assert_num_queries: Any
) -> None:
    def fill(numbers: range) -> None:
        for number in numbers:
            sign_in_app(user=ada, name="phone")
            make_personal_token(
                user=ada, name=f"bot {number}", scopes=frozenset(GRANTABLE), expires_at=None
            )
        for number in list(numbers)[:15]:
            make_app(ada, f"App {number}")
            let_in(make_app(make_user(), "Guest"), ada, [Scope.GAME_READ])

    fill(range(1))
    client.get(API + part)
    cost = 6 if part == "me" else 2
    with django_assert_num_queries(cost):
        client.get(API + part)
    fill(range(1, 30))
    with django_assert_num_queries(cost):
        client.get(API + part)


# The copy of one's data


@pytest.mark.django_db(transaction=True)
def test_the_copy_is_asked_for_and_fetched(client: Client, ada: User) -> None:
    assert client.get(API + "me/exports").json()["state"] is None
    assert problem_of(client.get(API + "me/exports/file")) == (409, "no_file")
    assert client.post(API + "me/exports").status_code == 202
    build(user_id=ada.pk)
    told = client.get(API + "me/exports").json()
    assert told["state"] == "ready"
    file: Any = client.get(API + "me/exports/file")
    body = b"".join(file.streaming_content)
    assert len(body) == told["size"]
    assert "data.json" in zipfile.ZipFile(io.BytesIO(body)).namelist()
    again = client.post(API + "me/exports")
    assert problem_of(again) == (429, "export_too_soon")
    assert 80_000 < int(again["Retry-After"]) <= 86_400
