"""docs/rulings.md names the tests that hold each ruling: they exist."""

import re
from pathlib import Path


def test_every_test_that_the_page_names_exists(root: Path) -> None:
    page = (root / "docs" / "rulings.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    files = (root / "tests" / "engine").glob("test_*.py")
    defined = {
        name
        for file in files
        for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)
    }
    assert len(named) > 30
    assert named - defined == set()
