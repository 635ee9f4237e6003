"""Changing a password, and setting a new one when it is forgotten."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.helpers import PASSWORD, last_letter, letters, signed_in_as

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CHANGE = "/accounts/password/change/"
ASK = "/accounts/password/reset/"
SENT = "/accounts/password/reset/done/"
NEW = "a quite different phrase"


def test_password_is_changed(as_anna: Client, anna: User) -> None:
    other = Client()
    other.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    response = as_anna.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW}, follow=True)
    assert response.redirect_chain == [(CHANGE, 302)]
    assert "Your password is changed." in response.content.decode()
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert signed_in_as(as_anna) == "Anna"
    assert other.get("/preferences/").status_code == 302  # signed out
    assert last_letter().message["Subject"] == "Your password on Loupe was changed"


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, {"oldpassword", "password1"}),
        ({"oldpassword": "wrong password", "password1": NEW}, {"oldpassword"}),
        ({"oldpassword": PASSWORD, "password1": "short"}, {"password1"}),
        ({"oldpassword": PASSWORD, "password1": "anna@example.org"}, {"password1"}),
        ({"oldpassword": PASSWORD, "password1": "x" * 129}, {"password1"}),
        ({"oldpassword": PASSWORD, "password1": "\x00" * 9}, {"password1"}),
    ],
)
def test_wrong_input_changes_nothing(
    as_anna: Client, anna: User, fields: dict[str, str], wrong: set[str]
) -> None:
    response = as_anna.post(CHANGE, fields)
    assert (response.status_code, set(response.context["form"].errors)) == (422, wrong)
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)
    assert letters() == []


def test_changing_needs_a_sign_in(client: Client) -> None:
    assert client.get(CHANGE).headers["Location"] == f"/accounts/login/?next={CHANGE}"
    assert client.post(CHANGE, {}).status_code == 302


def test_too_many_changes_are_told_when_to_try_again(as_anna: Client) -> None:
    statuses = [as_anna.post(CHANGE, {}).status_code for _attempt in range(6)]
    assert statuses == [422] * 5 + [429]


def ask(client: Client, address: str = "anna@example.org", query: str = "") -> str:
    """Ask for the link; it stands in the newest mail."""
    response = client.post(ASK + query, {"email": address})
    assert (response.status_code, response.headers["Location"]) == (302, SENT)
    return last_letter().link


def test_forgotten_password_is_set_by_the_link(client: Client, anna: User) -> None:
    link = ask(client)
    phone = Client()
    form = phone.get(link, follow=True)
    assert link not in form.request["PATH_INFO"]  # the secret is gone from the address
    response = phone.post(form.request["PATH_INFO"], {"password1": NEW})
    assert (response.status_code, response.headers["Location"]) == (302, "/games/")
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert signed_in_as(phone) == "Anna"
    assert last_letter().message["Subject"] == "Your password on Loupe was set anew"


def test_opening_the_link_changes_nothing(client: Client, anna: User) -> None:
    before = anna.password
    client.get(ask(client), follow=True)
    anna.refresh_from_db()
    assert anna.password == before
    assert signed_in_as(client) is None


def test_way_back_is_kept(client: Client, anna: User) -> None:
    sign_in = client.get("/preferences/?from=invitation").headers["Location"]
    page = client.get(sign_in).content.decode()
    query = "?then=%2Fpreferences%2F%3Ffrom%3Dinvitation"
    assert f'href="{ASK}{query}"' in page
    form = Client().get(ask(client, query=query), follow=True)
    target = f"{form.request['PATH_INFO']}?{form.request['QUERY_STRING']}"
    response = form.client.post(target, {"password1": NEW, "next": "/preferences/?from=invitation"})
    assert response.headers["Location"] == "/preferences/?from=invitation"


def test_way_back_never_leads_to_another_site(client: Client, anna: User) -> None:
    assert "evil" not in ask(client, query="?then=https://evil.example/")


def test_link_works_once(client: Client, anna: User) -> None:
    link = ask(client)
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW})
    for browser in (client, Client()):
        response = browser.get(link)
        assert "This link was used already or is too old." in response.content.decode()
    assert (
        client.post(form.request["PATH_INFO"], {"password1": "yet another one"}).status_code == 200
    )
    anna.refresh_from_db()
    assert anna.check_password(NEW)


def test_link_is_too_old_after_three_days(client: Client, anna: User, frozen_time: Any) -> None:
    link = ask(client)
    frozen_time.shift(4 * 24 * 3600)
    assert "This link was used already or is too old." in client.get(link).content.decode()


@pytest.mark.parametrize("key", ["1-x", "zzzzzz-abc-def", "1-set-password"])
def test_false_link_is_refused(client: Client, anna: User, key: str) -> None:
    response = client.get(f"/accounts/password/reset/key/{key}/")
    assert "This link was used already or is too old." in response.content.decode()
    client.post(f"/accounts/password/reset/key/{key}/", {"password1": NEW})
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


@pytest.mark.parametrize("password", ["", "short", "password", "anna@example.org", "x" * 129])
def test_bad_new_password_is_told(client: Client, anna: User, password: str) -> None:
    form = client.get(ask(client), follow=True)
    response = client.post(form.request["PATH_INFO"], {"password1": password})
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["password1"])


def test_unknown_address_looks_like_a_known_one(client: Client, anna: User) -> None:
    pages = []
    for address in ("anna@example.org", "nobody@example.org"):
        ask(client, address)
        pages.append(client.get(SENT).content)
    assert pages[0] == pages[1]
    assert [letter.message["Subject"] for letter in letters()] == [
        "A new password for Loupe",
        "No account on Loupe with this address",
    ]
    assert "/accounts/signup/" in last_letter().text


@pytest.mark.parametrize("address", ["", "nobody", "änne@example.org", "a\x00@example.org"])
def test_bad_address_is_told(client: Client, address: str) -> None:
    response = client.post(ASK, {"email": address})
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["email"])
    assert letters() == []


def test_account_that_is_switched_off_gets_no_link(
    client: Client, make_person: Callable[..., User]
) -> None:
    make_person("Bert", is_active=False)
    ask(client, "bert@example.org")
    assert last_letter().message["Subject"] == "No account on Loupe with this address"


def test_new_password_does_not_confirm_the_address(
    client: Client, make_person: Callable[..., User]
) -> None:
    make_person("Bert", confirmed=False)
    form = client.get(ask(client, "bert@example.org"), follow=True)
    response = client.post(form.request["PATH_INFO"], {"password1": NEW})
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert not EmailAddress.objects.get().verified
    client.post(last_letter().link)
    assert signed_in_as(client) == "Bert"


def test_too_many_links_for_one_address(client: Client, anna: User) -> None:
    statuses = [client.post(ASK, {"email": "anna@example.org"}).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]
    assert len(letters()) == 5


def test_link_signs_somebody_else_out(as_anna: Client, make_person: Callable[..., User]) -> None:
    make_person("Bert")
    link = ask(Client(), "bert@example.org")
    form = as_anna.get(link, follow=True)
    as_anna.post(form.request["PATH_INFO"], {"password1": NEW})
    assert signed_in_as(as_anna) == "Bert"


def test_what_was_written_while_the_password_was_hashed_stands(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing the account in another tab, for one."""
    hashed, now = User.set_password, timezone.now()

    def slow(user: User, password: str) -> None:
        User.objects.filter(pk=user.pk).update(leaving_at=now, sessions_ended=3, is_bot=True)
        hashed(user, password)

    monkeypatch.setattr(User, "set_password", slow)
    get_adapter().set_password(anna, NEW)
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert (anna.leaving_at, anna.sessions_ended, anna.is_bot) == (now, 3, True)
