"""From a wish to play to a dealt game."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from accounts.models import User
from engine import commitment
from games.enums import ComputerLevel, GameStatus, Speed
from games.errors import ServiceError
from games.models import Game, GameEvent
from games.selectors import limits
from games.selectors.verify import faults_of
from games.services import lobby
from games.services.invitations import accept_invitation, cancel_game
from games.services.lobby import (
    Options,
    add_entropy,
    create_against_computer,
    create_invitation,
    deal,
)
from games.services.play import resign_game
from games.services.rematch import rematch
from games.services.sealing import unseal
from tests.factories.games import OPTIONS, make_computer_game, make_game, seated
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], Any]) -> tuple[str, int]:
    """Code and status of the refusal that a call meets with; it may change nothing."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        call()
    return caught.value.code, caught.value.status


def against_computer(user: User, options: Options = OPTIONS) -> Game:
    """A game with the computer that is not dealt yet."""
    return create_against_computer(user=user, level=ComputerLevel.CAREFUL, options=options)


def kinds_of(game: Game) -> list[str]:
    """The kinds of all events, oldest first."""
    return list(GameEvent.objects.filter(game=game).values_list("kind", flat=True))


# Creating


def test_game_against_the_computer_waits_for_the_person_to_deal() -> None:
    user = make_user()
    game = against_computer(user)
    assert game.status == GameStatus.PREPARING
    assert [(seat.user, seat.computer) for seat in game.seats.order_by("number")] == [
        (user, ""),
        (None, "careful"),
    ]
    assert kinds_of(game) == ["game_created"]
    assert (game.version, game.turn, game.seat_to_move, game.deadline_at) == (1, 0, None, None)


@pytest.mark.parametrize(
    "options",
    [
        Options(Speed.DAYS_1, True, False),
        Options(Speed.BANK_BRISK, False, True, rated=True, weekends_off=True, vacations=False),
    ],
)
def test_options_are_kept_and_played_by(options: Options) -> None:
    game = make_game(options=options)
    assert Options.of(game) == options
    started = GameEvent.objects.get(game=game, kind="game_started").payload
    assert started["open_memory"] is options.open_memory
    assert started["stand_off"] is options.stand_off


def test_speed_that_is_not_offered_is_refused() -> None:
    user = make_user()
    wish = Options(cast(Speed, "days_4"))
    assert refused(lambda: against_computer(user, wish)) == ("bad_pace", 422)


def test_rated_game_without_a_clock_is_refused() -> None:
    user = make_user()
    wish = Options(Speed.NO_CLOCK, rated=True)
    invite = lambda: create_invitation(user=user, invitee=None, options=wish)  # noqa: E731
    assert refused(invite) == ("rated_without_clock", 422)


def test_game_against_the_computer_is_never_rated() -> None:
    user = make_user()
    wish = Options(Speed.DAYS_3, rated=True)
    assert refused(lambda: against_computer(user, wish)) == ("rated_computer", 422)


def test_nobody_invites_themselves() -> None:
    user = make_user()
    call = lambda: create_invitation(user=user, invitee=user, options=OPTIONS)  # noqa: E731
    assert refused(call) == ("own_name", 422)


def test_commitment_stands_in_the_first_event_and_verifies() -> None:
    game = against_computer(make_user())
    first = GameEvent.objects.get(game=game, number=1)
    secret = unseal(game.sealed_secret)
    assert first.payload == {"commitment": game.commitment}
    assert game.commitment == commitment(secret, game.pk)
    assert secret not in bytes(game.sealed_secret)


def test_every_game_has_a_secret_and_an_id_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    user = make_user()
    games = [against_computer(user) for _number in range(3)]
    assert len({unseal(game.sealed_secret) for game in games}) == 3
    assert len({game.pk for game in games}) == 3
    assert all(len(unseal(game.sealed_secret)) == 32 for game in games)


