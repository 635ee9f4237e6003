"""The board as a sorting tray, and the bag below it."""

from collections.abc import Iterable
from typing import Any, Final

from engine.board import CELL_NAMES, SIDE, SPIRAL
from games.selectors.marks import News

from .pen import KINDS, Pen
from .symbols import tone

WIDTH: Final = 282.0
_LEFT: Final = 20.0  # the strip of coordinates
_PITCH: Final = 51.0
_DIMPLE: Final = 20.5
_STONE: Final = 32.0
_LETTERS: Final = dict(zip(KINDS, ("W", "B", "G", "R", "K", "P", "Au"), strict=True))


def draw_tray(
    pen: Pen, view: dict[str, Any], news: News, x: float, y: float, height: float
) -> None:
    """Board and bag in a box with its corner at x, y. `news` marks what changed last."""
    pen.box(x, y, WIDTH, height, "tray", round=12)
    for number, name in enumerate("abcde"):
        pen.text(name, _place(number)[0] + x, y + 6, 9, color="ink-2", anchor=0.5)
        pen.text(
            number + 1, x + 10, _place(number * SIDE)[1] + y - 4.5, 9, color="ink-2", anchor=0.5
        )
    groove = _path(SPIRAL, x, y)
    pen.raw(_line(groove, f'stroke="{tone("dimple")}" stroke-width="7" stroke-linejoin="round"'))
    for cell, kind in enumerate(view["board"]):
        _draw_cell(pen, cell, kind, news, x, y)
    if len(news.line) > 1:
        cells = sorted(CELL_NAMES.index(name) for name in news.line)
        dots = 'stroke-width="2" stroke-dasharray="0.6 5" stroke-linecap="round"'
        pen.raw(_line(_path(cells, x, y), f'stroke="{tone("ink-3")}" {dots}'))
    _draw_bag(pen, view["bag"], x + 8, y + height - 32)


def _place(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, SIDE)
    return _LEFT + (column + 0.5) * _PITCH, _LEFT + (row + 0.5) * _PITCH


def _path(cells: Iterable[int], x: float, y: float) -> str:
    points = [_place(cell) for cell in cells]
    return "M" + " ".join(f"{x + right:g} {y + down:g}" for right, down in points)


def _line(path: str, more: str) -> str:
    return f'<path d="{path}" fill="none" {more}/>'


def _draw_cell(pen: Pen, cell: int, kind: str | None, news: News, x: float, y: float) -> None:
    right, down = _place(cell)
    middle, level, name = x + right, y + down, CELL_NAMES[cell]
    spot = f'cx="{middle:g}" r="{_DIMPLE:g}"'
    pen.raw(f'<circle {spot} cy="{level + 1:g}" fill="{tone("dimple-low")}"/>')
    pen.raw(f'<circle {spot} cy="{level:g}" fill="{tone("dimple")}"/>')
    if kind:
        half = _STONE / 2
        pen.use(f"g-{kind}", middle - half, level - half, _STONE)
        pen.text(_LETTERS[kind], middle + 15, level + 17, 6.5, color="ink-2", anchor=0.3)
        if name in news.came:
            pen.lozenge(middle, level - _DIMPLE + 1, "tray")
    elif name in news.taken:
        dashes = f'stroke="{tone("ink-3")}" stroke-width="1.3" stroke-dasharray="3 2.6"'
        pen.raw(f'<circle {spot} cy="{level:g}" fill="none" {dashes}/>')
        outline = (
            f'fill="none" stroke="{tone("ink-3")}" stroke-width="2.8" stroke-dasharray="5 4.4"'
        )
        pen.use(f"o-{news.taken[name]}", middle - 12, level - 12, 24, more=outline)


def _draw_bag(pen: Pen, bag: dict[str, int], x: float, y: float) -> None:
    pen.use("i-bag", x, y, 20, color="ink-2")
    left = x + 30
    for kind in (kind for kind in KINDS if bag.get(kind)):
        pen.use(f"s-{kind}", left, y + 2, 16)
        pen.text(bag[kind], left + 19, y + 5, 10, bold=True)
        left += 34 if bag[kind] < 10 else 40
    if not any(bag.values()):
        pen.text(0, left, y + 5, 10, color="ink-3")
