"""What the API gives, to whom, and how it refuses."""

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from accounts.models import User
from accounts.scopes import Scope
from games.models import Game
from games.services.lobby import create_invitation
from tests.factories.games import (
    OPTIONS,
    mover_of,
    play_random,
    seated,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of, submit, url_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db


def person(game: Game, who: str) -> User | None:
    """Somebody, by what they are to the game."""
    if who == "stranger":
        return make_user()
    return {"mover": mover_of(game), "waiter": waiter_of(game)}.get(who)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("", {"mover": 200, "waiter": 200, "stranger": 200, "nobody": 200}),
        ("events", {"mover": 200, "waiter": 200, "stranger": 200, "nobody": 200}),
        ("legal-actions", {"mover": 200, "waiter": 409, "stranger": 403, "nobody": 401}),
    ],
)
@pytest.mark.parametrize("who", ["mover", "waiter", "stranger", "nobody"])
def test_who_may_read_what(game: Game, who: str, part: str, expected: dict[str, int]) -> None:
    response = client_of(person(game, who)).get(url_of(game, part))
    assert response.status_code == expected[who]
    if response.status_code != 200:
        problem_of(response)


@pytest.mark.parametrize(
    ("who", "status"), [("mover", 422), ("waiter", 409), ("stranger", 403), ("nobody", 401)]
)
def test_who_may_play(game: Game, who: str, status: int) -> None:
    client = client_of(person(game, who))
    with nothing_changes():
        response = submit(client, game, [{"type": "replenish"}])
    assert problem_of(response)[0] == status


def test_game_that_has_not_begun_is_known_to_those_who_were_asked() -> None:
    inviter, invitee, stranger = make_user(), make_user(), make_user()
    game = create_invitation(user=inviter, invitee=invitee, options=OPTIONS)
    for user, status in ((inviter, 200), (invitee, 200), (stranger, 404), (None, 404)):
        assert client_of(user).get(url_of(game)).status_code == status
    assert client_of(inviter).get(url_of(game)).json()["view"] is None
    assert problem_of(client_of(inviter).get(url_of(game, "legal-actions"))) == (409, "not_active")


@pytest.mark.parametrize(
    "address", ["games/nosuchgame", "games/nosuchgame/events", "nothing", "games/%00"]
)
def test_unknown_addresses_are_not_found(db: None, address: str) -> None:
    client = client_of(make_user())
    assert problem_of(client.get(f"/api/v1/{address}")) == (404, "not_found")


@pytest.mark.parametrize("part", ["", "events", "legal-actions"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_wrong_methods_are_refused(game: Game, part: str, method: str) -> None:
    with nothing_changes():
        response = getattr(client_of(mover_of(game)), method)(url_of(game, part))
    assert problem_of(response) == (405, "method_not_allowed")
    assert "GET" in response["Allow"]


def test_copy_that_is_still_good_is_answered_with_304(game: Game) -> None:
    client = client_of(mover_of(game))
    first = client.get(url_of(game))
    etag = first["ETag"]
    again = client.get(url_of(game), headers={"If-None-Match": f'"other", W/{etag}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    play_random(game, 1)
    assert client.get(url_of(game), headers={"If-None-Match": etag}).status_code == 200
    others = {
        client_of(user).get(url_of(game))["ETag"]
        for user in (seated(game, 1), seated(game, 2), None)
    }
    assert len(others) == 3


def test_events_after_a_number(game: Game) -> None:
    play_random(game, 20)
    client = client_of()
    everything = client.get(url_of(game, "events")).json()
    assert [event["number"] for event in everything["events"]] == list(range(1, game.version + 1))
    assert not everything["more"]
    later = client.get(url_of(game, "events?after=5")).json()
    assert later["events"] == everything["events"][5:]
    assert client.get(url_of(game, f"events?after={game.version}")).json()["events"] == []


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "99999999999999999999"])
def test_number_that_makes_no_sense_is_refused(game: Game, after: str) -> None:
    assert problem_of(client_of().get(url_of(game, f"events?after={after}"))) == (400, "invalid")


@pytest.mark.parametrize("sent", ["Bearer wrong", "Bearer", "Bearer ", "Basic YTpi", "x" * 300])
def test_wrong_token_is_refused_also_where_none_is_needed(game: Game, sent: str) -> None:
    response = client_of().get(url_of(game), headers={"Authorization": sent})
    assert problem_of(response) == (401, "authentication_failed")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("limit", ["token", "account"])
def test_too_many_requests_are_told_when_to_come_again(
    game: Game, settings: Any, limit: str
) -> None:
    settings.API_RATES = {**settings.API_RATES, limit: "2/min"}
    cache.clear()
    client = client_of(mover_of(game))
    answers = [client.get(url_of(game)) for _call in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert problem_of(answers[2]) == (429, "throttled")
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    other = client_of(mover_of(game)).get(url_of(game))
    assert other.status_code == (200 if limit == "token" else 429)
    assert client_of().get(url_of(game)).status_code == 200


def test_callers_without_a_token_are_counted_by_address(game: Game, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "address": "2/min"}
    cache.clear()
    statuses = [client_of().get(url_of(game)).status_code for _call in range(3)]
    assert statuses == [200, 200, 429]
    elsewhere = client_of().get(url_of(game), REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 200


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/v1/games", {}, 401),
        ("/api/v1/games", {"Authorization": "Bearer wrong"}, 401),
        ("/api/v1/nowhere", {}, 404),
    ],
)
def test_what_is_refused_counts_too(
    settings: Any, path: str, headers: dict[str, str], status: int
) -> None:
    settings.API_RATES = {**settings.API_RATES, "address": "2/min"}
    cache.clear()
    statuses = [APIClient().get(path, headers=headers).status_code for _call in range(3)]
    assert statuses == [status, status, 429]


def test_a_token_without_the_scope_counts_too(game: Game, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "token": "2/min"}
    cache.clear()
    client = client_of(mover_of(game), frozenset({Scope.TALK_WRITE}))
    statuses = [client.get(url_of(game)).status_code for _call in range(3)]
    assert statuses == [403, 403, 429]


def test_one_connection_s_addresses_of_ipv6_are_one(game: Game, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "address": "2/min"}
    cache.clear()
    near = [f"2001:db8::{number}" for number in range(1, 4)]
    statuses = [client_of().get(url_of(game), REMOTE_ADDR=one).status_code for one in near]
    assert statuses == [200, 200, 429]
    assert client_of().get(url_of(game), REMOTE_ADDR="2001:db8:0:1::1").status_code == 200
