"""Tokens for programs of one's own, sessions of apps, and what a new password ends."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from allauth.idp.oidc.models import Token
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.leaving import close_account
from accounts.models import AccessToken, TokenKind, User
from accounts.oauth import apps_made_by, guests_of
from accounts.scopes import GRANTABLE, OF_SIGNED_IN, Scope
from accounts.tasks import drop_expired_tokens
from accounts.tokens import (
    APP_LIFETIME,
    MOST_PERSONAL,
    MOST_SESSIONS,
    access_of,
    make_personal_token,
    sign_in_app,
)
from tests.accounts.helpers import PASSWORD, last_letter, signed_in_as
from tests.factories.oauth import let_in, make_app

pytestmark = pytest.mark.django_db

TOKENS, APPS = "/accounts/tokens/", "/accounts/apps/"
NEW = "a new password, longer"
MakePerson = Callable[..., User]
Time = time_machine.Traveller


def token_of(user: User, name: str = "bot", **changes: Any) -> str:
    """A personal token's value."""
    wanted = {"scopes": frozenset({Scope.GAME_READ}), "expires_at": None, **changes}
    return make_personal_token(user=user, name=name, **wanted)[1]


@pytest.fixture
def sure_anna(as_anna: Client) -> Client:
    """A browser in which she has just typed her password once more."""
    as_anna.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return as_anna


# Making and using


def test_only_a_hash_and_the_last_signs_are_kept(anna: User) -> None:
    value = token_of(anna)
    row = AccessToken.objects.get()
    assert value.startswith("loupe_pat_")
    assert value not in str(vars(row))
    assert value.endswith(row.hint)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"scopes": frozenset()}, "scopes"),
        ({"scopes": OF_SIGNED_IN}, "scopes"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "expires_at"),
        ({"name": "bot"}, "name"),
    ],
)
def test_a_token_that_must_not_be_made(anna: User, changes: dict[str, Any], field: str) -> None:
    token_of(anna)
    with pytest.raises(ValidationError) as caught:
        token_of(anna, **{"name": "another", **changes})
    assert list(caught.value.message_dict) == [field]
    assert AccessToken.objects.count() == 1


def test_there_is_an_end_to_tokens(anna: User) -> None:
    for number in range(MOST_PERSONAL):
        token_of(anna, f"bot {number}")
    with pytest.raises(ValidationError):
        token_of(anna, "one more")


def test_who_never_signs_out_loses_the_sessions_used_least_lately(
    anna: User, frozen_time: Time
) -> None:
    values = []
    for number in range(MOST_SESSIONS + 1):
        values.append(sign_in_app(user=anna, name=f"phone {number}")[1])
        frozen_time.shift(timedelta(minutes=1))
    assert access_of(values[0]) is None
    assert access_of(values[1]) is not None


def test_a_session_lasts_while_it_is_used(anna: User, frozen_time: Time) -> None:
    value = sign_in_app(user=anna, name="phone")[1]
    for _time in range(3):
        frozen_time.shift(APP_LIFETIME - timedelta(hours=1))
        assert access_of(value)
    frozen_time.shift(APP_LIFETIME + timedelta(hours=1))
    assert access_of(value) is None


def test_what_has_ended_is_deleted_at_night(anna: User, frozen_time: Time) -> None:
    token_of(anna, expires_at=timezone.now() + timedelta(days=1))
    kept = token_of(anna, "for ever")
    let_in(make_app(anna), anna, [Scope.GAME_READ])
    frozen_time.shift(timedelta(days=2))
    drop_expired_tokens()
    assert [row.name for row in AccessToken.objects.all()] == ["for ever"]
    assert not Token.objects.exists()
    assert access_of(kept)


# The page of tokens


