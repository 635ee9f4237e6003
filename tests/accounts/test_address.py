"""Changing one's address."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.accounts.helpers import PASSWORD, last_letter, letters, signed_in_as

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ADDRESS = "/accounts/email/"
AGAIN = "/accounts/reauthenticate/"
NEW = "new@example.org"


def change(client: Client, address: str = NEW) -> Any:
    """Send the form, and the password where it is asked for."""
    answer = client.post(ADDRESS, {"email": address, "action_add": ""})
    if answer.headers.get("Location", "").startswith(AGAIN):
        answer = client.post(answer.headers["Location"], {"password": PASSWORD})
    return answer


def addresses(user: User) -> set[tuple[str, bool]]:
    """The stored addresses and whether they are confirmed."""
    return set(EmailAddress.objects.filter(user=user).values_list("email", "verified"))


def test_new_address_counts_when_it_is_confirmed(as_anna: Client, anna: User) -> None:
    assert change(as_anna).headers["Location"] == ADDRESS
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    assert last_letter().message["To"] == NEW
    page = as_anna.get(ADDRESS).content.decode()
    assert "Mails go to <b>anna@example.org</b>." in page
    assert "You are changing to <b>new@example.org</b>." in page

    as_anna.post(last_letter().link)
    anna.refresh_from_db()
    assert anna.email == NEW
    assert addresses(anna) == {(NEW, True)}
    notice = last_letter()
    assert notice.message["To"] == "anna@example.org"
    assert "go to new@example.org from now on, no longer to anna@example.org" in notice.text


def test_link_works_on_another_device(as_anna: Client, anna: User) -> None:
    change(as_anna)
    phone = Client()
    assert phone.post(last_letter().link).headers["Location"] == "/accounts/login/"
    anna.refresh_from_db()
    assert anna.email == NEW
    assert signed_in_as(phone) is None
    phone.post("/accounts/login/", {"login": NEW, "password": PASSWORD})
    assert signed_in_as(phone) == "Anna"


def test_change_is_called_off(as_anna: Client, anna: User) -> None:
    change(as_anna)
    link = last_letter().link
    as_anna.post(ADDRESS, {"email": NEW, "action_remove": ""})
    assert addresses(anna) == {("anna@example.org", True)}
    Client().post(link)
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_present_address_can_not_be_removed(as_anna: Client, anna: User) -> None:
    change(as_anna)
    as_anna.post(ADDRESS, {"email": "anna@example.org", "action_remove": ""})
    assert addresses(anna) == {("anna@example.org", True), (NEW, False)}


def test_mail_is_sent_again(as_anna: Client) -> None:
    change(as_anna)
    cache.clear()
    as_anna.post(ADDRESS, {"email": NEW, "action_send": ""})
    assert [letter.message["To"] for letter in letters()] == [NEW, NEW]


def test_second_wish_replaces_the_first(as_anna: Client, anna: User) -> None:
    change(as_anna)
    first = last_letter().link
    change(as_anna, "third@example.org")
    Client().post(first)
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    assert addresses(anna) == {("anna@example.org", True), ("third@example.org", False)}


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("", "This field is required."),
        ("nobody", "Enter a valid email address."),
        ("änne@example.org", "Enter a valid email address."),
        ("a\x00@example.org", "Null characters are not allowed."),
        (f"{'a' * 60}@{'b.' * 100}org", "at most 254 characters"),
        ("Anna@Example.org", "This is your address already"),
    ],
)
def test_bad_address_is_told(as_anna: Client, anna: User, address: str, error: str) -> None:
    response = change(as_anna, address)
    assert response.status_code == 422
    assert error in str(response.context["form"].errors["email"])
    assert addresses(anna) == {("anna@example.org", True)}


def test_address_of_another_account_looks_like_any_other(
    as_anna: Client, anna: User, make_person: Callable[..., User]
) -> None:
    make_person("Bert")
    assert change(as_anna, "bert@example.org").headers["Location"] == ADDRESS
    as_anna.post(last_letter().link)
    text = as_anna.get("/preferences/").content.decode()
    assert "bert@example.org is the address of another account by now." in text
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_confirmed_address_is_taken_from_an_unfinished_sign_up(
    as_anna: Client, anna: User, make_person: Callable[..., User]
) -> None:
    bert = make_person("Bert", email=NEW, confirmed=False)
    change(as_anna)
    as_anna.post(last_letter().link)
    anna.refresh_from_db()
    bert.refresh_from_db()
    assert (anna.email, bert.email) == (NEW, "")
    assert addresses(bert) == set()


def test_address_that_an_administrator_gave_to_another_account_stays_there(
    as_anna: Client, anna: User, make_person: Callable[..., User]
) -> None:
    bert = make_person("Bert")
    change(as_anna)
    User.objects.filter(pk=bert.pk).update(email=NEW)
    assert as_anna.post(last_letter().link).status_code == 302
    text = as_anna.get(ADDRESS).content.decode()
    assert "new@example.org is the address of another account by now." in text
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_change_needs_the_password(as_anna: Client, frozen_time: Any) -> None:
    asked = as_anna.post(ADDRESS, {"email": NEW, "action_add": ""})
    assert asked.headers["Location"] == f"{AGAIN}?next=%2Faccounts%2Femail%2F"
    for wrong in ("wrong password", "", "x" * 129, "\x00"):
        answer = as_anna.post(asked.headers["Location"], {"password": wrong})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["password"])
    assert letters() == []
    as_anna.post(asked.headers["Location"], {"password": PASSWORD})
    assert last_letter().message["To"] == NEW


def test_password_counts_for_five_minutes(as_anna: Client, frozen_time: Any) -> None:
    change(as_anna)
    frozen_time.shift(299)
    third = as_anna.post(ADDRESS, {"email": "third@example.org", "action_add": ""})
    assert third.headers["Location"] == ADDRESS
    frozen_time.shift(2)
    fourth = as_anna.post(ADDRESS, {"email": "fourth@example.org", "action_add": ""})
    assert fourth.headers["Location"].startswith(AGAIN)


def test_somebody_elses_change_can_not_be_touched(
    as_anna: Client, make_person: Callable[..., User]
) -> None:
    bert = make_person("Bert")
    EmailAddress.objects.create(user=bert, email=NEW)
    for action in ("action_remove", "action_send", "action_primary"):
        assert as_anna.post(ADDRESS, {"email": NEW, action: ""}).status_code == 302
    assert addresses(bert) == {("bert@example.org", True), (NEW, False)}
    assert letters() == []


def test_page_needs_a_sign_in(client: Client) -> None:
    assert client.get(ADDRESS).headers["Location"] == f"/accounts/login/?next={ADDRESS}"
    assert change(client).status_code == 302
    assert letters() == []
