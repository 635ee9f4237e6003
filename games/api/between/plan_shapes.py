"""The shapes of plans."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games import words
from games.api.games.action_shapes import ActionField
from games.api.games.shapes import LARGEST_NUMBER
from games.api.games.words import SomeTokens
from games.api.kit.fields import FlagField, NumberField
from games.api.turns.shapes import WantedActions
from games.planning.facts import FactKind
from games.services.plans import MOST_ENTRIES, MOST_WANTS

CONDITIONS: Final = [(kind.value, kind.value) for kind in FactKind]
OUTCOMES: Final = [
    (outcome, outcome) for outcome in ("played", "begun", "played_in_part", "no_match", "refused")
]
MEANINGS: Final = """\
A fact of your own view. Each kind has its own fields, all of them and no other:

- `cell_holds` (`cell`, `token`), `cell_empty` (`cell`), `cell_full` (`cell`): of the board.
- `card_open` (`card`): it lies face up. `not_bought` (`card`): the opponent doesn't own it. `royal_left` (`card`).
- `deck_left` (`number`, the level): a card is left in that deck.
- `privileges` (`number`): you hold at least so many. `can_pay` (`tokens`): you hold at least these. `my_tokens`
  (`tokens`): you hold exactly these.
- `they_hold` (`token`): the opponent has one. `cards_at_most`, `reserved_at_most` (`number`): cards that the opponent
  owns or keeps. `crowns_below`, `prestige_below` (`number`): theirs.
"""


@extend_schema_serializer(component_name="PlanCondition")
class ConditionShape(serializers.Serializer[Any]):
    __doc__ = MEANINGS

    kind = serializers.ChoiceField(choices=CONDITIONS)
    cell = words.cell(required=False)
    token = words.token(required=False)
    card = serializers.RegexField(r"^(J[1-3]-[0-9]{2}|R-[1-4])$", required=False)
    number = NumberField(min_value=0, max_value=100, required=False)
    tokens = SomeTokens(required=False)


@extend_schema_serializer(component_name="PlanFact")
class FactShape(ConditionShape):
    """A condition, and whether it holds."""

    holds_now = serializers.BooleanField(help_text="In the position as you see it now.")


class EntryInput(WantedActions):
    """A whole turn that is to be planned."""

    wants = serializers.ListField(
        child=ConditionShape(),
        max_length=MOST_WANTS,
        required=False,
        help_text="Conditions besides those that the turn itself rests on, which are found by the server.",
    )
    past_revelation = FlagField(
        default=False,
        help_text="The turn may go on after something new is turned up, if the rest is still legal. Without it such "
        "a turn is refused.",
    )
    confirmed_gift = FlagField(
        default=False,
        help_text="That the turn gives the opponent a privilege is wanted; asked only of who wants to be asked.",
    )


class EntriesInput(serializers.Serializer[Any]):
    """Turns in the order in which they are tried."""

    entries = serializers.ListField(child=EntryInput(), max_length=MOST_ENTRIES)


class PlanInput(EntriesInput):
    """The whole plan."""

    revision = NumberField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="`revision` of the plan that you changed; 0 if there was none.",
    )


@extend_schema_serializer(component_name="PlanEntry")
class EntryShape(serializers.Serializer[Any]):
    """A planned turn."""

    key = serializers.CharField()
    actions = serializers.ListField(child=ActionField())
    notation = serializers.ListField(child=serializers.CharField(), help_text="The same actions.")
    rests_on = FactShape(many=True, help_text="What the turn itself needs.")
    wants = FactShape(many=True, help_text="What you asked besides.")
    past_revelation = serializers.BooleanField()
    gives_privilege = serializers.BooleanField(help_text="The opponent gains a privilege by it.")
    fits_now = serializers.BooleanField(
        help_text="It would be played if the opponent left everything as you see it now."
    )


@extend_schema_serializer(component_name="PlanOutcome")
class OutcomeShape(serializers.Serializer[Any]):
    """What became of the plan before."""

    turn = words.number()
    outcome = serializers.ChoiceField(
        choices=OUTCOMES,
        help_text="`begun`: its first part was played, choose how it goes on; `played_in_part`: what was turned up made "
        "the rest illegal; `no_match`: no entry fitted.",
    )


@extend_schema_serializer(component_name="Plan")
class PlanShape(serializers.Serializer[Any]):
    """Your plan. Nobody else can tell that there is one."""

    version = words.number(help_text="Of the game.")
    revision = words.number(help_text="Changes with the plan.")
    open = serializers.BooleanField(help_text="You may plan: the opponent is to move.")
    due_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When it will be looked at: the opponent has moved, and the first entry that fits is played then.",
    )
    entries = EntryShape(many=True)
    played_turns = serializers.ListField(
        child=words.number(), help_text="The turns of this game that were played as planned."
    )
    last = OutcomeShape(allow_null=True)


class PlanTrial(serializers.Serializer[Any]):
    """What a plan would be."""

    version = words.number(help_text="Of the game.")
    entries = EntryShape(many=True)
