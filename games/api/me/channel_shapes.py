"""The shapes of the ways by which news reach a person, and of whom they blocked."""

from typing import Any, Final

from rest_framework import serializers

from accounts.enums import MailStop

KEY_LENGTH: Final = 120
NAME_OF_DEVICE: Final = 60
STOPS: Final = [(value, value) for value in MailStop.values if value]


class MailStopped(serializers.Serializer[Any]):
    """Since when no news are mailed, and why."""

    since = serializers.DateTimeField()
    why = serializers.ChoiceField(
        choices=STOPS,
        help_text="`bounced`: mail came back; `complained`: it was reported as unwanted.",
    )


class MailState(serializers.Serializer[Any]):
    """Where mails go to."""

    address = serializers.CharField(help_text="Empty for accounts without one.")
    stopped = MailStopped(allow_null=True)
