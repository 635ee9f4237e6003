"""What a person always has on offer, through the API."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Invitation, StandingOffer
from games.services.invitations import accept_invitation
from games.services.standing_offers import create_standing_offer, fill_standing_offers
from tests.factories.games import OPTIONS
from tests.factories.users import make_user
from tests.games.api.calls import Response, client_of, problem_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

URL = "/api/v1/me/standing-offers"
WANTED: dict[str, Any] = {"speed": "days_3", "rated": True, "count": 2}


def post(user: User, **body: Any) -> Response:
    """Ask for a standing offer."""
    return client_of(user).post(URL, WANTED | body, format="json")


def change(user: User, standing_id: Any, **body: Any) -> Response:
    """Change one."""
    return client_of(user).put(f"{URL}/{standing_id}", body, format="json")


def rows(user: User) -> list[dict[str, Any]]:
    """All of a person's."""
    items: list[dict[str, Any]] = client_of(user).get(URL).json()["items"]
    return items


def test_offer_is_opened_and_counted(db: None) -> None:
    user = make_user()
    gates = {"min_rating": 1300, "max_rating": None, "min_turns_in_time": 80, "bots": None}
    made = post(user, gates=gates)
    assert made.status_code == 201
    assert (made.json()["count"], made.json()["gates"]) == (2, gates)
    fill_standing_offers(user_id=user.pk)
    (row,) = rows(user)
    assert (row["id"], row["open"], row["running"]) == (made.json()["id"], 1, 0)
    invitation = Invitation.objects.get()
    told = client_of(user).get(f"/api/v1/games/{invitation.game_id}/preparation").json()
    assert told["invitation"]["standing_offer"] == row["id"]


def test_who_takes_it_does_not_learn_that_it_is_standing(db: None) -> None:
    user, other = make_user(), make_user()
    create_standing_offer(user=user, count=1, options=OPTIONS)
    fill_standing_offers(user_id=user.pk)
    row = Invitation.objects.get()
    accept_invitation(token=row.token, user=other, entropy="")
    told = client_of(other).get(f"/api/v1/games/{row.game_id}/preparation").json()
    assert told["invitation"]["standing_offer"] is None
    assert (rows(user)[0]["open"], rows(user)[0]["running"]) == (0, 1)


def test_same_kind_again_is_the_same_with_the_new_number(db: None) -> None:
    user = make_user()
    first = post(user).json()
    change(user, first["id"], count=2, paused=True)
    again = post(user, count=3).json()
    assert (again["id"], again["count"], again["paused"]) == (first["id"], 3, False)
    assert StandingOffer.objects.count() == 1


def test_five_kinds_and_no_more(db: None) -> None:
    user = make_user()
    for days in (1, 2, 3, 5, 7):
        assert post(user, speed=f"days_{days}").status_code == 201
    with nothing_changes():
        assert problem_of(post(user, speed="days_14")) == (409, "too_many_kinds")


def test_nobody_could_accept_such_gates(db: None) -> None:
    with nothing_changes():
        refused = post(make_user(), gates={"min_rating": 1800, "max_rating": 1700})
    assert problem_of(refused) == (422, "bad_gate")


def test_pausing_withdraws_what_is_open_and_going_on_offers_again(db: None) -> None:
    user = make_user()
    row = create_standing_offer(user=user, count=2, options=OPTIONS)
    fill_standing_offers(user_id=user.pk)
    for _number in range(2):
        paused = change(user, row.pk, count=4, paused=True).json()
        assert (paused["count"], paused["paused"], paused["open"]) == (4, True, 0)
    resumed = change(user, row.pk, count=4, paused=False).json()
    assert resumed["paused"] is False
    assert fill_standing_offers(user_id=user.pk) == 1


def test_deleting_withdraws_what_is_open(db: None) -> None:
    user = make_user()
    row = create_standing_offer(user=user, count=2, options=OPTIONS)
    fill_standing_offers(user_id=user.pk)
    client = client_of(user)
    assert client.delete(f"{URL}/{row.pk}").status_code == 204
    assert rows(user) == []
    assert Invitation.objects.get().status == "cancelled"
    assert problem_of(client.delete(f"{URL}/{row.pk}")) == (404, "not_found")


@pytest.mark.parametrize("standing_id", ["0", "9" * 30, "9" * 5000, "-1", "x"])
def test_unknown_ids_are_not_found(db: None, standing_id: str) -> None:
    user = make_user()
    assert problem_of(change(user, standing_id, count=1, paused=True)) == (404, "not_found")
    deleted = client_of(user).delete(f"{URL}/{standing_id}")
    assert problem_of(deleted) == (404, "not_found")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"count": 1},
        {"paused": True},
        {"count": 0, "paused": True},
        {"count": 11, "paused": True},
        {"count": "2", "paused": True},
        {"count": 2, "paused": "true"},
        {"count": 2, "paused": None},
    ],
)
def test_bad_changes_are_refused(db: None, body: dict[str, Any]) -> None:
    user = make_user()
    row = create_standing_offer(user=user, count=2, options=OPTIONS)
    with nothing_changes():
        assert problem_of(change(user, row.pk, **body)) == (400, "invalid")


def test_as_many_queries_with_one_as_with_five(db: None) -> None:
    user, counts = make_user(), {}
    client = client_of(user)
    client.get(URL)
    for number, days in enumerate((1, 2, 3, 5, 7), start=1):
        post(user, speed=f"days_{days}")
        if number in (1, 5):
            with CaptureQueriesContext(connection) as asked:
                assert len(client.get(URL).json()["items"]) == number
            counts[number] = len(asked)
    assert counts[5] == counts[1] <= 2
