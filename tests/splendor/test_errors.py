"""The pages of errors, by real requests: each says what to do next, in the look of the site, without a database."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import page
from tests.factories.users import PASSWORD, make_user

pytestmark = pytest.mark.one_database

LOGIN = "/accounts/login/"


def next_steps(answer: Any) -> list[str]:
    """Where the page of an error leads; an empty address loads the same page again."""
    acts = re.findall(r'<p class="acts">(.*?)</p>', answer.content.decode(), re.DOTALL)
    return re.findall(r'href="([^"]*)"', acts[0])


def looks_like_the_site(answer: Any, status: int) -> bool:
    """True for a page with this status, the site's frame and one main heading."""
    text = answer.content.decode()
    assert page(answer).styled == []
    whole = all(part in text for part in ("css/site.css", 'class="mark"', "foot-site", 'id="main"'))
    return answer.status_code == status and whole and text.count("<h1>") == 1


def test_unknown_address_leads_to_ones_games_without_a_database() -> None:
    answer = Client().get("/nowhere/")
    assert looks_like_the_site(answer, 404)
    assert next_steps(answer) == ["/games/", "/"]


def test_old_form_can_be_loaded_again_without_a_database() -> None:
    answer = Client(enforce_csrf_checks=True).post(LOGIN, {"login": "ada"})
    assert looks_like_the_site(answer, 403)
    assert "This form is out of date" in answer.text
    assert next_steps(answer) == ["", "/"]


def test_an_error_of_ours_has_a_page_while_the_database_is_away() -> None:
    """Without the mark `django_db` every question to the database fails."""
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "x" * 32
    answer = browser.get(reverse("games:mine"))
    assert looks_like_the_site(answer, 500)
    assert next_steps(answer) == ["", "/"]


@pytest.mark.django_db
def test_no_right_to_a_page_is_told_to_who_has_signed_in() -> None:
    staff = User.objects.create_user("staff1", "staff1@example.com", PASSWORD, is_staff=True)
    client = Client()
    client.force_login(staff)
    answer = client.get(reverse("admin:games_game_changelist"))
    assert looks_like_the_site(answer, 403)
    assert next_steps(answer) == ["/games/", "/"]
    assert "staff1" in answer.text


@pytest.mark.django_db
def test_too_many_tries_are_told_when_to_come_again() -> None:
    make_user("ada")
    client = Client()
    for _try in range(30):
        client.post(LOGIN, {"login": "nobody", "password": "x"})
    answer = client.post(LOGIN, {"login": "nobody", "password": "x"})
    assert looks_like_the_site(answer, HTTPStatus.TOO_MANY_REQUESTS)
    assert answer["Retry-After"] == "60"
    assert next_steps(answer) == ["", "/"]


@pytest.mark.django_db
def test_a_game_that_nobody_knows_of_is_not_found() -> None:
    client = Client()
    client.force_login(make_user())
    answer = client.get("/games/nosuchgame/")
    assert looks_like_the_site(answer, 404)
    assert next_steps(answer) == ["/games/", "/"]
