"""The first page."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.one_database


@pytest.mark.django_db
def test_home_tells_a_stranger_where_to_begin(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert f'href="{reverse("account_signup")}"' in page.text


@pytest.mark.django_db
def test_home_sends_a_reader_to_their_games(client: Client) -> None:
    client.force_login(
        get_user_model().objects.create_user("ada", "ada@example.com", "a long password")
    )
    answer = client.get("/")
    assert (answer.status_code, answer["Location"]) == (302, reverse("games:mine"))


@pytest.mark.django_db
def test_pages_come_with_a_strict_policy(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
    assert "unsafe" not in policy
