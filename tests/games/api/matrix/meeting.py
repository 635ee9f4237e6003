"""Who may find, make, answer and call off games."""

from typing import Any

from games.enums import ComputerLevel
from games.models import Game
from games.services.lobby import create_against_computer, create_invitation
from games.services.play import resign_game
from games.services.standing_offers import create_standing_offer
from tests.factories.games import OPTIONS
from tests.factories.users import make_user
from tests.games.api.matrix.world import Call, Row, World

TERMS = {"speed": "days_3"}
EVERYBODY: dict[str, Any] = {"bot": 200, "staff": 200}
MAKERS: dict[str, Any] = {"bot": 201, "staff": 201}
UNKNOWN: dict[str, Any] = {"bot": 404, "staff": 404}


def _nothing(_world: World) -> Call:
    return Call()


def _terms(_world: World) -> Call:
    return Call(body=TERMS)


def _challenge(_world: World) -> Call:
    return Call(body={**TERMS, "name": make_user("carol").username})


def _against_computer(_world: World) -> Call:
    return Call(body={**TERMS, "level": "careful"})


def _standing(_world: World) -> Call:
    return Call(body={**TERMS, "count": 2})


def _asked(world: World) -> Game:
    """What the owner has asked the opponent by name."""
    return create_invitation(user=world.owner, invitee=world.opponent, options=OPTIONS)


def _invitation(world: World) -> Call:
    return Call(where={"token": _asked(world).invitation.token}, body={})


def _preparing(world: World) -> Call:
    return Call(where={"game_id": _asked(world).pk}, body={"entropy": "tea leaves"})


def _undealt(world: World) -> Call:
    game = create_against_computer(user=world.owner, level=ComputerLevel.CAREFUL, options=OPTIONS)
    return Call(where={"game_id": game.pk}, body={})


def _over(world: World) -> Call:
    resign_game(game_id=world.game.pk, user=world.owner)
    return Call(where={"game_id": world.game.pk})


def _own_standing(world: World) -> Call:
    row = create_standing_offer(user=world.owner, count=1, options=OPTIONS)
    return Call(where={"standing_id": row.pk}, body={"count": 3, "paused": True})


ROWS = [
    *(
        Row(name, 401, 200, 200, 200, **EVERYBODY, call=_nothing)
        for name in (
            "getMyTurns",
            "getMyLimits",
            "listMyInvitations",
            "listMyPreparations",
            "listMyMissed",
            "listStandingOffers",
            "listOffers",
        )
    ),
    Row("createOffer", 401, 201, 201, 201, **MAKERS, call=_terms),
    Row("createChallenge", 401, 201, 201, 201, **MAKERS, call=_challenge),
    Row("createInvitation", 401, 201, 201, 201, **MAKERS, call=_terms),
    Row("createComputerGame", 401, 201, 201, 201, **MAKERS, call=_against_computer),
    Row("createStandingOffer", 401, 201, 201, 201, **MAKERS, call=_standing),
    # Who has the link and doesn't say who they are sees what it is for, as on the page.
    Row("getInvitation", 200, 404, 200, 200, **UNKNOWN, call=_invitation),
    Row("acceptInvitation", 401, 404, 200, 409, **UNKNOWN, call=_invitation),
    Row("declineInvitation", 401, 404, 204, 404, **UNKNOWN, call=_invitation),
    Row("getPreparation", 401, 404, 200, 200, **UNKNOWN, call=_preparing),
    Row("cancelGame", 401, 404, 404, 204, **UNKNOWN, call=_preparing),
    Row("addEntropy", 401, 404, 404, 200, **UNKNOWN, call=_preparing),
    Row("dealGame", 401, 404, 404, 200, **UNKNOWN, call=_undealt),
    Row("offerRematch", 401, 403, 200, 200, bot=403, staff=403, call=_over),
    Row("changeStandingOffer", 401, 404, 404, 200, **UNKNOWN, call=_own_standing),
    Row("deleteStandingOffer", 401, 404, 404, 204, **UNKNOWN, call=_own_standing),
]
