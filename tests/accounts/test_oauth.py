"""Apps of others: let in by a person, with PKCE, and by nothing less."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.test import Client

from accounts.leaving import close_account
from accounts.models import User
from accounts.scopes import OF_BOTS, Scope
from accounts.tokens import access_of
from tests.factories.oauth import BACK, VERIFIER, let_in, make_app, question

pytestmark = pytest.mark.django_db

ASK, FETCH, GIVE_BACK = "/identity/o/authorize", "/identity/o/api/token", "/identity/o/api/revoke"
MakePerson = Callable[..., User]
Response = Any


@pytest.fixture
def app(make_person: MakePerson) -> App:
    """An app that somebody else made."""
    return make_app(make_person("Maker"))


def page_of(client: Client, app: App, **changes: str) -> Response:
    """What the person sees, or where they are sent."""
    return client.get(f"{ASK}?{urlencode(question(app, **changes))}")


def consent(client: Client, app: App, scopes: list[str] | None = None, **changes: str) -> Response:
    """The answer to the person's yes."""
    found = re.search(r'name="request" value="([^"]+)"', page_of(client, app, **changes).text)
    assert found
    ticked = ["game:read", "game:play"] if scopes is None else scopes
    return client.post(ASK, {"request": found[1], "scopes": ticked, "action": "grant"})


def code_of(response: Response) -> str:
    """The code with which the person is sent back."""
    assert response.status_code == 302, response.content
    parts = urlsplit(response["Location"])
    assert response["Location"].startswith(f"{BACK}?")
    return str(parse_qs(parts.query)["code"][0])


def fetch(client: Client, app: App, **fields: str) -> Response:
    """The app fetches tokens."""
    wanted = {
        "grant_type": "authorization_code",
        "client_id": app.pk,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
        **fields,
    }
    return client.post(FETCH, {name: value for name, value in wanted.items() if value})


def tokens_of(client: Client, app: App) -> dict[str, Any]:
    """The tokens after the whole dance."""
    response = fetch(Client(), app, code=code_of(consent(client, app)))
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


# The dance


def test_an_app_that_was_let_in_acts_for_the_person_as_far_as_they_allowed(
    as_anna: Client, anna: User, app: App
) -> None:
    page = page_of(as_anna, app)
    assert "Let “Companion” in?" in page.text
    assert "registered here by Maker" in page.text
    sent = consent(as_anna, app, ["game:read"])
    assert parse_qs(urlsplit(sent["Location"]).query)["state"] == ["s-1"]
    answer = fetch(Client(), app, code=code_of(sent))
    tokens = answer.json()
    assert tokens["token_type"] == "Bearer"
    assert tokens["scope"] == "game:read"
    assert tokens["expires_in"] == 3600
    assert "no-store" in answer["Cache-Control"]
    access = access_of(tokens["access_token"])
    assert access is not None
    assert access.user == anna
    assert access.scopes == {Scope.GAME_READ}


def test_the_page_may_send_its_form_to_the_app_and_nowhere_else(as_anna: Client, app: App) -> None:
    policy = page_of(as_anna, app)["Content-Security-Policy"]
    assert "form-action 'self' https://app.example;" in f"{policy};"


def test_only_hashes_are_stored(as_anna: Client, app: App) -> None:
    tokens = tokens_of(as_anna, app)
    for row in Token.objects.all():
        assert tokens["access_token"] not in str(vars(row))
        assert tokens["refresh_token"] not in str(vars(row))


def test_who_has_not_signed_in_does_so_first_and_comes_back(client: Client, app: App) -> None:
    response = page_of(client, app)
    assert response.status_code == 302
    parts = urlsplit(response["Location"])
    assert parts.path == "/accounts/login/"
    assert parse_qs(parts.query)["next"] == [f"{ASK}?{urlencode(question(app))}"]


def test_a_no_is_told_to_the_app(as_anna: Client, app: App) -> None:
    found = re.search(r'name="request" value="([^"]+)"', page_of(as_anna, app).text)
    assert found
    response = as_anna.post(ASK, {"request": found[1], "action": "cancel"})
    assert response["Location"] == f"{BACK}?error=access_denied&state=s-1"
    assert not Token.objects.exists()


def test_nothing_ticked_asks_again(as_anna: Client, app: App) -> None:
    response = consent(as_anna, app, [])
    assert response.status_code == 422
    assert not Token.objects.exists()


