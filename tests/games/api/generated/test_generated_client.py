"""A public generator makes a typed client of the schema: it compiles, and plays a whole game."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.tokens import sign_in_app
from games.api.docs.read import SCHEMA_FILE
from games.enums import GameStatus
from games.selectors.verify import faults_of
from tests.factories.games import make_game, seated
from tests.games.api.test_schemathesis import LIMITLESS
from tests.served import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent


def told(command: list[str], folder: Path) -> str:
    """What a program printed; fails with it if it failed."""
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
    return done.stdout


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The folder in which the generated client and its player stand, both checked by their types."""
    generate = [str(BIN / "openapi-python-client"), "generate", "--path", str(SCHEMA_FILE)]
    config = ["--config", str(HERE / "generator.yaml"), "--output-path", str(tmp_path / "made")]
    assert "missing" not in told([*generate, *config, "--meta", "none"], tmp_path)
    shutil.move(tmp_path / "made", tmp_path / "loupe_client")
    shutil.copy(HERE / "player.py", tmp_path)
    (tmp_path / "mypy.ini").write_text("[mypy]\n")
    # Followed silently: client.py of the generator's own, the same for every schema, isn't ours to check.
    mypy = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--follow-imports=silent"]
    told([*mypy, "--strict", "player.py"], tmp_path)
    told([*mypy, "-p", "loupe_client.api", "-p", "loupe_client.models"], tmp_path)
    return tmp_path


def test_typed_client_plays_a_whole_game(client: Path, site_folder: Path) -> None:
    game = make_game()
    tokens = [sign_in_app(user=seated(game, number), name="typed")[1] for number in (1, 2)]
    with served(site_folder, **LIMITLESS) as address:
        said = told([sys.executable, "player.py", address, game.pk, *tokens], client)
    game.refresh_from_db()
    assert said.split() == [seated(game, 1).username, GameStatus.FINISHED, str(game.winner)]
    assert faults_of(game) == []
