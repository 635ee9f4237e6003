"""Thousands of requests that nobody would send: the schema's promises hold for each, and nothing breaks the server.

Schemathesis makes them from the schema, good ones and bad ones, alone and as chains that feed one answer into the next,
against the real site. `API_SEED` chooses other requests than those of every run.
"""

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from accounts.models import TokenKind
from accounts.scopes import OF_SIGNED_IN
from accounts.tokens import make_token
from games.services.lobby import create_invitation
from tests.factories.games import OPTIONS
from tests.games.api.matrix.world import World, make_world
from tests.games.api.schema import schema
from tests.served import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]

LIMITLESS: Final = {
    f"API_RATE_{name}": "1000000/min" for name in ("ADDRESS", "TOKEN", "ACCOUNT", "BOT")
}
# They end the token in use, after which every further request would only be told so.
ENDING: Final = ("endSession", "endCurrentSession", "endOtherSessions", "closeAccount", "becomeBot")
# They go on for an hour; tests/games/api/streams holds them against the schema.
ENDLESS: Final = ("streamGame", "streamMine")
PHASES: Final = "examples,coverage,fuzzing,stateful"
# A request of the right shape may still be against the rules, or about something that has changed.
CONFIG: Final = """\
# Chains of requests: each is of several, and they are what finds the rarer ways.
[phases.stateful.generation]
max-examples = 60

[checks]
positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 422, 429]

# The grammar of the notation, and which cards there are, don't stand in the schema: what is no action is a 400.
[[operations]]
include-operation-id = ["playActions", "previewActions", "replacePlan", "previewPlan"]
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409, 422, 429]
"""


def known(world: World) -> dict[str, Any]:
    """The schema, with things that exist among what addresses are filled in with: else nearly all would be unknown."""
    asked = create_invitation(user=world.opponent, invitee=world.owner, options=OPTIONS)
    there = {
        "game_id": world.game.pk,
        "name": world.opponent.username,
        "token": asked.invitation.token,
    }
    filled: dict[str, Any] = deepcopy(schema())
    for item in filled["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in there:
                    parameter["schema"] = {"enum": [there[parameter["name"]], "nosuchthing"]}
    return filled


def run(folder: Path, address: str, facts: dict[str, Any], *more: str) -> str:
    """One run; what it printed. Fails with that if a promise was broken."""
    file = folder / "schema.json"
    file.write_text(json.dumps(facts))
    (folder / "schemathesis.toml").write_text(CONFIG)
    command = [sys.executable, "-m", "schemathesis.cli", "run", str(file), "--url", address]
    more = (*more, *(word for name in ENDLESS for word in ("--exclude-operation-id", name)))
    options = ["--phases", PHASES, "--seed", os.environ.get("API_SEED", "20260615")]
    done = subprocess.run(
        [*command, *options, "--continue-on-failure", "--warnings", "off", *more],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "PYTHONWARNINGS": "ignore"},
        check=False,
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    return done.stdout


def test_schema_holds_for_who_has_signed_in(tmp_path: Path, site_folder: Path) -> None:
    world = make_world()
    _token, value = make_token(
        user=world.owner, kind=TokenKind.APP, name="fuzz", scopes=OF_SIGNED_IN, expires_at=None
    )
    left_out = [word for name in ENDING for word in ("--exclude-operation-id", name)]
    with served(site_folder, **LIMITLESS) as address:
        said = run(
            *(tmp_path, address, known(world)),
            *("--max-examples", "12", "-H", f"Authorization: Bearer {value}", *left_out),
        )
    print(said[-600:])  # noqa: T201  how many cases there were
    assert "Internal Server Error" not in (site_folder / "log").read_text()


def test_schema_holds_for_strangers(tmp_path: Path, site_folder: Path) -> None:
    world = make_world()
    with served(site_folder, **LIMITLESS) as address:
        said = run(tmp_path, address, known(world), "--max-examples", "4")
    print(said[-600:])  # noqa: T201  as above
    assert "Internal Server Error" not in (site_folder / "log").read_text()
