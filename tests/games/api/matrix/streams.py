"""Who may listen to news."""

from tests.games.api.matrix.world import Call, Row

ROWS = [
    Row("streamGame", 200, 200, 200, 200, bot=200, staff=200),
    Row("streamMine", 401, 200, 200, 200, bot=200, staff=200, call=lambda world: Call()),
]
