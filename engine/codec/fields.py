"""Strict readers of JSON values and, beside each, the writer. `where` is the path that a message names."""

from collections.abc import Mapping
from typing import Final

from engine.board import CELL_BY_NAME, CELL_NAMES
from engine.cards import CARD_IDS, CARD_NUMBERS, ROYAL_IDS, ROYAL_NUMBERS
from engine.constants import COLORS, KIND_BY_NAME, KIND_NAMES, NOTHING, SEATS, TOKENS_OF_KIND
from engine.counts import ONE, Counts, some_names
from engine.errors import Malformed

JsonObject = dict[str, object]

LARGEST: Final = 999_999  # no turn or other counter comes near
_SHOWN: Final = 40  # characters of a wrong value that are repeated in the message


def malformed(where: str, problem: str) -> Malformed:
    """The error to raise for a problem at a place."""
    return Malformed(f"{where}: {problem}")


def shown(value: object) -> str:
    """A wrong value as a message may repeat it: short, and long numbers and nested values not at all."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
    return f"a JSON {_JSON_NAMES.get(type(value), 'value')}"


_JSON_NAMES: Final = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    list: "array",
    dict: "object",
}


def read_object(
    value: object, where: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> JsonObject:
    """An object with all of `keys`, perhaps some of `optional`, and nothing else."""
    if not isinstance(value, dict):
        raise malformed(where, f"{shown(value)} where an object belongs")
    for key in value:
        if key not in keys and key not in optional:
            raise malformed(where, f"unknown field {shown(key)}")
    for key in keys:
        if key not in value:
            raise malformed(where, f"field '{key}' is missing")
    return value


def read_list(value: object, where: str, most: int) -> list[object]:
    """An array of at most `most` values."""
    if not isinstance(value, list):
        raise malformed(where, f"{shown(value)} where an array belongs")
    if len(value) > most:
        raise malformed(where, f"more than {most} values")
    return value


def read_text(value: object, where: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise malformed(where, f"{shown(value)} where a string belongs")
    return value


def read_flag(value: object, where: str) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise malformed(where, f"{shown(value)} where true or false belongs")
    return value


def read_number(value: object, where: str, least: int = 0, most: int = LARGEST) -> int:
    """A whole number from `least` to `most`; true and 1.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise malformed(where, f"{shown(value)} where a whole number belongs")
    if not least <= value <= most:
        raise malformed(where, f"a number outside {least} to {most}")
    return value


def read_name(value: object, where: str, numbers: Mapping[str, int], what: str) -> int:
    """The number a name stands for."""
    name = read_text(value, where)
    if name not in numbers:
        raise malformed(where, f"{shown(name)} is not {what}")
    return numbers[name]


def read_seat(value: object, where: str) -> int:
    """1 or 2."""
    return read_number(value, where, SEATS[0], SEATS[-1])


def read_kind(value: object, where: str) -> int:
    """A token kind."""
    return read_name(value, where, KIND_BY_NAME, "a kind of token")


def write_kind(kind: int) -> str:
    """Its name."""
    return KIND_NAMES[kind]


def read_color(value: object, where: str) -> int:
    """A gem colour or null for none."""
    if value is None:
        return NOTHING
    kind = read_kind(value, where)
    if kind >= COLORS:
        raise malformed(where, f"{KIND_NAMES[kind]} is not a colour")
    return kind


def write_color(color: int) -> str | None:
    """Its name, or null."""
    return None if color == NOTHING else KIND_NAMES[color]


def read_cell(value: object, where: str) -> int:
    """A cell, a1 to e5."""
    return read_name(value, where, CELL_BY_NAME, "a cell (a1 to e5)")


def write_cell(cell: int) -> str:
    """Its name."""
    return CELL_NAMES[cell]


def read_card(value: object, where: str) -> int:
    """A jewel card."""
    return read_name(value, where, CARD_NUMBERS, "a jewel card")


def write_card(card: int) -> str:
    """Its id."""
    return CARD_IDS[card]


def read_card_or_none(value: object, where: str) -> int:
    """A jewel card, or null."""
    return NOTHING if value is None else read_card(value, where)


def write_card_or_none(card: int) -> str | None:
    """Its id, or null."""
    return None if card == NOTHING else CARD_IDS[card]


def read_royal(value: object, where: str) -> int:
    """A royal card."""
    return read_name(value, where, ROYAL_NUMBERS, "a royal card")


def write_royal(card: int) -> str:
    """Its id."""
    return ROYAL_IDS[card]


def read_counts(value: object, where: str) -> Counts:
    """Numbers of tokens by kind; a kind may be missing or 0."""
    counts = 0
    for name, number in read_object(value, where, (), KIND_NAMES).items():
        kind = KIND_BY_NAME[name]
        counts += ONE[kind] * read_number(number, f"{where}.{name}", 0, TOKENS_OF_KIND[kind])
    return counts


def write_counts(counts: Counts) -> dict[str, int]:
    """The kinds that are there, by name."""
    return some_names(counts)
