"""Closing an account while an app is being let in: nothing that acts for the person survives it."""

from collections.abc import Callable

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.test import Client

from accounts import oauth_views, tokens
from accounts.leaving import close_account
from accounts.models import User
from tests.accounts.test_oauth import code_of, consent, fetch
from tests.factories.oauth import make_app

pytestmark = pytest.mark.django_db


@pytest.fixture
def app(make_person: Callable[..., User]) -> App:
    """An app that somebody else made."""
    return make_app(make_person("Maker"))


def closing(monkeypatch: pytest.MonkeyPatch, user: User) -> None:
    """The account is closed while the request is under way, just before its person is locked."""
    lock = tokens.lock_holder

    def closed_first(user_id: int) -> bool:
        close_account(user=user)
        return lock(user_id)

    monkeypatch.setattr(oauth_views, "lock_holder", closed_first)


def test_consent_in_the_moment_of_closing_lets_nobody_in(
    as_anna: Client, anna: User, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing(monkeypatch, anna)
    assert consent(as_anna, app)["Location"].startswith("/accounts/login/")
    assert not Token.objects.exists()


@pytest.mark.parametrize("means", ["code", "refresh_token", "refresh_token again"])
def test_nothing_fetched_in_the_moment_of_closing_survives_it(
    as_anna: Client, anna: User, app: App, monkeypatch: pytest.MonkeyPatch, means: str
) -> None:
    given = {"code": code_of(consent(as_anna, app))}
    if means != "code":
        made = fetch(Client(), app, **given).json()
        given = {"grant_type": "refresh_token", "refresh_token": made["refresh_token"]}
    if means.endswith("again"):
        assert fetch(Client(), app, **given).status_code == 200
    closing(monkeypatch, anna)
    answer = fetch(Client(), app, **given)
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_grant"})
    assert not Token.objects.exists()
