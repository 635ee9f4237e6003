"""docs/complaints.md names the tests that show each complaint to be met: they exist."""

from pathlib import Path

from tests.named import defined_below, named_in


def test_every_test_that_the_page_names_exists(root: Path) -> None:
    named = named_in(root / "docs" / "complaints.md")
    assert named - defined_below(root / "tests") == set()


def test_every_complaint_has_a_test(root: Path) -> None:
    text = (root / "docs" / "complaints.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    complaints = [row for row in rows if not row.startswith("| complaint |")]
    assert len(complaints) == 7 + 10 + 15
    assert [row for row in complaints if "`test_" not in row] == []
