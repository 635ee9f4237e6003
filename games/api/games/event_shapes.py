"""The shapes of events, as a viewer may see them: one for each `kind`."""

from typing import Any, Final

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.api.games import words
from games.api.games.view_shapes import OutcomeShape
from games.api.games.words import AnyShape, CardRows, DeckCards, SomeTokens, constant, shaped
from games.enums import PlatformEvent


class PlacedToken(serializers.Serializer[Any]):
    """A token that was put on the board."""

    cell = words.cell()
    token = words.token()


def _flag(about: str = "") -> serializers.BooleanField:
    return serializers.BooleanField(help_text=about)


_SEAT: Final = words.seat
_AUTOMATIC: Final = "There was nothing to choose."
# What each kind says beside its number and instant, and in one sentence what happened.
_KINDS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "game_started": (
        "The cards were dealt. `decks`, whole and in order, are told once the game is over.",
        {
            "starter": _SEAT(),
            "board": words.board(),
            "pyramid": CardRows(),
            "decks": DeckCards(required=False),
            "open_memory": _flag("Face-up reservations stay known to everybody."),
            "stand_off": _flag("The rule against stand-offs holds."),
        },
    ),
    "privilege_used": (
        "A privilege was returned for a token.",
        {"seat": _SEAT(), "cell": words.cell(), "token": words.token()},
    ),
    "board_replenished": (
        "The bag was emptied onto the board, in this order.",
        {"seat": _SEAT(), "placed": PlacedToken(many=True)},
    ),
    "tokens_taken": (
        "Tokens of one line were taken; `tokens` in the order of `cells`.",
        {
            "seat": _SEAT(),
            "cells": serializers.ListField(child=words.cell(), min_length=1, max_length=3),
            "tokens": serializers.ListField(child=words.token(), min_length=1, max_length=3),
        },
    ),
    "card_reserved": (
        "A gold was taken and a card kept. `card` is null where you may not know it.",
        {
            "seat": _SEAT(),
            "gold": words.cell(help_text="The cell of the gold."),
            "level": words.level(),
            "card": words.jewel(allow_null=True),
            "unseen": _flag("It came from the deck."),
        },
    ),
    "card_purchased": (
        "A card was paid for.",
        {
            "seat": _SEAT(),
            "card": words.jewel(),
            "payment": SomeTokens(),
            "color": words.color(allow_null=True, help_text="The colour that it counts for."),
            "onto": words.jewel(allow_null=True, help_text="The card that a copy card lies on."),
            "from_reserve": _flag(),
        },
    ),
    "pyramid_refilled": (
        "The top card of a deck was turned up.",
        {
            "level": words.level(),
            "place": words.number(help_text="From the left, counted from 0."),
            "card": words.jewel(),
        },
    ),
    "privilege_gained": (
        "A seat gained a privilege.",
        {"seat": _SEAT(), "from_opponent": _flag("None was left above the board.")},
    ),
    "privilege_withheld": ("A privilege was due to a seat that holds all.", {"seat": _SEAT()}),
    "extra_turn_earned": ("Another turn of the seat follows.", {"seat": _SEAT()}),
    "choice_opened": (
        "The seat owes an answer before its turn goes on.",
        {
            "seat": _SEAT(),
            "phase": serializers.ChoiceField(choices=words.PHASE_NAMES),
            "color": words.color(allow_null=True, help_text="Of `take_matching_token`."),
        },
    ),
    "ability_skipped": (
        "An ability found nothing to take.",
        {"seat": _SEAT(), "ability": serializers.ChoiceField(choices=words.ABILITY_NAMES)},
    ),
    "matching_token_taken": (
        "A token was taken by an ability.",
        {
            "seat": _SEAT(),
            "cell": words.cell(),
            "token": words.token(),
            "automatic": _flag(_AUTOMATIC),
        },
    ),
    "token_stolen": (
        "A token was taken from the opponent by an ability.",
        {"seat": _SEAT(), "token": words.token(), "automatic": _flag(_AUTOMATIC)},
    ),
    "royal_card_chosen": (
        "A royal card was taken.",
        {"seat": _SEAT(), "card": words.royal(), "automatic": _flag(_AUTOMATIC)},
    ),
    "tokens_discarded": (
        "Tokens were returned to the bag.",
        {"seat": _SEAT(), "tokens": SomeTokens(), "automatic": _flag("The time was up.")},
    ),
    "turn_ended": ("A turn is over.", {"seat": _SEAT(), "next_seat": _SEAT()}),
    "stand_off_warned": (
        "The seat began a third turn in a row with all gold and both pearls.",
        {"seat": _SEAT()},
    ),
    "stand_off_claimed": ("The seat claimed the win against a stand-off.", {"seat": _SEAT()}),
    "seat_resigned": ("A seat resigned.", {"seat": _SEAT()}),
    "time_expired": ("A seat ran out of time.", {"seat": _SEAT()}),
    "game_ended": ("The game is over.", {"outcome": OutcomeShape()}),
    PlatformEvent.GAME_CREATED.value: (
        "The game was made, its shuffle committed to.",
        {"commitment": serializers.CharField()},
    ),
    PlatformEvent.SEAT_TAKEN.value: ("Somebody took a seat.", {"seat": _SEAT()}),
    PlatformEvent.ENTROPY_ADDED.value: (
        "A seat added randomness to the shuffle.",
        {"seat": _SEAT(), "entropy": serializers.CharField(allow_blank=True)},
    ),
    PlatformEvent.GAME_CANCELLED.value: (
        "The game was called off before it began.",
        {"seat": _SEAT(required=False, allow_null=True)},
    ),
    PlatformEvent.GAME_ABORTED.value: (
        "The game was called off: the seat made no first turn in time.",
        {"seat": _SEAT(required=False, allow_null=True)},
    ),
    PlatformEvent.TIME_GRANTED.value: (
        "The seat gave the other more time.",
        {"seat": _SEAT(), "seconds": words.number()},
    ),
    PlatformEvent.GAME_PAUSED.value: ("Both agreed to a pause.", {}),
    PlatformEvent.GAME_RESUMED.value: ("The pause ended.", {}),
    PlatformEvent.TURN_RETRACTED.value: (
        "The seat took its last turn back: events of the rules between `to` and this one count no more.",
        {"seat": _SEAT(), "to": words.number()},
    ),
    PlatformEvent.SECRET_REVEALED.value: (
        "The secret of the shuffle, now that the game is over.",
        {"secret": serializers.CharField()},
    ),
}


