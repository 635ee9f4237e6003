"""The computer's turn: decided from its own view, interrupted anywhere, delivered twice."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from engine import view_for
from engine.ai import choose
from games.enums import ComputerLevel, GameStatus
from games.models import Game, GameEvent, Seat
from games.selectors.state import load_state
from games.selectors.verify import faults_of
from games.services import computer
from games.services.change import locked
from games.services.computer import play_turn
from games.services.lobby import create_against_computer, deal, start
from games.services.play import resign_game
from games.services.sealing import unseal
from tests.builders import position
from tests.factories.games import (
    OPTIONS,
    make_computer_game,
    make_game,
    play_random,
    put_position,
    seated,
)
from tests.factories.users import make_user
from tests.games.stored import everything, nothing_changes

pytestmark = pytest.mark.django_db


def computer_to_move() -> Game:
    """A game that waits for the computer, in seat 2."""
    game = make_computer_game()
    for seed in range(20):
        if game.seat_to_move == 2:
            return game
        play_random(game, 1, seed)
    raise AssertionError("the person's turn does not end")


def two_computers() -> Game:
    """A game in which both seats are the computer's, dealt."""
    user = make_user()
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)
    Seat.objects.filter(game=game, number=1).update(user=None, computer=ComputerLevel.CAREFUL)
    with locked(game.pk) as running:
        start(running)
    game.refresh_from_db()
    return game


def sound(game: Game) -> bool:
    """Whether the log follows from rules, dice and actions, with every draw."""
    game.refresh_from_db()
    return faults_of(game, unseal(game.sealed_secret)) == []


def test_computer_plays_its_turn_and_no_more() -> None:
    game = computer_to_move()
    turn = game.turn
    play_turn(game.pk)
    game.refresh_from_db()
    assert game.seat_to_move == 1
    assert game.turn > turn
    assert sound(game)


def test_computer_is_given_its_own_view_only(monkeypatch: pytest.MonkeyPatch) -> None:
    game = computer_to_move()
    text = "seat=2 board=WBG2/5/5/5/4W reserved1=J3-05:unseen,J2-04 reserved2=J1-09:unseen"
    state = put_position(game, position(text))
    given: list[tuple[Any, ...]] = []

    def watched(*args: Any) -> Any:
        given.append(args)
        return choose(*args)

    monkeypatch.setattr(computer, "choose", watched)
    play_turn(game.pk)
    view, seed = given[0]
    assert view == view_for(state, 2)
    assert "J3-05" not in str(view)
    assert isinstance(seed, int)
    assert all(len(args) == 2 for args in given)


def test_computer_decides_alike_whatever_it_cannot_know() -> None:
    """The other's blind card and the decks are other ones; the view, and so the move, is the same."""
    first, second = (
        position(f"seat=2 board=WBG2/5/5/5/4W reserved1={hidden}:unseen pyramid=J1-01,J1-02")
        for hidden in ("J3-05", "J3-07")
    )
    assert first != second
    assert choose(view_for(first, 2), 1) == choose(view_for(second, 2), 1)


@pytest.mark.parametrize(
    "made",
    [
        make_game,
        lambda: resign_finished(),
        lambda: create_against_computer(
            user=make_user(), level=ComputerLevel.CAREFUL, options=OPTIONS
        ),
        lambda: Game(pk="nosuchgame"),
    ],
    ids=["two people", "over", "not dealt", "unknown"],
)
def test_there_is_nothing_to_play(made: Callable[[], Game]) -> None:
    game = made()
    with nothing_changes():
        play_turn(game.pk)


def resign_finished() -> Game:
    """A game against the computer that was resigned."""
    game = make_computer_game()
    return resign_game(game_id=game.pk, user=seated(game, 1))


def test_person_s_turn_is_left_alone() -> None:
    game = computer_to_move()
    play_turn(game.pk)
    with nothing_changes():
        play_turn(game.pk)


@pytest.mark.slow
def test_two_computers_play_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "MOST_ACTIONS", 1000)
    game = two_computers()
    play_turn(game.pk)
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert sound(game)


