"""The lobby through the API: which offers there are, for whom, and what a person has of what they may have."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import block_user
from games.enums import Speed
from games.models import Game, Invitation
from games.selectors import limits
from games.selectors.offers import NO_GATES, Gates
from games.services.lobby import Options
from games.services.offers import create_offer, invite_by_email
from games.services.standing_offers import create_standing_offer
from tests.factories.games import OPTIONS, seated
from tests.factories.users import make_user
from tests.games.api.calls import client_of, problem_of

pytestmark = pytest.mark.django_db

URL = "/api/v1/offers"
FAST = Options(Speed.DAYS_1, rated=True)
OPEN = Options(Speed.DAYS_7, open_memory=True, stand_off=False)


def offered(gates: Gates = NO_GATES, options: Options = OPTIONS, user: User | None = None) -> Game:
    """An open offer."""
    return create_offer(user=user or make_user(), options=options, gates=gates)


def seen_by(user: User, **query: Any) -> list[dict[str, Any]]:
    """What the lobby tells this person."""
    response = client_of(user).get(URL, query)
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()["items"]
    return found


def test_offer_tells_terms_and_who_makes_it_but_not_the_game(db: None) -> None:
    game = offered(Gates(1400, 1600, None), FAST)
    (offer,) = seen_by(make_user())
    assert offer["token"] == game.invitation.token
    assert offer["link"].endswith(f"/join/{game.invitation.token}/")
    assert (offer["speed"], offer["rated"]) == ("days_1", True)
    assert offer["gates"] == {
        "min_rating": 1400,
        "max_rating": 1600,
        "min_turns_in_time": None,
        "bots": None,
    }
    assert offer["inviter"] == {
        "name": seated(game, 1).username,
        "bot": False,
        "rating": {"value": 1500, "provisional": True},
        "turns_in_time": None,
        "finished_games": 0,
    }
    # Who has a game's address may watch it.
    assert offer["game_id"] is None
    assert game.pk not in str(offer)


def test_own_offer_is_marked_and_names_the_game(db: None) -> None:
    game = offered()
    (offer,) = seen_by(seated(game, 1))
    assert (offer["own"], offer["game_id"], offer["closed"]) == (True, game.pk, None)


def test_offer_says_why_it_is_closed(db: None) -> None:
    offered(Gates(min_rating=1700))
    offered(Gates(max_rating=1300))
    offered(Gates(min_reliability=90))
    offered()
    told = seen_by(make_user())
    codes = [offer["closed"] and offer["closed"]["code"] for offer in told]
    assert codes == [None, "reliability_unknown", "rating_too_high", "rating_too_low"]
    assert told[-1]["closed"]["message"] == "For ratings from 1700 on; yours is 1500."


def test_full_lobby_of_one_who_has_games_enough(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    user = make_user()
    offered(user=user)
    offered()
    assert [offer["closed"] and offer["closed"]["code"] for offer in seen_by(user)] == [
        "too_many_games",
        None,
    ]
    assert seen_by(user, for_me="true") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, {"fast", "open", "usual"}),
        ({"pace": "quick"}, {"fast"}),
        ({"pace": "steady"}, {"usual"}),
        ({"pace": "slow"}, {"open"}),
        ({"rated": "true"}, {"fast"}),
        ({"rated": "false"}, {"open", "usual"}),
        ({"open_memory": "true"}, {"open"}),
        ({"stand_off": "false"}, {"open"}),
        ({"rated": "true", "pace": "slow"}, set()),
        ({"for_me": "true"}, {"open", "usual"}),
        ({"for_me": "false"}, {"fast", "open", "usual"}),
    ],
)
def test_filters(db: None, query: dict[str, str], expected: set[str]) -> None:
    names = {
        offered(Gates(min_rating=1700), FAST).invitation.token: "fast",
        offered(options=OPEN).invitation.token: "open",
        offered().invitation.token: "usual",
    }
    assert {names[offer["token"]] for offer in seen_by(make_user(), **query)} == expected


@pytest.mark.parametrize(
    "query",
    [
        {"pace": "fast"},
        {"rated": "1"},
        {"rated": "True"},
        {"for_me": ""},
        {"cursor": ""},
        {"limit": "0"},
        {"limit": "101"},
        {"limit": "9" * 30},
        {"open_memory": "\0"},
    ],
)
def test_bad_filters_are_refused(db: None, query: dict[str, str]) -> None:
    response = client_of(make_user()).get(URL, query)
    assert problem_of(response) == (400, "invalid")
    assert list(response.json()["extra"]["fields"]) == list(query)


@pytest.mark.parametrize("by", ["maker", "reader"])
def test_people_who_are_kept_apart_never_see_each_others_offers(db: None, by: str) -> None:
    game, reader = offered(), make_user()
    maker = seated(game, 1)
    pair = (maker, reader) if by == "maker" else (reader, maker)
    block_user(user=pair[0], blocked=pair[1])
    assert seen_by(reader) == []


def test_lobby_goes_on_from_where_a_piece_ended(db: None) -> None:
    tokens = [offered().invitation.token for _number in range(5)][::-1]
    client, found = client_of(make_user()), []
    address: str | None = f"{URL}?limit=2"
    while address:
        answer = client.get(address).json()
        found.append([offer["token"] for offer in answer["items"]])
        address = answer["next"]
        if len(found) == 1:
            offered()  # what comes meanwhile moves nothing
    assert found == [tokens[:2], tokens[2:4], tokens[4:]]


@pytest.mark.parametrize("what", ["me/invitations", "me/preparations", "me/missed", "offers"])
@pytest.mark.parametrize(
    ("cursor", "expected"),
    [("", (400, "invalid")), ("c" * 401, (400, "invalid")), ("bm9uZQ", (404, "bad_cursor"))],
)
def test_cursors_that_no_list_gave_out_are_refused(
    db: None, what: str, cursor: str, expected: tuple[int, str]
) -> None:
    response = client_of(make_user()).get(f"/api/v1/{what}", {"cursor": cursor})
    assert problem_of(response) == expected


def test_as_many_queries_with_one_offer_as_with_thirty(db: None) -> None:
    client, counts = client_of(make_user()), {}
    client.get(URL)
    for number in range(1, 31):
        offered()
        if number in (1, 30):
            with CaptureQueriesContext(connection) as asked:
                assert len(client.get(URL).json()["items"]) == number
            counts[number] = len(asked)
    assert counts[30] == counts[1] <= 9


def test_limits_say_how_many_of_how_many(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 10)
    user = make_user()
    offered(user=user)
    invite_by_email(user=user, address="friend@example.com", options=OPTIONS)
    create_standing_offer(user=user, count=1, options=OPTIONS)
    assert client_of(user).get("/api/v1/me/limits").json() == {
        "games": {"taken": 2, "allowed": 10},
        "mailed_invitations": {"taken": 1, "allowed": 10},
        "standing_offers": {"taken": 1, "allowed": 5},
    }
    assert Invitation.objects.count() == 2
