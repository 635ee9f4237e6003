"""The 5x5 board: cells, the spiral that fills it, and the straight lines tokens are taken from.

A cell is an index 0-24, row by row from the top left (a1 = 0, e1 = 4, e5 = 24). A mask has one bit for each cell.
"""

from collections.abc import Iterator
from typing import Final

from engine.actions import TakeTokens
from engine.constants import GOLD, LINE_LIMIT, NOTHING

SIDE: Final = 5
CELLS: Final = SIDE * SIDE
CELL_NAMES: Final = tuple("abcde"[cell % SIDE] + str(cell // SIDE + 1) for cell in range(CELLS))
CELL_BY_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
BIT: Final = tuple(1 << cell for cell in range(CELLS))

# Fill order: centre first, then down, clockwise outwards (RULES section 1; cases.md 003).
_SPIRAL: Final = "c3 c4 b4 b3 b2 c2 d2 d3 d4 d5 c5 b5 a5 a4 a3 a2 a1 b1 c1 d1 e1 e2 e3 e4 e5"
SPIRAL: Final = tuple(CELL_BY_NAME[name] for name in _SPIRAL.split())

Board = tuple[int, ...]  # 25 kinds, NOTHING for an empty cell


def _lines() -> Iterator[tuple[int, ...]]:
    for cell in range(CELLS):
        yield (cell,)
        row, column = divmod(cell, SIDE)
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            for length in range(2, LINE_LIMIT + 1):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < SIDE and 0 <= last_column < SIDE:
                    yield tuple(cell + step * (down * SIDE + right) for step in range(length))


# Every line of one to three cells, sorted, with its mask. Cells of a line are in ascending order.
LINES: Final = {line: sum(BIT[cell] for cell in line) for line in sorted(_lines())}
_TAKES: Final = tuple((TakeTokens(line), mask) for line, mask in LINES.items())
_TAKES_BY_ROW: Final = tuple(
    tuple((take, mask) for take, mask in _TAKES if take.cells[0] // SIDE == row)
    for row in range(SIDE)
)
# A line reaches at most two rows below its first cell, so three rows of the mask decide the lines of a row. The
# tables fill as positions come up: a full one has 32,768 entries.
_BAND: Final = (1 << (SIDE * LINE_LIMIT)) - 1
_bands: Final[tuple[dict[int, tuple[TakeTokens, ...]], ...]] = tuple({} for _ in range(SIDE))


def takes(usable: int) -> list[TakeTokens]:
    """Every take of one to three tokens from the cells in mask `usable`, sorted by their cells."""
    found: list[TakeTokens] = []
    for row in range(SIDE):
        key = (usable >> (row * SIDE)) & _BAND
        table = _bands[row]
        if key not in table:
            band = key << (row * SIDE)
            table[key] = tuple(take for take, mask in _TAKES_BY_ROW[row] if mask & band == mask)
        found += table[key]
    return found


def usable_mask(board: Board) -> int:
    """Cells that hold a gem or pearl."""
    return sum(BIT[cell] for cell, kind in enumerate(board) if kind not in (NOTHING, GOLD))


def gold_mask(board: Board) -> int:
    """Cells that hold gold."""
    return sum(BIT[cell] for cell, kind in enumerate(board) if kind == GOLD)


def cells_of(mask: int) -> list[int]:
    """The cells in a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def empty_along_spiral(board: Board) -> list[int]:
    """Empty cells in fill order."""
    return [cell for cell in SPIRAL if board[cell] == NOTHING]
