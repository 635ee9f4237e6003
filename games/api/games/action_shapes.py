"""The shapes of actions: one for each `type`."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    PolymorphicProxySerializer,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import serializers

from games.api.games import words
from games.api.games.words import AnyShape, SomeTokens, constant

LONGEST_WORD: Final = 200  # of notation; no action comes near


@extend_schema_serializer(component_name="ClaimStandOff")
class ClaimStandOff(serializers.Serializer[Any]):
    """Claim the win against a seat that sits on all gold and both pearls."""

    type = constant("claim_stand_off")


@extend_schema_serializer(component_name="UsePrivilege")
class UsePrivilege(serializers.Serializer[Any]):
    """Return a privilege and take the gem or pearl of a cell."""

    type = constant("use_privilege")
    cell = words.cell()


@extend_schema_serializer(component_name="Replenish")
class Replenish(serializers.Serializer[Any]):
    """Fill the empty cells from the bag; the opponent gains a privilege."""

    type = constant("replenish")


@extend_schema_serializer(component_name="TakeTokens")
class TakeTokens(serializers.Serializer[Any]):
    """Take one to three gems or pearls that lie in one straight line without a gap."""

    type = constant("take_tokens")
    cells = serializers.ListField(
        child=words.cell(), min_length=1, max_length=3, help_text="In any order."
    )


@extend_schema_serializer(component_name="ReserveCard")
class ReserveCard(serializers.Serializer[Any]):
    """Take a gold and keep a face-up card (`card`) or the top card of a deck (`deck`): one of the two."""

    type = constant("reserve_card")
    gold = words.cell(help_text="The cell of the gold.")
    card = words.jewel(required=False)
    deck = words.level(required=False)


@extend_schema_serializer(component_name="PurchaseCard")
class PurchaseCard(serializers.Serializer[Any]):
    """Pay for a face-up card or one that you have reserved."""

    type = constant("purchase_card")
    card = words.jewel()
    payment = SomeTokens()
    onto = words.jewel(required=False, help_text="The card of yours that a copy card is laid on.")


@extend_schema_serializer(component_name="TakeMatchingToken")
class TakeMatchingToken(serializers.Serializer[Any]):
    """Answer the ability of a card: a token of its colour from the board."""

    type = constant("take_matching_token")
    cell = words.cell()


@extend_schema_serializer(component_name="StealToken")
class StealToken(serializers.Serializer[Any]):
    """Answer the ability of a card: a gem or pearl of the opponent's."""

    type = constant("steal_token")
    token = words.token()


@extend_schema_serializer(component_name="ChooseRoyalCard")
class ChooseRoyalCard(serializers.Serializer[Any]):
    """Take one of the royal cards left."""

    type = constant("choose_royal_card")
    card = words.royal()


@extend_schema_serializer(component_name="DiscardTokens")
class DiscardTokens(serializers.Serializer[Any]):
    """Return tokens to the bag, down to exactly ten."""

    type = constant("discard_tokens")
    tokens = SomeTokens()


ACTIONS: Final[dict[str, AnyShape]] = {
    "claim_stand_off": ClaimStandOff,
    "use_privilege": UsePrivilege,
    "replenish": Replenish,
    "take_tokens": TakeTokens,
    "reserve_card": ReserveCard,
    "purchase_card": PurchaseCard,
    "take_matching_token": TakeMatchingToken,
    "steal_token": StealToken,
    "choose_royal_card": ChooseRoyalCard,
    "discard_tokens": DiscardTokens,
}
ACTION: Final = PolymorphicProxySerializer(
    component_name="Action", serializers=ACTIONS, resource_type_field_name="type", many=False
)


@extend_schema_field(ACTION)
class ActionField(serializers.JSONField):
    """An action in an answer: an object, told apart by `type`."""


@extend_schema_field(
    {
        "oneOf": [
            {"$ref": "#/components/schemas/Action"},
            {"type": "string", "minLength": 1, "maxLength": LONGEST_WORD},
        ],
        "description": "An object, or a word of the notation (`/api/docs/notation.md`) such as `b2-c3-d4`.",
    }
)
class WantedActionField(serializers.Field[Any, Any, Any, Any]):
    """An action of a request, as a JSON object or as a word of the notation."""

    default_error_messages = {"type": _("An action is an object or a text.")}

    def to_internal_value(self, data: Any) -> Any:
        """The action as it came; the engine reads it."""
        if not isinstance(data, str | dict):
            self.fail("type")
        return data
