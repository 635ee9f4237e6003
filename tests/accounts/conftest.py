"""People for the tests of the accounts."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.accounts.helpers import PASSWORD


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Django leaves the language of a request active; the next test must not see it."""
    yield
    translation.deactivate()


@pytest.fixture
def make_person(db: None) -> Callable[..., User]:
    """Makes a person with a confirmed address (``confirmed=False``: with one that is not)."""

    def make(name: str = "Anna", *, confirmed: bool = True, **fields: Any) -> User:
        address = fields.pop("email", f"{name.lower()}@example.org")
        user = User.objects.create_user(name, address, PASSWORD, **fields)
        EmailAddress.objects.create(user=user, email=address, primary=True, verified=confirmed)
        return user

    return make


@pytest.fixture
def anna(make_person: Callable[..., User]) -> User:
    """A person."""
    return make_person("Anna")


@pytest.fixture
def as_anna(anna: User, client: Client) -> Client:
    """A browser in which she is signed in, by the form."""
    client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    return client
