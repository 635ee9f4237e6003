"""The small pieces text notation is made of: numbers, kinds, counts of tokens, cells and cards.

Readers take `where`, the place in the text, and raise Malformed with it.
"""

import re
from typing import Final

from engine.board import CELL_BY_NAME
from engine.cards import CARD_NUMBERS, ROYAL_NUMBERS
from engine.constants import COLORS, KIND_BY_LETTER, KIND_LETTERS, KIND_NAMES, KINDS, TOKENS_OF_KIND
from engine.counts import ONE, Counts, count
from engine.errors import Malformed

NONE: Final = "-"  # an empty list, an empty place
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_PILES: Final = re.compile(r"(?:[A-Z][0-9]{0,2})+")
_PILE: Final = re.compile(r"([A-Z])([0-9]{0,2})")
_SHOWN: Final = 40  # characters of a wrong text that are repeated in the message


def malformed(where: str, problem: str) -> Malformed:
    """The error to raise for a problem at a place."""
    return Malformed(f"{where}: {problem}")


def shown(text: str) -> str:
    """A wrong text as a message may repeat it: short and printable."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def items_of(text: str) -> list[str]:
    """The parts of a comma-separated list; none for `-`."""
    return [] if text == NONE else text.split(",")


def listed(items: list[str]) -> str:
    """A comma-separated list; `-` for none."""
    return ",".join(items) or NONE


def read_number(text: str, where: str) -> int:
    """A whole number of at most six digits."""
    if not _NUMBER.fullmatch(text):
        raise malformed(where, f"{shown(text)} is not a number")
    return int(text)


def read_kind(text: str, where: str) -> int:
    """A token kind by letter."""
    kind = KIND_BY_LETTER.get(text)
    if kind is None:
        raise malformed(where, f"{shown(text)} is not one of the letters {KIND_LETTERS}")
    return kind


def read_color(text: str, where: str) -> int:
    """A gem colour by letter."""
    kind = read_kind(text, where)
    if kind >= COLORS:
        raise malformed(where, f"{KIND_NAMES[kind]} is not a colour")
    return kind


def read_counts(text: str, where: str) -> Counts:
    """Tokens as `W4A1`; a letter alone counts one, `0` is none."""
    if text in ("0", NONE):
        return 0
    if not _PILES.fullmatch(text):
        raise malformed(where, f"{shown(text)} is not a count of tokens such as W4A1")
    counts = 0
    for letter, digits in _PILE.findall(text):
        kind = read_kind(letter, where)
        if count(counts, kind):
            raise malformed(where, f"{KIND_NAMES[kind]} is counted twice")
        counts += ONE[kind] * _pile(kind, int(digits or "1"), where)
    return counts


def _pile(kind: int, number: int, where: str) -> int:
    if number > TOKENS_OF_KIND[kind]:
        raise malformed(where, f"there are only {TOKENS_OF_KIND[kind]} {KIND_NAMES[kind]} tokens")
    return number


def write_counts(counts: Counts) -> str:
    """Tokens as `W4A1`, kinds in canonical order; `0` for none."""
    piles = [(KIND_LETTERS[kind], count(counts, kind)) for kind in range(KINDS)]
    return "".join(f"{letter}{number}" for letter, number in piles if number) or "0"


def read_cell(text: str, where: str) -> int:
    """A cell by name, a1 to e5."""
    cell = CELL_BY_NAME.get(text)
    if cell is None:
        raise malformed(where, f"{shown(text)} is not a cell (a1 to e5)")
    return cell


def read_card(text: str, where: str) -> int:
    """A jewel card by id."""
    card = CARD_NUMBERS.get(text)
    if card is None:
        raise malformed(where, f"{shown(text)} is not a jewel card")
    return card


def read_royal(text: str, where: str) -> int:
    """A royal card by id."""
    card = ROYAL_NUMBERS.get(text)
    if card is None:
        raise malformed(where, f"{shown(text)} is not a royal card")
    return card
