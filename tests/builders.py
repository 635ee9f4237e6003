"""Positions for tests, from text (docs/notation.md)."""

from engine.notation import read_position
from engine.state import GameState


def position(text: str = "", **fields: str | int) -> GameState:
    """The position of `text` and further fields; whatever is not said has its default.

    `position("tokens1=W2A1 pyramid=J1-05", seat=2)`
    """
    return read_position(" ".join([text, *(f"{key}={value}" for key, value in fields.items())]))
