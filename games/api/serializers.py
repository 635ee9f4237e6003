"""The shape of what comes in. Whether it is legal is the engine's business."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.services.play import MOST_ACTIONS

LARGEST_NUMBER = 2**31 - 1


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


class EventsInput(serializers.Serializer[Any]):
    """From where on the log is wanted."""

    after = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, default=0)
