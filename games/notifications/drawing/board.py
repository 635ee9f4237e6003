"""The whole table: the seat across, tray and market, the seat at the lower edge."""

from typing import Any, Final

from games.selectors.marks import News

from . import market, seats, tray
from .pen import Pen

WIDTH: Final = 600.0
_EDGE: Final = 12.0
_GAP: Final = 10.0


def draw_board(view: dict[str, Any], lower: int, news: News) -> str:
    """SVG of a redacted view, with seat `lower` at the lower edge; `news` marks what changed last."""
    pen, width = Pen(), WIDTH - 2 * _EDGE
    middle = _EDGE + seats.HEIGHT + _GAP
    bottom = middle + market.HEIGHT + _GAP
    for seat, top in ((3 - lower, _EDGE), (lower, bottom)):
        to_move = view["seat_to_move"] == seat
        seats.draw_seat(pen, view["seats"][str(seat)], _EDGE, top, width, to_move=to_move)
    tray.draw_tray(pen, view, news, _EDGE, middle, market.HEIGHT)
    market.draw_market(pen, view, news, _EDGE + tray.WIDTH + _GAP, middle)
    return pen.svg(WIDTH, bottom + seats.HEIGHT + _EDGE, "bench")
