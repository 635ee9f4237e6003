"""Who may do what between turns: nobody but the two players."""

from collections.abc import Callable
from typing import Any

from games.services.take_back import ask_turn_back
from tests.factories.games import take_tokens
from tests.games.api.matrix.world import Call, Row, World


def _with(body: Any) -> Callable[[World], Call]:
    return lambda world: Call(where={"game_id": world.game.pk}, body=body)


def _turn(world: World, body: Any = None) -> Call:
    """About the owner's turn, which they have just played."""
    last = take_tokens(world.game)
    return Call(where={"game_id": world.game.pk, "last": last}, body=body)


def _asked(world: World) -> Call:
    call = _turn(world, {"accept": True})
    ask_turn_back(game_id=world.game.pk, user=world.owner, last=call.where["last"])
    return call


def _pausing(world: World) -> Call:
    return Call(where={"game_id": world.game.pk, "number": 0})


def _granting(world: World) -> Call:
    return _with({"expected_version": world.game.version})(world)


ROWS = [
    Row("getBetweenTurns", 401, 403, 200, 200, bot=403, staff=403),
    Row("askTurnBack", 401, 403, 409, 200, bot=403, staff=403, call=_turn),
    Row("withdrawTakeBack", 401, 403, 200, 200, bot=403, staff=403, call=_turn),
    Row("answerTakeBack", 401, 403, 200, 409, bot=403, staff=403, call=_asked),
    Row("askPause", 401, 403, 200, 200, bot=403, staff=403, call=_pausing),
    Row("dropPauseWish", 401, 403, 200, 200, bot=403, staff=403, call=_pausing),
    Row("endPause", 401, 403, 200, 200, bot=403, staff=403, call=_pausing),
    Row("grantTime", 401, 403, 200, 409, bot=403, staff=403, call=_granting),
    Row("listMessages", 401, 403, 200, 200, bot=403, staff=403),
    Row("writeMessage", 401, 403, 201, 201, bot=403, staff=403, call=_with({"text": "Hello"})),
    Row("getTalk", 401, 403, 200, 200, bot=403, staff=403),
    Row("markMessagesRead", 401, 403, 200, 200, bot=403, staff=403, call=_with({"read_to": 1})),
    Row("muteTalk", 401, 403, 200, 200, bot=403, staff=403, call=_with({"muted": True})),
    Row("getNote", 401, 403, 200, 200, bot=403, staff=403),
    Row(
        *("saveNote", 401, 403, 200, 200),
        bot=403,
        staff=403,
        call=_with({"text": "Mine", "revision": ""}),
    ),
    Row("lookAtGame", 401, 403, 200, 200, bot=403, staff=403),
    Row("getPlan", 401, 403, 200, 200, bot=403, staff=403),
    Row(
        *("replacePlan", 401, 403, 200, 409),
        bot=403,
        staff=403,
        call=_with({"entries": [], "revision": 0}),
    ),
    Row("dropPlan", 401, 403, 204, 204, bot=403, staff=403),
    Row("previewPlan", 401, 403, 200, 409, bot=403, staff=403, call=_with({"entries": []})),
]
