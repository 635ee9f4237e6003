"""Who may read and play games."""

from games.services.play import resign_game
from tests.games.api.matrix.world import Call, Row, World


def _first_position(world: World) -> Call:
    return Call(where={"game_id": world.game.pk, "number": world.game.version})


def _finished(world: World) -> Call:
    resign_game(game_id=world.game.pk, user=world.owner)
    return Call(where={"game_id": world.game.pk})


ROWS = [
    Row("listGames", 401, 200, 200, 200, bot=200, staff=200),
    Row("getGame", 200, 200, 200, 200, bot=200, staff=200),
    Row("listEvents", 200, 200, 200, 200, bot=200, staff=200),
    Row("getStory", 200, 200, 200, 200, bot=200, staff=200),
    Row("getTable", 200, 200, 200, 200, bot=200, staff=200),
    Row("getPosition", 200, 200, 200, 200, bot=200, staff=200, call=_first_position),
    Row("getReplay", 200, 200, 200, 200, bot=200, staff=200, call=_finished),
    Row("getShuffle", 200, 200, 200, 200, bot=200, staff=200),
    Row("exportGames", 401, 200, 200, 200, bot=200, staff=200),
]