def test_more_than_was_asked_for_cannot_be_ticked(as_anna: Client, app: App) -> None:
    assert consent(as_anna, app, ["game:read", "talk:write"]).status_code == 422
    assert not Token.objects.exists()


def test_another_site_cannot_press_the_button(anna: User, app: App) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    found = re.search(r'name="request" value="([^"]+)"', page_of(strict, app).text)
    assert found
    fields = {"request": found[1], "scopes": ["game:read"], "action": "grant"}
    assert strict.post(ASK, fields).status_code == 403
    assert not Token.objects.exists()


def test_a_made_up_question_is_refused(as_anna: Client) -> None:
    assert as_anna.post(ASK, {"request": "made:up", "action": "grant"}).status_code == 403


def test_an_app_removed_meanwhile_gets_nothing(as_anna: Client, app: App) -> None:
    found = re.search(r'name="request" value="([^"]+)"', page_of(as_anna, app).text)
    assert found
    app.delete()
    fields = {"request": found[1], "scopes": ["game:read"], "action": "grant"}
    assert as_anna.post(ASK, fields).status_code == 404


# Questions that are refused


@pytest.mark.parametrize(
    "place",
    [
        "https://evil.example/signed-in",
        "https://app.example/other",
        "https://app.example/signed-in?more=1",
        "https://app.example/signed-in/",
        "https://app.example:444/signed-in",
        "http://app.example/signed-in",
        "https://evil.example\\@app.example/signed-in",
        "https://evil.example@app.example/signed-in",
        "https://app.example/signed-in#x",
        "javascript:alert(1)",
        "x" * 5000,
        "\0",
    ],
)
def test_nobody_is_sent_to_a_foreign_address(as_anna: Client, app: App, place: str) -> None:
    response = page_of(as_anna, app, redirect_uri=place)
    assert response.status_code == 400
    assert "Location" not in response


@pytest.mark.parametrize("app_id", ["unknown", "\0", "x" * 5000])
def test_an_unknown_app_is_refused_here(as_anna: Client, app: App, app_id: str) -> None:
    assert page_of(as_anna, app, client_id=app_id).status_code == 400
    assert as_anna.get(ASK).status_code == 400
    doubled = f"{ASK}?{urlencode(question(app))}&client_id={app.pk}"
    assert as_anna.get(doubled).status_code == 400


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": "", "code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"response_type": "id_token"}, "unauthorized_client"),
        ({"response_type": ""}, "invalid_request"),
        ({"scope": "account:manage"}, "invalid_scope"),
        ({"scope": "openid game:read"}, "invalid_scope"),
        ({"scope": ""}, "invalid_scope"),
        ({"scope": "\u20ac"}, "invalid_scope"),
        ({"prompt": "none"}, "consent_required"),
    ],
)
def test_the_app_is_told_what_is_wrong_with_its_question(
    as_anna: Client, app: App, changes: dict[str, str], error: str
) -> None:
    response = page_of(as_anna, app, **changes)
    assert response.status_code == 302, response.content
    parts = urlsplit(response["Location"])
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == BACK
    assert parse_qs(parts.query)["error"] == [error]
    assert not Token.objects.exists()


def test_an_app_that_needs_no_consent_by_mistake_is_asked_about_all_the_same(
    as_anna: Client, app: App
) -> None:
    App.objects.update(skip_consent=True, type=App.Type.CONFIDENTIAL)
    assert "Let “Companion” in?" in page_of(as_anna, app).text
    without = page_of(as_anna, app, code_challenge="", code_challenge_method="")
    assert "error=invalid_request" in without["Location"]


def test_a_program_on_the_own_machine_chooses_its_port(
    as_anna: Client, make_person: MakePerson
) -> None:
    app = make_app(make_person("Maker"), redirects=["http://127.0.0.1/cb"])
    assert page_of(as_anna, app, redirect_uri="http://127.0.0.1:51004/cb").status_code == 200
    assert page_of(as_anna, app, redirect_uri="http://127.0.0.1:51004/other").status_code == 400
    assert page_of(as_anna, app, redirect_uri="http://a@127.0.0.1:51004/cb").status_code == 400


# Fetching tokens


def test_a_wrong_verifier_fetches_nothing(as_anna: Client, app: App) -> None:
    code = code_of(consent(as_anna, app))
    for verifier in ("w" * 43, ""):
        response = fetch(Client(), app, code=code, code_verifier=verifier)
        assert response.status_code == 400
        assert response.json()["error"] in ("invalid_grant", "invalid_request")
    assert not Token.objects.filter(type=Token.Type.ACCESS_TOKEN).exists()


