"""Who may read what the game is made of: everybody, with whatever token."""

from tests.games.api.matrix.world import Call, Row, World


def _nothing(world: World) -> Call:
    return Call()


def _open(operation: str) -> Row:
    return Row(operation, 200, 200, 200, 200, bot=200, staff=200, without_scope=200, call=_nothing)


ROWS = [_open(name) for name in ("getCards", "getRoyals", "getBoard", "getRules", "getSpeeds")]