def _name(kind: str) -> str:
    return "".join(part.capitalize() for part in kind.split("_"))


def _shown(kind: str, about: str, fields: dict[str, Any]) -> type[serializers.Serializer[Any]]:
    """As a viewer sees it: with its number in the log and its instant."""
    head = {
        "number": serializers.IntegerField(min_value=1),
        "at": serializers.DateTimeField(),
        "kind": constant(kind),
    }
    return shaped(f"{_name(kind)}Event", about, head | fields)


def _recorded(kind: str, about: str, fields: dict[str, Any]) -> type[serializers.Serializer[Any]]:
    """As a record has it, in which nothing is hidden: the face-up cards are the first ones of the decks."""
    fields = {name: field for name, field in fields.items() if name != "pyramid"}
    if "decks" in fields:
        fields["decks"] = DeckCards()
    return shaped(f"{_name(kind)}Record", about, {"kind": constant(kind)} | fields)


EVENTS: Final[dict[str, AnyShape]] = {kind: _shown(kind, *told) for kind, told in _KINDS.items()}
RECORDED: Final[dict[str, AnyShape]] = {
    kind: _recorded(kind, *told)
    for kind, told in _KINDS.items()
    if kind not in PlatformEvent.values
}
EVENT: Final = PolymorphicProxySerializer(
    component_name="Event", serializers=EVENTS, resource_type_field_name="kind", many=False
)


@extend_schema_field(EVENT)
class EventField(serializers.JSONField):
    """An event as the caller may see it, told apart by `kind`."""
