"""Text of a result: `1/prestige,color/RK` or `draw/no_progress`."""

from typing import Final

from engine.constants import KIND_LETTERS
from engine.notation.words import malformed, read_color, shown
from engine.sound import check_outcome
from engine.state import Outcome

_WINNERS: Final = {"1": 1, "2": 2, "draw": 0}
_NAMES: Final = {number: name for name, number in _WINNERS.items()}
_PARTS: Final = 2  # without colours


def read_outcome(text: str) -> Outcome:
    """Winner, reasons and the colours with ten points. Raises Malformed."""
    winner, *rest = text.split("/")
    if winner not in _WINNERS or not 1 <= len(rest) <= _PARTS:
        raise malformed("outcome", f"{shown(text)} is not a result such as 1/color/R")
    letters = rest[1] if len(rest) == _PARTS else ""
    colors = tuple(read_color(letter, "outcome") for letter in letters)
    outcome = Outcome(_WINNERS[winner], tuple(rest[0].split(",")), colors)
    check_outcome(outcome)
    return outcome


def write_outcome(outcome: Outcome) -> str:
    """The result as `read_outcome` takes it."""
    parts = [_NAMES[outcome.winner], ",".join(outcome.reasons)]
    if outcome.colors:
        parts.append("".join(KIND_LETTERS[color] for color in outcome.colors))
    return "/".join(parts)
