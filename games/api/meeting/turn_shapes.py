"""The shape of what waits for a person, and of their limits."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.games import words
from games.api.games.shapes import ClockShape
from games.api.meeting.shapes import InvitationShape, OpponentShape
from games.enums import GameStatus, Speed

REQUESTS: Final = [("take_back", "take_back"), ("pause", "pause")]


@extend_schema_serializer(component_name="WaitingCounts")
class CountsShape(serializers.Serializer[Any]):
    """How much waits; what to write on an app's icon."""

    turns = words.number()
    requests = words.number()
    invitations = words.number()
    messages = words.number(help_text="Messages, not games.")


class _Waiting(serializers.Serializer[Any]):
    """A game in which something waits."""

    game_id = serializers.CharField()
    version = words.number(help_text="The number of its last event.")
    seat = words.seat(help_text="Yours.")
    opponent = OpponentShape()


@extend_schema_serializer(component_name="WaitingTurn")
class WaitingTurnShape(_Waiting):
    """A game in which you are to move."""

    turn = words.number()
    speed = serializers.ChoiceField(choices=Speed.choices)
    rated = serializers.BooleanField()
    deadline_at = serializers.DateTimeField(
        allow_null=True, help_text="When your time is used up; null while no clock runs."
    )
    clock = ClockShape(allow_null=True, help_text="Null for games without clocks.")
    last_turn = serializers.CharField(
        help_text="What was played last, in sentences, as you may see it; empty if nothing was."
    )
    unread = words.number(help_text="Messages from the opponent that you have not read.")


@extend_schema_serializer(component_name="WaitingRequest")
class WaitingRequestShape(_Waiting):
    """What your opponent asks for and you may answer."""

    kind = serializers.ChoiceField(choices=REQUESTS)
    last = words.number(
        allow_null=True,
        help_text="Of a take-back: the number of the turn's last event, by which it is answered.",
    )


@extend_schema_serializer(component_name="WaitingMessages")
class WaitingMessagesShape(_Waiting):
    """A game with messages that you have not read."""

    status = serializers.ChoiceField(choices=GameStatus.choices)
    unread = serializers.IntegerField(min_value=1)


@extend_schema_serializer(component_name="WaitingForMe")
class WaitingShape(serializers.Serializer[Any]):
    """Everything that waits for you, the most urgent first."""

    counts = CountsShape()
    turns = WaitingTurnShape(many=True, help_text="By deadline; games without one come last.")
    requests = WaitingRequestShape(many=True)
    invitations = InvitationShape(
        many=True,
        help_text="To you by name, newest first, at most 100; the wish for a rematch is one that names a game in "
        "`rematch_of`.",
    )
    messages = WaitingMessagesShape(many=True, help_text="Games that are over included.")


@extend_schema_serializer(component_name="Limit")
class LimitShape(serializers.Serializer[Any]):
    """How many of how many."""

    taken = words.number()
    allowed = words.number()


@extend_schema_serializer(component_name="Limits")
class LimitsShape(serializers.Serializer[Any]):
    """What there may be only so much of."""

    games = LimitShape(
        help_text="Preparing and running at once; each game that you finish makes room for one more, up to 50."
    )
    mailed_invitations = LimitShape(help_text="Within the last 24 hours.")
    standing_offers = LimitShape()
