"""The shapes of what the game is made of."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from engine.constants import KIND_LETTERS
from games.api.games import words
from games.api.games.words import LEVELS, SomeTokens, keyed
from games.enums import Speed

BONUSES: Final = words.choices((*words.COLORS, "copy", "none"))
LETTERS: Final = words.choices(KIND_LETTERS)


@extend_schema_serializer(component_name="JewelCard")
class JewelCardShape(serializers.Serializer[Any]):
    """A jewel card as printed."""

    id = words.jewel()
    level = words.level()
    bonus = serializers.ChoiceField(
        choices=BONUSES,
        help_text="The colour that it takes off later prices; `copy` takes that of another card.",
    )
    bonus_count = words.number()
    points = words.number()
    crowns = words.number()
    ability = serializers.ChoiceField(choices=words.ABILITY_NAMES)
    cost = SomeTokens()


@extend_schema_serializer(component_name="RoyalCard")
class RoyalCardShape(serializers.Serializer[Any]):
    """A royal card as printed."""

    id = words.royal()
    points = words.number()
    ability = serializers.ChoiceField(choices=words.ABILITY_NAMES)


@extend_schema_serializer(component_name="JewelCards")
class JewelCardsShape(serializers.Serializer[Any]):
    """All jewel cards."""

    items = JewelCardShape(many=True)


@extend_schema_serializer(component_name="RoyalCards")
class RoyalCardsShape(serializers.Serializer[Any]):
    """All royal cards."""

    items = RoyalCardShape(many=True)


@extend_schema_serializer(component_name="Board")
class BoardShape(serializers.Serializer[Any]):
    """The board."""

    cells = serializers.ListField(
        child=words.cell(), help_text="In the order of `board` in a view: row by row."
    )
    spiral = serializers.ListField(child=words.cell(), help_text="In the order of filling.")
    lines = serializers.ListField(
        child=serializers.ListField(child=words.cell(), min_length=1, max_length=3),
        help_text="Every straight line of one to three cells.",
    )


@extend_schema_serializer(component_name="TokenFacts")
class TokenFacts(serializers.Serializer[Any]):
    """A kind of token."""

    kind = words.token()
    letter = serializers.ChoiceField(choices=LETTERS, help_text="In notation.")
    number = words.number(help_text="How many there are.")


RowSizes = keyed("RowSizes", "Face-up cards by level.", LEVELS, words.number)


@extend_schema_serializer(component_name="Rules")
class RulesShape(serializers.Serializer[Any]):
    """The numbers of the rules."""

    rules_version = serializers.IntegerField()
    tokens = TokenFacts(many=True, help_text="In the order that is used everywhere.")
    colors = serializers.ListField(child=words.color())
    privileges = words.number(help_text="How many there are.")
    row_sizes = RowSizes()
    hand_limit = words.number(help_text="Tokens that a seat may keep at the end of its turn.")
    reserve_limit = words.number()
    line_limit = words.number(help_text="Tokens taken by one action.")
    royal_thresholds = serializers.ListField(
        child=words.number(), help_text="Crowns at which a royal card is due."
    )
    winning_prestige = words.number()
    winning_crowns = words.number()
    winning_color_points = words.number()
    stand_off_limit = words.number(
        help_text="Own turns begun with all gold and both pearls after which the win may be claimed."
    )
    idle_limit = words.number(help_text="Turns without a purchase that end the game as a draw.")


@extend_schema_serializer(component_name="SpeedFacts")
class SpeedFacts(serializers.Serializer[Any]):
    """How much time a speed gives."""

    speed = serializers.ChoiceField(choices=Speed.choices)
    clock = serializers.BooleanField(help_text="False: there is no clock.")
    initial = words.number(help_text="Seconds that a seat begins with, and at most has.")
    increment = words.number(help_text="Seconds that a stretch of turns of one seat adds.")
    per_turn = serializers.BooleanField(
        help_text="Each turn begins with `initial` anew, nothing is saved."
    )


@extend_schema_serializer(component_name="Speeds")
class SpeedsShape(serializers.Serializer[Any]):
    """All speeds."""

    items = SpeedFacts(many=True)
