"""How many games one may have at once."""

import pytest

from games.models import Game
from games.selectors import limits
from games.selectors.limits import room_of
from games.services.lobby import create_invitation
from games.services.play import resign_game
from tests.factories.games import OPTIONS, make_game
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_on_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 10)


def test_newcomer_may_have_ten() -> None:
    assert (room_of(make_user()).taken, room_of(make_user()).allowed) == (0, 10)


def test_each_finished_game_makes_room_for_one_more() -> None:
    user = make_user()
    make_game(user)
    create_invitation(user=user, invitee=None, options=OPTIONS)
    resign_game(game_id=make_game(user).pk, user=user)
    room = room_of(user)
    assert (room.taken, room.allowed, room.left) == (2, 11, 9)


def test_nobody_may_have_more_than_fifty(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    resign_game(game_id=make_game(user).pk, user=user)
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 49)
    assert room_of(user).allowed == 50
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 50)
    assert room_of(user).allowed == 50


def test_games_called_off_count_neither_way() -> None:
    user = make_user()
    game = make_game(user)
    Game.objects.filter(pk=game.pk).update(status="aborted")
    assert (room_of(user).taken, room_of(user).allowed) == (0, 10)
