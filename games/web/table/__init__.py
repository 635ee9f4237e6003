"""The game page as plain values: pure functions from a redacted view to what the templates draw.

One door for the views: `build_table` for the game page, `read_draft` and `address_of` for its address, `game_row` for the
lists.
"""

from games.selectors.marks import News

from .build import Table, build_table
from .clock import Clock, clock_for, left_text
from .draft import Draft, address_of, choice_of, read_draft
from .rows import GameRow, game_row

__all__ = [
    "Clock",
    "Draft",
    "GameRow",
    "News",
    "Table",
    "address_of",
    "build_table",
    "choice_of",
    "clock_for",
    "game_row",
    "left_text",
    "read_draft",
]
