"""The shapes of a position as one viewer may see it."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games import words
from games.api.games.words import (
    SEATS,
    CardRows,
    ColorCounts,
    DeckCards,
    DeckSizes,
    TokenCounts,
    keyed,
)


@extend_schema_serializer(component_name="Outcome")
class OutcomeShape(serializers.Serializer[Any]):
    """How a game ended."""

    winner = words.seat(allow_null=True, help_text="A seat; null for a draw.")
    reasons = serializers.ListField(child=serializers.ChoiceField(choices=words.VICTORY_NAMES))
    colors = serializers.ListField(child=words.color(), help_text="Those with ten points or more.")


@extend_schema_serializer(component_name="RulesOptions")
class RulesOptions(serializers.Serializer[Any]):
    """Options of the rules."""

    open_memory = serializers.BooleanField(
        help_text="Cards that lay face up when they were reserved stay known to everybody."
    )
    stand_off = serializers.BooleanField(help_text="The rule against stand-offs holds.")


@extend_schema_serializer(component_name="OwnedCard")
class OwnedCard(serializers.Serializer[Any]):
    """A card that was purchased."""

    card = words.jewel()
    color = words.color(allow_null=True, help_text="The colour that it counts for.")


@extend_schema_serializer(component_name="ReservedCard")
class ReservedCard(serializers.Serializer[Any]):
    """A reserved card as far as you may know it."""

    level = words.level()
    card = words.jewel(allow_null=True)
    face_up = serializers.BooleanField(
        allow_null=True, help_text="It lay face up before; null where you may not know."
    )


@extend_schema_serializer(component_name="Holdings")
class HoldingsShape(serializers.Serializer[Any]):
    """What one seat owns."""

    tokens = TokenCounts()
    privileges = words.number()
    cards = OwnedCard(many=True)
    bonuses = ColorCounts()
    points = ColorCounts(help_text="Prestige of the cards of each colour: ten of one colour win.")
    prestige = words.number()
    crowns = words.number()
    royal_cards = serializers.ListField(child=words.royal())
    stand_off = words.number(help_text="Turns in a row begun with all gold and both pearls.")
    reserved = ReservedCard(many=True)


BothHoldings = keyed("BothHoldings", "What each seat owns.", SEATS, HoldingsShape)


@extend_schema_serializer(component_name="View")
class ViewShape(serializers.Serializer[Any]):
    """A position as you may see it: what is hidden from you isn't in it."""

    schema = serializers.IntegerField(help_text="Of this shape; 1.")
    options = RulesOptions()
    turn = words.number()
    seat_to_move = words.seat(allow_null=True, help_text="Null once the game is over.")
    phase = serializers.ChoiceField(
        choices=words.PHASE_NAMES, help_text="What the seat to move owes."
    )
    extra_turn = serializers.BooleanField(help_text="This turn is an extra turn.")
    extra_turn_earned = serializers.BooleanField(help_text="An extra turn follows this one.")
    fresh = serializers.BooleanField(help_text="Nothing was done in this turn yet.")
    replenished = serializers.BooleanField(help_text="In this turn.")
    last_purchase_turn = words.number(help_text="0 if nothing was purchased yet.")
    matching_color = words.color(
        allow_null=True, help_text="Which token `take_matching_token` may take."
    )
    board = words.board()
    bag = TokenCounts()
    pyramid = CardRows()
    decks = DeckSizes()
    royal_cards = serializers.ListField(child=words.royal(), help_text="Those left.")
    privileges = words.number(help_text="Those left above the board.")
    seats = BothHoldings()
    outcome = OutcomeShape(allow_null=True)
    deck_cards = DeckCards(
        required=False, help_text="Only once the game is over: what was left in the decks."
    )
