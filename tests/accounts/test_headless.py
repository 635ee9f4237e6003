"""Accounts for programs: allauth's app client and the token it gives."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.helpers import PASSWORD, last_letter, letters

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

AUTH = "/_allauth/app/v1/auth"


def post(client: Client, path: str, data: dict[str, Any], token: str = "") -> Any:
    """Send JSON as an app does."""
    headers = {"X-Session-Token": token} if token else {}
    return client.post(f"{AUTH}/{path}", data, content_type="application/json", headers=headers)


def pending(answer: Any) -> list[str]:
    """What has to be done before one is signed in."""
    return [flow["id"] for flow in answer.json()["data"]["flows"] if flow.get("is_pending")]


def test_sign_up_confirm_and_sign_in(client: Client) -> None:
    answer = post(
        client, "signup", {"username": "Anna", "email": "anna@example.org", "password": PASSWORD}
    )
    assert (answer.status_code, pending(answer)) == (401, ["verify_email"])
    Client().post(last_letter().link)  # in a browser, perhaps of another device
    answer = post(client, "login", {"username": "ANNA", "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["data"]["user"]["username"] == "Anna"
    token = answer.json()["meta"]["session_token"]
    session = client.get(f"{AUTH}/session", headers={"X-Session-Token": token})
    assert session.status_code == 200
    gone = client.delete(f"{AUTH}/session", headers={"X-Session-Token": token})
    assert gone.status_code == 401
    assert client.get(f"{AUTH}/session", headers={"X-Session-Token": token}).status_code in {
        401,
        410,
    }


def test_sign_in_by_address(client: Client, anna: User) -> None:
    answer = post(client, "login", {"email": anna.email, "password": PASSWORD})
    assert answer.json()["meta"]["is_authenticated"] is True


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "ab"},
        {"username": "ad_min"},
        {"username": "a b c"},
        {"username": ["list"]},
        {"username": None},
        {"email": "nobody"},
        {"email": f"{'a' * 60}@{'b.' * 100}org"},
        {"email": 5},
        {"password": "short"},
        {"password": {}},
    ],
)
def test_wrong_input_is_refused(client: Client, fields: dict[str, Any]) -> None:
    good = {"username": "Anna", "email": "anna@example.org", "password": PASSWORD}
    answer = post(client, "signup", {**good, **fields})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["param"] in fields
    assert not User.objects.exists()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff"])
def test_malformed_body_is_refused(client: Client, body: bytes) -> None:
    answer = client.post(f"{AUTH}/signup", body, content_type="application/json")
    assert answer.status_code == 400
    assert not User.objects.exists()


def test_address_with_an_account_looks_like_any_other(
    client: Client, make_person: Callable[..., User]
) -> None:
    make_person("Bert")
    answers = []
    for name, address in (("Anna", "bert@example.org"), ("Dora", "dora@example.org")):
        fields = {"username": name, "email": address, "password": PASSWORD}
        answer = post(Client(), "signup", fields)
        answers.append((answer.status_code, answer.json()["data"]))
    assert answers[0] == answers[1]
    assert len(letters()) == 2


def test_too_many_requests(client: Client) -> None:
    statuses = {post(client, "login", {}).status_code for _attempt in range(30)}
    assert statuses == {400}
    assert post(client, "login", {}).status_code == 429


def test_the_browser_client_is_switched_off(client: Client) -> None:
    assert client.get("/_allauth/browser/v1/auth/session").status_code == 404
