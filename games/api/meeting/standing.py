"""What a person always has on offer."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.meeting import examples
from games.api.meeting.inputs import (
    StandingOfferChange,
    StandingOfferInput,
    gates_of,
    options_of,
)
from games.api.meeting.making import TAG
from games.api.meeting.shapes import StandingOffers, StandingOfferShape
from games.selectors.meeting import standing_json
from games.selectors.offers import standing_offers_of
from games.services.standing_offers import (
    change_standing_offer,
    create_standing_offer,
    delete_standing_offer,
)


def _one(standing_id: int, user: User, status: int = 200) -> Response:
    row = standing_offers_of(user).get(pk=standing_id)
    return Response(standing_json(row), status=status)


class StandingOffersApi(ApiView):
    """All of them."""

    @operation(
        "listStandingOffers",
        tag=TAG,
        scope=Scope.GAME_READ,
        answer=StandingOffers,
        example={"items": [examples.STANDING]},
    )
    def get(self, request: Request) -> Response:
        """What you always have on offer, oldest first; at most five kinds."""
        return Response(
            {"items": [standing_json(row) for row in standing_offers_of(self.person())]}
        )

    @operation(
        "createStandingOffer",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=StandingOfferInput,
        body_example={"count": 2, **examples.TERMS_WANTED, "gates": examples.GATES},
        answer=StandingOfferShape,
        status=201,
        problems=("bad_gate", "too_many_kinds"),
        example=examples.STANDING,
    )
    def post(self, request: Request) -> Response:
        """Keep so many games of a kind running from now on.

        One offer is in the lobby at a time, and the next follows when it is taken. The same kind again is the same
        standing offer, with the new number and no longer paused.
        """
        wanted, user = read_body(request, StandingOfferInput), self.person()
        row = create_standing_offer(
            user=user,
            count=wanted["count"],
            options=options_of(wanted),
            gates=gates_of(wanted),
        )
        return _one(row.pk, user, 201)


class StandingOfferApi(ApiView):
    """One of them."""

    @operation(
        "changeStandingOffer",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=StandingOfferChange,
        body_example={"count": 3, "paused": False},
        answer=StandingOfferShape,
        example=examples.STANDING | {"count": 3},
    )
    def put(self, request: Request, standing_id: int) -> Response:
        """Keep another number of games running, pause, or go on.

        Pausing withdraws what is open; what runs goes on. Terms can't be changed: make another one.
        """
        wanted, user = read_body(request, StandingOfferChange), self.person()
        row = change_standing_offer(standing_id=standing_id, user=user, **wanted)
        return _one(row.pk, user)

    @operation(
        "deleteStandingOffer",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        answer=None,
        status=204,
    )
    def delete(self, request: Request, standing_id: int) -> Response:
        """Forget a standing offer: what is open is withdrawn, what runs goes on."""
        delete_standing_offer(standing_id=standing_id, user=self.person())
        return Response(status=204)