def test_a_new_token_is_shown_once(sure_anna: Client) -> None:
    fields = {"name": "bot", "scopes": ["game:read", "bot:play"], "days": "30"}
    page = sure_anna.post(TOKENS, fields)
    assert page.status_code == 200
    token = AccessToken.objects.get()
    value = page.text.partition('value="loupe_pat_')[2].partition('"')[0]
    access = access_of(f"loupe_pat_{value}")
    assert access is not None
    assert access.scopes == {Scope.GAME_READ, Scope.BOT_PLAY}
    assert token.expires_at is not None
    assert timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=31)
    again = sure_anna.get(TOKENS).text
    assert value not in again
    assert f"…{token.hint}" in again
    assert "see your games as you see them" in again


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"name": "\0"},
        {"scopes": []},
        {"scopes": ["account:manage"]},
        {"days": "8"},
    ],
)
def test_a_wrong_form_makes_nothing(sure_anna: Client, changes: dict[str, Any]) -> None:
    fields = {"name": "bot", "scopes": ["game:read"], "days": "30", **changes}
    assert sure_anna.post(TOKENS, fields).status_code == 422
    assert not AccessToken.objects.exists()


def test_a_form_sent_twice_makes_one_token(sure_anna: Client) -> None:
    fields = {"name": "bot", "scopes": ["game:read"], "days": ""}
    assert sure_anna.post(TOKENS, fields).status_code == 200
    second = sure_anna.post(TOKENS, fields)
    assert (second.status_code, AccessToken.objects.count()) == (422, 1)
    assert "You have a token of this name already." in second.text


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        (TOKENS, {"name": "bot", "scopes": ["game:read"], "days": ""}),
        (APPS, {"do": "register", "name": "A", "redirect_uris": "https://app.example/"}),
    ],
)
def test_a_borrowed_browser_is_asked_for_the_password(
    anna: User, client: Client, path: str, fields: dict[str, Any]
) -> None:
    client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
    response = client.post(path, fields)
    assert response.status_code == 302
    assert urlsplit(response["Location"]).path == "/accounts/reauthenticate/"
    assert not AccessToken.objects.exists()
    assert not apps_made_by(anna).exists()
    client.post(response["Location"], {"password": PASSWORD})
    assert AccessToken.objects.count() + apps_made_by(anna).count() == 1


def test_one_takes_back_ones_own_tokens_only(
    as_anna: Client, anna: User, make_person: MakePerson
) -> None:
    token_of(anna)
    other = make_person("Bea")
    token_of(other)
    phone, _value = sign_in_app(user=anna, name="phone")
    theirs = AccessToken.objects.get(user=other)
    for number in (theirs.pk, phone.pk, "x", "9" * 40, "\0"):
        as_anna.post(TOKENS, {"remove": number})
    assert AccessToken.objects.count() == 3
    as_anna.post(TOKENS, {"remove": AccessToken.objects.get(name="bot", user=anna).pk})
    assert not AccessToken.objects.filter(user=anna, kind=TokenKind.PERSONAL).exists()


@pytest.mark.parametrize("path", [TOKENS, APPS])
def test_strangers_sign_in_first(client: Client, path: str) -> None:
    assert urlsplit(client.get(path)["Location"]).path == "/accounts/login/"


# The page of apps


def test_an_app_is_registered_and_removed(sure_anna: Client, anna: User) -> None:
    fields = {"do": "register", "name": "Mine", "redirect_uris": "https://a.example/\n\nx.y:/b "}
    sure_anna.post(APPS, fields)
    (app,) = apps_made_by(anna)
    assert app.get_redirect_uris() == ["https://a.example/", "x.y:/b"]
    assert app.type == "public"
    assert set(app.get_scopes()) == {scope.value for scope in GRANTABLE}
    assert app.pk in sure_anna.get(APPS).text
    assert sure_anna.post(APPS, fields).status_code == 422  # the name
    sure_anna.post(APPS, {"do": "delete", "app": app.pk})
    assert not apps_made_by(anna).exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"redirect_uris": ""},
        {"redirect_uris": "http://evil.example/"},
        {"redirect_uris": "\n".join(f"https://a.example/{number}" for number in range(11))},
    ],
)
def test_a_wrong_app_is_not_registered(
    sure_anna: Client, anna: User, changes: dict[str, str]
) -> None:
    fields = {"do": "register", "name": "A", "redirect_uris": "https://a.example/", **changes}
    assert sure_anna.post(APPS, fields).status_code == 422
    assert not apps_made_by(anna).exists()


