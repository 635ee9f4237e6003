"""A game before it is dealt, and once more after it is over."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.games.examples import GAME
from games.api.games.shapes import GameShape
from games.api.kit.operation import operation
from games.api.kit.reading import read_body
from games.api.kit.view import ApiView
from games.api.meeting import examples
from games.api.meeting.inputs import EntropyInput
from games.api.meeting.making import TAG
from games.api.meeting.shapes import PreparationShape
from games.selectors.meeting import begun_json, preparation_json, preparation_of
from games.services.invitations import cancel_game
from games.services.lobby import add_entropy, deal
from games.services.rematch import rematch


class PreparationApi(ApiView):
    """How it stands."""

    @operation(
        "getPreparation",
        tag=TAG,
        scope=Scope.GAME_READ,
        answer=PreparationShape,
        example=examples.PREPARATION,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """How a game of yours was prepared: whom its seat was offered to, its terms and its commitment.

        Also for games that have begun or came to nothing, and for one that you are asked to by name.
        """
        game = preparation_of(game_id, self.person())
        return Response(preparation_json(game, self.person()))

    @operation(
        "cancelGame",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        answer=None,
        status=204,
        problems=("not_preparing",),
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """Call your game off before it begins: withdraws an offer, a challenge, a link."""
        cancel_game(game_id=game_id, user=self.person())
        return Response(status=204)


class EntropyApi(ApiView):
    """Own randomness."""

    @operation(
        "addEntropy",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=EntropyInput,
        body_example=examples.ENTROPY,
        answer=PreparationShape,
        problems=("bad_entropy", "not_preparing"),
        example=examples.PREPARATION | {"entropy": examples.ENTROPY["entropy"]},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Add your own randomness to the shuffle while the other seat is still free.

        The first that you send counts, and `entropy` of the answer is that; what comes later changes nothing.
        """
        wanted, user = read_body(request, EntropyInput), self.person()
        add_entropy(game_id=game_id, user=user, entropy=wanted["entropy"])
        return Response(preparation_json(preparation_of(game_id, user), user))


class DealApi(ApiView):
    """The cards."""

    @operation(
        "dealGame",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        body=EntropyInput,
        body_example=examples.ENTROPY,
        answer=GameShape,
        problems=("bad_entropy", "not_preparing", "seat_free"),
        example=GAME,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Begin a game against the site's computer, with your own randomness in its shuffle.

        Games against people are dealt when the second seat is taken. Once more finds the game begun.
        """
        wanted, user = read_body(request, EntropyInput), self.person()
        deal(game_id=game_id, user=user, entropy=wanted["entropy"])
        return Response(begun_json(game_id, user))


class RematchApi(ApiView):
    """Once more."""

    @operation(
        "offerRematch",
        tag=TAG,
        scope=Scope.CHALLENGE_WRITE,
        answer=PreparationShape,
        problems=(
            "not_seated",
            "not_over",
            "opponent_gone",
            "not_open_to_you",
            "asked_too_often",
            "too_many_games",
        ),
        example=examples.PREPARATION | {"rematch_of": "x4p8rtk2wc", "seat": 2},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play a game of yours that is over once more, on the same terms, seats swapped.

        Your opponent is asked by name; against the computer have the new game dealt. Once more finds the same game, and
        so does your opponent's own wish: if they were first, `seat` is null, and you accept by `invitation.token`.
        """
        game = rematch(game_id=game_id, user=self.person())
        return Response(preparation_json(preparation_of(game.pk, self.person()), self.person()))
