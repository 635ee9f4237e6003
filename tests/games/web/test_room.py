"""Before the cards are dealt and after the game: randomness, dealing, calling off, invitations, rematches."""

from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.enums import ComputerLevel, GameStatus, InvitationStatus
from games.models import Game, GameEvent
from games.models.invitation import INVITATION_DAYS
from games.selectors.limits import MOST_OPEN_GAMES
from games.services.invitations import accept_invitation, cancel_game
from games.services.lobby import create_against_computer
from tests.factories.games import OPTIONS, make_game
from tests.factories.users import make_user
from tests.games.stored import nothing_changes
from tests.games.web.conftest import Staged
from tests.games.web.visit import Response, game_url, refusal_on, text_of, visitor

pytestmark = pytest.mark.one_database

Stage = Callable[[str], Staged]

BAD_SHARES = ("x" * 65, "a\0b", "a\nb", "\N{ZERO WIDTH JOINER}", "\u202e")


def press(client: Client, game: Game, name: str, **data: str) -> Response:
    """Press one of the buttons of the room or of a finished game."""
    return client.post(game_url(game, name), data)


@pytest.fixture
def undealt(db: None) -> tuple[Game, Client, User]:
    """A game against the computer, not dealt yet."""
    user = make_user("maker")
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)
    return game, visitor(user), user


def test_dealing_adds_the_share_and_begins(undealt: tuple[Game, Client, User]) -> None:
    game, client, _user = undealt
    response = press(client, game, "deal", entropy=" heads or tails ")
    game.refresh_from_db()
    assert response.headers["Location"] == game_url(game)
    assert game.status == GameStatus.ACTIVE
    assert game.seats.get(number=1).entropy == "heads or tails"


def test_dealing_twice_deals_once(undealt: tuple[Game, Client, User]) -> None:
    game, client, _user = undealt
    press(client, game, "deal", entropy="first")
    with nothing_changes():
        response = press(client, game, "deal", entropy="second")
    assert response.headers["Location"] == game_url(game)


@pytest.mark.parametrize("share", BAD_SHARES)
def test_a_bad_share_comes_back_with_the_reason(
    undealt: tuple[Game, Client, User], share: str
) -> None:
    game, client, _user = undealt
    with nothing_changes():
        response = press(client, game, "deal", entropy=f"mine{share}")
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert refusal_on(response) == "Your own randomness is at most 64 visible characters."
    assert 'value="mine' in text_of(response)
    press(client, game, "deal", entropy="mine")
    assert game.seats.get(number=1).entropy == "mine"


def test_the_creator_adds_a_share_while_the_link_is_out(staged: Stage) -> None:
    made = staged("by link")
    client = visitor(made.people["maker"])
    response = press(client, made.game, "entropy", entropy="dice")
    assert response.headers["Location"] == game_url(made.game)
    page = text_of(client.get(game_url(made.game)))
    assert 'id="added"' in page and "dice" in page
    with nothing_changes():  # the first word counts
        press(client, made.game, "entropy", entropy="other")


@pytest.mark.parametrize("share", BAD_SHARES)
def test_a_bad_share_in_the_waiting_room(staged: Stage, share: str) -> None:
    made = staged("by link")
    with nothing_changes():
        response = press(visitor(made.people["maker"]), made.game, "entropy", entropy=share)
    if not share.strip():
        assert response.status_code == HTTPStatus.FOUND
        return
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "visible characters" in refusal_on(response)
    assert 'id="share"' in text_of(response)


def test_a_share_that_comes_too_late_finds_the_game_begun(staged: Stage) -> None:
    made = staged("by link")
    accept_invitation(token=made.token, user=make_user(), entropy="")
    with nothing_changes():
        response = press(visitor(made.people["maker"]), made.game, "entropy", entropy="dice")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This game has begun or was called off."
    assert 'data-mode="' in text_of(response)


