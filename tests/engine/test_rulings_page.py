"""docs/rulings.md names the tests that hold each ruling: they exist."""

from pathlib import Path

from tests.named import defined_below, named_in


def test_every_test_that_the_page_names_exists(root: Path) -> None:
    named = named_in(root / "docs" / "rulings.md")
    assert len(named) > 30
    assert named - defined_below(root / "tests" / "engine") == set()
