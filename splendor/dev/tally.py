"""A pytest plugin that adds the outcome of a run to the file that TALLY_FILE names."""

import json
import os
from pathlib import Path

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Add this run's numbers, one JSON line."""
    count = {name: len(reports) for name, reports in terminalreporter.stats.items()}
    line = {
        "passed": count.get("passed", 0) + count.get("xfailed", 0),
        "failed": count.get("failed", 0) + count.get("error", 0),
        "skipped": count.get("skipped", 0),
    }
    with Path(os.environ["TALLY_FILE"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