def test_dealing_needs_somebody_in_the_other_seat(staged: Stage) -> None:
    made = staged("by link")
    with nothing_changes():
        response = press(visitor(made.people["maker"]), made.game, "deal", entropy="dice")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "Somebody has to take the other seat first."
    assert 'value="dice"' in text_of(response)


def test_calling_off_twice_calls_off_once(staged: Stage) -> None:
    made = staged("by link")
    client = visitor(made.people["maker"])
    response = press(client, made.game, "cancel")
    assert response.headers["Location"] == reverse("games:mine")
    with nothing_changes():
        press(client, made.game, "cancel")
    page = text_of(client.get(game_url(made.game)))
    assert "This game was called off" in page
    assert "room.js" not in page


def test_a_running_game_cannot_be_called_off(staged: Stage) -> None:
    made = staged("active")
    with nothing_changes():
        response = press(visitor(made.people["maker"]), made.game, "cancel")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This game has begun or was called off."


def test_a_game_called_off_cannot_be_dealt(undealt: tuple[Game, Client, User]) -> None:
    game, client, user = undealt
    cancel_game(game_id=game.pk, user=user)
    with nothing_changes():
        response = press(client, game, "deal", entropy="")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This game has begun or was called off."


# Invitations


def answer(made: Staged, who: str, name: str, **data: str) -> Response:
    """Press accept or decline."""
    address = reverse(f"games:{name}", args=[made.token])
    return visitor(made.people[who]).post(address, data)


@pytest.mark.parametrize(("stage", "who"), [("by link", "stranger"), ("by name", "asked")])
def test_accepting_takes_the_seat_and_begins(staged: Stage, stage: str, who: str) -> None:
    made = staged(stage)
    response = answer(made, who, "accept", entropy="coin")
    assert response.headers["Location"] == game_url(made.game)
    seat = made.game.seats.get(number=2)
    assert (seat.user, seat.entropy) == (made.people[who], "coin")
    with nothing_changes():  # a second press finds the game
        again = answer(made, who, "accept", entropy="coin")
    assert again.headers["Location"] == game_url(made.game)


def test_only_who_was_asked_may_accept(staged: Stage) -> None:
    made = staged("by name")
    with nothing_changes():
        assert answer(made, "stranger", "accept").status_code == HTTPStatus.NOT_FOUND


def test_nobody_accepts_their_own_invitation(staged: Stage) -> None:
    made = staged("by link")
    with nothing_changes():
        response = answer(made, "maker", "accept")
    assert response.status_code == HTTPStatus.CONFLICT
    assert "your own invitation" in refusal_on(response)


def test_a_second_friend_comes_too_late(staged: Stage) -> None:
    made = staged("by link")
    answer(made, "asked", "accept")
    with nothing_changes():
        response = answer(made, "stranger", "accept")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This invitation is no longer open."


@pytest.mark.parametrize("share", BAD_SHARES)
def test_a_bad_share_of_the_friend_comes_back(staged: Stage, share: str) -> None:
    made = staged("by link")
    with nothing_changes():
        response = answer(made, "asked", "accept", entropy=f"coin{share}")
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "visible characters" in refusal_on(response)
    assert 'value="coin' in text_of(response)
    assert "Accept and play" in text_of(response)


def test_an_expired_invitation_says_so(staged: Stage) -> None:
    made = staged("by name")
    with time_machine.travel(timezone.now() + timedelta(days=INVITATION_DAYS, minutes=1)):
        page = text_of(visitor(made.people["asked"]).get(f"/join/{made.token}/"))
        assert "no longer open" in page
        for name in ("accept", "decline"):
            with nothing_changes():
                response = answer(made, "asked", name)
            assert response.status_code == HTTPStatus.CONFLICT
            assert refusal_on(response) == "This invitation has expired. Ask for a new one."


def test_a_busy_friend_reads_why(staged: Stage) -> None:
    made = staged("by link")
    busy, other = made.people["asked"], make_user()
    for _number in range(MOST_OPEN_GAMES):
        make_game(busy, other)
    with nothing_changes():
        response = answer(made, "asked", "accept", entropy="coin")
    assert response.status_code == HTTPStatus.CONFLICT
    assert "Finish some of your games" in refusal_on(response)


