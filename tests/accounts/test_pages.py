"""What holds for every page of the accounts: fields that say what they are, and nothing that the policy forbids."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.helpers import PASSWORD, last_letter, page

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FOR_ALL = {
    "/accounts/login/": {"login": "username", "password": "current-password"},
    "/accounts/signup/": {"username": "username", "email": "email", "password1": "new-password"},
    "/accounts/password/reset/": {"email": "email"},
    "/accounts/password/reset/done/": {},
    "/accounts/password/reset/key/done/": {},
    "/accounts/password/reset/key/1-false/": {},
    "/accounts/confirm-email/false/": {},
    "/accounts/inactive/": {},
}
FOR_SIGNED_IN = {
    "/accounts/logout/": {},
    "/accounts/email/": {"email": "email"},
    "/accounts/password/change/": {
        "oldpassword": "current-password",
        "password1": "new-password",
    },
    "/accounts/reauthenticate/": {"password": "current-password"},
    "/preferences/": {},
}


def check(browser: Client, path: str, autocomplete: dict[str, str]) -> None:
    """The page, and the page after an empty form was sent, are sound."""
    answers = [browser.get(path, follow=True)]
    if autocomplete:
        answers.append(browser.post(path, {"action_add": ""}))
    for answer in answers:
        found = page(answer)
        fields = {control["name"]: control for control in found.controls}
        assert {name: fields[name]["autocomplete"] for name in autocomplete} == autocomplete
        assert {control["id"] for control in found.controls} <= found.labelled
        for control in found.controls:
            assert set(control.get("aria-describedby", "").split()) <= set(found.ids)
            assert "placeholder" not in control
        assert len(found.ids) == len(set(found.ids))
        assert (found.styled, found.inline_scripts) == ([], 0)
        assert "Content-Security-Policy" in answer.headers
    if autocomplete:
        refused = page(answers[1])
        for name in autocomplete:
            [control] = [control for control in refused.controls if control["name"] == name]
            assert control["aria-invalid"] == "true"
            assert f"id_{name}_error" in control["aria-describedby"].split()


@pytest.mark.parametrize("path", FOR_ALL)
def test_page_for_everybody_is_sound(client: Client, path: str) -> None:
    check(client, path, FOR_ALL[path])


@pytest.mark.parametrize("path", FOR_SIGNED_IN)
def test_page_for_signed_in_is_sound(as_anna: Client, path: str) -> None:
    check(as_anna, path, FOR_SIGNED_IN[path])


def test_pages_of_the_sign_up_are_sound(client: Client) -> None:
    fields = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", fields)
    check(client, "/accounts/confirm-email/", {})
    check(client, last_letter().link, {})


def test_pages_of_the_reset_are_sound(client: Client, anna: User) -> None:
    client.post("/accounts/password/reset/", {"email": anna.email})
    form = client.get(last_letter().link, follow=True).request["PATH_INFO"]
    check(client, form, {"password1": "new-password"})


def test_page_while_an_address_is_changed_is_sound(as_anna: Client, anna: User) -> None:
    anna.emailaddress_set.create(email="new@example.org")  # type: ignore[attr-defined]
    check(as_anna, "/accounts/email/", {"email": "email"})


@pytest.mark.parametrize("path", ["/accounts/password/set/", "/accounts/login/code/confirm/"])
def test_pages_that_are_not_offered_lead_elsewhere(
    as_anna: Client, path: str, make_person: Callable[..., User]
) -> None:
    assert as_anna.get(path).status_code == 302


@pytest.mark.parametrize("path", ["/accounts/reauthenticate/code/", "/accounts/3rdparty/"])
def test_ways_that_are_switched_off(as_anna: Client, path: str) -> None:
    assert as_anna.get(path).status_code in {403, 404}
