"""What the two players ask of each other: a turn back, a pause, time."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from games.api.between.shapes import BetweenShape, TakeBackAnswer, TimeGrant
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.selectors.access import game_for, seat_of
from games.selectors.between import between_json
from games.services.take_back import answer_take_back, ask_turn_back, withdraw_take_back
from games.services.time import ask_pause, drop_pause, grant_time, resume_game

_TAG = "between-turns"
_EXAMPLE = {
    "version": 44,
    "take_back": {"state": "can_ask", "last": 44, "at_once": False},
    "pause": "ask",
    "pause_number": 2,
    "can_grant_time": True,
}


def between_of(game_id: str, user: User) -> Response:
    """How things stand now for this player."""
    game = game_for(game_id, user)
    return Response(between_json(game, seat_of(game, user)))


class BetweenApi(ApiView):
    """How things stand between turns."""

    @operation(
        "getBetweenTurns",
        tag=_TAG,
        scope=Scope.GAME_READ,
        answer=BetweenShape,
        problems=("not_seated",),
        example=_EXAMPLE,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What you and your opponent may do between turns: take a turn back, pause, grant time."""
        return between_of(game_id, self.person())


class TakeBackApi(ApiView):
    """One's own wish."""

    @operation(
        "askTurnBack",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=BetweenShape,
        problems=("not_seated", "not_active", "rated", "no_way_back"),
        example=_EXAMPLE,
    )
    def put(self, request: Request, game_id: str, last: int) -> Response:
        """Ask your last turn back; `last` is the number of its last event.

        In casual games, if nothing new was revealed in the turn and until the opponent plays. Asking stops no clock.
        The computer agrees at once. Each turn may be asked back once; asking again changes nothing.
        """
        ask_turn_back(game_id=game_id, user=self.person(), last=last)
        return between_of(game_id, self.person())

    @operation(
        "withdrawTakeBack",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=BetweenShape,
        problems=("not_seated",),
        example=_EXAMPLE,
    )
    def delete(self, request: Request, game_id: str, last: int) -> Response:
        """No longer ask that turn back.

        Once it was answered, nothing changes.
        """
        withdraw_take_back(game_id=game_id, user=self.person(), last=last)
        return between_of(game_id, self.person())


class TakeBackAnswerApi(ApiView):
    """The answer to the opponent's wish."""

    @operation(
        "answerTakeBack",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        body=TakeBackAnswer,
        answer=BetweenShape,
        problems=("not_seated", "take_back_fallen"),
        example=_EXAMPLE,
        body_example={"accept": True},
    )
    def put(self, request: Request, game_id: str, last: int) -> Response:
        """Agree that the opponent takes their last turn back, or decline.

        If you agree, the position before that turn stands again and they are to move. The same answer again changes
        nothing.
        """
        body = TakeBackAnswer(data=request.data)
        body.is_valid(raise_exception=True)
        accept: bool = body.validated_data["accept"]
        answer_take_back(game_id=game_id, user=self.person(), last=last, accept=accept)
        return between_of(game_id, self.person())


class PauseWishApi(ApiView):
    """The wish for a pause."""

    @operation(
        "askPause",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=BetweenShape,
        problems=("not_seated", "not_active", "no_clock", "nobody_to_agree", "pause_changed"),
        example=_EXAMPLE,
    )
    def put(self, request: Request, game_id: str, number: int) -> Response:
        """Ask for a pause; if the opponent has asked already, this agrees, and no clock runs any more.

        `number` is `pause_number` as you saw it. If anything was asked or answered since, the answer is 409
        `pause_changed`, unless you ask already or the game is paused: then nothing changes, so it may be sent again. In
        a pause turns may still be played.
        """
        ask_pause(game_id=game_id, user=self.person(), number=number)
        return between_of(game_id, self.person())

    @operation(
        "dropPauseWish",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=BetweenShape,
        problems=("not_seated", "not_active", "pause_changed"),
        example=_EXAMPLE,
    )
    def delete(self, request: Request, game_id: str, number: int) -> Response:
        """No longer ask for a pause, or decline the opponent's wish.

        `number` is `pause_number` as you saw it; 409 `pause_changed` if another wish is open now. Nothing changes if none
        is. A pause that was agreed on meanwhile goes on.
        """
        drop_pause(game_id=game_id, user=self.person(), number=number)
        return between_of(game_id, self.person())


class PauseApi(ApiView):
    """The pause itself."""

    @operation(
        "endPause",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=BetweenShape,
        problems=("not_seated", "not_active", "pause_changed"),
        example=_EXAMPLE,
    )
    def delete(self, request: Request, game_id: str, number: int) -> Response:
        """Let the game go on, which either player may do.

        `number` is `pause_number` as you saw it; 409 `pause_changed` if this is another pause. Nothing changes if the game
        isn't paused. If the opponent is to move they are told, for their time runs again.
        """
        resume_game(game_id=game_id, user=self.person(), number=number)
        return between_of(game_id, self.person())


class TimeGrantApi(ApiView):
    """Time for the opponent."""

    @operation(
        "grantTime",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        body=TimeGrant,
        answer=BetweenShape,
        problems=("not_seated", "not_active", "no_clock", "own_turn", "time_enough"),
        repeatable=True,
        example=_EXAMPLE,
        body_example={"expected_version": 44},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Give your opponent, who is to move, a day more for this turn.

        Until they have more than 59 days left. Granted twice from the same version, it is granted once.
        """
        body = TimeGrant(data=request.data)
        body.is_valid(raise_exception=True)
        wanted: dict[str, Any] = body.validated_data
        grant_time(game_id=game_id, user=self.person(), version=wanted["expected_version"])
        return between_of(game_id, self.person())
