"""What the game page costs on the real site, as far as it doesn't depend on the machine: bytes, requests, queries."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.browser]

MOST_BYTES = 100 * 1024  # that a browser with an empty cache transfers
MOST_REQUESTS = 14
MOST_QUERIES = 10
VIEWERS = {"my turn", "waiting", "spectator", "finished"}


@pytest.fixture(scope="module")
def report(root: Path) -> dict[str, Any]:
    """What the benchmark measures on a site of its own."""
    names = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "VAR_DIR"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.page", "--json", "--requests", "2"],
        cwd=root,
        env={key: value for key, value in os.environ.items() if key not in names},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_cold_page_is_light(report: dict[str, Any]) -> None:
    sizes = {one["path"]: one["size"] for one in report["sent"]}
    assert 0 < sum(sizes.values()) <= MOST_BYTES, sizes
    document = next(one for one in report["sent"] if one["kind"] == "Document")
    assert document["size"] < 20 * 1024  # compressed


def test_cold_page_asks_for_few_files_and_all_of_the_site(report: dict[str, Any]) -> None:
    assert [one["path"] for one in report["sent"] if not one["own"]] == []
    paths = [one["path"] for one in report["sent"] if not one["played"]]
    assert len(paths) <= MOST_REQUESTS, paths


def test_page_asks_the_database_few_questions_whoever_looks(report: dict[str, Any]) -> None:
    assert set(report["queries"]) == VIEWERS
    assert max(report["queries"].values()) <= MOST_QUERIES, report["queries"]
