"""Text of what lies on the table: board, pyramid and decks."""

from typing import Final

from engine.board import CELLS, SIDE, Board
from engine.cards import CARD_IDS, CARDS_OF_LEVEL, LEVEL
from engine.constants import KIND_LETTERS, LEVELS, NOTHING, ROW_SIZES
from engine.counts import ALL_TOKENS, contains, from_kinds
from engine.notation.words import (
    NONE,
    items_of,
    listed,
    malformed,
    read_card,
    read_kind,
    shown,
)

EMPTY_BOARD: Final = "/".join(str(SIDE) for _ in range(SIDE))
Rows = tuple[tuple[int, ...], ...]


def read_board(text: str) -> Board:
    """Five rows from the top, `/` between them; letters are tokens, digits runs of empty cells."""
    rows = text.split("/")
    cells = [kind for row in rows for kind in _row_cells(row)]
    if (
        len(rows) != SIDE
        or len(cells) != CELLS
        or any(len(_row_cells(row)) != SIDE for row in rows)
    ):
        raise malformed("board", f"{shown(text)} is not five rows of five cells")
    if not contains(ALL_TOKENS, from_kinds([kind for kind in cells if kind != NOTHING])):
        raise malformed("board", "more tokens of a kind than there are")
    return tuple(cells)


def _row_cells(row: str) -> list[int]:
    cells: list[int] = []
    for symbol in row:
        if symbol in "12345":
            cells += [NOTHING] * int(symbol)
        else:
            cells.append(read_kind(symbol, "board"))
    return cells


def write_board(board: Board) -> str:
    """The board as `read_board` takes it."""
    rows = [board[start : start + SIDE] for start in range(0, CELLS, SIDE)]
    return "/".join(_row_text(row) for row in rows)


def _row_text(row: tuple[int, ...]) -> str:
    text = ""
    empty = 0
    for kind in row:
        if kind == NOTHING:
            empty += 1
            continue
        text += (str(empty) if empty else "") + KIND_LETTERS[kind]
        empty = 0
    return text + (str(empty) if empty else "")


def read_card_rows(text: str, where: str) -> list[list[int]]:
    """Cards by level. With `/` there are three rows, in which `-` is an empty place; without, each card finds its own."""
    rows = text.split("/")
    if len(rows) == 1:
        cards = [read_card(item, where) for item in items_of(text)]
        return [[card for card in cards if LEVEL[card] == level] for level in LEVELS]
    if len(rows) != len(LEVELS):
        raise malformed(where, f"{len(rows)} rows instead of {len(LEVELS)}")
    return [_row_cards(row, level, where) for row, level in zip(rows, LEVELS, strict=True)]


def _row_cards(row: str, level: int, where: str) -> list[int]:
    cards = [NOTHING if item == NONE else read_card(item, where) for item in row.split(",")]
    for card in cards:
        if card != NOTHING and LEVEL[card] != level:
            raise malformed(where, f"{CARD_IDS[card]} is not of level {level}")
    return cards


def lay_out(pyramid: list[list[int]], decks: list[list[int]], owned: set[int]) -> tuple[Rows, Rows]:
    """Complete both: places not named take the first cards left of their level, the decks end with the others."""
    gone = {*owned, *(card for row in (*pyramid, *decks) for card in row)}
    rows: list[tuple[int, ...]] = []
    piles: list[tuple[int, ...]] = []
    for cards, row, deck, size in zip(CARDS_OF_LEVEL, pyramid, decks, ROW_SIZES, strict=True):
        left = [card for card in cards if card not in gone]
        missing = size - len(row)
        if missing < 0:
            raise malformed("pyramid", f"{len(row)} cards where {size} have room")
        turned_up = left[:missing]
        rows.append((*row, *turned_up, *[NOTHING] * (missing - len(turned_up))))
        piles.append((*[card for card in deck if card != NOTHING], *left[missing:]))
    return tuple(rows), tuple(piles)


def write_card_rows(rows: Rows) -> str:
    """Cards by level as `read_card_rows` takes them."""
    return "/".join(
        listed([NONE if card == NOTHING else CARD_IDS[card] for card in row]) for row in rows
    )
