"""One seat's strip: tokens, bonuses, points, the three goals, privileges and papers."""

from typing import Any, Final

from .cards import CARD_HEIGHT, WIDTH, draw_card, draw_royal
from .pen import COLORS, KINDS, Pen
from .symbols import tone

HEIGHT: Final = CARD_HEIGHT + 12
_COLUMN: Final = 37.0
_UNITS: Final = 10
_RESERVES: Final = 3


def draw_seat(
    pen: Pen, seat: dict[str, Any], x: float, y: float, width: float, *, to_move: bool
) -> None:
    """The strip of a seat as the view shows it, in a box with its corner at x, y."""
    pen.box(x, y, width, HEIGHT, "panel", round=12)
    if to_move:
        pen.lozenge(x, y + HEIGHT / 2, "bench")
    _draw_stones(pen, seat, x + 10, y + 10)
    _draw_goals(pen, seat, x + 279, y + 12)
    _draw_side(pen, seat, x + 279, y + 78)
    left = x + width - 6 - _RESERVES * (WIDTH + 4) + 4
    for place in range(_RESERVES):
        _draw_paper(pen, seat["reserved"][place : place + 1], left + place * (WIDTH + 4), y + 6)


def _draw_stones(pen: Pen, seat: dict[str, Any], x: float, y: float) -> None:
    for number, kind in enumerate(KINDS):
        held, left = seat["tokens"].get(kind, 0), x + number * _COLUMN
        pen.use(f"s-{kind}", left, y, 18)
        pen.text(held, left + 21, y + 3.5, 11, bold=bool(held), color="ink" if held else "ink-3")
    for number, kind in enumerate(COLORS):
        _draw_bonus(pen, kind, seat["bonuses"].get(kind, 0), x + number * _COLUMN, y + 32)
        points = seat["points"].get(kind, 0)
        middle = x + number * _COLUMN + 14
        pen.text(points, middle, y + 74, 9.5, color="ink" if points else "ink-3", anchor=0.5)
    held = sum(seat["tokens"].values())
    pen.text(f"{held}/10", x + 5.9 * _COLUMN, y + 41, 9.5, color="ink-2", anchor=0.5)
    for number in range(seat["privileges"]):
        pen.use("i-seal", x + 5 * _COLUMN + number * 20 + 3, y + 69, 19)


def _draw_bonus(pen: Pen, kind: str, count: int, x: float, y: float) -> None:
    """A small card with the stone's tone on its upper edge."""
    pen.box(x, y, 28, 30, f"flat-{kind}" if count else "line", round=4)
    pen.raw(
        f'<path d="M{x + 0.8:g} {y + 5:g}h26.4v21q0 3.2-3.2 3.2h-20q-3.2 0-3.2-3.2z" fill="{tone("card")}"/>'
    )
    color = "ink" if count else "ink-3"
    pen.text(count, x + 14, y + 11.5, 11, bold=bool(count), color=color, anchor=0.5)


def _draw_goals(pen: Pen, seat: dict[str, Any], x: float, y: float) -> None:
    best = max(COLORS, key=lambda color: seat["points"].get(color, 0))
    most = seat["points"].get(best, 0)
    pen.box(x + 1.5, y - 0.5, 10, 13, "ink-2", round=2)
    pen.box(x + 3, y + 1, 7, 10, "card", round=1)
    _draw_gauge(pen, seat["prestige"], 20, x + 18, y, "ink")
    pen.use("i-crown", x, y + 20, 13)
    _draw_gauge(pen, seat["crowns"], 10, x + 18, y + 21, "ink")
    if most:
        pen.use(f"s-{best}", x, y + 41, 14)
    _draw_gauge(pen, most, 10, x + 18, y + 42, f"flat-{best}")


def _draw_gauge(pen: Pen, value: int, goal: int, x: float, y: float, fill: str) -> None:
    reached = min(value, goal) * _UNITS / goal
    for unit in range(_UNITS):
        left, share = x + unit * 7, max(0.0, min(1.0, reached - unit))
        pen.box(left, y + 2, 6, 8, "line", round=0)
        if share:
            pen.box(left, y + 2, 6 * share, 8, fill, round=0)
    pen.text(value, x + 84, y + 1, 10, bold=True, anchor=0.5)


def _draw_side(pen: Pen, seat: dict[str, Any], x: float, y: float) -> None:
    for number, card in enumerate(seat["royal_cards"]):
        draw_royal(pen, card, x + number * 46, y, 42, 30)


def _draw_paper(pen: Pen, reserved: list[dict[str, Any]], x: float, y: float) -> None:
    """A reserve place: an open card where the view names it, its back, or nothing."""
    if not reserved:
        pen.box(x, y, WIDTH, CARD_HEIGHT, "fill")
    elif reserved[0]["card"] is None:
        pen.back(reserved[0]["level"], x, y, WIDTH, CARD_HEIGHT)
    else:
        draw_card(pen, reserved[0]["card"], x, y)
