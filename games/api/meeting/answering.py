"""Open seats by their tokens: what one is, yes and no."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.games.examples import GAME
from games.api.games.shapes import GameShape
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.meeting import examples
from games.api.meeting.inputs import DeclineInput, EntropyInput
from games.api.meeting.making import TAG
from games.api.meeting.shapes import CLOSED, InvitationShape
from games.selectors.invitations import invitation_for
from games.selectors.meeting import begun_json, invitation_json
from games.services.invitations import accept_invitation, decline_invitation


class InvitationApi(ApiView):
    """What is asked."""

    @operation(
        "getInvitation",
        tag=TAG,
        scope=Scope.GAME_READ,
        anonymous=True,
        answer=InvitationShape,
        example=examples.INVITED,
    )
    def get(self, request: Request, token: str) -> Response:
        """What an open seat is about, by the token of its link.

        Who asks, on which terms, and the commitment of the shuffle. A seat that is meant for somebody else is unknown to
        you.
        """
        return Response(invitation_json(invitation_for(token, request.user), request.user))


class AcceptApi(ApiView):
    """Yes."""

    @operation(
        "acceptInvitation",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=EntropyInput,
        body_example=examples.ENTROPY,
        answer=GameShape,
        problems=("own_invitation", "bad_entropy", *CLOSED),
        example=GAME,
    )
    def post(self, request: Request, token: str) -> Response:
        """Take the open seat: the cards are dealt, and you see the game.

        Offers of the lobby, challenges, invitations by link or mail and wishes for a rematch alike. The first who
        accepts gets it; accepting again finds the game.
        """
        wanted, user = read_body(request, EntropyInput), self.person()
        game = accept_invitation(token=token, user=user, entropy=wanted["entropy"])
        return Response(begun_json(game.pk, user))


class DeclineApi(ApiView):
    """No."""

    @operation(
        "declineInvitation",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=DeclineInput,
        body_example={"reason": "not_now", "note": "after the holidays"},
        answer=None,
        status=204,
        problems=("bad_reason", "invitation_closed", "invitation_expired"),
    )
    def post(self, request: Request, token: str) -> Response:
        """Say no to an invitation by name, and why.

        The game is called off, and whoever asked is told. Other open seats have nobody who could decline. Declining
        again changes nothing.
        """
        wanted, user = read_body(request, DeclineInput), self.person()
        decline_invitation(token=token, user=user, **wanted)
        return Response(status=204)
