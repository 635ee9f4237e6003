"""Signing up and in over the API, confirming an address, a new password for a lost one."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage

from accounts.leaving import close_account
from accounts.mail import Mail
from accounts.models import AccessToken, User
from accounts.scopes import OF_SIGNED_IN
from accounts.tokens import access_of, sign_in_app
from tests.factories.users import PASSWORD, make_user
from tests.games.api.calls import Client, client_of, problem_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

API = "/api/v1/"
NEW = {"name": "Anna", "address": "anna@example.org", "password": "correct horse battery"}
SIGN_IN = {"login": "Anna", "password": NEW["password"], "device": "phone"}
WRONG: list[Any] = [None, [], {}, 5, True, "", "\0", "x" * 5000]
Time = time_machine.Traveller


@pytest.fixture(autouse=True)
def _empty_outbox() -> None:
    mail.outbox = []


@pytest.fixture
def client() -> Client:
    """An app in which nobody has signed in."""
    return client_of()


def post(client: Client, part: str, body: Any) -> Any:
    return client.post(API + part, body, format="json")


def letters() -> list[EmailMessage]:
    """The mails sent."""
    return list(mail.outbox)


def key_of(letter: EmailMessage) -> str:
    """The key in a mail's link."""
    found = re.search(r"/(?:confirm-email|reset/key)/([^/\s]+)/", str(letter.body))
    assert found, letter.body
    return found[1]


def signed_up(client: Client) -> str:
    """Sign up; the key of the mail."""
    assert post(client, "accounts", NEW).status_code == 202
    return key_of(letters()[-1])


# Signing up


def test_a_clock_does_not_tell_whether_an_address_is_known(
    client: Client, hashed_passwords: list[str]
) -> None:
    make_user("Bea")
    for name, address in (("Anna", "anna@example.org"), ("Anne", "bea@example.com")):
        hashed_passwords.clear()
        body = {**NEW, "name": name, "address": address}
        assert post(client, "accounts", body).status_code == 202
        assert hashed_passwords == [NEW["password"]], address


def test_a_whole_way_from_nothing_to_a_session(client: Client) -> None:
    key = signed_up(client)
    refused = post(client, "sessions", SIGN_IN)
    assert problem_of(refused) == (403, "address_unconfirmed")
    confirmed = post(client, "accounts/confirmations", {"key": key})
    assert confirmed.json() == {"address": "anna@example.org"}
    session = post(client, "sessions", SIGN_IN)
    assert session.status_code == 201
    told = session.json()
    assert told["account"]["address"] == "anna@example.org"
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {told['token']}")
    assert client.get(API + "me").json() == told["account"]
    assert not client.cookies


def test_an_answer_that_was_lost_is_asked_for_again(client: Client) -> None:
    signed_up(client)
    key = signed_up(client)
    assert User.objects.count() == 1
    for _time in range(2):
        answer = post(client, "accounts/confirmations", {"key": key})
        assert answer.json() == {"address": "anna@example.org"}


def test_a_known_address_is_answered_like_any_other(client: Client) -> None:
    make_user("Bea", email="anna@example.org")
    known = post(client, "accounts", NEW)
    unknown = post(client, "accounts", {**NEW, "name": "Zoe", "address": "zoe@example.org"})
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert [letter.to for letter in letters()] == [["anna@example.org"], ["zoe@example.org"]]
    assert not User.objects.filter(username="Anna").exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "ab"}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "admin"}, "name"),
        ({"name": "taken"}, "name"),
        ({"address": "nowhere"}, "address"),
        ({"password": "short"}, "password"),
        ({"password": "password"}, "password"),
        ({"password": "anna@example.org"}, "password"),
    ],
)
def test_what_the_page_refuses_is_refused(
    client: Client, changes: dict[str, str], field: str
) -> None:
    make_user("Taken")
    response = post(client, "accounts", {**NEW, **changes})
    assert problem_of(response) == (422, "unacceptable")
    assert list(response.json()["extra"]["fields"]) == [field]
    assert User.objects.count() == 1
    assert not letters()


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("accounts", NEW),
        ("sessions", SIGN_IN),
        ("accounts/confirmations", {"key": "x"}),
        ("accounts/confirmation-mails", {"address": "a@example.org"}),
        ("password-resets", {"address": "a@example.org"}),
    ],
)
def test_bad_input_changes_nothing(
    client: Client, part: str, body: dict[str, Any], value: Any
) -> None:
    for name in body:
        response = post(client, part, {**body, name: value})
        assert problem_of(response) == (400, "invalid")
        left = {key: text for key, text in body.items() if key != name}
        assert problem_of(post(client, part, left)) == (400, "invalid")
    assert problem_of(post(client, part, value)) == (400, "invalid")
    assert not User.objects.exists()
    assert not letters()


