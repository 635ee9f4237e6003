"""What everybody may know of people, strangers included."""

from tests.games.api.matrix.world import Call, Row, World


def _owner(world: World) -> Call:
    return Call(where={"name": world.owner.username})


ROWS = [
    Row(
        "findPlayers",
        *(200, 200, 200, 200, 200, 200),
        call=lambda world: Call(query={"search": world.owner.username[:2]}),
    ),
    Row("getPlayer", *(200, 200, 200, 200, 200, 200), call=_owner),
    Row("listPlayerGames", *(200, 200, 200, 200, 200, 200), call=_owner),
    Row("listRatingChanges", *(200, 200, 200, 200, 200, 200), call=_owner),
    Row("listRanking", *(200, 200, 200, 200, 200, 200)),
    Row("getMyPlace", *(401, 200, 200, 200, 200, 200)),
]
