"""The shapes of a turn: what may be done, what is tried out, what is played."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema_serializer
from rest_framework import serializers

from engine import Refusal
from games.api.games import words
from games.api.games.action_shapes import ACTIONS, ActionField, WantedActionField
from games.api.games.event_shapes import EventField
from games.api.games.shapes import LARGEST_NUMBER
from games.api.games.view_shapes import ViewShape
from games.api.kit.fields import NumberField
from games.selectors.foresight import Stop
from games.services.play import KEY_LENGTH, MOST_ACTIONS

ACTION_TYPES: Final = [(name, name) for name in ACTIONS]
RULE_CODES: Final = [(code.value, code.value) for code in Refusal]
STOPS: Final = [(stop.value, stop.value) for stop in Stop]

IDEMPOTENCY_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH},
    OpenApiParameter.HEADER,
    required=True,
    description="A random text of your own, such as a UUID, new for each turn that you mean to play. Send the request "
    "again with the same key until an answer comes: it is played once and answered each time, for 14 days.",
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the game that you decided on, instead of `expected_version`.",
)


class WantedActions(serializers.Serializer[Any]):
    """Actions in the order in which they are to be played, each as JSON or in notation."""

    actions = serializers.ListField(
        child=WantedActionField(), min_length=1, max_length=MOST_ACTIONS
    )


class SubmissionInput(WantedActions):
    """Actions, and the position that they were decided on."""

    expected_version = NumberField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="The `version` of the game that you saw. Needed without the header `If-Match`.",
    )


class LegalActionsQuery(serializers.Serializer[Any]):
    """Which actions are wanted."""

    type = serializers.ChoiceField(
        choices=ACTION_TYPES, required=False, help_text="Only those of this type."
    )


class LegalActions(serializers.Serializer[Any]):
    """What the seat to move may do."""

    version = words.number()
    actions = serializers.ListField(
        child=ActionField(), help_text="By type, then by what they are about; always in this order."
    )
    notation = serializers.ListField(
        child=serializers.CharField(), help_text="The same actions, in the same order."
    )


@extend_schema_serializer(component_name="RefusedAction")
class RefusedAction(serializers.Serializer[Any]):
    """Why an action, and what comes after it, was not played."""

    action = words.number(help_text="Its place in the list, counted from 0.")
    code = serializers.ChoiceField(choices=RULE_CODES)
    message = serializers.CharField(help_text="A sentence for people, in their language.")
    rule = serializers.CharField(help_text="A word for the section of the rules that says so.")


class SubmissionAnswer(serializers.Serializer[Any]):
    """What became of the actions."""

    version = words.number()
    applied = words.number(help_text="How many of the actions were played.")
    refusal = RefusedAction(
        allow_null=True, help_text="Why the rest was not played; null if all were."
    )
    events = serializers.ListField(child=EventField(), help_text="What happened.")
    view = ViewShape()
    legal_actions = serializers.ListField(
        child=ActionField(),
        allow_null=True,
        help_text="What you may do next; null unless you are to move.",
    )


class ForesightShape(serializers.Serializer[Any]):
    """A turn tried out, as far as you can know how it goes."""

    version = words.number(help_text="Of the game, on whose position it was tried.")
    tried = words.number(help_text="How many of the actions were tried out.")
    notation = serializers.ListField(
        child=serializers.CharField(), help_text="All actions as they were read."
    )
    stop = serializers.ChoiceField(
        choices=STOPS,
        help_text="Why it stops there: `choice`: `legal_actions` says what may come next; `reveals`: the next action "
        "shows something new and can only be played; `refused`: it is illegal; `turn_over`: the turn is complete.",
    )
    refusal = RefusedAction(allow_null=True)
    gives_privilege = serializers.BooleanField(
        help_text="The opponent gains a privilege by what was tried out: worth a question before it is played."
    )
    view = ViewShape(help_text="The position after what was tried out.")
    legal_actions = serializers.ListField(
        child=ActionField(), allow_null=True, help_text="Null once the turn is over."
    )
