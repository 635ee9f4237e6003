"""Pyramid, decks, royal cards and the pool of privileges."""

from typing import Any, Final

from engine import ROYAL_CARDS
from games.selectors.marks import News

from .cards import CARD_HEIGHT, WIDTH, draw_card, draw_royal
from .pen import Pen
from .symbols import tone

_SPINE: Final = 20.0
_GAP: Final = 4.4
_ROW_GAP: Final = 7.0
HEIGHT: Final = 3 * CARD_HEIGHT + 2 * _ROW_GAP
_PRIVILEGES: Final = 3


def draw_market(pen: Pen, view: dict[str, Any], news: News, x: float, y: float) -> None:
    """All that lies beside the board; level 3 on top."""
    for line, level in enumerate((3, 2, 1)):
        top = y + line * (CARD_HEIGHT + _ROW_GAP)
        _draw_deck(pen, level, view["decks"][str(level)], x, top)
        for place, card in enumerate(view["pyramid"][str(level)]):
            left = _column(x, place)
            if card is None:
                pen.box(left, top, WIDTH, CARD_HEIGHT, "fill")
            else:
                draw_card(pen, card, left, top, fresh=card in news.fresh)
    _draw_royals(pen, view["royal_cards"], _column(x, 3), y)
    _draw_pool(pen, view["privileges"], _column(x, 4), y + CARD_HEIGHT + _ROW_GAP)


def _column(x: float, place: int) -> float:
    return x + _SPINE + _GAP + place * (WIDTH + _GAP)


def _draw_deck(pen: Pen, level: int, count: int, x: float, y: float) -> None:
    if not count:
        pen.box(x, y, _SPINE, CARD_HEIGHT, "fill")
        return
    pen.back(level, x, y, _SPINE, CARD_HEIGHT)
    pen.text(
        count, x + _SPINE / 2, y + CARD_HEIGHT - 17, 9, bold=True, color="back-ink", anchor=0.5
    )


def _draw_royals(pen: Pen, left_over: list[str], x: float, y: float) -> None:
    height = (CARD_HEIGHT - _GAP) / 2
    for number, card in enumerate(ROYAL_CARDS):
        left = x + number % 2 * (WIDTH + _GAP)
        top = y + number // 2 * (height + _GAP)
        if card in left_over:
            draw_royal(pen, card, left, top, WIDTH, height)
        else:
            pen.box(left, top, WIDTH, height, "tray")


def _draw_pool(pen: Pen, count: int, x: float, y: float) -> None:
    pen.box(x, y, WIDTH, CARD_HEIGHT, "tray")
    for place in range(_PRIVILEGES):
        middle = y + CARD_HEIGHT / 2 + (place - 1) * 31
        spot = f'cx="{x + WIDTH / 2:g}" cy="{middle:g}" r="13"'
        pen.raw(f'<circle {spot} fill="{tone("dimple")}"/>')
        if place < count:
            pen.use("i-seal", x + WIDTH / 2 - 9, middle - 9, 18)
