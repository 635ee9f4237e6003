"""The plan of a seat: read, replaced, tried, dropped."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from games.api.between.plan_shapes import EntriesInput, PlanInput, PlanShape, PlanTrial
from games.api.kit.codes import RULES
from games.api.kit.operation import operation
from games.api.kit.view import ApiView
from games.selectors.access import game_for, seat_of
from games.selectors.plans import entries_json, plan_json
from games.services.plan_wishes import Wish, about_entry, read_wish
from games.services.plans import clear_plan, replace_plan, try_plan

_TAG = "plans"
_REFUSALS = (
    *("malformed_action", "not_seated", "not_active", "own_turn", "bad_condition", "plan_full"),
    *("too_many_conditions", "gift_not_confirmed", *RULES),
    *("plan_too_long", "plan_unfinished", "plan_crosses"),
)
_WANTED = {
    "entries": [
        {
            "actions": ["b2-c3-d4"],
            "wants": [{"kind": "crowns_below", "number": 8}],
            "past_revelation": False,
            "confirmed_gift": False,
        }
    ],
}
_ENTRY = {
    "key": "5f1c2a90",
    "actions": [{"type": "take_tokens", "cells": ["b2", "c3", "d4"]}],
    "notation": ["b2-c3-d4"],
    "rests_on": [{"kind": "cell_holds", "cell": "b2", "token": "red", "holds_now": True}],
    "wants": [{"kind": "crowns_below", "number": 8, "holds_now": True}],
    "past_revelation": False,
    "gives_privilege": False,
    "fits_now": True,
}
_PLAN = {
    "version": 44,
    "revision": 3,
    "open": True,
    "due_at": None,
    "entries": [_ENTRY],
    "played_turns": [],
    "last": None,
}


def _wishes(wanted: dict[str, Any]) -> list[Wish]:
    wishes = []
    for place, entry in enumerate(wanted["entries"]):
        with about_entry(place):
            wish = read_wish(
                actions=entry["actions"],
                wants=entry.get("wants", ()),
                past=entry["past_revelation"],
                sure=entry["confirmed_gift"],
            )
        wishes.append(wish)
    return wishes


class PlanApi(ApiView):
    """One's own plan."""

    @operation(
        "getPlan",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=PlanShape,
        problems=("not_seated",),
        example=_PLAN,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Your plan for your next turn, and which of its entries would fit now.

        Nobody else can tell that you plan.
        """
        game = game_for(game_id, request.user)
        return Response(plan_json(game, seat_of(game, request.user)))

    @operation(
        "replacePlan",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        body=PlanInput,
        answer=PlanShape,
        problems=("stale_plan", *_REFUSALS),
        example=_PLAN,
        body_example={"revision": 2, **_WANTED},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Let these turns be your whole plan while the opponent thinks.

        Once they have moved, the first entry whose conditions hold and whose turn is legal is played, one to three
        minutes later. Each entry is a whole turn, and is checked on the position as you see it now; a refusal says by
        `extra.entry` which entry it is about. Entries that the plan has already stay as they are. Sending the
        same plan again changes nothing.
        """
        body = PlanInput(data=request.data)
        body.is_valid(raise_exception=True)
        wanted: dict[str, Any] = body.validated_data
        replace_plan(
            game_id=game_id,
            user=self.person(),
            wishes=_wishes(wanted),
            revision=wanted["revision"],
        )
        game = game_for(game_id, request.user)
        return Response(plan_json(game, seat_of(game, request.user)))

    @operation(
        "dropPlan",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        answer=None,
        status=204,
        problems=("not_seated",),
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """Plan nothing any more, also when the plan is about to be looked at."""
        clear_plan(game_id=game_id, user=self.person())
        return Response(status=204)


class PlanPreviewApi(ApiView):
    """A plan tried out."""

    @operation(
        "previewPlan",
        tag=_TAG,
        scope=Scope.GAME_PLAY,
        body=EntriesInput,
        answer=PlanTrial,
        problems=_REFUSALS,
        example={"version": 44, "entries": [_ENTRY]},
        body_example=_WANTED,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """What a plan would be: checked as if it were sent, with what each turn rests on and whether it would fit now.

        Nothing is stored.
        """
        body = EntriesInput(data=request.data)
        body.is_valid(raise_exception=True)
        game, user = game_for(game_id, request.user), self.person()
        seat = seat_of(game, user)
        entries = try_plan(game=game, seat=seat, user=user, wishes=_wishes(body.validated_data))
        return Response({"version": game.version, "entries": entries_json(game, seat, entries)})