def test_a_task_that_plays_too_long_stops_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computer, "MOST_ACTIONS", 3)
    game = two_computers()
    play_turn(game.pk)
    assert sound(game)
    assert game.status == GameStatus.ACTIVE
    assert f"the computer played 3 actions of game {game.pk} in one go" in caplog.text


def test_computer_s_turn_is_queued_when_it_comes(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queued: list[str] = []
    monkeypatch.setattr(
        "games.services.change.play_computer_turn.delay_on_commit",
        lambda game_id: queued.append(game_id),
    )
    game = computer_to_move()
    assert queued == [game.pk]


def test_task_plays_the_turn_after_the_commit(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    user = make_user()
    game = create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=OPTIONS)
    with django_capture_on_commit_callbacks(execute=True):
        deal(game_id=game.pk, user=user, entropy="")
    game.refresh_from_db()
    assert game.seat_to_move == 1
    assert sound(game)


# Interrupted


class Killed(BaseException):
    """The worker is gone: nothing catches it."""


def kill_at(monkeypatch: pytest.MonkeyPatch, place: str, after: int) -> None:
    """Kill the worker at the call of `place` in the computer's service, after so many calls."""
    real, calls = getattr(computer, place), iter(range(after))

    def dying(*args: Any, **kwargs: Any) -> Any:
        if next(calls, None) is None:
            raise Killed
        return real(*args, **kwargs)

    monkeypatch.setattr(computer, place, dying)


@pytest.mark.parametrize("place", ["load_state", "choose", "locked", "decide", "record"])
@pytest.mark.parametrize("actions", [0, 1, 4])
def test_worker_killed_anywhere_loses_and_repeats_nothing(
    monkeypatch: pytest.MonkeyPatch, place: str, actions: int
) -> None:
    game = two_computers()
    with monkeypatch.context() as patch:
        kill_at(patch, place, actions)
        with pytest.raises(Killed):
            play_turn(game.pk)
    assert sound(game)
    before = everything()["GameEvent"]
    monkeypatch.setattr(computer, "MOST_ACTIONS", 6 - actions)
    play_turn(game.pk)
    assert sound(game)
    after = everything()["GameEvent"]
    assert after[: len(before)] == before
    assert actions_in(game) == 6


def actions_in(game: Game) -> int:
    """How many main actions, and other wishes, the log holds."""
    wishes = (
        "privilege_used",
        "board_replenished",
        "tokens_taken",
        "card_reserved",
        "card_purchased",
        "royal_card_chosen",
        "tokens_discarded",
        "matching_token_taken",
        "token_stolen",
    )
    rows = GameEvent.objects.filter(game=game, kind__in=wishes)
    return sum(not row.payload.get("automatic", False) for row in rows)


def test_worker_killed_while_it_writes_leaves_no_half_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = computer_to_move()

    def dying(*args: Any, **kwargs: Any) -> Any:
        raise Killed

    with monkeypatch.context() as patch, nothing_changes():
        patch.setattr("games.services.change.plan_after_move", dying)  # after log and snapshot
        with pytest.raises(Killed):
            play_turn(game.pk)
    play_turn(game.pk)
    assert sound(game)
    assert game.seat_to_move == 1


def test_move_that_came_meanwhile_makes_the_computer_think_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second worker plays while the first still thinks: the first one's decision is void."""
    game = computer_to_move()
    done: list[bool] = []

    def slow(view: Any, seed: int) -> Any:
        action = choose(view, seed)
        if not done:
            done.append(True)
            play_turn(game.pk)
        return action

    monkeypatch.setattr(computer, "choose", slow)
    turn = game.turn
    play_turn(game.pk)
    assert sound(game)
    assert game.seat_to_move == 1
    ended = GameEvent.objects.filter(game=game, kind="turn_ended", seat=2)
    assert ended.count() == game.turn - turn


def test_game_that_ended_while_it_thought_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = computer_to_move()
    person = seated(game, 1)

    def slow(view: Any, seed: int) -> Any:
        resign_game(game_id=game.pk, user=person)
        return choose(view, seed)

    monkeypatch.setattr(computer, "choose", slow)
    play_turn(game.pk)
    assert sound(game)
    assert (game.status, game.winner) == (GameStatus.FINISHED, 2)
    assert load_state(game).over
