"""Who may play, try out and give up."""

from tests.factories.games import legal_json
from tests.games.api.matrix.world import Call, Row, World


def _playing(world: World) -> Call:
    return Call(
        where={"game_id": world.game.pk},
        body={"expected_version": world.game.version, "actions": legal_json(world.game)[:1]},
        headers={"Idempotency-Key": "k"},
    )


def _trying(world: World) -> Call:
    return Call(where={"game_id": world.game.pk}, body={"actions": legal_json(world.game)[:1]})


ROWS = [
    Row("listLegalActions", 401, 403, 409, 200, bot=403, staff=403),
    Row("previewActions", 401, 403, 409, 200, bot=403, staff=403, call=_trying),
    Row("playActions", 401, 403, 409, 200, bot=403, staff=403, call=_playing),
    Row("resignGame", 401, 403, 200, 200, bot=403, staff=403),
]