@pytest.mark.django_db(transaction=True)
def test_a_code_that_comes_again_is_refused_and_its_tokens_end(as_anna: Client, app: App) -> None:
    code = code_of(consent(as_anna, app))
    tokens = fetch(Client(), app, code=code).json()
    assert access_of(tokens["access_token"])
    again = fetch(Client(), app, code=code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert access_of(tokens["access_token"]) is None
    assert not Token.objects.filter(type=Token.Type.REFRESH_TOKEN).exists()


def test_a_code_lives_for_a_minute(
    as_anna: Client, app: App, frozen_time: time_machine.Traveller
) -> None:
    code = code_of(consent(as_anna, app))
    frozen_time.shift(timedelta(seconds=61))
    assert fetch(Client(), app, code=code).status_code == 400


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example/"},
        {"redirect_uri": ""},
        {"client_id": "other"},
        {"client_id": "\0"},
        {"grant_type": "password", "username": "Anna", "password": "correct horse battery"},
        {"grant_type": "client_credentials"},
        {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "x"},
        {"grant_type": ""},
        {"code": "\0"},
        {"code": "wrong"},
        {"resource": "no address"},
    ],
)
def test_a_wrong_way_to_fetch_is_refused(
    as_anna: Client, app: App, changes: dict[str, str]
) -> None:
    fields = {"code": code_of(consent(as_anna, app)), **changes}
    response = fetch(Client(), app, **fields)
    assert response.status_code in (400, 401), response.content
    assert "error" in response.json()
    assert not Token.objects.filter(type=Token.Type.ACCESS_TOKEN).exists()


def test_a_code_of_one_app_is_nothing_to_another(
    as_anna: Client, app: App, make_person: MakePerson
) -> None:
    code = code_of(consent(as_anna, app))
    other = make_app(make_person("Thief"))
    assert fetch(Client(), other, code=code).status_code == 400


def refreshed(app: App, token: str, **more: str) -> Response:
    """The answer to an app that refreshes with this token."""
    fields = {"grant_type": "refresh_token", "redirect_uri": "", "code_verifier": "", **more}
    return fetch(Client(), app, refresh_token=token, **fields)


def refresh_tokens() -> int:
    """How many there are."""
    return int(Token.objects.filter(type=Token.Type.REFRESH_TOKEN).count())


