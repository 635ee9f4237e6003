"""Who may read and play games."""

from tests.factories.games import legal_json
from tests.games.api.matrix.world import Call, Row, World


def _playing(world: World) -> Call:
    return Call(
        where={"game_id": world.game.pk},
        body={"expected_version": world.game.version, "actions": legal_json(world.game)[:1]},
        headers={"Idempotency-Key": "k"},
    )


ROWS = [
    Row("listGames", 401, 200, 200, 200, bot=200, staff=200),
    Row("getGame", 200, 200, 200, 200, bot=200, staff=200),
    Row("listEvents", 200, 200, 200, 200, bot=200, staff=200),
    Row("listLegalActions", 401, 403, 409, 200, bot=403, staff=403),
    Row("playActions", 401, 403, 409, 200, bot=403, staff=403, call=_playing),
]
