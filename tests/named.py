"""Tests that a page of the documentation names."""

import re
from pathlib import Path


def named_in(page: Path) -> set[str]:
    """The names of tests in a page."""
    return set(re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8")))


def defined_below(folder: Path) -> set[str]:
    """The names of all tests in a folder."""
    return {
        name
        for file in folder.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
