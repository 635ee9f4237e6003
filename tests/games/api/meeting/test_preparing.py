"""Games that have not begun: listed, watched over, dealt, called off, and played once more."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import block_user
from games.enums import ComputerLevel, GameStatus
from games.models import Game
from games.services.invitations import accept_invitation, cancel_game, decline_invitation
from games.services.lobby import create_against_computer, create_invitation
from games.services.offers import create_offer, invite_by_email
from games.services.play import resign_game
from games.services.rematch import rematch
from games.services.standing_offers import create_standing_offer
from tests.factories.games import OPTIONS, make_computer_game, mover_of, seated, waiter_of
from tests.factories.users import make_user
from tests.games.api.calls import Response, client_of, problem_of, url_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db


def link(user: User) -> Game:
    """A game whose link anybody may use."""
    return create_invitation(user=user, invitee=None, options=OPTIONS)


def undealt(user: User) -> Game:
    """A game against the computer before its cards are dealt."""
    return create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)


def preparation(user: User, game: Game) -> dict[str, Any]:
    """How the game stands."""
    response = client_of(user).get(url_of(game, "preparation"))
    assert response.status_code == 200
    told: dict[str, Any] = response.json()
    return told


def put_entropy(user: User, game: Game, entropy: Any) -> Response:
    """Add randomness."""
    body = {"entropy": entropy}
    return client_of(user).put(url_of(game, "entropy"), body, format="json")


def deal(user: User, game: Game, **body: Any) -> Response:
    """Have the cards dealt."""
    return client_of(user).post(url_of(game, "deal"), body, format="json")


def listed(user: User, what: str) -> list[str]:
    """Ids of a list."""
    answer = client_of(user).get(f"/api/v1/me/{what}").json()
    return [item["id"] for item in answer["items"]]


# Lists


def test_all_that_was_asked_is_listed_until_it_begins(db: None) -> None:
    user, other = make_user(), make_user()
    games = [
        create_offer(user=user, options=OPTIONS),
        create_invitation(user=user, invitee=other, options=OPTIONS),
        link(user),
        invite_by_email(user=user, address="friend@example.com", options=OPTIONS),
        undealt(user),
    ]
    ids = [game.pk for game in games][::-1]
    assert listed(user, "preparations") == ids
    assert listed(other, "preparations") == []
    accept_invitation(token=games[2].invitation.token, user=other, entropy="")
    cancel_game(game_id=games[0].pk, user=user)
    assert listed(user, "preparations") == [ids[0], ids[1], ids[3]]


def test_what_came_of_nothing_leaves_out_what_was_called_off_and_standing_offers(db: None) -> None:
    user, other = make_user(), make_user()
    declined = create_invitation(user=user, invitee=other, options=OPTIONS)
    decline_invitation(token=declined.invitation.token, user=other)
    cancel_game(game_id=link(user).pk, user=user)
    standing = create_standing_offer(user=user, count=1, options=OPTIONS)
    create_offer(user=user, options=OPTIONS, standing=standing)
    standing.offers.update(status="expired", closed_at=declined.created_at)
    assert listed(user, "missed") == [declined.pk]
    assert listed(other, "missed") == []


@pytest.mark.parametrize("what", ["invitations", "preparations", "missed"])
def test_as_many_queries_with_one_item_as_with_thirty(db: None, what: str) -> None:
    user, counts = make_user(), {}
    client = client_of(user)
    client.get("/api/v1/me/limits")
    for number in range(1, 31):
        other = make_user()
        mine = create_invitation(user=user, invitee=other, options=OPTIONS)
        create_invitation(user=other, invitee=user, options=OPTIONS)
        if what == "missed":
            decline_invitation(token=mine.invitation.token, user=other)
        if number in (1, 30):
            with CaptureQueriesContext(connection) as asked:
                answer = client.get(f"/api/v1/me/{what}").json()
            assert len(answer["items"]) == number
            counts[number] = len(asked)
    assert counts[30] == counts[1] <= 10


# One game


def test_preparation_is_known_to_who_plays_and_who_is_asked(db: None) -> None:
    user, asked = make_user(), make_user()
    game = create_invitation(user=user, invitee=asked, options=OPTIONS)
    mine, theirs = preparation(user, game), preparation(asked, game)
    assert (mine["seat"], mine["opponent"]["name"]) == (1, asked.username)
    assert (theirs["seat"], theirs["opponent"]["name"]) == (None, user.username)
    assert (mine["invitation"]["own"], theirs["invitation"]["own"]) == (True, False)
    stranger = client_of(make_user()).get(url_of(game, "preparation"))
    assert problem_of(stranger) == (404, "not_found")


def test_whoever_accepts_never_learns_the_address(db: None) -> None:
    user, other = make_user(), make_user()
    game = invite_by_email(user=user, address="friend@example.com", options=OPTIONS)
    assert preparation(user, game)["invitation"]["email"] == "friend@example.com"
    accept_invitation(token=game.invitation.token, user=other, entropy="")
    for person in (user, other):
        assert preparation(person, game)["invitation"]["email"] is None


def test_first_randomness_counts(db: None) -> None:
    user = make_user()
    game = link(user)
    assert put_entropy(user, game, " tea leaves ").json()["entropy"] == "tea leaves"
    with nothing_changes():
        assert put_entropy(user, game, "coffee").json()["entropy"] == "tea leaves"
    other = make_user()
    accept_invitation(token=game.invitation.token, user=other, entropy="mine")
    assert preparation(other, game)["entropy"] == "mine"


def test_randomness_comes_before_the_cards(db: None) -> None:
    user = make_user()
    game = make_computer_game(user)
    with nothing_changes():
        assert problem_of(put_entropy(user, game, "late")) == (409, "not_preparing")


@pytest.mark.parametrize("entropy", [None, 7, ["a"], "e" * 65, "a\0"])
def test_bad_randomness_is_refused(db: None, entropy: Any) -> None:
    user = make_user()
    games = link(user), undealt(user)
    with nothing_changes():
        assert problem_of(put_entropy(user, games[0], entropy)) == (400, "invalid")
        assert problem_of(deal(user, games[1], entropy=entropy)) == (400, "invalid")


def test_computer_game_is_dealt_once_with_own_randomness(db: None) -> None:
    user = make_user()
    game = undealt(user)
    told = deal(user, game, entropy="tea leaves").json()
    assert (told["status"], told["seat"], told["view"]["fresh"]) == ("active", 1, True)
    assert game.seats.get(number=1).entropy == "tea leaves"
    with nothing_changes():
        assert deal(user, game, entropy="coffee").status_code == 200


def test_nothing_is_dealt_before_both_are_there(db: None) -> None:
    user = make_user()
    game = link(user)
    with nothing_changes():
        assert problem_of(deal(user, game)) == (409, "seat_free")


def test_called_off_once(db: None) -> None:
    user = make_user()
    game = link(user)
    for _number in range(2):
        assert client_of(user).delete(url_of(game, "preparation")).status_code == 204
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED
    assert preparation(user, game)["status"] == "cancelled"


def test_running_game_is_not_called_off(game: Game) -> None:
    with nothing_changes():
        refused = client_of(mover_of(game)).delete(url_of(game, "preparation"))
    assert problem_of(refused) == (409, "not_preparing")


@pytest.mark.parametrize("part", ["preparation", "entropy", "deal", "rematch"])
@pytest.mark.parametrize("game_id", ["nosuchgame", "a" * 300, "%00"])
def test_unknown_games_are_not_found(db: None, game_id: str, part: str) -> None:
    client = client_of(make_user())
    address = f"/api/v1/games/{game_id}/{part}"
    call = {"preparation": client.delete, "entropy": client.put}.get(part, client.post)
    assert problem_of(call(address, {}, format="json")) == (404, "not_found")


# Once more


def play_again(user: User, game: Game) -> Response:
    """Ask for a rematch."""
    return client_of(user).post(url_of(game, "rematch"))


def test_rematch_swaps_seats_and_keeps_the_terms(game: Game) -> None:
    loser, other = mover_of(game), waiter_of(game)
    seat = game.seats.get(user=loser).number
    resign_game(game_id=game.pk, user=loser)
    mine = play_again(loser, game).json()
    assert (mine["seat"], mine["rematch_of"]) == (3 - seat, game.pk)
    assert (mine["speed"], mine["opponent"]["name"]) == (game.speed, other.username)
    with nothing_changes():
        assert play_again(loser, game).json()["id"] == mine["id"]
        theirs = play_again(other, game).json()
    assert (theirs["id"], theirs["seat"]) == (mine["id"], None)
    begun = client_of(other).post(
        f"/api/v1/invitations/{theirs['invitation']['token']}/accept", {}, format="json"
    )
    assert (begun.json()["status"], begun.json()["seat"]) == ("active", seat)


def test_rematch_with_the_computer_waits_to_be_dealt(db: None) -> None:
    user = make_user()
    game = make_computer_game(user)
    resign_game(game_id=game.pk, user=user)
    again = play_again(user, game).json()
    assert (again["opponent"]["computer"], again["can_deal"]) == ("careful", True)
    assert (again["seat"], again["invitation"]) == (2, None)


def test_no_rematch_before_the_end_nor_for_strangers(game: Game) -> None:
    with nothing_changes():
        assert problem_of(play_again(mover_of(game), game)) == (409, "not_over")
        assert problem_of(play_again(make_user(), game)) == (403, "not_seated")


def test_no_rematch_with_who_left_or_blocked(game: Game) -> None:
    loser, other = mover_of(game), waiter_of(game)
    resign_game(game_id=game.pk, user=loser)
    block_user(user=other, blocked=loser)
    with nothing_changes():
        assert problem_of(play_again(loser, game)) == (409, "not_open_to_you")
    other.delete()
    assert problem_of(play_again(loser, game)) == (409, "opponent_gone")


def test_rematch_that_the_opponent_declined_can_be_asked_again(game: Game) -> None:
    loser, other = mover_of(game), waiter_of(game)
    resign_game(game_id=game.pk, user=loser)
    first = rematch(game_id=game.pk, user=loser)
    decline_invitation(token=first.invitation.token, user=other)
    again = play_again(loser, game).json()
    assert again["id"] != first.pk
    assert seated(Game.objects.get(pk=again["id"]), again["seat"]) == loser