def test_declining_calls_the_game_off_once(staged: Stage) -> None:
    made = staged("by name")
    response = answer(made, "asked", "decline")
    assert response.headers["Location"] == reverse("games:mine")
    made.game.refresh_from_db()
    assert made.game.status == GameStatus.CANCELLED
    assert made.game.invitation.status == InvitationStatus.DECLINED
    with nothing_changes():
        answer(made, "asked", "decline")


def test_declining_after_accepting_changes_nothing(staged: Stage) -> None:
    made = staged("active")
    with nothing_changes():
        response = answer(made, "asked", "decline")
    assert response.status_code == HTTPStatus.CONFLICT


def test_a_link_cannot_be_declined(staged: Stage) -> None:
    made = staged("by link")
    with nothing_changes():
        assert answer(made, "stranger", "decline").status_code == HTTPStatus.NOT_FOUND


# Afterwards


def test_rematch_asks_the_other_once_with_seats_swapped(staged: Stage) -> None:
    made = staged("over")
    first = press(visitor(made.people["maker"]), made.game, "rematch")
    again = Game.objects.get(rematch_of=made.game)
    assert first.headers["Location"] == game_url(again)
    assert again.seats.get(number=2).user == made.people["maker"]
    with nothing_changes():
        second = press(visitor(made.people["asked"]), made.game, "rematch")
    assert second.headers["Location"] == game_url(again)
    page = visitor(made.people["asked"]).get(game_url(again), follow=True)
    assert "maker asks you for a game" in text_of(page)


def test_no_rematch_while_the_game_runs(staged: Stage) -> None:
    made = staged("active")
    with nothing_changes():
        response = press(visitor(made.people["maker"]), made.game, "rematch")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "A rematch can be offered when the game is over."


def test_no_rematch_for_those_who_watched(staged: Stage) -> None:
    made = staged("over")
    with nothing_changes():
        response = press(visitor(made.people["stranger"]), made.game, "rematch")
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert refusal_on(response) == "You don&#x27;t play in this game."


def test_no_rematch_with_somebody_who_is_gone(staged: Stage) -> None:
    made = staged("over")
    made.people["asked"].delete()  # type: ignore[union-attr]
    with nothing_changes():
        response = press(visitor(made.people["maker"]), made.game, "rematch")
    assert response.status_code == HTTPStatus.CONFLICT
    assert "account is gone" in refusal_on(response)


def test_resigning_asks_first_and_counts_once(staged: Stage) -> None:
    made = staged("active")
    client = visitor(made.people["maker"])
    assert "Resign this game?" in text_of(client.get(game_url(made.game, "resign")))
    press(client, made.game, "resign")
    made.game.refresh_from_db()
    assert (made.game.status, made.game.winner) == (GameStatus.FINISHED, 2)
    with nothing_changes():
        assert press(client, made.game, "resign").headers["Location"] == game_url(made.game)


def test_nobody_resigns_a_game_that_is_over(staged: Stage) -> None:
    made = staged("over")
    client = visitor(made.people["maker"])
    assert client.get(game_url(made.game, "resign")).headers["Location"] == game_url(made.game)
    with nothing_changes():
        response = press(client, made.game, "resign")
    assert response.status_code == HTTPStatus.CONFLICT
    assert refusal_on(response) == "This game is not being played at the moment."


def test_nothing_of_the_secret_is_shown_before_the_end(staged: Stage) -> None:
    made = staged("active")
    page = text_of(visitor(made.people["maker"]).get(game_url(made.game, "shuffle")))
    assert "revealed when the game is over" in page
    visitor(made.people["maker"]).post(game_url(made.game, "resign"))
    page = text_of(visitor().get(game_url(made.game, "shuffle")))
    secret = GameEvent.objects.get(game=made.game, kind="secret_revealed").payload["secret"]
    assert secret in page