def test_refresh_tokens_are_replaced_at_each_use(as_anna: Client, app: App) -> None:
    first = tokens_of(as_anna, app)
    second = refreshed(app, first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert access_of(second["access_token"])
    again = refreshed(app, first["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    more = refreshed(app, second["refresh_token"], scope="talk:write")
    assert more.json()["error"] == "invalid_scope"


def test_app_whose_answer_was_lost_refreshes_again_and_has_one_family(
    as_anna: Client, app: App
) -> None:
    first = tokens_of(as_anna, app)
    lost = refreshed(app, first["refresh_token"]).json()
    lost_too = refreshed(app, first["refresh_token"]).json()
    last = refreshed(app, first["refresh_token"])
    assert last.status_code == 200, last.content
    assert refresh_tokens() == 1
    for gone in (lost, lost_too):
        assert access_of(gone["access_token"]) is None
        assert refreshed(app, gone["refresh_token"]).status_code == 400
    assert access_of(last.json()["access_token"])
    assert refreshed(app, first["refresh_token"]).status_code == 400
    assert refreshed(app, last.json()["refresh_token"]).status_code == 200


def test_refresh_token_is_over_a_minute_after_its_use(
    as_anna: Client, app: App, frozen_time: time_machine.Traveller
) -> None:
    first = tokens_of(as_anna, app)["refresh_token"]
    second = refreshed(app, first).json()
    frozen_time.shift(timedelta(seconds=61))
    assert refreshed(app, first).status_code == 400
    assert access_of(second["access_token"])


def test_refresh_token_is_over_when_that_after_it_was_used(as_anna: Client, app: App) -> None:
    first = tokens_of(as_anna, app)["refresh_token"]
    second = refreshed(app, first).json()["refresh_token"]
    third = refreshed(app, second).json()
    assert refreshed(app, first).status_code == 400
    assert access_of(third["access_token"])


def test_second_try_that_is_refused_undoes_nothing(
    as_anna: Client, app: App, make_person: MakePerson
) -> None:
    first = tokens_of(as_anna, app)["refresh_token"]
    second = refreshed(app, first).json()
    assert refreshed(app, first, scope="talk:write").status_code == 400
    other = make_app(make_person("Thief"))
    assert refreshed(other, first).status_code == 400
    assert access_of(second["access_token"])
    assert refreshed(app, second["refresh_token"]).status_code == 200


def test_who_signs_out_after_a_lost_answer_is_signed_out(as_anna: Client, app: App) -> None:
    first = tokens_of(as_anna, app)["refresh_token"]
    second = refreshed(app, first).json()
    answer = Client().post(GIVE_BACK, {"token": first, "client_id": app.pk})
    assert answer.status_code == 200
    assert access_of(second["access_token"]) is None
    assert refreshed(app, second["refresh_token"]).status_code == 400
    assert refresh_tokens() == 0


def test_first_use_after_a_refresh_asks_once_more_and_no_later_one(
    as_anna: Client, app: App, django_assert_num_queries: Any
) -> None:
    value = refreshed(app, tokens_of(as_anna, app)["refresh_token"]).json()["access_token"]
    for queries in (2, 1):
        with django_assert_num_queries(queries):
            assert access_of(value)


@pytest.mark.django_db(transaction=True)
def test_of_two_that_refresh_at_once_the_last_one_has_the_tokens(
    as_anna: Client, app: App, together: Callable[..., list[Any]]
) -> None:
    given = tokens_of(as_anna, app)["refresh_token"]

    def refresh() -> str:
        answer = refreshed(app, given)
        assert answer.status_code == 200, answer.content
        return str(answer.json()["access_token"])

    values = together(refresh, refresh)
    assert len([value for value in values if access_of(value)]) == 1
    assert refresh_tokens() == 1


def test_an_app_gives_its_tokens_back(as_anna: Client, app: App) -> None:
    tokens = tokens_of(as_anna, app)
    for token in (tokens["refresh_token"], "unknown"):
        answer = Client().post(GIVE_BACK, {"token": token, "client_id": app.pk})
        assert answer.status_code == 200, answer.content
    assert access_of(tokens["access_token"]) is None
    assert Client().post(GIVE_BACK, {"token": "\0", "client_id": app.pk}).status_code == 400


def test_programs_in_browsers_may_fetch_from_anywhere(client: Client, app: App) -> None:
    headers = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    assert client.options(FETCH, headers=headers)["Access-Control-Allow-Origin"] == "*"
    answer = client.post(FETCH, {"client_id": app.pk}, headers={"Origin": "https://app.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer


def test_who_asks_too_often_waits(app: App) -> None:
    client = Client()
    statuses = {fetch(client, app, code="wrong").status_code for _number in range(61)}
    assert statuses == {400, 429}
    assert fetch(client, app, code="wrong")["Retry-After"] == "60"


def test_apps_can_learn_the_addresses(client: Client) -> None:
    told = client.get("/.well-known/oauth-authorization-server").json()
    assert urlsplit(told["token_endpoint"]).path == FETCH
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert "account:manage" not in told["scopes_supported"]


# What a token is good for


def test_a_token_is_found_with_one_query(
    anna: User, app: App, django_assert_num_queries: Any
) -> None:
    value = let_in(app, anna, [Scope.GAME_READ])
    with django_assert_num_queries(1):
        assert access_of(value)


def test_a_token_never_manages_the_account(anna: User, app: App) -> None:
    access = access_of(let_in(app, anna, [Scope.ACCOUNT_MANAGE, Scope.ACCOUNT_READ]))
    assert access is not None
    assert access.scopes == {Scope.ACCOUNT_READ}


def test_a_bot_may_let_an_app_play(make_person: MakePerson, app: App) -> None:
    access = access_of(let_in(app, make_person("Robot", is_bot=True), [Scope.BOT_PLAY]))
    assert access is not None
    assert access.scopes == OF_BOTS | {Scope.BOT_PLAY}


def test_a_token_ends_with_its_time_its_account_and_its_app(
    anna: User, app: App, make_person: MakePerson, frozen_time: time_machine.Traveller
) -> None:
    value = let_in(app, anna, [Scope.GAME_READ])
    assert access_of(value)
    frozen_time.shift(timedelta(hours=1, seconds=1))
    assert access_of(value) is None
    value = let_in(app, anna, [Scope.GAME_READ])
    close_account(user=anna)
    assert access_of(value) is None
    value = let_in(app, make_person("Bea"), [Scope.GAME_READ])
    app.delete()
    assert access_of(value) is None
