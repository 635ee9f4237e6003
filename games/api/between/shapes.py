"""The shapes of what happens between turns: wishes, time, messages, notes."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games import words
from games.api.games.shapes import LARGEST_NUMBER
from games.api.kit.fields import FlagField, NumberField, TextField
from games.models.talk import MESSAGE_LENGTH, NOTE_LENGTH

LARGEST_ID: Final = 2**63 - 1
REVISION_LENGTH: Final = 40
TAKE_BACK_STATES: Final = [
    (state, state) for state in ("none", "can_ask", "asked", "answer", "declined")
]
PAUSE_STATES: Final = [(state, state) for state in ("none", "ask", "asked", "answer", "paused")]
SILENCES: Final = [(reason, reason) for reason in ("computer", "gone", "blocked")]


@extend_schema_serializer(component_name="TakeBack")
class TakeBackShape(serializers.Serializer[Any]):
    """What you may do about the last turn."""

    state = serializers.ChoiceField(
        choices=TAKE_BACK_STATES,
        help_text="`none`: nothing; `can_ask`: you may ask your last turn back; `asked`: you do ask; `answer`: the "
        "opponent asks and you may answer; `declined`: your turn stands.",
    )
    last = words.number(
        allow_null=True, help_text="The number of that turn's last event, by which it is named."
    )
    at_once = serializers.BooleanField(
        help_text="The computer agrees at once: asking takes the turn back."
    )


@extend_schema_serializer(component_name="Between")
class BetweenShape(serializers.Serializer[Any]):
    """What you and your opponent may do between turns. If `version` is new to you, get the game."""

    version = words.number()
    take_back = TakeBackShape()
    pause = serializers.ChoiceField(
        choices=PAUSE_STATES,
        help_text="`none`: there is no clock or nobody to agree; `ask`: you may ask for a pause; `asked`: you do ask; "
        "`answer`: the opponent asks; `paused`: no clock runs.",
    )
    pause_number = words.number(
        help_text="Counts what was done about a pause: a wish, an answer, an end. What you do about it names what you saw."
    )
    can_grant_time = serializers.BooleanField(
        help_text="You may give your opponent a day more for this turn."
    )


class TakeBackAnswer(serializers.Serializer[Any]):
    """Whether you agree."""

    accept = FlagField()


class TimeGrant(serializers.Serializer[Any]):
    """The moment at which time is granted."""

    expected_version = NumberField(
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="The `version` of the game that you saw: time is granted once from there on.",
    )


class LookingShape(serializers.Serializer[Any]):
    """How far the game has come."""

    game_id = serializers.CharField()
    version = words.number()
    your_turn = serializers.BooleanField()
    mark = serializers.CharField(
        help_text="Other text whenever something is new that the log doesn't tell: a message, a turn asked back, a pause."
    )


@extend_schema_serializer(component_name="Message")
class MessageShape(serializers.Serializer[Any]):
    """A message of one player to the other."""

    id = words.number()
    seat = words.seat(help_text="Who wrote it.")
    mine = serializers.BooleanField()
    text = serializers.CharField(
        allow_null=True, help_text="Plain text; null once the writer's account is gone."
    )
    at = serializers.DateTimeField()


class MessageInput(serializers.Serializer[Any]):
    """What is written."""

    text = TextField(
        min_length=1,
        trim_whitespace=False,
        max_length=MESSAGE_LENGTH,
        help_text="Plain text; lines end with a line feed.",
    )


@extend_schema_serializer(component_name="Talk")
class TalkShape(serializers.Serializer[Any]):
    """How you stand to the talk of a game."""

    unread = words.number(
        allow_null=True, help_text="Messages that you have not read; null while you mute them."
    )
    muted = serializers.BooleanField(help_text="You read none of the opponent's messages.")
    read_to = words.number(help_text="The id of the last message read; 0 for none.")
    closed = serializers.ChoiceField(
        choices=SILENCES,
        allow_null=True,
        help_text="Why there is nobody to write to, as far as you may know; null if there is.",
    )


class ReadInput(serializers.Serializer[Any]):
    """How far you have read."""

    read_to = NumberField(
        min_value=1, max_value=LARGEST_ID, help_text="The id of the newest message that you saw."
    )


class MutedInput(serializers.Serializer[Any]):
    """Whether you read the opponent's messages."""

    muted = FlagField()


@extend_schema_serializer(component_name="Note")
class NoteShape(serializers.Serializer[Any]):
    """Your own note. Nobody else ever sees it."""

    text = serializers.CharField(allow_blank=True)
    saved_at = serializers.DateTimeField(allow_null=True, help_text="Null if there is none yet.")
    revision = serializers.CharField(
        allow_blank=True, help_text="Changes with the note: send it back with the next text."
    )


class NoteInput(serializers.Serializer[Any]):
    """What the note is to be."""

    text = TextField(allow_blank=True, trim_whitespace=False, max_length=NOTE_LENGTH)
    revision = TextField(
        allow_blank=True,
        trim_whitespace=False,
        max_length=REVISION_LENGTH,
        help_text="`revision` of the note that you changed; empty if there was none.",
    )
