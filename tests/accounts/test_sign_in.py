"""Signing in and out."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.accounts.helpers import PASSWORD, last_letter, letters, signed_in_as

pytestmark = pytest.mark.django_db

SIGN_IN = "/accounts/login/"
SIGN_OUT = "/accounts/logout/"
WRONG = "The name or address and the password do not belong together."


@pytest.mark.parametrize(
    "login", ["Anna", "aNNA", " Anna ", "anna@example.org", "ANNA@Example.Org"]
)
def test_sign_in_by_name_or_address(client: Client, anna: User, login: str) -> None:
    response = client.post(SIGN_IN, {"login": login, "password": PASSWORD})
    assert (response.status_code, response.headers["Location"]) == (302, "/games/")
    assert signed_in_as(client) == "Anna"
    assert not client.session.get_expire_at_browser_close()


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("Anna", "wrong password"),
        ("Anna", PASSWORD.upper()),
        ("anna@example.org", "wrong password"),
        ("Nobody", PASSWORD),
        ("nobody@example.org", PASSWORD),
        ("' OR 1=1 --", PASSWORD),
    ],
)
def test_wrong_credentials_are_refused_alike(
    client: Client, anna: User, login: str, password: str
) -> None:
    response = client.post(SIGN_IN, {"login": login, "password": password})
    assert response.status_code == 422
    assert response.context["form"].errors == {"__all__": [WRONG]}
    assert signed_in_as(client) is None


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, {"login", "password"}),
        ({"login": "Anna"}, {"password"}),
        ({"login": "a" * 300, "password": PASSWORD}, {"login"}),
        ({"login": "Anna", "password": "x" * 129}, {"password"}),
        ({"login": "Anna\x00", "password": PASSWORD}, {"login"}),
        ({"login": "Anna", "password": "\x00" * 10}, {"password"}),
    ],
)
def test_wrong_input_is_told_beside_the_field(
    client: Client, anna: User, fields: dict[str, str], wrong: set[str]
) -> None:
    response = client.post(SIGN_IN, fields)
    assert (response.status_code, set(response.context["form"].errors)) == (422, wrong)


def test_way_back_is_kept(client: Client, anna: User) -> None:
    sign_in = client.get("/preferences/?a=1&b=2").headers["Location"]
    page = client.get(sign_in).content.decode()
    assert '<input type="hidden" name="next" value="/preferences/?a=1&amp;b=2">' in page
    fields = {"login": "Anna", "password": PASSWORD, "next": "/preferences/?a=1&b=2"}
    assert client.post(SIGN_IN, fields).headers["Location"] == "/preferences/?a=1&b=2"


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_way_back_never_leads_to_another_site(client: Client, anna: User, target: str) -> None:
    fields = {"login": "Anna", "password": PASSWORD, "next": target}
    assert client.post(SIGN_IN, fields).headers["Location"] == "/games/"


def test_who_is_signed_in_needs_no_form(as_anna: Client) -> None:
    assert as_anna.get(SIGN_IN).headers["Location"] == "/games/"
    assert (
        as_anna.get("/accounts/signup/?next=/preferences/").headers["Location"] == "/preferences/"
    )


def test_unconfirmed_account_gets_a_mail_instead(
    client: Client, make_person: Callable[..., User]
) -> None:
    make_person("Bert", confirmed=False)
    fields = {"login": "Bert", "password": PASSWORD, "next": "/preferences/"}
    response = client.post(SIGN_IN, fields)
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert signed_in_as(client) is None
    assert last_letter().message["To"] == "bert@example.org"
    assert client.post(last_letter().link).headers["Location"] == "/preferences/"
    assert signed_in_as(client) == "Bert"


def test_unconfirmed_account_of_an_administrator_gets_a_mail_too(client: Client) -> None:
    User.objects.create_superuser("root_", "root@example.org", PASSWORD)
    client.post(SIGN_IN, {"login": "root_", "password": PASSWORD})
    client.post(last_letter().link)
    assert signed_in_as(client) == "root_"
    assert EmailAddress.objects.get().verified


def test_account_that_is_switched_off(client: Client, make_person: Callable[..., User]) -> None:
    make_person("Bert", is_active=False)
    response = client.post(SIGN_IN, {"login": "Bert", "password": PASSWORD}, follow=True)
    assert "This account is switched off" in response.content.decode()
    assert signed_in_as(client) is None
    response = client.post(SIGN_IN, {"login": "Bert", "password": "wrong password"})
    assert response.context["form"].errors == {"__all__": [WRONG]}


def test_signing_out_asks_first(as_anna: Client) -> None:
    page = as_anna.get(SIGN_OUT)
    assert page.status_code == 200
    assert signed_in_as(as_anna) == "Anna"
    response = as_anna.post(SIGN_OUT, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert "You are signed out." in response.content.decode()
    assert signed_in_as(as_anna) is None
    assert as_anna.get("/preferences/").status_code == 302
    assert as_anna.post(SIGN_OUT).status_code == 302


def test_too_many_wrong_passwords_for_one_name(
    client: Client, anna: User, frozen_time: Any
) -> None:
    for _attempt in range(5):
        client.post(SIGN_IN, {"login": "Anna", "password": "wrong password"})
    response = client.post(SIGN_IN, {"login": "Anna", "password": PASSWORD})
    assert response.context["form"].errors == {
        "__all__": [
            "Too many attempts with a wrong password. Try again in five minutes, or set a new password."
        ]
    }
    frozen_time.shift(301)
    client.post(SIGN_IN, {"login": "Anna", "password": PASSWORD})
    assert signed_in_as(client) == "Anna"


def test_right_passwords_are_not_counted_as_wrong(client: Client, anna: User) -> None:
    for _attempt in range(8):
        browser = Client()
        browser.post(SIGN_IN, {"login": "Anna", "password": PASSWORD})
        assert signed_in_as(browser) == "Anna"


def test_too_many_sign_ins_from_one_place(anna: User, frozen_time: Any) -> None:
    browser = Client()
    statuses = [browser.post(SIGN_IN, {}).status_code for _attempt in range(31)]
    assert statuses == [422] * 30 + [429]
    assert browser.post(SIGN_IN, {}).headers["Retry-After"] == "60"
    assert Client(REMOTE_ADDR="198.51.100.7").post(SIGN_IN, {}).status_code == 422
    frozen_time.shift(61)
    assert browser.post(SIGN_IN, {}).status_code == 422


def test_unknown_and_known_names_cost_the_same(
    client: Client, anna: User, hashed_passwords: list[str]
) -> None:
    for login in ("Anna", "Nobody", "anna@example.org", "nobody@example.org"):
        hashed_passwords.clear()
        client.post(SIGN_IN, {"login": login, "password": "wrong password"})
        assert hashed_passwords == ["wrong password"], login


def test_no_mail_is_sent_by_signing_in(as_anna: Client) -> None:
    assert signed_in_as(as_anna) == "Anna"
    assert letters() == []
