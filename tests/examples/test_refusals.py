"""The examples where the site says no: they stop where asking again is of no use, and wait as long as they are told."""

import json
import os
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.conf import settings

EXAMPLES = Path(settings.BASE_DIR) / "examples"
TOKEN_OVER = {"detail": "This token is over.", "code": "authentication_failed", "extra": {}}


class Strict(ThreadingHTTPServer):
    """Answers with these statuses, one after another, and with 401 from then on."""

    daemon_threads = True

    def __init__(self, *statuses: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.statuses, self.asked = list(statuses), list[float]()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Strict

    def _refuse(self) -> None:
        self.server.asked.append(time.monotonic())
        status = self.server.statuses.pop(0) if self.server.statuses else 401
        self.send_response_only(status)
        if status == 429:
            self.send_header("Retry-After", "4")
        page = status == 403  # of a proxy
        self.send_header("Content-Type", "text/html" if page else "application/problem+json")
        self.end_headers()
        self.wfile.write(b"<html>" if page else json.dumps(TOKEN_OVER).encode())

    do_GET = do_DELETE = _refuse

    def log_message(self, *_about: object) -> None:
        """Nothing."""


@pytest.fixture
def strict() -> Iterator[Strict]:
    """A site that refuses."""
    with Strict() as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join(10)


def run(name: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run an example to its end."""
    env = {"PATH": os.environ["PATH"], **more}
    command = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=30, check=False)


def client(monkeypatch: pytest.MonkeyPatch, folder: Path) -> dict[str, Any]:
    """The names of the client, whose token is kept in this folder."""
    monkeypatch.setenv("LOUPE_TOKEN_FILE", str(folder / "token"))
    return runpy.run_path(str(EXAMPLES / "client.py"))


def test_bot_whose_token_was_taken_back_waits_as_it_is_told_and_stops(strict: Strict) -> None:
    strict.statuses += [429, 401]
    done = run("bot.py", strict.address, LOUPE_TOKEN="x")
    assert done.returncode == 1
    assert done.stderr == "refused: authentication_failed\n"
    first, second = strict.asked
    assert second - first >= 4


def test_bot_goes_on_after_the_page_of_a_proxy(strict: Strict) -> None:
    strict.statuses += [403, 401]
    done = run("bot.py", strict.address, LOUPE_TOKEN="x")
    assert len(strict.asked) == 2
    assert "once more" in done.stdout


def test_client_that_waits_for_its_turn_ends_with_its_token(
    strict: Strict, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = client(monkeypatch, tmp_path)
    slept: list[int] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    strict.statuses += [429]
    site = names["Site"](strict.address, "x")
    site.wait("game", 1)
    assert slept == [4]
    with pytest.raises(names["Refused"]) as refused:
        site.wait("game", 1)
    assert refused.value.code == "authentication_failed"


def test_token_that_has_ended_is_forgotten_by_signing_out(strict: Strict, tmp_path: Path) -> None:
    kept = tmp_path / "token"
    kept.write_text("x")
    done = run("client.py", strict.address, "sign-out", LOUPE_TOKEN_FILE=str(kept))
    assert done.stdout == "Signed out.\n", done.stderr
    assert not kept.exists()


def test_no_session_is_forgotten_that_may_still_be_there(strict: Strict, tmp_path: Path) -> None:
    kept = tmp_path / "token"
    kept.write_text("x")
    strict.statuses += [403]
    done = run("client.py", strict.address, "sign-out", LOUPE_TOKEN_FILE=str(kept))
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert kept.exists()


@pytest.mark.parametrize(
    ("winner", "seat", "yours"),
    [(None, None, False), (1, None, False), (1, 2, False), (2, 2, True)],
)
def test_end_is_told_to_players_and_watchers(
    winner: int | None,
    seat: int | None,
    yours: bool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = client(monkeypatch, tmp_path)
    site = names["Site"]("http://127.0.0.1:9")
    over = {"status": "finished", "winner": winner, "seat": seat, "reasons": ["agreement"]}
    monkeypatch.setattr(site, "ask", lambda *_words: over)
    names["play"](site, "game")
    assert ("That is you." in capsys.readouterr().out) is yours
