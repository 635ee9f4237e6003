"""The management commands of the app."""

import io
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from engine import GameState
from games.enums import GameStatus
from games.models import Delivery, Game, GameEvent
from games.selectors import limits
from games.selectors.state import load_state
from games.selectors.verify import faults_of
from games.services import demo
from games.services.demo import create_demo_game, is_reached
from games.services.lobby import create_invitation
from games.services.sealing import unseal
from tests.builders import position
from tests.factories.games import OPTIONS, make_game, play_random
from tests.factories.users import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def run(*command: str) -> str:
    """What a command says."""
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


# create_demo_games


def game_in(text: str) -> Game:
    """The game of one line of the command's report."""
    found = re.search(r"/games/(\w+)/", text)
    assert found
    return Game.objects.get(pk=found[1])


@pytest.mark.parametrize("stage", ["opening", "midgame"])
def test_demo_game_stands_in_its_stage(stage: str) -> None:
    game = game_in(run("create_demo_games", "--stage", stage))
    state = load_state(game)
    assert game.status == GameStatus.ACTIVE
    assert state.turn == {"opening": demo.OPENING_TURNS, "midgame": demo.MIDGAME_TURNS}[stage] + 1
    assert is_reached(state, stage)
    assert faults_of(game, unseal(game.sealed_secret)) == []


@pytest.mark.slow
def test_demo_games_of_every_stage(client: Client) -> None:
    said = run("create_demo_games", "--password", "kite-lantern-41").splitlines()
    assert [line.partition(":")[0] for line in said[:-1]] == [
        "opening",
        "midgame",
        "endgame",
        "finished",
    ]
    assert said[-1] == "sign in as demo-ines or demo-lin, password kite-lantern-41"
    *running, finished = [game_in(line) for line in said[:-1]]
    assert {game.status for game in running} == {GameStatus.ACTIVE}
    assert finished.status == GameStatus.FINISHED
    assert is_reached(load_state(running[2]), "endgame")
    assert run("verify_logs").endswith(", 0 with faults\n")
    client.post("/accounts/login/", {"login": "demo-lin", "password": "kite-lantern-41"})
    answer = client.get("/games/")
    assert all(game.pk in answer.content.decode() for game in (*running, finished))


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("cards1=J3-13,J3-02", False),
        ("cards2=J3-13,J3-02,J3-04", True),
        ("cards1=J3-01,J3-11:W,J3-03 royals1=R-1,R-2", True),
        ("cards1=J3-01,J3-02", True),
    ],
)
def test_endgame_is_near_any_of_the_three_victories(text: str, reached: bool) -> None:
    state = position(text)
    assert is_reached(state, "endgame") is reached


def test_stage_is_reached_at_the_start_of_a_turn() -> None:
    assert is_reached(position("turn=27"), "midgame")
    assert not is_reached(position("turn=27 flags=acted"), "midgame")


def test_game_that_ends_too_early_makes_room_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[str] = []

    def play(game: Game, stage: str) -> Game:
        played.append(game.pk)
        if len(played) < 3:
            play_random(game, 2000)
        game.refresh_from_db()
        return game

    monkeypatch.setattr(demo, "_play", play)
    game = create_demo_game(first=make_user(), second=make_user(), stage="opening")
    assert game.pk == played[2]
    monkeypatch.setattr(demo, "MOST_GAMES", 1)
    with pytest.raises(RuntimeError):
        create_demo_game(first=make_user(), second=make_user(), stage="finished")


def test_people_of_the_demo_are_made_once_and_told_nothing_at_once() -> None:
    for _time in range(2):
        said = run("create_demo_games", "--stage", "opening")
    ines, lin = (User.objects.get(username=name) for name in ("demo-ines", "demo-lin"))
    password = said.split()[-1]
    assert ines.check_password(password)
    assert lin.check_password(password)
    assert Game.objects.count() == 2
    assert not Delivery.objects.filter(state="sent").exists()


def test_a_real_person_s_password_is_not_changed() -> None:
    ines = make_user("demo-ines", email="ines@example.org")
    with pytest.raises(CommandError, match="demo-ines is the name of somebody else"):
        run("create_demo_games", "--stage", "opening")
    ines.refresh_from_db()
    assert ines.check_password("kite-lantern-41")


def test_demo_says_when_the_people_have_too_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OPEN_GAMES", 0)
    with pytest.raises(CommandError, match="Finish some of your games"):
        run("create_demo_games", "--stage", "opening")


def test_unknown_stage_is_refused() -> None:
    with pytest.raises(CommandError):
        run("create_demo_games", "--stage", "teatime")


def test_demo_is_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both computers are given views, not positions."""
    real = demo.choose  # type: ignore[attr-defined]

    def watched(view: dict[str, object], seed: int) -> object:
        assert not isinstance(view, GameState)
        assert "decks" in view
        assert "deck_cards" not in view
        return real(view, seed)

    monkeypatch.setattr(demo, "choose", watched)
    monkeypatch.setattr(demo, "OPENING_TURNS", 1)
    run("create_demo_games", "--stage", "opening")


# verify_logs


def test_sound_games_of_every_stage_are_verified() -> None:
    user = make_user()
    create_invitation(user=user, invitee=None, options=OPTIONS)
    play_random(make_game(), 20)
    play_random(make_game(), 2000)
    assert run("verify_logs") == "3 games verified, 0 with faults\n"


def test_faults_are_reported_and_end_with_an_error() -> None:
    sound, faulty = make_game(), make_game()
    Game.objects.filter(pk=faulty.pk).update(turn=7)
    out = io.StringIO()
    with pytest.raises(CommandError, match="some logs don't agree"):
        call_command("verify_logs", stdout=out)
    assert out.getvalue() == (
        f"{faulty.pk}: turn is 7, by the log 1\n2 games verified, 1 with faults\n"
    )
    assert run("verify_logs", sound.pk) == "1 games verified, 0 with faults\n"


def test_unknown_game_is_an_error() -> None:
    game = make_game()
    with pytest.raises(CommandError, match="there is no game nosuchgame"):
        run("verify_logs", game.pk, "nosuchgame")


def test_lost_key_is_a_fault() -> None:
    game = make_game()
    Game.objects.filter(pk=game.pk).update(sealed_secret=b"no token")
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_logs", stdout=out)
    assert f"{game.pk}: no key of the settings opens its sealed secret\n" in out.getvalue()


def test_verifying_writes_nothing() -> None:
    game = make_game()
    before = list(GameEvent.objects.values())
    run("verify_logs", game.pk)
    assert list(GameEvent.objects.values()) == before