def test_a_mail_that_fails_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any, **_more: Any) -> None:
        raise OSError("no server")

    monkeypatch.setattr(Mail, "send", fail)
    response = post(client, "accounts", NEW)
    assert problem_of(response) == (409, "mail_failed")


def test_the_mail_comes_again_but_not_at_once(client: Client, frozen_time: Time) -> None:
    signed_up(client)
    again = {"address": "Anna@example.org"}
    assert post(client, "accounts/confirmation-mails", again).status_code == 202
    assert len(letters()) == 1
    frozen_time.shift(timedelta(seconds=61))
    assert post(client, "accounts/confirmation-mails", again).status_code == 202
    assert key_of(letters()[1])


def test_asking_for_the_mail_tells_nothing_of_an_address(client: Client) -> None:
    make_user("Bea", email="bea@example.org")
    answers = [
        post(client, "accounts/confirmation-mails", {"address": address})
        for address in ("bea@example.org", "nobody@example.org")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, b"")}
    assert [letter.to for letter in letters()] == [["bea@example.org"], ["nobody@example.org"]]


@pytest.mark.parametrize("key", ["x", "MjM:1uXyZa:wrong", "::", "é"])
def test_a_made_up_key_confirms_nothing(client: Client, key: str) -> None:
    signed_up(client)
    response = post(client, "accounts/confirmations", {"key": key})
    assert problem_of(response) == (404, "unknown_key")
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_an_address_that_somebody_else_confirmed_is_refused(client: Client) -> None:
    app = client_of(make_user("Bea"))
    wanted = {"address": "new@example.org", "password": PASSWORD}
    app.put(API + "me/address", wanted, format="json")
    key = key_of(letters()[-1])
    make_user("Zoe", email="new@example.org")
    response = post(client, "accounts/confirmations", {"key": key})
    assert problem_of(response) == (409, "address_taken")


def test_who_signs_up_too_often_waits(client: Client) -> None:
    for _number in range(20):
        post(client, "accounts", {**NEW, "name": "ab"})
    response = post(client, "accounts", NEW)
    assert problem_of(response) == (429, "throttled")
    assert response["Retry-After"] == "60"
    assert not User.objects.exists()


# Signing in


@pytest.mark.parametrize("login", ["Bea", "bea", "bea@example.com", "BEA@example.com"])
def test_signing_in_by_name_or_address(client: Client, login: str) -> None:
    user = make_user("Bea")
    body = {"login": login, "password": PASSWORD, "device": "phone"}
    told = post(client, "sessions", body).json()
    access = access_of(told["token"])
    assert access is not None
    assert access.user == user
    assert access.scopes == OF_SIGNED_IN
    user.refresh_from_db()
    assert user.last_login is not None


@pytest.mark.parametrize("login", ["Bea", "nobody", "nobody@example.org"])
def test_a_wrong_password_tells_nothing(client: Client, login: str) -> None:
    make_user("Bea")
    response = post(client, "sessions", {"login": login, "password": "wrong", "device": "p"})
    assert problem_of(response) == (401, "wrong_password")
    assert response["WWW-Authenticate"] == "Bearer"
    assert not AccessToken.objects.exists()


def test_guessing_ends_after_five(client: Client) -> None:
    make_user("Bea")
    body = {"login": "Bea", "password": "wrong", "device": "phone"}
    for _number in range(5):
        assert problem_of(post(client, "sessions", body)) == (401, "wrong_password")
    response = post(client, "sessions", {**body, "password": PASSWORD})
    assert problem_of(response) == (429, "too_many_attempts")
    assert response["Retry-After"] == "300"


