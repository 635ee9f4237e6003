"""New games through the API: each way to begin one, on which terms, and what is refused."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user
from games.enums import Audience
from games.models import Game, Invitation, StoredAnswer
from games.selectors import limits
from games.services.invitations import cancel_game
from tests.factories.users import make_user
from tests.games.api.calls import Response, client_of, problem_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

TERMS = {"speed": "days_3"}
BODIES: dict[str, dict[str, Any]] = {
    "offers": TERMS,
    "challenges": {**TERMS, "name": "bert"},
    "invitations": TERMS,
    "computer-games": {**TERMS, "level": "careful"},
    "me/standing-offers": {**TERMS, "count": 2},
}


def post(user: User, what: str, body: Any, **headers: str) -> Response:
    """Ask for a new game."""
    return client_of(user).post(f"/api/v1/{what}", body, format="json", headers=headers)


def make(user: User, what: str, **body: Any) -> dict[str, Any]:
    """A new game on the usual terms unless told otherwise."""
    response = post(user, what, BODIES[what] | body)
    assert response.status_code == 201, response.content
    made: dict[str, Any] = response.json()
    return made


@pytest.fixture
def ada(db: None) -> User:
    """Who asks. Bert can be asked."""
    make_user("bert")
    return make_user("ada")


def test_offer_keeps_its_terms(ada: User) -> None:
    options = {"open_memory": True, "stand_off": False, "weekends_off": True, "vacations": False}
    gates = {"min_rating": 1200, "max_rating": 1800, "min_turns_in_time": 80, "bots": False}
    made = make(ada, "offers", speed="bank_brisk", rated=True, options=options, gates=gates)
    assert (made["speed"], made["rated"], made["options"]) == ("bank_brisk", True, options)
    assert (made["invitation"]["audience"], made["invitation"]["gates"]) == ("lobby", gates)
    assert (made["status"], made["seat"], made["can_deal"]) == ("preparing", 1, False)
    game = Game.objects.get(pk=made["id"])
    assert (game.speed, game.rated, game.open_memory) == ("bank_brisk", True, True)
    assert game.commitment == made["commitment"]
    assert game.invitation.min_reliability == 80


def test_what_is_left_out_is_as_on_the_page(ada: User) -> None:
    made = make(ada, "offers")
    assert made["rated"] is False
    assert made["options"] == {
        "open_memory": False,
        "stand_off": True,
        "weekends_off": False,
        "vacations": True,
    }
    assert set(made["invitation"]["gates"].values()) == {None}


def test_nought_percent_lets_everybody_in(ada: User) -> None:
    made = make(ada, "offers", gates={"min_turns_in_time": 0})
    assert made["invitation"]["gates"]["min_turns_in_time"] is None


def test_challenge_asks_somebody_by_name_in_any_case(ada: User) -> None:
    made = make(ada, "challenges", name="BERT")
    assert made["opponent"] == {"name": "bert", "computer": None, "bot": False}
    assert (made["invitation"]["audience"], made["invitation"]["invitee"]) == ("name", "bert")


def test_invitation_has_a_link_to_send(ada: User) -> None:
    made = make(ada, "invitations")
    token = Invitation.objects.get(game=made["id"]).token
    assert made["invitation"]["link"] == f"http://127.0.0.1:8000/join/{token}/"
    assert (made["invitation"]["audience"], made["opponent"]["name"]) == ("link", None)


def test_address_that_is_written_to_is_not_kept_with_the_answer(ada: User) -> None:
    body = {**TERMS, "email": "friend@example.com"}
    answer = post(ada, "invitations", body, **{"Idempotency-Key": "1"})
    made = answer.json()
    assert Invitation.objects.get(game=made["id"]).audience == Audience.EMAIL
    assert made["invitation"]["email"] is None
    assert "friend@" not in str(StoredAnswer.objects.get().body)
    told = client_of(ada).get(f"/api/v1/games/{made['id']}/preparation").json()
    assert told["invitation"]["email"] == "friend@example.com"


def test_computer_game_waits_to_be_dealt(ada: User) -> None:
    made = make(ada, "computer-games", speed="no_clock")
    assert (made["opponent"]["computer"], made["can_deal"]) == ("careful", True)
    assert made["invitation"] is None
    assert Game.objects.get(pk=made["id"]).status == "preparing"


@pytest.mark.parametrize("what", ["offers", "challenges", "invitations", "computer-games"])
def test_lost_answer_can_be_asked_for_again(ada: User, what: str) -> None:
    first, again = (post(ada, what, BODIES[what], **{"Idempotency-Key": "1"}) for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert again["Idempotency-Replayed"] == "true"
    assert Game.objects.count() == 1


def test_key_belongs_to_one_wish(ada: User) -> None:
    post(ada, "offers", TERMS, **{"Idempotency-Key": "1"})
    with nothing_changes():
        other = post(ada, "offers", {"speed": "days_5"}, **{"Idempotency-Key": "1"})
    assert problem_of(other) == (422, "key_reused")


def _blocked_by_bert(ada: User) -> None:
    block_user(user=User.objects.get(username="bert"), blocked=ada)


def _with_games_enough(ada: User) -> None:
    make(ada, "offers")


def _asked_by_mail(ada: User) -> None:
    make(ada, "invitations", email="friend@example.com")


REFUSED: list[tuple[str, dict[str, Any], tuple[int, str]]] = [
    ("offers", {"gates": {"min_rating": 1800, "max_rating": 1700}}, (422, "bad_gate")),
    ("challenges", {"name": "nobody-here"}, (422, "unknown_name")),
    ("challenges", {"name": "Ada"}, (422, "own_name")),
    ("challenges", {"speed": "no_clock", "rated": True}, (422, "rated_without_clock")),
    ("invitations", {"email": "no address"}, (422, "bad_address")),
    ("invitations", {"email": ""}, (400, "invalid")),
    ("computer-games", {"rated": True}, (422, "rated_computer")),
]


@pytest.mark.parametrize(("what", "body", "expected"), REFUSED)
def test_refusals(ada: User, what: str, body: dict[str, Any], expected: tuple[int, str]) -> None:
    with nothing_changes():
        assert problem_of(post(ada, what, BODIES[what] | body)) == expected


def test_block_is_not_called_by_its_name(ada: User) -> None:
    _blocked_by_bert(ada)
    with nothing_changes():
        refused = post(ada, "challenges", BODIES["challenges"])
    assert problem_of(refused) == (409, "not_open_to_you")
    assert refused.json()["detail"] == "bert can't be invited at the moment."


@pytest.mark.parametrize("what", ["offers", "challenges", "invitations", "computer-games"])
def test_who_has_games_enough_is_refused(
    ada: User, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    make(ada, "offers")
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    with nothing_changes():
        assert problem_of(post(ada, what, BODIES[what])) == (409, "too_many_games")


def test_one_open_invitation_to_each_address(ada: User) -> None:
    make(ada, "invitations", email="friend@example.com")
    with nothing_changes():
        again = post(ada, "invitations", {**TERMS, "email": "Friend@example.com"})
    assert problem_of(again) == (409, "invited_before")


def test_too_many_mails_are_told_when_to_go_on(
    ada: User, frozen_time: time_machine.Traveller
) -> None:
    make(ada, "invitations", email="friend0@example.com")
    frozen_time.shift(timedelta(hours=1))
    for number in range(1, limits.MAILED_A_DAY):
        make(ada, "invitations", email=f"friend{number}@example.com")
    body = {**TERMS, "email": "friend@example.com"}
    with nothing_changes():
        refused = post(ada, "invitations", body)
    assert problem_of(refused) == (429, "too_many_mails")
    wait = int(refused["Retry-After"])
    assert wait == refused.json()["extra"]["retry_after"] == 23 * 3600
    frozen_time.shift(timedelta(seconds=wait - 1))
    assert post(ada, "invitations", body).status_code == 429
    frozen_time.shift(timedelta(seconds=1))
    assert post(ada, "invitations", body).status_code == 201


def test_who_is_asked_over_and_over_is_left_in_peace(ada: User) -> None:
    for _number in range(5):
        made = make(ada, "challenges")
        cancel_game(game_id=made["id"], user=ada)
    with nothing_changes():
        refused = post(ada, "challenges", BODIES["challenges"])
    assert problem_of(refused) == (429, "asked_too_often")
    oldest = Invitation.objects.order_by("created_at")[0].created_at
    until = oldest + timedelta(days=1)
    left = (until - timezone.now()).total_seconds()
    assert 0 <= int(refused["Retry-After"]) - left <= 2


BAD: list[tuple[str, Any]] = [
    ("offers", {}),
    ("offers", []),
    ("offers", None),
    ("offers", {"speed": None}),
    ("offers", {"speed": "days_4"}),
    ("offers", {"speed": "no_clock"}),
    ("offers", {**TERMS, "rated": "true"}),
    ("offers", {**TERMS, "rated": None}),
    ("offers", {**TERMS, "options": {"open_memory": 1}}),
    ("offers", {**TERMS, "options": "all"}),
    ("offers", {**TERMS, "gates": {"min_rating": 99}}),
    ("offers", {**TERMS, "gates": {"max_rating": 10**30}}),
    ("offers", {**TERMS, "gates": {"min_turns_in_time": 101}}),
    ("offers", {**TERMS, "gates": {"min_turns_in_time": "90"}}),
    ("challenges", TERMS),
    ("challenges", {**TERMS, "name": None}),
    ("challenges", {**TERMS, "name": 7}),
    ("challenges", {**TERMS, "name": "b\0b"}),
    ("challenges", {**TERMS, "name": "b" * 21}),
    ("invitations", {**TERMS, "email": "a\0@example.com"}),
    ("invitations", {**TERMS, "email": "a" * 250 + "@example.com"}),
    ("computer-games", TERMS),
    ("computer-games", {**TERMS, "level": "merciless"}),
    ("me/standing-offers", TERMS),
    ("me/standing-offers", {**TERMS, "count": 0}),
    ("me/standing-offers", {**TERMS, "count": 11}),
    ("me/standing-offers", {**TERMS, "count": True}),
    ("me/standing-offers", {"speed": "no_clock", "count": 1}),
]


@pytest.mark.parametrize(("what", "body"), BAD)
def test_what_the_schema_forbids_is_refused(ada: User, what: str, body: Any) -> None:
    with nothing_changes():
        assert problem_of(post(ada, what, body)) == (400, "invalid")