def test_nobody_removes_the_app_of_another(as_anna: Client, make_person: MakePerson) -> None:
    app = make_app(make_person("Maker"))
    as_anna.post(APPS, {"do": "delete", "app": app.pk})
    as_anna.post(APPS, {"do": "delete", "app": "\0"})
    assert as_anna.post(APPS, {"do": "other"}).status_code == 400
    app.refresh_from_db()


def test_apps_are_sent_away_and_signed_out(
    as_anna: Client, anna: User, make_person: MakePerson
) -> None:
    app = make_app(make_person("Maker"))
    guest = let_in(app, anna, [Scope.GAME_READ])
    phone, session = sign_in_app(user=anna, name="phone")
    page = as_anna.get(APPS).text
    assert "registered by Maker" in page
    assert "phone" in page
    as_anna.post(APPS, {"do": "send_away", "app": app.pk})
    as_anna.post(APPS, {"do": "sign_out", "remove": phone.pk})
    assert access_of(guest) is None
    assert access_of(session) is None


def test_many_rows_cost_no_more_queries(
    as_anna: Client, anna: User, make_person: MakePerson, django_assert_max_num_queries: Any
) -> None:
    for number in range(10):
        app = make_app(make_person(f"Maker{number}"))
        let_in(app, anna, [Scope.GAME_READ])
        let_in(app, anna, [Scope.GAME_PLAY])
        sign_in_app(user=anna, name="phone")
        make_app(anna, f"Mine {number}")
        token_of(anna, f"bot {number}")
    with django_assert_max_num_queries(8):
        as_anna.get(APPS)
    with django_assert_max_num_queries(6):
        as_anna.get(TOKENS)
    (guest, *_others) = guests_of(anna)
    assert guest.scopes == {Scope.GAME_READ, Scope.GAME_PLAY}


# A new password


@pytest.fixture
def given(anna: User) -> dict[str, str]:
    """Everything that acts for her."""
    return {
        "personal": token_of(anna),
        "session": sign_in_app(user=anna, name="phone")[1],
        "guest": let_in(make_app(anna), anna, [Scope.GAME_READ]),
    }


def alive(given: dict[str, str]) -> list[str]:
    """What still works of it."""
    return [name for name, value in given.items() if access_of(value)]


def test_a_changed_password_signs_apps_out(as_anna: Client, given: dict[str, str]) -> None:
    wrong = {"oldpassword": "wrong", "password1": NEW}
    as_anna.post("/accounts/password/change/", wrong)
    assert len(alive(given)) == 3
    as_anna.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    assert alive(given) == ["personal"]
    assert signed_in_as(as_anna) == "Anna"


def test_a_lost_password_ends_everything(client: Client, anna: User, given: dict[str, str]) -> None:
    client.post("/accounts/password/reset/", {"email": anna.email})
    form = client.get(last_letter().link)["Location"]
    assert len(alive(given)) == 3
    client.post(form, {"password1": NEW})
    assert alive(given) == []


@pytest.mark.parametrize("make", ["personal", "app"])
def test_no_token_is_made_once_the_account_is_closed(anna: User, make: str) -> None:
    """The request came in before, with the row as it then was."""
    close_account(user=User.objects.get(pk=anna.pk))
    assert anna.takes_part
    with pytest.raises(ValidationError, match="This account is closed"):
        token_of(anna) if make == "personal" else sign_in_app(user=anna, name="phone")
    assert not AccessToken.objects.exists()