def test_guessing_ends_however_the_place_and_the_name_are_written(
    client: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    make_user("Bess")
    body = {"login": "bess", "password": "wrong", "device": "phone"}
    statuses = [
        client.post(
            API + "sessions",
            {**body, "login": login},
            format="json",
            headers={"host": f"testserver:{port}"},
        ).status_code
        for port, login in enumerate(
            ["bess", "BESS", "be\u017f\u017f", "Bess", "bes\u017f", "bess"], 8000
        )
    ]
    assert statuses == [401] * 5 + [429]


def test_an_account_that_is_switched_off_stays_out(client: Client) -> None:
    make_user("Bea", is_active=False)
    body = {"login": "Bea", "password": PASSWORD, "device": "phone"}
    assert problem_of(post(client, "sessions", body)) == (403, "account_inactive")


def test_signing_in_keeps_an_account_that_was_closed(client: Client) -> None:
    user = make_user("Bea")
    close_account(user=user)
    wrong = post(client, "sessions", {"login": "Bea", "password": "wrong", "device": "phone"})
    assert problem_of(wrong) == (401, "wrong_password")
    user.refresh_from_db()
    assert user.leaving_at is not None
    told = post(client, "sessions", {"login": "Bea", "password": PASSWORD, "device": "phone"})
    assert told.json()["came_back"]
    assert access_of(told.json()["token"])
    user.refresh_from_db()
    assert user.leaving_at is None


# A lost password


@pytest.fixture
def ask(client: Client) -> Callable[[User], str]:
    """Asks for a new password; the key of the mail."""

    def asked(user: User) -> str:
        assert post(client, "password-resets", {"address": user.email}).status_code == 202
        return key_of(letters()[-1])

    return asked


def test_a_lost_password_is_set_anew_and_everything_ends(
    client: Client, ask: Callable[[User], str]
) -> None:
    user = make_user("Bea")
    _token, old = sign_in_app(user=user, name="old phone")
    key = ask(user)
    body = {"password": "another horse battery"}
    bad = client.put(f"{API}password-resets/{key}", {"password": "short"}, format="json")
    assert list(bad.json()["extra"]["fields"]) == ["password"]
    assert access_of(old)
    done = client.put(f"{API}password-resets/{key}", body, format="json")
    assert done.status_code == 204
    assert access_of(old) is None
    assert letters()[-1].to == [user.email]
    again = client.put(f"{API}password-resets/{key}", body, format="json")
    assert problem_of(again) == (404, "unknown_key")
    signed_in = {"login": "Bea", "device": "phone", **body}
    assert post(client, "sessions", signed_in).status_code == 201
    assert not client.cookies


def test_an_unknown_address_is_answered_like_a_known_one(
    client: Client, ask: Callable[[User], str]
) -> None:
    ask(make_user("Bea"))
    response = post(client, "password-resets", {"address": "nobody@example.org"})
    assert (response.status_code, response.content) == (202, b"")
    assert letters()[-1].to == ["nobody@example.org"]


def test_links_in_mails_lead_here_whatever_the_request_called_the_place(
    client: Client, settings: Any
) -> None:
    settings.SITE_URL = "https://loupe.example"
    settings.ALLOWED_HOSTS = ["*"]
    make_user("Bea")
    elsewhere = {"host": "evil.example:8443"}
    for part, body in (
        ("accounts", NEW),  # a new address
        ("accounts", {**NEW, "name": "Anne", "address": "bea@example.com"}),  # a known one
        ("password-resets", {"address": "bea@example.com"}),
        ("password-resets", {"address": "nobody@example.org"}),
    ):
        answer = client.post(API + part, body, format="json", headers=elsewhere)
        assert answer.status_code == 202, answer.content
    assert len(letters()) == 4
    for letter in letters():
        written = letter.message().as_string()
        assert "https://loupe.example/accounts/" in written
        assert "evil.example" not in written


@pytest.mark.parametrize("key", ["1-x", "x", "-", "zzzzzzzzzzzzzzzzzzzzz-x", "1-set-password"])
def test_a_made_up_key_sets_nothing(client: Client, key: str) -> None:
    user = make_user("Bea")
    body = {"password": "another horse battery"}
    response = client.put(f"{API}password-resets/{key}", body, format="json")
    assert problem_of(response) == (404, "unknown_key")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_one_address_is_not_flooded(client: Client) -> None:
    make_user("Bea")
    body = {"address": "bea@example.com"}
    statuses = [post(client, "password-resets", body).status_code for _number in range(6)]
    assert statuses == [202] * 5 + [429]
    assert len(letters()) == 5
