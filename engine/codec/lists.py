"""JSON of lists: cells, kinds, cards, rows of cards."""

from engine.board import CELLS
from engine.cards import CARD_IDS
from engine.codec import fields
from engine.codec.fields import JsonObject, read_list, read_object
from engine.constants import LEVELS, NOTHING

Rows = tuple[tuple[int, ...], ...]
_ROWS = tuple(str(level) for level in LEVELS)


def write_cells(cells: tuple[int, ...]) -> list[str]:
    """Cells by name."""
    return [fields.write_cell(cell) for cell in cells]


def read_cells(value: object, where: str) -> tuple[int, ...]:
    """Cells in the order given."""
    return tuple([fields.read_cell(item, where) for item in read_list(value, where, CELLS)])


def write_kinds(kinds: tuple[int, ...]) -> list[str | None]:
    """Kinds of token by name; null for none."""
    return [None if kind == NOTHING else fields.write_kind(kind) for kind in kinds]


def read_kinds(value: object, where: str) -> tuple[int, ...]:
    """Kinds of token in the order given."""
    return tuple([fields.read_kind(item, where) for item in read_list(value, where, CELLS)])


def read_board(value: object, where: str) -> tuple[int, ...]:
    """25 kinds or nulls."""
    cells = read_list(value, where, CELLS)
    if len(cells) != CELLS:
        raise fields.malformed(where, f"{len(cells)} cells instead of {CELLS}")
    return tuple([NOTHING if item is None else fields.read_kind(item, where) for item in cells])


def write_placed(placed: tuple[tuple[int, int], ...]) -> list[JsonObject]:
    """Cells with the tokens that were put there."""
    return [
        {"cell": fields.write_cell(cell), "token": fields.write_kind(kind)} for cell, kind in placed
    ]


def read_placed(value: object, where: str) -> tuple[tuple[int, int], ...]:
    """Pairs of cell and kind in the order given."""
    return tuple([_read_pair(item, where) for item in read_list(value, where, CELLS)])


def _read_pair(value: object, where: str) -> tuple[int, int]:
    given = read_object(value, where, ("cell", "token"))
    return fields.read_cell(given["cell"], where), fields.read_kind(given["token"], where)


def write_rows(rows: Rows) -> JsonObject:
    """Cards by level; null for an empty place."""
    return {
        key: [fields.write_card_or_none(card) for card in row]
        for key, row in zip(_ROWS, rows, strict=True)
    }


def read_rows(value: object, where: str) -> Rows:
    """Cards or nulls by level."""
    given = read_object(value, where, _ROWS)
    return tuple([_read_row(given[key], f"{where}.{key}") for key in _ROWS])


def _read_row(value: object, where: str) -> tuple[int, ...]:
    return tuple(
        [fields.read_card_or_none(item, where) for item in read_list(value, where, len(CARD_IDS))]
    )
