"""People in the admin."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.scopes import GRANTABLE, Scope
from accounts.tokens import access_of, make_personal_token, sign_in_app
from tests.accounts.helpers import PASSWORD
from tests.factories.oauth import let_in, make_app

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/user/"
NEW = "another horse battery"


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


@pytest.mark.parametrize(
    "fields",
    [
        {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "x"},
        {"usable_password": "false", "unset-password": "x"},
    ],
)
def test_another_password_signs_everything_out(
    as_root: Client, anna: User, fields: dict[str, str]
) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    assert browser.get("/preferences/").status_code == 200
    _token, phone = sign_in_app(user=anna, name="phone")
    _token, personal = make_personal_token(
        user=anna, name="bot", scopes=frozenset(GRANTABLE), expires_at=None
    )
    guest = let_in(make_app(anna), anna, [Scope.GAME_READ])
    values = (phone, personal, guest)
    wrong = {"password1": "short", "password2": "other", "usable_password": "true"}
    assert as_root.post(f"{LIST}{anna.pk}/password/", wrong).status_code == 422
    assert [bool(access_of(value)) for value in values] == [True] * 3
    assert as_root.post(f"{LIST}{anna.pk}/password/", fields).status_code == 302
    assert [bool(access_of(value)) for value in values] == [False] * 3
    assert browser.get("/preferences/").status_code == 302
    assert as_root.get(LIST).status_code == 200
    anna.refresh_from_db()
    assert not anna.check_password(PASSWORD)
    assert anna.check_password(NEW) == ("password1" in fields)


def test_another_password_takes_nothing_back_that_changed_meanwhile(
    as_root: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = User.set_password

    def slow(self: User, raw_password: str | None) -> None:
        hashed(self, raw_password)
        User.objects.filter(pk=self.pk).update(time_zone="Asia/Shanghai")

    monkeypatch.setattr(User, "set_password", slow)
    fields = {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "x"}
    assert as_root.post(f"{LIST}{anna.pk}/password/", fields).status_code == 302
    anna.refresh_from_db()
    assert (anna.time_zone, anna.check_password(NEW)) == ("Asia/Shanghai", True)


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
