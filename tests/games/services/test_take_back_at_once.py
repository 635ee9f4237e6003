"""Asking and answering at the same moment as something else: one of them holds, and the log stays whole."""

from collections.abc import Callable
from typing import Any

import pytest

from games.enums import PlatformEvent, TakeBackStatus
from games.errors import ServiceError
from games.models import Game, GameEvent, TakeBack
from games.selectors.take_back import last_turn
from games.selectors.verify import faults_of
from games.services.play import submit_actions
from games.services.sealing import unseal
from games.services.take_back import answer_take_back, ask_turn_back
from games.services.talk import save_note, write_message
from tests.factories.games import legal_json, make_game, mover_of, take_tokens, waiter_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("postgresql")]

Together = Callable[..., list[Any]]


def asked(game: Game) -> int:
    """Play a turn; the name of what its seat could ask for."""
    take_tokens(game)
    game.refresh_from_db()
    turn = last_turn(list(GameEvent.objects.filter(game=game)), 3 - (game.seat_to_move or 0))
    assert turn is not None
    return turn.last


def retractions(game: Game) -> int:
    """How often a turn was taken back."""
    return GameEvent.objects.filter(game=game, kind=PlatformEvent.TURN_RETRACTED).count()


def check(game: Game) -> None:
    """The log proves what the game's row says."""
    game.refresh_from_db()
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_a_double_click_asks_once(together: Together) -> None:
    game = make_game()
    last, user = asked(game), waiter_of(game)
    results = together(
        *[lambda: ask_turn_back(game_id=game.pk, user=user, last=last) for _tab in range(4)]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert TakeBack.objects.filter(game=game).count() == 1


def test_agreeing_in_two_tabs_takes_the_turn_back_once(together: Together) -> None:
    game = make_game()
    last, asker, other = asked(game), waiter_of(game), mover_of(game)
    ask_turn_back(game_id=game.pk, user=asker, last=last)
    results = together(
        *[
            lambda: answer_take_back(game_id=game.pk, user=other, last=last, accept=True)
            for _tab in range(4)
        ]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert retractions(game) == 1
    check(game)


def test_agreeing_and_declining_at_once_leaves_one_answer(together: Together) -> None:
    game = make_game()
    last, asker, other = asked(game), waiter_of(game), mover_of(game)
    ask_turn_back(game_id=game.pk, user=asker, last=last)
    results = together(
        *[
            lambda yes=yes: answer_take_back(game_id=game.pk, user=other, last=last, accept=yes)
            for yes in (True, False)
        ]
    )
    refused = [result for result in results if isinstance(result, ServiceError)]
    assert [error.code for error in refused] == ["take_back_fallen"]
    granted = TakeBack.objects.get(game=game).status == TakeBackStatus.GRANTED
    assert retractions(game) == int(granted)
    check(game)


@pytest.mark.parametrize("attempt", range(5))
def test_a_move_and_an_agreement_at_once_leave_one_of_them(
    together: Together, attempt: int
) -> None:
    game = make_game()
    last, asker, other = asked(game), waiter_of(game), mover_of(game)
    ask_turn_back(game_id=game.pk, user=asker, last=last)
    action, version = legal_json(game, "take_tokens")[0], game.version
    results = together(
        lambda: answer_take_back(game_id=game.pk, user=other, last=last, accept=True),
        lambda: submit_actions(
            game_id=game.pk, user=other, actions=[action], expected_version=version, key="k"
        ),
    )
    refused = [result for result in results if isinstance(result, ServiceError)]
    assert len(refused) == 1
    codes = {0: "take_back_fallen", 1: "stale_version"}
    assert refused[0].code == codes[retractions(game)]
    check(game)


def test_a_message_that_is_sent_twice_at_once_is_one(together: Together) -> None:
    game = make_game()
    user = mover_of(game)
    results = together(
        *[
            lambda: write_message(game_id=game.pk, user=user, text="hello", key="k")
            for _tab in range(4)
        ]
    )
    assert len({result.pk for result in results}) == 1


def test_two_tabs_that_keep_a_first_note_at_once_make_one(together: Together) -> None:
    game = make_game()
    user = mover_of(game)
    results = together(
        *[
            lambda text=text: save_note(game_id=game.pk, user=user, text=text, seen="")
            for text in ("one", "two")
        ]
    )
    refused = [result for result in results if isinstance(result, ServiceError)]
    assert [error.code for error in refused] == ["note_changed"]
