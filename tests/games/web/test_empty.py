"""Where there is nothing to show yet, the page says what to do next; where there is, what happened last."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.selectors.games import last_turns, my_games
from games.selectors.story import story_of
from games.services.invitations import cancel_game
from games.services.lobby import create_invitation
from games.services.play import resign_game
from tests.factories.games import OPTIONS, make_game, play_random
from tests.factories.users import make_user
from tests.games.web.visit import game_url, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
MINE = "/games/"


@pytest.fixture
def user() -> User:
    return make_user("ada")


@pytest.fixture
def client(user: User) -> Client:
    return visitor(user)


def empty_state(page: str) -> tuple[str, list[str]]:
    """Heading and links of the box that stands where there is nothing yet."""
    (box,) = re.findall(r'<div class="empty-state">(.*?)</div>', page, re.DOTALL)
    return re.findall(r"<h2>(.*?)</h2>", box)[0], re.findall(r'href="([^"]*)"', box)


def test_without_a_game_one_begins_with_the_computer_or_a_friend(client: Client) -> None:
    page = text_of(client.get(MINE))
    assert empty_state(page) == (
        "No game yet",
        ["/games/new/?opponent=computer", "/games/new/?opponent=link"],
    )
    assert "Finished" not in page


def test_where_no_game_waits_one_is_told_of_the_mail(client: Client, user: User) -> None:
    game = make_game(user, make_user("bo"))
    while game.seat_to_move == 1:
        play_random(game, 1)
    page = text_of(client.get(MINE))
    assert empty_state(page) == (
        "Nothing waits for you",
        ["/preferences/", "/games/new/?opponent=computer"],
    )
    assert "None yet. A game stays here after its last turn" in page


def test_after_the_last_game_one_begins_another(client: Client, user: User) -> None:
    resign_game(game_id=make_game(user, make_user("bo")).pk, user=user)
    page = text_of(client.get(MINE))
    assert '<a class="go" href="/games/new/"><span>Start another game</span></a>' in page
    assert "empty-state" not in page


@pytest.mark.parametrize("name", ["", "bo"])
def test_who_waits_for_an_opponent_may_leave(client: Client, user: User, name: str) -> None:
    asked = make_user(name) if name else None
    game = create_invitation(user=user, invitee=asked, options=OPTIONS)
    page = text_of(client.get(game_url(game)))
    assert empty_state(page) == ("What now?", [MINE, "/games/new/?opponent=computer"])


def test_log_without_a_turn_leads_to_the_game(client: Client, user: User) -> None:
    game = make_game(user, make_user("bo"))
    page = text_of(client.get(game_url(game, "log")))
    assert empty_state(page) == ("No turn has been played yet", [game_url(game)])
    play_random(game, 6)
    assert "empty-state" not in text_of(client.get(game_url(game, "log")))


def test_a_game_that_was_called_off_leads_on(client: Client, user: User) -> None:
    game = create_invitation(user=user, invitee=None, options=OPTIONS)
    client.post(game_url(game, "cancel"))
    page = text_of(client.get(game_url(game)))
    assert '<a class="go" href="/games/new/"><span>Start another one</span></a>' in page


def test_list_tells_the_last_turn_of_each_game_as_its_reader_sees_it(user: User) -> None:
    games = [make_game(user, make_user()), make_game(make_user(), user)]
    for number, game in enumerate(games):
        play_random(game, 40 + number, seed=number)
    mine = my_games(user)
    listed = [*mine.waiting, *mine.others]
    told = last_turns(listed)
    assert told == {one.game.pk: story_of(one.game, one.seat)[-1].text for one in listed}
    page = text_of(visitor(user).get(MINE))
    assert all(sentence in page for sentence in told.values())


def test_a_game_without_a_turn_tells_who_began(user: User) -> None:
    make_game(user, make_user("bo"))
    assert list(last_turns(my_games(user).waiting).values()) == ["The game was dealt; you began."]


def test_what_came_after_the_list_was_read_is_not_told(user: User) -> None:
    game = make_game(user, make_user())
    play_random(game, 10)
    mine = my_games(user)
    listed = [*mine.waiting, *mine.others]
    before = last_turns(listed)
    play_random(game, 6, seed=9)
    assert last_turns(listed) == before


@pytest.mark.parametrize("signed_in", [True, False])
def test_closed_invitation_leads_to_a_game_of_ones_own(client: Client, signed_in: bool) -> None:
    inviter = make_user("bo")
    game = create_invitation(user=inviter, invitee=None, options=OPTIONS)
    cancel_game(game_id=game.pk, user=inviter)
    browser = client if signed_in else visitor()
    page = text_of(browser.get(f"/join/{game.invitation.token}/"))
    acts = page.partition('<p class="acts">')[2].partition("</p>")[0]
    links = re.findall(r'href="([^"]*)"', acts)
    assert links == ["/games/new/", MINE] if signed_in else links == ["/games/new/"]
