"""The shapes of what games have been: stories, past positions, records, shuffles."""

from typing import Any, Final

from drf_spectacular.utils import (
    PolymorphicProxySerializer,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import serializers

from games.api.games import words
from games.api.games.event_shapes import RECORDED, EventField
from games.api.games.shapes import LARGEST_NUMBER, GameHead
from games.api.games.view_shapes import ViewShape
from games.api.games.words import SEATS, CardLists, keyed
from games.enums import GameStatus

MOST_TURNS: Final = 200  # of one story
EYES: Final = words.choices(("1", "2", "all", "public"))
ASKED_EYES: Final = words.choices(("1", "2", "all"))
PART_KINDS: Final = words.choices(
    ("text", "name", "token", "cells", "card", "unseen_card", "royal_card")
)


class StoryQuery(serializers.Serializer[Any]):
    """From where on the story is wanted."""

    since = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="The number of the last event that you know of, 0 for the whole story; without it the story begins "
        "after your own last turn.",
    )
    limit = serializers.IntegerField(
        min_value=1,
        max_value=MOST_TURNS,
        default=MOST_TURNS,
        help_text="How many turns at most: with `since` the oldest of them, without it the newest.",
    )


class EyesQuery(serializers.Serializer[Any]):
    """With whose eyes one looks."""

    eyes = serializers.ChoiceField(
        choices=ASKED_EYES,
        required=False,
        help_text="Of a game that is over: those of a seat as it saw then, or `all`. While it runs only your own.",
    )


@extend_schema_serializer(component_name="SentencePart")
class SentencePart(serializers.Serializer[Any]):
    """A piece of a sentence. Texts of all pieces, one after the other, are the sentence."""

    kind = serializers.ChoiceField(choices=PART_KINDS)
    text = serializers.CharField(trim_whitespace=False)
    token = words.token(required=False, help_text="Of `token`.")
    cells = serializers.ListField(child=words.cell(), required=False, help_text="Of `cells`.")
    card = serializers.CharField(required=False, help_text="Of `card` and `royal_card`: the id.")
    level = words.level(required=False, help_text="Of `unseen_card`.")


@extend_schema_serializer(component_name="Sentence")
class SentenceShape(serializers.Serializer[Any]):
    """A sentence in your language, and the facts in it."""

    text = serializers.CharField()
    parts = SentencePart(many=True)


@extend_schema_serializer(component_name="StoryStep")
class StoryStep(SentenceShape):
    """What one event tells."""

    number = words.number(
        help_text="Of the last event that belongs to it; `positions/{number}` shows the table then."
    )


@extend_schema_serializer(component_name="StoryTurn")
class StoryTurn(serializers.Serializer[Any]):
    """One turn of a seat, told."""

    turn = words.number(help_text="0 for what came before the first turn.")
    seat = words.seat(allow_null=True, help_text="Null for what nobody did.")
    mine = serializers.BooleanField()
    retracted = serializers.BooleanField(help_text="It was taken back and counts no more.")
    at = serializers.DateTimeField(help_text="When its last event happened.")
    version = words.number(help_text="The number of its last event.")
    text = serializers.CharField(help_text="All its sentences.")
    steps = StoryStep(many=True)


@extend_schema_serializer(component_name="Story")
class StoryShape(serializers.Serializer[Any]):
    """What has happened, in sentences."""

    id = serializers.CharField()
    version = words.number(
        help_text="The number of the game's last event. Ask from here next time, unless there is `more`."
    )
    turns = StoryTurn(many=True, help_text="Oldest first.")
    more = serializers.BooleanField(
        help_text="Turns were left out. With `since` they are newer ones: go on with the `version` of the last turn as "
        "`since`. Without it they are older ones: `since=0` reads all from the beginning."
    )


@extend_schema_serializer(component_name="KnownReserve")
class KnownReserve(serializers.Serializer[Any]):
    """A reserved card as everybody could remember it."""

    level = words.level()
    card = words.jewel(allow_null=True, help_text="Null if it was reserved from the deck.")


