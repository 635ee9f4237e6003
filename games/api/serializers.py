"""The shape of what comes in. Whether it is legal is the engine's business."""

from typing import Any

from rest_framework import serializers

from games.services.play import MOST_ACTIONS

LARGEST_NUMBER = 2**31 - 1


class SubmissionInput(serializers.Serializer[Any]):
    """Actions of one request, each as JSON or in notation."""

    expected_version = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    actions = serializers.ListField(
        child=serializers.JSONField(), min_length=1, max_length=MOST_ACTIONS
    )


class EventsInput(serializers.Serializer[Any]):
    """From where on the log is wanted."""

    after = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, default=0)
