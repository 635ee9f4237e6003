"""`./dev test`: which tests run where, and what it says about those that don't."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from splendor.dev import test as dev_test
from splendor.dev.test import Suite


class Recorded(Suite):
    """A suite that notes the runs instead of starting them."""

    def __init__(self, *, slow: bool = False, require_all: bool = False) -> None:
        super().__init__(argparse.Namespace(slow=slow, require_all=require_all), [])
        self.runs: list[tuple[str, str | None, str | None]] = []

    def pytest(self, markers: str, env: dict[str, str]) -> None:
        self.runs.append((markers, env.get("DATABASE_URL"), env.get("REDIS_URL")))

    def begin_beside(self, label: str, markers: str, env: dict[str, str]) -> None:
        self.pytest(markers, env)


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A machine with nothing installed and nothing named."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("DATABASE_URL", "REDIS_URL", "CHROMIUM"):
        monkeypatch.delenv(name, raising=False)
    for name in ("postgresql_programs", "redis_program", "chromium"):
        monkeypatch.setattr(dev_test, name, lambda: None)
    return monkeypatch


def install(machine: pytest.MonkeyPatch, name: str, url: str) -> None:
    """Let the machine have a program whose server stands at ``url``."""

    @contextmanager
    def serve(program: object) -> Iterator[str]:
        yield url

    machine.setattr(
        dev_test,
        {"postgresql": "postgresql_programs", "redis": "redis_program"}[name],
        lambda: "here",
    )
    machine.setattr(dev_test, f"throw_away_{name}", serve)


def test_the_first_run_uses_the_embedded_default_whatever_is_named(
    machine: pytest.MonkeyPatch,
) -> None:
    machine.setenv("DATABASE_URL", "postgresql://x")
    machine.setenv("REDIS_URL", "redis://x")
    suite = Recorded()
    suite.embedded()
    assert suite.runs == [("not browser and not slow", None, None)]


def test_slow_leaves_out_only_the_browser_that_is_not_there(
    machine: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = Recorded(slow=True)
    suite.browser()
    suite.embedded()
    assert suite.runs == [("not browser", None, None)]
    suite.close()
    assert suite.status == 0
    assert "SKIPPED the browser tests: no Chromium here" in capsys.readouterr().out
    machine.setattr(dev_test, "chromium", lambda: "/usr/bin/chromium")
    complete = Recorded(slow=True)
    complete.browser()
    complete.embedded()
    assert complete.runs == [("browser", None, None), ("not browser", None, None)]
    quick = Recorded()
    quick.browser()
    assert quick.runs == []


def test_without_servers_there_is_no_second_run_and_it_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    suite = Recorded()
    suite.services()
    suite.close()
    assert (suite.runs, suite.status) == ([], 0)
    assert capsys.readouterr().out == (
        "== SKIPPED the run on PostgreSQL: not installed here, and DATABASE_URL is not set\n"
        "== SKIPPED the run on Redis: not installed here, and REDIS_URL is not set\n"
        "0 passed, 0 failed, 0 skipped\n"
    )


@pytest.mark.parametrize("slow", [False, True])
def test_what_is_required_and_missing_is_a_failure(slow: bool) -> None:
    suite = Recorded(slow=slow, require_all=True)
    suite.browser()
    suite.embedded()
    suite.services()
    assert suite.close() == 1


def test_the_second_run_starts_the_servers_that_are_installed(machine: pytest.MonkeyPatch) -> None:
    install(machine, "postgresql", "postgresql://own")
    suite = Recorded()
    suite.services()
    assert suite.runs == [
        ("services and not one_database and not browser and not slow", "postgresql://own", None)
    ]
    install(machine, "redis", "redis://own")
    both = Recorded(slow=True)
    both.services()
    assert both.runs == [
        ("services and not one_database and not browser", "postgresql://own", "redis://own")
    ]


def test_the_second_run_prefers_the_servers_that_are_named(machine: pytest.MonkeyPatch) -> None:
    install(machine, "postgresql", "postgresql://own")
    machine.setenv("DATABASE_URL", "postgresql://named")
    machine.setenv("REDIS_URL", "redis://named")
    suite = Recorded()
    suite.services()
    assert suite.runs == [
        (
            "services and not one_database and not browser and not slow",
            "postgresql://named",
            "redis://named",
        )
    ]


def test_the_last_line_is_the_sum_of_all_runs(capsys: pytest.CaptureFixture[str]) -> None:
    suite = Recorded()
    runs = [{"passed": 3, "failed": 1, "skipped": 0}, {"passed": 2, "failed": 0, "skipped": 4}]
    suite.tally.write_text("".join(json.dumps(run) + "\n" for run in runs))
    suite.close()
    assert capsys.readouterr().out.splitlines()[-1] == "5 passed, 1 failed, 4 skipped"
    assert not suite.tally.parent.exists()


def test_no_test_at_all_is_a_failure() -> None:
    assert Recorded().close() == 5


def test_a_failed_run_decides_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    suite = Suite(argparse.Namespace(slow=False, require_all=False), [])
    suite.pytest("", {"PATH": "/usr/bin:/bin"})
    assert suite.close() == 1


def test_a_run_beside_the_others_is_waited_for_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 0.2\necho 'one failed'\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    suite = Suite(argparse.Namespace(slow=True, require_all=False), [])
    suite.begin_beside("in a browser", "browser", {"PATH": "/usr/bin:/bin"})
    suite.end_beside()
    assert capsys.readouterr().out == "== beside that, in a browser\none failed\n"
    assert suite.close() == 1