@extend_schema_serializer(component_name="Outlook")
class OutlookShape(serializers.Serializer[Any]):
    """The goals that a seat can reach in one turn, by what everybody knows."""

    this_turn = serializers.BooleanField(help_text="The seat is to move; else it is its next turn.")
    reasons = serializers.ListField(
        child=serializers.ChoiceField(choices=words.VICTORY_NAMES), help_text="Empty if none."
    )
    colors = serializers.ListField(
        child=words.color(), help_text="Those that could come to ten points."
    )


KnownReserves = keyed(
    "KnownReserves", "What each seat has reserved.", SEATS, lambda: KnownReserve(many=True)
)
Outlooks = keyed("Outlooks", "Each seat's goals in reach.", SEATS, OutlookShape)


@extend_schema_serializer(component_name="TableFacts")
class TableFacts(serializers.Serializer[Any]):
    """What everybody could know of a table beyond the view: the same for all."""

    unseen = CardLists(help_text="Cards that lie in the decks or were reserved from them.")
    reserves = KnownReserves()
    outlook = Outlooks()


@extend_schema_serializer(component_name="Table")
class TableShape(TableFacts):
    """The same with the version that it belongs to."""

    id = serializers.CharField()
    version = words.number()


@extend_schema_serializer(component_name="PositionStep")
class PositionStep(serializers.Serializer[Any]):
    """What led from the position before to this one."""

    first = words.number(help_text="The number of its first event.")
    last = words.number(help_text="The number of its last event.")
    sentence = SentenceShape(allow_null=True)
    events = serializers.ListField(child=EventField())


@extend_schema_serializer(component_name="Position")
class PositionShape(serializers.Serializer[Any]):
    """A position that the game has left."""

    id = serializers.CharField()
    number = words.number(help_text="Of the event after which it stood.")
    eyes = serializers.ChoiceField(choices=EYES)
    turn = words.number()
    step = PositionStep()
    previous = words.number(allow_null=True, help_text="Where the step before ended.")
    next = words.number(allow_null=True, help_text="Where the step after ends.")
    view = ViewShape()
    facts = TableFacts(allow_null=True, help_text="Null once the game is over.")
    notation = serializers.CharField()
    whole = serializers.BooleanField(help_text="The notation has everything and can be read back.")


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="RecordedEvent",
        serializers=RECORDED,
        resource_type_field_name="kind",
        many=False,
    )
)
class RecordedEventField(serializers.JSONField):
    """An event of the rules as records have it, told apart by `kind`."""


RecordNames = keyed("RecordNames", "Names by seat.", SEATS, serializers.CharField)


@extend_schema_serializer(component_name="GameRecord")
class RecordShape(serializers.Serializer[Any]):
    """A whole game to keep, nothing hidden; turns that were taken back are left out."""

    schema = serializers.IntegerField(help_text="Of this shape; 1.")
    rules_version = serializers.IntegerField()
    id = serializers.CharField()
    names = RecordNames()
    events = serializers.ListField(child=RecordedEventField())


@extend_schema_serializer(component_name="Replay")
class ReplayShape(GameHead):
    """A game that is over."""

    eyes = serializers.ChoiceField(choices=EYES)
    events = serializers.ListField(
        child=EventField(), help_text="The whole log as these eyes saw it."
    )
    notation = serializers.CharField(
        allow_blank=True,
        help_text="With all eyes the whole record in one line, else the words of what the seats did; "
        "`/api/docs/notation.md` has the grammar.",
    )
    record = RecordShape(allow_null=True, help_text="Only with all eyes.")


@extend_schema_serializer(component_name="ExportedGame")
class ExportedGame(GameHead):
    """One line of an export."""

    notation = serializers.CharField()
    record = RecordShape()


Entropies = keyed(
    "Entropies",
    "What each seat added; empty for nothing.",
    SEATS,
    lambda: serializers.CharField(allow_blank=True),
)


@extend_schema_serializer(component_name="Shuffle")
class ShuffleShape(serializers.Serializer[Any]):
    """What it takes to check the draws of a game."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    commitment = serializers.CharField()
    entropies = Entropies()
    secret = serializers.CharField(allow_null=True, help_text="Null until the game is over.")
    events = serializers.ListField(
        child=EventField(),
        help_text="Those that tell of draws: the decks are whole once the game is over.",
    )
