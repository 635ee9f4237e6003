"""Requests at the same moment: one game for one wish, one taker for one seat."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, StandingOffer
from games.services.lobby import create_invitation
from games.services.offers import create_offer
from games.services.play import resign_game
from tests.factories.games import OPTIONS, make_game, seated
from tests.factories.users import make_user
from tests.games.api.calls import Client, Response, client_of

pytestmark = pytest.mark.django_db(transaction=True)

Together = Callable[..., list[Any]]


def posts(client: Client, what: str, body: Any, **headers: str) -> Callable[[], Response]:
    """A request that is sent when it is called."""
    return lambda: client.post(f"/api/v1/{what}", body, format="json", headers=headers)


def statuses(answers: list[Any]) -> list[int]:
    """How the requests were answered, in order of the numbers."""
    return sorted(answer.status_code for answer in answers)


def accepts(user: User, game: Game) -> Callable[[], Response]:
    """This person's yes."""
    return posts(client_of(user), f"invitations/{game.invitation.token}/accept", {})


@pytest.mark.parametrize("what", ["offers", "invitations"])
def test_same_key_twice_at_once_makes_one_game(together: Together, what: str) -> None:
    client = client_of(make_user())
    wish = posts(client, what, {"speed": "days_3"}, **{"Idempotency-Key": "1"})
    answers = together(wish, wish, wish)
    assert statuses(answers) == [201, 201, 201]
    assert {answer.json()["id"] for answer in answers} == {Game.objects.get().pk}


def test_two_who_accept_at_once_are_one_taker_and_one_refused(together: Together) -> None:
    game = create_offer(user=make_user(), options=OPTIONS)
    people = [make_user(), make_user()]
    answers = together(*(accepts(person, game) for person in people))
    assert statuses(answers) == [200, 409]
    taker = people[0 if answers[0].status_code == 200 else 1]
    assert seated(game, 2) == taker


def test_same_person_twice_at_once_takes_the_seat_once(together: Together) -> None:
    game = create_offer(user=make_user(), options=OPTIONS)
    yes = accepts(make_user(), game)
    assert statuses(together(yes, yes)) == [200, 200]


def test_accepted_and_called_off_at_once_is_one_of_both(together: Together) -> None:
    inviter, other = make_user(), make_user()
    game = create_invitation(user=inviter, invitee=other, options=OPTIONS)
    client = client_of(inviter)
    yes, off = together(
        accepts(other, game), lambda: client.delete(f"/api/v1/games/{game.pk}/preparation")
    )
    game.refresh_from_db()
    begun = game.status == GameStatus.ACTIVE
    assert (yes.status_code, off.status_code) == ((200, 409) if begun else (409, 204))


def test_both_who_want_a_rematch_at_once_find_the_same_game(together: Together) -> None:
    game = make_game()
    resign_game(game_id=game.pk, user=seated(game, 1))
    wishes = (
        posts(client_of(seated(game, seat)), f"games/{game.pk}/rematch", {}) for seat in (1, 2)
    )
    answers = together(*wishes)
    assert statuses(answers) == [200, 200]
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_same_standing_offer_twice_at_once_is_one(together: Together) -> None:
    wish = posts(client_of(make_user()), "me/standing-offers", {"speed": "days_3", "count": 2})
    assert statuses(together(wish, wish)) == [201, 201]
    assert StandingOffer.objects.count() == 1
