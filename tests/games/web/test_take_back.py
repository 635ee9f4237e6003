"""Asking a turn back on the game page: who is offered what, refusals, forms that come twice or late."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.enums import Speed, TakeBackStatus
from games.models import Game, TakeBack
from games.services.lobby import Options
from tests.factories.games import make_game, mover_of, seated, take_tokens, waiter_of
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.one_database


def client_of(user: User) -> Client:
    """A browser in which this person has signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def played(game: Game) -> Game:
    """A game in which one turn was played that can be asked back."""
    take_tokens(game)
    game.refresh_from_db()
    return game


def page(game: Game, user: User) -> str:
    """The game page as this person sees it."""
    answer = client_of(user).get(f"/games/{game.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def press(game: Game, user: User, do: str, last: int | str | None = None) -> Any:
    """Press a button of the form."""
    form = {"do": do, "last": str(game.version if last is None else last)}
    return client_of(user).post(f"/games/{game.pk}/take-back/", form)


def test_only_who_waits_is_offered_to_ask_and_only_who_is_to_move_to_answer(played: Game) -> None:
    asker, other = waiter_of(played), mover_of(played)
    assert f'name="last" value="{played.version}"' in page(played, asker)
    assert "take-back/" not in page(played, other)
    assert press(played, asker, "ask").status_code == 302
    assert "You ask for your turn back" in page(played, asker)
    assert f"{asker.username} asks for their turn back" in page(played, other)
    assert "take-back/" not in page(played, make_user())
    assert "take-back" not in Client().get(f"/games/{played.pk}/").content.decode()


def test_agreeing_gives_the_turn_back_and_says_so(played: Game) -> None:
    asker, other = waiter_of(played), mover_of(played)
    press(played, asker, "ask")
    answer = client_of(other).post(
        f"/games/{played.pk}/take-back/",
        {"do": "agree", "last": str(played.version)},
        follow=True,
    )
    assert "The turn was taken back." in answer.content.decode()
    assert mover_of(played) == asker
    assert "took the turn back." in page(played, make_user())


def test_declined_is_said_to_who_asked(played: Game) -> None:
    asker, other = waiter_of(played), mover_of(played)
    press(played, asker, "ask")
    press(played, other, "decline")
    assert "Your turn stands" in page(played, asker)
    assert TakeBack.objects.get().status == TakeBackStatus.DECLINED


def test_a_form_that_comes_late_is_refused_with_a_sentence(played: Game) -> None:
    asker, other, last = waiter_of(played), mover_of(played), played.version
    press(played, asker, "ask")
    take_tokens(played)
    with nothing_changes():
        late = press(played, other, "agree", last)
        again = press(played, asker, "ask", last + 1)
    assert late.status_code == 409
    assert "Nobody asks for this turn back any more." in late.content.decode()
    assert again.status_code == 409
    assert 'id="refusal"' in again.content.decode()


@pytest.mark.parametrize(
    ("do", "last", "status"), [("", None, 400), ("grant", None, 400), ("ask", "x", 400)]
)
def test_form_without_sense_changes_nothing(
    played: Game, do: str, last: str | None, status: int
) -> None:
    with nothing_changes():
        assert press(played, waiter_of(played), do, last).status_code == status


def test_strangers_and_spectators_change_nothing(played: Game) -> None:
    press(played, waiter_of(played), "ask")
    with nothing_changes():
        assert press(played, make_user(), "agree").status_code == 403
        anonymous = Client().post(f"/games/{played.pk}/take-back/", {"do": "agree", "last": "1"})
        looked = client_of(mover_of(played)).get(f"/games/{played.pk}/take-back/")
    assert anonymous.status_code == 302
    assert (looked.status_code, looked.headers["Location"]) == (302, f"/games/{played.pk}/")


def test_rated_games_offer_nothing(db: None) -> None:
    game = make_game(options=Options(Speed.DAYS_3, rated=True))
    take_tokens(game)
    assert "take-back/" not in page(game, waiter_of(game))


def test_the_version_s_mark_changes_for_the_two_players_when_something_is_asked(
    played: Game,
) -> None:
    def marks() -> list[str]:
        address = f"/games/{played.pk}/version/"
        return [client_of(seated(played, seat)).get(address).json()["mark"] for seat in (1, 2)]

    before = marks()
    press(played, waiter_of(played), "ask")
    asked = marks()
    assert all(old != new for old, new in zip(before, asked, strict=True))
    press(played, mover_of(played), "decline")
    assert all(old != new for old, new in zip(asked, marks(), strict=True))