# The most games at once


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games at once are the most."""
    monkeypatch.setattr(limits, "MOST_OPEN_GAMES", 2)


def test_nobody_has_more_games_than_the_most(few: None) -> None:
    user = make_user()
    against_computer(user)
    make_game(user)
    assert refused(lambda: against_computer(user)) == ("too_many_games", 409)
    invite = lambda: create_invitation(user=user, invitee=None, options=OPTIONS)  # noqa: E731
    assert refused(invite) == ("too_many_games", 409)


def test_whoever_has_the_most_games_cannot_accept(few: None) -> None:
    user = make_user()
    game = create_invitation(user=make_user(), invitee=None, options=OPTIONS)
    make_game(user)
    make_game(user)
    accept = lambda: accept_invitation(  # noqa: E731
        token=game.invitation.token, user=user, entropy="mine"
    )
    assert refused(accept) == ("too_many_games", 409)


def test_finished_and_cancelled_games_don_t_count(few: None) -> None:
    user = make_user()
    resign_game(game_id=make_game(user).pk, user=user)
    cancel_game(game_id=against_computer(user).pk, user=user)
    for _number in range(2):
        against_computer(user)
    assert refused(lambda: against_computer(user)) == ("too_many_games", 409)


# Randomness and dealing


def test_first_word_of_randomness_counts() -> None:
    user = make_user()
    game = against_computer(user)
    add_entropy(game_id=game.pk, user=user, entropy=" first ")
    with nothing_changes():
        add_entropy(game_id=game.pk, user=user, entropy="second")
    dealt = deal(game_id=game.pk, user=user, entropy="third")
    assert seat_entropy(dealt) == "first"
    assert kinds_of(dealt)[:3] == ["game_created", "entropy_added", "game_started"]
    row = GameEvent.objects.get(game=game, kind="entropy_added")
    assert (row.payload, row.seat) == ({"seat": 1, "entropy": "first"}, 1)


def seat_entropy(game: Game) -> str:
    """What seat 1 added."""
    return game.seats.get(number=1).entropy


@pytest.mark.parametrize("entropy", ["", "   "])
def test_no_randomness_is_no_event(entropy: str) -> None:
    user = make_user()
    game = against_computer(user)
    with nothing_changes():
        add_entropy(game_id=game.pk, user=user, entropy=entropy)


@pytest.mark.parametrize("entropy", ["e" * 65, "a\0b", "a\nb", "\ud800"])
def test_randomness_that_cannot_be_shown_is_refused(entropy: str) -> None:
    user = make_user()
    game = against_computer(user)
    add = lambda: add_entropy(game_id=game.pk, user=user, entropy=entropy)  # noqa: E731
    assert refused(add) == ("bad_entropy", 422)
    play = lambda: deal(game_id=game.pk, user=user, entropy=entropy)  # noqa: E731
    assert refused(play) == ("bad_entropy", 422)


@pytest.mark.parametrize("entropy", ["e" * 64, "für mich, 对手 🎲"])
def test_any_visible_randomness_is_taken(entropy: str) -> None:
    user = make_user()
    game = deal(game_id=against_computer(user).pk, user=user, entropy=entropy)
    assert seat_entropy(game) == entropy
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_randomness_decides_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "new_secret", lambda: b"s" * 32)
    user = make_user()
    boards = [
        GameEvent.objects.get(
            game=deal(game_id=against_computer(user).pk, user=user, entropy=entropy),
            kind="game_started",
        ).payload["board"]
        for entropy in ("a", "b")
    ]
    assert boards[0] != boards[1]


def test_dealing_twice_deals_once() -> None:
    user = make_user()
    game = deal(game_id=against_computer(user).pk, user=user, entropy="mine")
    with nothing_changes():
        again = deal(game_id=game.pk, user=user, entropy="other")
    assert (again.pk, again.status) == (game.pk, GameStatus.ACTIVE)
    assert kinds_of(game).count("game_started") == 1


def _link_of(user: User) -> Game:
    return create_invitation(user=user, invitee=None, options=OPTIONS)


def _cancelled(user: User) -> Game:
    return cancel_game(game_id=against_computer(user).pk, user=user)


def _finished(user: User) -> Game:
    return resign_game(game_id=make_game(user).pk, user=user)


@pytest.mark.parametrize(
    ("made", "code", "status"),
    [
        (_link_of, "seat_free", 409),
        (_cancelled, "not_preparing", 409),
        (_finished, "not_preparing", 409),
        (lambda user: make_game(), "not_found", 404),
        (lambda user: against_computer(make_user()), "not_found", 404),
        (lambda user: Game(pk="nosuchgame"), "not_found", 404),
    ],
)
def test_dealing_is_refused(made: Callable[[User], Game], code: str, status: int) -> None:
    user = make_user()
    game = made(user)
    play = lambda: deal(game_id=game.pk, user=user, entropy="mine")  # noqa: E731
    assert refused(play) == (code, status)


@pytest.mark.parametrize(
    ("made", "code", "status"),
    [
        (make_computer_game, "not_preparing", 409),
        (_cancelled, "not_preparing", 409),
        (lambda user: make_game(), "not_found", 404),
        (lambda user: Game(pk="nosuchgame"), "not_found", 404),
    ],
)
def test_adding_randomness_is_refused(made: Callable[[User], Game], code: str, status: int) -> None:
    user = make_user()
    game = made(user)
    add = lambda: add_entropy(game_id=game.pk, user=user, entropy="mine")  # noqa: E731
    assert refused(add) == (code, status)


# Rematch


def test_rematch_swaps_seats_and_keeps_the_options() -> None:
    game = make_game(options=Options(Speed.DAYS_5, open_memory=True, stand_off=False))
    first, second = seated(game, 1), seated(game, 2)
    resign_game(game_id=game.pk, user=first)
    again = rematch(game_id=game.pk, user=first)
    assert Options.of(again) == Options(Speed.DAYS_5, open_memory=True, stand_off=False)
    assert (again.status, again.rematch_of, again.invitation.invitee) == (
        "preparing",
        game,
        second,
    )
    accept_invitation(token=again.invitation.token, user=second, entropy="")
    assert (seated(again, 1), seated(again, 2)) == (second, first)


def test_second_wish_finds_the_first_rematch() -> None:
    game = make_game()
    first, second = seated(game, 1), seated(game, 2)
    resign_game(game_id=game.pk, user=first)
    again = rematch(game_id=game.pk, user=first)
    with nothing_changes():
        assert rematch(game_id=game.pk, user=second) == again
        assert rematch(game_id=game.pk, user=first) == again


def test_rematch_with_the_computer_swaps_seats_too() -> None:
    user = make_user()
    game = make_computer_game(user)
    resign_game(game_id=game.pk, user=user)
    again = deal(game_id=rematch(game_id=game.pk, user=user).pk, user=user, entropy="")
    assert seated(again, 2) == user
    assert again.seats.get(number=1).computer == "careful"


def test_rematch_that_was_called_off_makes_room_for_another() -> None:
    game = make_game()
    first, second = seated(game, 1), seated(game, 2)
    resign_game(game_id=game.pk, user=first)
    called_off = rematch(game_id=game.pk, user=first)
    cancel_game(game_id=called_off.pk, user=first)
    again = rematch(game_id=game.pk, user=second)
    assert again.pk != called_off.pk
    assert again.status == GameStatus.PREPARING
    assert again.invitation.invitee == first
    assert rematch(game_id=game.pk, user=first) == again


def _opponent_gone(user: User) -> Game:
    game = make_game(user)
    resign_game(game_id=game.pk, user=user)
    seated(game, 2).delete()
    return game


def _others_finished(user: User) -> Game:
    game = make_game()
    return resign_game(game_id=game.pk, user=seated(game, 1))


@pytest.mark.parametrize(
    ("made", "code", "status"),
    [
        (make_game, "not_over", 409),
        (_link_of, "not_over", 409),
        (_cancelled, "not_over", 409),
        (_others_finished, "not_seated", 403),
        (lambda user: _link_of(make_user()), "not_found", 404),
        (_opponent_gone, "opponent_gone", 409),
        (lambda user: Game(pk="nosuchgame"), "not_found", 404),
    ],
)
def test_rematch_is_refused(made: Callable[[User], Game], code: str, status: int) -> None:
    user = make_user()
    game = made(user)
    assert refused(lambda: rematch(game_id=game.pk, user=user)) == (code, status)
