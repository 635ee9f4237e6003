"""Who may read and play games."""

from tests.games.api.matrix.world import Row

ROWS = [
    Row("listGames", 401, 200, 200, 200, bot=200, staff=200),
    Row("getGame", 200, 200, 200, 200, bot=200, staff=200),
    Row("listEvents", 200, 200, 200, 200, bot=200, staff=200),
]
