"""The examples against the real site: whole games, played as their readers would let them play."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import TokenKind, User
from accounts.scopes import Scope
from accounts.tokens import make_token
from games.enums import GameStatus
from games.models import Game, Submission
from games.selectors.verify import faults_of
from games.services.play import resign_game
from tests.examples.breaking import bad_line
from tests.factories.games import waiter_of
from tests.factories.users import PASSWORD, make_user
from tests.games.workers import wait_until, working
from tests.served import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]

EXAMPLES = Path(settings.BASE_DIR) / "examples"
LIMITLESS = {f"API_RATE_{name}": "100000/min" for name in ("ADDRESS", "TOKEN", "ACCOUNT", "BOT")}
ENOUGH = 120  # seconds for a game


@pytest.fixture
def site(site_folder: Path, queued_tasks: object) -> Iterator[str]:
    """The site's address."""
    with served(site_folder, **LIMITLESS) as address:
        yield address


@pytest.fixture
def robot() -> User:
    """The account of a bot."""
    return make_user("robot", is_bot=True)


def token_of(user: User, scopes: frozenset[Scope]) -> str:
    """The value of a token."""
    return make_token(
        user=user, kind=TokenKind.PERSONAL, name="example", scopes=scopes, expires_at=None
    )[1]


@contextmanager
def bot_of(user: User, address: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The bot, playing for this account until the end of the block."""
    token = token_of(user, frozenset({Scope.BOT_PLAY}))
    with (folder / "bot").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, EXAMPLES / "bot.py", address],
            env={"LOUPE_TOKEN": token, "PATH": os.environ["PATH"]},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


class Person:
    """Somebody at a terminal with the client."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.token_file = address, folder / "token"

    def run(self, *words: str, typed: str = "", code: int = 0) -> str:
        """What the client prints; fails unless it ends with this code."""
        done = subprocess.run(
            [sys.executable, EXAMPLES / "client.py", self.address, *words],
            env={
                "LOUPE_TOKEN_FILE": str(self.token_file),
                "LOUPE_PASSWORD": PASSWORD,
                "PATH": os.environ["PATH"],
            },
            input=typed,
            capture_output=True,
            text=True,
            timeout=ENOUGH,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def anna(site: str, tmp_path: Path, settings: object) -> Person:
    """Anna, who has just signed in."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]  # type: ignore[attr-defined]
    make_user("anna")
    person = Person(site, tmp_path)
    assert "Signed in as anna" in person.run("sign-in", "anna")
    return person


def assert_over(game: Game) -> None:
    """It ended by the rules, and its log folds to where it stands."""
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert not faults_of(game)


def test_client_and_bot_play_a_whole_game(
    anna: Person, site: str, robot: User, tmp_path: Path
) -> None:
    with bot_of(robot, site, tmp_path) as bot:
        pk = anna.run("challenge", "robot").strip()
        game = Game.objects.get(pk=pk)
        wait_until(lambda: Game.objects.get(pk=pk).status == GameStatus.ACTIVE, 30)
        shown = anna.run("show", pk)
        assert "anna and robot" in shown and "level 3" in shown
        said = anna.run("play", pk, "--auto")
        assert "has won" in said or "Nobody has won" in said
        assert bot.poll() is None, "it goes on until it is stopped"
    assert bot.returncode == 0
    assert_over(game)
    assert "Traceback" not in (tmp_path / "bot").read_text()


def test_bot_plays_a_whole_game_over_a_line_that_loses_answers(
    anna: Person, site: str, robot: User, tmp_path: Path
) -> None:
    with bad_line(site, every=3) as line, bot_of(robot, line.address, tmp_path):
        pk = anna.run("challenge", "robot").strip()
        anna.run("play", pk, "--auto")
    game = Game.objects.get(pk=pk)
    assert_over(game)
    assert line.lost >= 5
    assert Submission.objects.filter(game=game, user=robot).count() >= line.writes - line.lost - 1
    assert "stale" not in (tmp_path / "bot").read_text()


def test_person_plays_by_hand_what_waits(anna: Person, site: str) -> None:
    assert "Nothing waits for you." in anna.run("list")
    make_user("bert")
    bert = Person(site, anna.token_file.parent / "bert")
    bert.token_file.parent.mkdir()
    bert.run("sign-in", "bert")
    pk = bert.run("challenge", "anna").strip()
    assert f"{pk}  bert asks you to play" in anna.run("list")
    assert "begun" in anna.run("accept", pk)
    game = Game.objects.get(pk=pk)
    assert game.status == GameStatus.ACTIVE
    mover = anna if game.seats.get(user__username="anna").number == game.seat_to_move else bert
    assert f"{pk}  your turn against" in mover.run("list")
    before, other = game.version, waiter_of(game)
    with ThreadPoolExecutor(1) as side:
        # A word that is none is asked for again.
        said = side.submit(mover.run, "play", pk, typed="nonsense\n1\n")
        wait_until(lambda: Game.objects.get(pk=pk).version > before, 30)
        resign_game(game_id=pk, user=other)
        assert "Give a number of the list" in said.result(60)
        assert "That is you." in said.result()
    assert "Signed out." in anna.run("sign-out")
    assert "not_authenticated" in anna.run("list", code=1)


def test_client_says_why_it_is_refused(anna: Person) -> None:
    assert "(not_found)" in anna.run("show", "nosuchgame", code=1)
    assert "You can't" in anna.run("challenge", "anna", code=1)


def test_bot_begins_a_game_with_the_computer(anna: Person) -> None:
    pk = anna.run("computer", "careful").strip()
    with working("computer"):
        said = anna.run("play", pk, "--auto")
    assert "has won" in said or "Nobody has won" in said
    assert_over(Game.objects.get(pk=pk))


def test_examples_are_small_and_need_nothing() -> None:
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) < 100
    for name in ("bot.py", "client.py"):
        done = subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                "-c",
                f"import runpy; runpy.run_path({str(EXAMPLES / name)!r})",
            ],
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
