"""Open seats by their tokens: what they are to whom, yes and no."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from accounts.services import block_user
from games.enums import GameStatus, InvitationStatus
from games.models import Game, Invitation, Notification
from games.selectors import limits
from games.selectors.offers import Gates
from games.services.invitations import accept_invitation, cancel_game, decline_invitation
from games.services.lobby import create_invitation
from games.services.offers import create_offer, invite_by_email
from tests.factories.games import OPTIONS, seated
from tests.factories.users import make_user
from tests.games.api.calls import Response, client_of, problem_of
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db


def link(inviter: User | None = None) -> Game:
    """A game whose link anybody may use."""
    return create_invitation(user=inviter or make_user(), invitee=None, options=OPTIONS)


def challenge(invitee: User) -> Game:
    """Somebody is asked by name."""
    return create_invitation(user=make_user(), invitee=invitee, options=OPTIONS)


def look(user: User | None, game: Game) -> Response:
    """Ask what the open seat is."""
    return client_of(user).get(f"/api/v1/invitations/{game.invitation.token}")


def answer(user: User | None, game: Game, word: str, body: Any = None) -> Response:
    """Accept or decline."""
    address = f"/api/v1/invitations/{game.invitation.token}/{word}"
    return client_of(user).post(address, {} if body is None else body, format="json")


# What it is


@pytest.mark.parametrize("known", [True, False])
def test_whoever_has_the_link_sees_who_asks_and_for_what(db: None, known: bool) -> None:
    game = link()
    told = look(make_user() if known else None, game).json()
    assert told["inviter"]["name"] == seated(game, 1).username
    assert (told["audience"], told["commitment"]) == ("link", game.commitment)
    assert (told["own"], told["for_you"], told["closed"]) == (False, False, None)
    assert (told["game_id"], told["rematch_of"]) == (None, None)


def test_nobody_else_learns_which_address_was_written_to(db: None) -> None:
    game = invite_by_email(user=make_user(), address="friend@example.com", options=OPTIONS)
    for user in (None, make_user()):
        assert "friend@" not in look(user, game).content.decode()


def test_who_is_asked_by_name_may_decline_and_knows_the_game(db: None) -> None:
    user = make_user()
    game = challenge(user)
    told = look(user, game).json()
    assert (told["for_you"], told["game_id"]) == (True, game.pk)


def _taken(user: User) -> Game:
    game = link()
    accept_invitation(token=game.invitation.token, user=make_user(), entropy="")
    return game


def _declined(user: User) -> Game:
    game = challenge(user)
    decline_invitation(token=game.invitation.token, user=user)
    return game


def _called_off(user: User) -> Game:
    game = link()
    cancel_game(game_id=game.pk, user=seated(game, 1))
    return game


def _of_a_blocker(user: User) -> Game:
    game = link()
    block_user(user=seated(game, 1), blocked=user)
    return game


def _for_better_ones(user: User) -> Game:
    return create_offer(user=make_user(), options=OPTIONS, gates=Gates(min_rating=1700))


def _for_known_ones(user: User) -> Game:
    return create_offer(user=make_user(), options=OPTIONS, gates=Gates(min_reliability=50))


def _of_who_left(user: User) -> Game:
    game = link()
    seated(game, 1).delete()
    return game


@pytest.mark.parametrize(
    ("arrange", "code"),
    [
        (_taken, "invitation_closed"),
        (_declined, "invitation_closed"),
        (_called_off, "invitation_closed"),
        (_of_a_blocker, "not_open_to_you"),
        (_for_better_ones, "rating_too_low"),
        (_for_known_ones, "reliability_unknown"),
    ],
)
def test_why_it_is_closed_is_told_before_and_when_accepting(
    db: None, arrange: Callable[[User], Game], code: str
) -> None:
    user = make_user()
    game = arrange(user)
    assert look(user, game).json()["closed"]["code"] == code
    with nothing_changes():
        assert problem_of(answer(user, game, "accept")) == (409, code)


def test_seat_of_who_left_is_closed(db: None) -> None:
    user = make_user()
    game = _of_who_left(user)
    assert look(user, game).json()["inviter"] is None
    with nothing_changes():
        assert problem_of(answer(user, game, "accept")) == (409, "invitation_closed")


def test_expired_invitation_is_closed(db: None, frozen_time: time_machine.Traveller) -> None:
    user = make_user()
    game = link()
    frozen_time.shift(timedelta(days=14))
    for reader in (user, None):
        assert look(reader, game).json()["closed"]["code"] == "invitation_expired"
    assert problem_of(answer(user, game, "accept")) == (409, "invitation_expired")


def test_who_has_games_enough_is_refused(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    link(user)
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    game = link()
    assert look(user, game).json()["closed"]["code"] == "too_many_games"
    with nothing_changes():
        assert problem_of(answer(user, game, "accept")) == (409, "too_many_games")


# Yes


@pytest.mark.parametrize("how", ["link", "name", "mail", "lobby"])
def test_who_accepts_sees_the_game_dealt(db: None, how: str) -> None:
    user, other = make_user(), make_user()
    game = {
        "link": lambda: link(other),
        "name": lambda: create_invitation(user=other, invitee=user, options=OPTIONS),
        "mail": lambda: invite_by_email(user=other, address="x@example.com", options=OPTIONS),
        "lobby": lambda: create_offer(user=other, options=OPTIONS),
    }[how]()
    told = answer(user, game, "accept", {"entropy": "tea leaves"}).json()
    assert (told["id"], told["status"], told["seat"]) == (game.pk, "active", 2)
    assert (told["view"]["turn"], told["view"]["fresh"]) == (1, True)
    assert game.seats.get(number=2).entropy == "tea leaves"


def test_accepting_again_finds_the_game(db: None) -> None:
    user = make_user()
    game = link()
    first = answer(user, game, "accept").json()
    with nothing_changes():
        again = answer(user, game, "accept", {"entropy": "other leaves"}).json()
    assert (again["id"], again["version"]) == (first["id"], first["version"])


def test_nobody_accepts_their_own(db: None) -> None:
    user = make_user()
    game = link(user)
    with nothing_changes():
        assert problem_of(answer(user, game, "accept")) == (409, "own_invitation")


@pytest.mark.parametrize("entropy", ["\u200b", "a\nb"])
def test_bad_randomness_leaves_the_seat_free(db: None, entropy: str) -> None:
    game = link()
    with nothing_changes():
        refused = answer(make_user(), game, "accept", {"entropy": entropy})
    assert problem_of(refused) == (422, "bad_entropy")


# No


def test_reason_is_told_to_who_asked(db: None) -> None:
    user = make_user()
    game = challenge(user)
    body = {"reason": "not_now", "note": "after  the holidays"}
    assert answer(user, game, "decline", body).status_code == 204
    row = Invitation.objects.get(game=game)
    assert (row.status, row.decline_reason) == (InvitationStatus.DECLINED, "not_now")
    assert row.decline_note == "after the holidays"
    assert Notification.objects.filter(user=row.inviter, kind="declined").exists()
    (missed,) = client_of(row.inviter).get("/api/v1/me/missed").json()["items"]
    assert (missed["id"], missed["status"]) == (game.pk, GameStatus.CANCELLED)
    assert missed["invitation"]["reason"] == "not_now"
    assert missed["invitation"]["why"].startswith(f"{user.username} declined: not now")


def test_declining_again_changes_nothing(db: None) -> None:
    user = make_user()
    game = challenge(user)
    answer(user, game, "decline")
    with nothing_changes():
        assert answer(user, game, "decline", {"reason": "speed"}).status_code == 204


def test_link_has_nobody_who_could_decline(db: None) -> None:
    game = link()
    with nothing_changes():
        assert problem_of(answer(make_user(), game, "decline")) == (404, "not_found")


@pytest.mark.parametrize(
    ("word", "body", "expected"),
    [
        ("accept", [], (400, "invalid")),
        ("accept", {"entropy": 7}, (400, "invalid")),
        ("accept", {"entropy": None}, (400, "invalid")),
        ("accept", {"entropy": "e" * 65}, (400, "invalid")),
        ("accept", {"entropy": "a\0"}, (400, "invalid")),
        ("decline", {"reason": "bored"}, (400, "invalid")),
        ("decline", {"reason": None}, (400, "invalid")),
        ("decline", {"note": "n" * 201}, (400, "invalid")),
        ("decline", {"note": "a\0"}, (400, "invalid")),
        ("decline", {"note": "a\u200b"}, (422, "bad_reason")),
    ],
)
def test_bad_answers_are_refused(db: None, word: str, body: Any, expected: tuple[int, str]) -> None:
    user = make_user()
    game = challenge(user)
    with nothing_changes():
        assert problem_of(answer(user, game, word, body)) == expected


@pytest.mark.parametrize("token", ["nosuchtoken", "a" * 500, "a%00b", "1" * 4400])
def test_unknown_tokens_are_not_found(db: None, token: str) -> None:
    client = client_of(make_user())
    assert problem_of(client.get(f"/api/v1/invitations/{token}")) == (404, "not_found")
    for word in ("accept", "decline"):
        address = f"/api/v1/invitations/{token}/{word}"
        assert problem_of(client.post(address, {}, format="json")) == (404, "not_found")
