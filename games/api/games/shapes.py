"""The shapes of games."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.services.play import MOST_ACTIONS

LARGEST_NUMBER = 2**31 - 1


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object"}]})
class ActionField(serializers.Field[Any, Any, Any, Any]):
    """An action as a JSON object or as a word of the notation."""

    default_error_messages = {"type": _("An action is an object or a text.")}

    def to_internal_value(self, data: Any) -> Any:
        """The action as it came; the engine reads it."""
        if not isinstance(data, str | dict):
            self.fail("type")
        return data


class SubmissionInput(serializers.Serializer[Any]):
    """Actions of one request, each as JSON or in notation."""

    expected_version = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    actions = serializers.ListField(child=ActionField(), min_length=1, max_length=MOST_ACTIONS)


class EventsQuery(serializers.Serializer[Any]):
    """From where on the log is wanted."""

    after = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, default=0)


class LegalActions(serializers.Serializer[Any]):
    """What the seat to move may do."""

    version = serializers.IntegerField()
    actions = serializers.ListField(child=serializers.DictField())


class SubmissionAnswer(serializers.Serializer[Any]):
    """What became of the actions."""

    version = serializers.IntegerField()
    applied = serializers.IntegerField(help_text="How many of the actions were played.")
    refusal = serializers.DictField(allow_null=True)
    events = serializers.ListField(child=serializers.DictField())
    view = serializers.DictField()
    legal_actions = serializers.ListField(child=serializers.DictField(), allow_null=True)


class Events(serializers.Serializer[Any]):
    """A part of the log."""

    version = serializers.IntegerField()
    events = serializers.ListField(child=serializers.DictField())
    more = serializers.BooleanField()


class GameShape(serializers.Serializer[Any]):
    """A game as the caller may see it."""

    id = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    view = serializers.DictField(allow_null=True)


class MyGamesShape(serializers.Serializer[Any]):
    """A person's games."""

    waiting = serializers.ListField(child=serializers.DictField())
    others = serializers.ListField(child=serializers.DictField())
    preparing = serializers.ListField(child=serializers.DictField())
    finished = serializers.ListField(child=serializers.DictField())
