"""Turns: parse, call one service or selector, answer."""

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from engine import action_from_json, write_action
from games.api.games.shapes import GameShape
from games.api.kit.codes import RULES
from games.api.kit.operation import operation
from games.api.kit.repeats import REPLAYED
from games.api.kit.view import ApiView
from games.api.turns.examples import FORESIGHT, LEGAL, PLAYED, RESIGNED, WANTED
from games.api.turns.shapes import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    ForesightShape,
    LegalActions,
    LegalActionsQuery,
    SubmissionAnswer,
    SubmissionInput,
    WantedActions,
)
from games.api.turns.versions import expected_version
from games.errors import ServiceError
from games.selectors.access import game_for, viewer_of
from games.selectors.answers import game_json
from games.selectors.foresight import foresight, position_to_play
from games.selectors.views import legal_of
from games.services.play import AnsweredAgain, read_actions, resign_game, submit_actions

_OF_TURN: Final = ("not_seated", "not_active", "not_your_turn")


class LegalActionsApi(ApiView):
    """What the caller may do, on their turn only."""

    @operation(
        "listLegalActions",
        tag="turns",
        scope=Scope.GAME_READ,
        query=LegalActionsQuery,
        answer=LegalActions,
        problems=_OF_TURN,
        example=LEGAL,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every action that you may take now.

        On your turn only, since the list tells what you hold. It is never empty; mostly it has a few dozen actions, at
        the most about two hundred (9 KB, or less than 1 KB compressed), so it comes in one piece.
        """
        query = LegalActionsQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        wanted = query.validated_data.get("type")
        game, seat, state = position_to_play(game_id, self.person())
        legal = [
            action for action in legal_of(state, seat) or () if wanted in (None, action["type"])
        ]
        words = [write_action(action_from_json(action)) for action in legal]
        return Response({"version": game.version, "actions": legal, "notation": words})


class PreviewApi(ApiView):
    """A turn tried out."""

    @operation(
        "previewActions",
        tag="turns",
        scope=Scope.GAME_READ,
        body=WantedActions,
        answer=ForesightShape,
        problems=("malformed_action", *_OF_TURN),
        example=FORESIGHT,
        body_example={"actions": WANTED["actions"]},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Try a turn out: nothing is drawn, nothing stored, nothing told to anybody.

        The actions are tried in order until one reveals something, is illegal or ends the turn; the answer has the
        position that you would see then, what would still be to be decided, and whether the opponent is given a
        privilege. An illegal action is no error here: `refusal` says what is wrong with it. To try a turn out while the
        opponent thinks, use the preview of plans.
        """
        body = WantedActions(data=request.data)
        body.is_valid(raise_exception=True)
        actions = read_actions(body.validated_data["actions"])
        game, seat, state = position_to_play(game_id, self.person())
        words = [write_action(action) for action in actions]
        return Response(
            {"version": game.version, "notation": words, **foresight(state, seat, actions)}
        )


class ActionsApi(ApiView):
    """Playing."""

    @operation(
        "playActions",
        tag="turns",
        scope=Scope.GAME_PLAY,
        body=SubmissionInput,
        answer=SubmissionAnswer,
        headers=(IDEMPOTENCY_KEY, IF_MATCH),
        problems=(
            "key_missing",
            "malformed_action",
            "stale_version",
            "key_reused",
            *_OF_TURN,
            *RULES,
        ),
        example=PLAYED,
        body_example=WANTED,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play one or several actions, in order.

        All or none are played, up to the first that reveals something: what was revealed stays, and `refusal` then
        says why the rest was not played. `extra.action` of a refusal names the action by its place.

        The position that you decided on is named by `expected_version` or by `If-Match`. If the game has moved on, the
        answer is 409 `stale_version` in both cases, and `extra.events` tells what happened since. Time that was granted
        and pauses make no turn old.

        If no answer comes, send the same request with the same key again. In a game where a gift of a privilege is
        to be confirmed, asking is up to your client: `previewActions` tells of it.
        """
        body = SubmissionInput(data=request.data)
        body.is_valid(raise_exception=True)
        wanted: dict[str, Any] = body.validated_data
        key = request.headers.get("Idempotency-Key")
        if key is None:
            raise ServiceError("key_missing", 400, _("The header Idempotency-Key is missing."))
        answer = submit_actions(
            game_id=game_id,
            user=self.person(),
            actions=wanted["actions"],
            expected_version=expected_version(
                wanted.get("expected_version"), request.headers.get("If-Match"), game_id
            ),
            key=key,
        )
        before = isinstance(answer, AnsweredAgain)
        return Response(answer, headers={REPLAYED: "true"} if before else None)


class ResignationApi(ApiView):
    """Giving up."""

    @operation(
        "resignGame",
        tag="turns",
        scope=Scope.GAME_PLAY,
        answer=GameShape,
        problems=("not_seated", "not_active"),
        repeatable=True,
        example=RESIGNED,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Resign, on your turn or on the opponent's.

        It can't be taken back, so ask first. Doing it again changes nothing.
        """
        resign_game(game_id=game_id, user=self.person())
        game = game_for(game_id, request.user)
        return Response(game_json(game, viewer_of(game, request.user)))
