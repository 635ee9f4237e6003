"""People in the admin."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.helpers import PASSWORD

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/user/"


@pytest.fixture
def as_root(make_person: Callable[..., User], client: Client) -> Client:
    """A browser in which an administrator is signed in."""
    make_person("Boss", is_staff=True, is_superuser=True)
    client.post("/accounts/login/", {"login": "Boss", "password": PASSWORD})
    return client


def test_people_are_listed_and_found(as_root: Client, anna: User) -> None:
    assert "anna@example.org" in as_root.get(LIST).content.decode()
    assert "anna@example.org" not in as_root.get(LIST, {"q": "boss"}).content.decode()


def test_account_is_switched_off(as_root: Client, anna: User) -> None:
    form = as_root.get(f"{LIST}{anna.pk}/change/").context["adminform"].form
    fields = {name: value for name, value in form.initial.items() if value is not None}
    fields = {**fields, "groups": [], "email": "ANNA@example.org", "notification_delay": "60"}
    fields.pop("is_active")
    assert as_root.post(f"{LIST}{anna.pk}/change/", fields).status_code == 302
    anna.refresh_from_db()
    assert (anna.is_active, anna.email, anna.notification_delay) == (False, "anna@example.org", 60)


def test_account_is_made(as_root: Client) -> None:
    fields = {"username": "Carl", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    response = as_root.post(f"{LIST}add/", {**fields, "usable_password": "true"})
    assert response.status_code == 302
    assert User.objects.get(username="Carl").check_password(PASSWORD)


@pytest.mark.parametrize("name", ["BOSS", "a", "a b"])
def test_wrong_name_is_told(as_root: Client, name: str) -> None:
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    response = as_root.post(f"{LIST}add/", {**fields, "usable_password": "true"})
    assert list(response.context["errors"]) != []
    assert User.objects.count() == 1


def test_nobody_is_deleted(as_root: Client, anna: User) -> None:
    assert as_root.get(f"{LIST}{anna.pk}/delete/").status_code == 403
    response = as_root.post(
        LIST, {"action": "delete_selected", "_selected_action": [anna.pk], "post": "yes"}
    )
    assert response.status_code in {200, 302}
    assert User.objects.filter(pk=anna.pk).exists()


def test_admin_uses_the_sign_in_of_the_site(client: Client, as_anna: Client) -> None:
    assert Client().get("/admin/", follow=True).redirect_chain[-1][0] == (
        "/accounts/login/?next=%2Fadmin%2F"
    )
    assert as_anna.get("/admin/login/").status_code == 403
