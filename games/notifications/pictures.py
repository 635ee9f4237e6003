"""The table as a picture for mails, made for one viewer from their own view, and the same in words."""

from collections.abc import Iterator
from typing import Any, Final

from django.core.cache import cache
from django.utils.translation import gettext as _
from resvg_py import svg_to_bytes

from games.models import Game
from games.notifications.drawing import draw_board
from games.selectors.marks import News, news_of
from games.selectors.retraction import standing_shown
from games.selectors.state import load_state
from games.selectors.story import names_for
from games.selectors.views import events_after, view_of
from games.selectors.words import kind_name

WIDTH: Final = 540  # at which mails show it; twice as many pixels, for fine screens
_ZOOM: Final = 1.8  # of a drawing 600 wide
_KEPT: Final = (
    60 * 60
)  # seconds; a mail is tried again and again, and both players' digests come together
_SIDE: Final = 5
_DRAWING: Final = 1  # counted up when the same position is drawn in another way


def board_png(game: Game, viewer: int | None) -> bytes:
    """A PNG of the table as seat `viewer` may see it, None for everybody else; kept for a while.

    Two queries if it is drawn. Raises ValueError before the game has begun.
    """
    key = f"board:{_DRAWING}:{game.pk}:{game.version}:{viewer or 0}"
    kept = cache.get(key)
    if isinstance(kept, bytes):
        return kept
    view, news = _seen(game, viewer)
    svg = draw_board(view, viewer or 1, news)
    picture = bytes(svg_to_bytes(svg_string=svg, zoom=_ZOOM, skip_system_fonts=True))
    cache.set(key, picture, _KEPT)
    return picture


def board_alt(game: Game, viewer: int | None) -> str:
    """What the picture shows, in the reader's language: who sits where, the board row by row, the bag."""
    view, news = _seen(game, viewer)
    return " ".join([board_caption(game, viewer), *_rows(view, news), _bag(view["bag"])])


def board_caption(game: Game, viewer: int | None) -> str:
    """Who sits where in the picture: it shows no names."""
    lower, names = viewer or 1, names_for(game, None)
    if viewer is None:
        return _("Above %(upper)s, below %(lower)s.") % {
            "upper": names[3 - lower],
            "lower": names[lower],
        }
    return _("Above %(upper)s, below you.") % {"upper": names[3 - lower]}


def _seen(game: Game, viewer: int | None) -> tuple[dict[str, Any], News]:
    return view_of(load_state(game), viewer), news_of(
        standing_shown(events_after(game, viewer, 0)), viewer
    )


def _rows(view: dict[str, Any], news: News) -> Iterator[str]:
    board = view["board"]
    for row in range(_SIDE):
        words = []
        for column, kind in enumerate(board[row * _SIDE : (row + 1) * _SIDE]):
            cell = f"{'abcde'[column]}{row + 1}"
            if kind:
                words.append(f"{kind_name(kind)} {cell}")
            elif cell in news.taken:
                taken = {"cell": cell, "kind": kind_name(news.taken[cell])}
                words.append(_("%(cell)s empty since %(kind)s was taken") % taken)
        if words:
            yield _("Row %(number)d: %(cells)s.") % {"number": row + 1, "cells": ", ".join(words)}


def _bag(bag: dict[str, int]) -> str:
    held = [
        _("%(number)d %(kind)s") % {"number": number, "kind": kind_name(kind)}
        for kind, number in bag.items()
        if number
    ]
    if not held:
        return _("The bag is empty.")
    return _("In the bag: %(tokens)s.") % {"tokens": ", ".join(held)}
