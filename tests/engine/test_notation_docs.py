"""docs/notation.md: its examples run, and its tables name all there is."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from engine.cli import main
from engine.codec import EVENT_KINDS
from engine.notation.position import DEFAULTS, FLAGS, OPTIONS

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
TEXT = PAGE.read_text()
COMMANDS = re.findall(r"^\$ python -m engine (.+)\n(.+)$", TEXT, re.MULTILINE)


def test_python_examples_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert (result.failed, result.attempted > 15) == (0, True)


@pytest.mark.parametrize(("arguments", "answer"), COMMANDS)
def test_commands_print_what_the_page_says(
    capsys: pytest.CaptureFixture[str], arguments: str, answer: str
) -> None:
    assert main(shlex.split(arguments)) == 0
    assert capsys.readouterr().out == answer + "\n"


def test_there_are_commands_to_try() -> None:
    assert len(COMMANDS) == 2


def test_tables_name_every_field_and_kind() -> None:
    named = set(re.findall(r"`(\w+)`", TEXT))
    of_seat_2 = {"privileges2", "cards2", "royals2", "reserved2", "tokens2"}
    assert {*DEFAULTS, *FLAGS, *OPTIONS, *EVENT_KINDS} - of_seat_2 - named == set()
