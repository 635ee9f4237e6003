"""Fields that take only what the schema says: the framework's own would also take "yes" for true and "5" for 5."""

import re
from datetime import UTC, datetime, time
from typing import Any, Final

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from accounts.names import NAME_LENGTH

CLOCK: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
# What names are made of, also the beginnings of names.
NAME: Final = rf"^[A-Za-z0-9_\-\u3400-\u4dbf\u4e00-\u9fff]{{1,{NAME_LENGTH}}}$"
_NO_NUL: Final = r"^[^\x00]*$"  # whether it may be empty is said by its length
_INSTANT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})",
    re.ASCII | re.IGNORECASE,
)

NAME_IN_ADDRESS: Final = OpenApiParameter(
    "name",
    {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH},
    OpenApiParameter.PATH,
    description="Somebody's name, in any case.",
)


class FlagField(serializers.BooleanField):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """The value. Raises ValidationError for anything else."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class NumberField(serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        """The value. Raises ValidationError for anything else, a number in quotes included."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class TextField(serializers.CharField):
    """A text without the sign NUL, which no database can keep."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators.append(RegexValidator(_NO_NUL))  # the framework's own isn't in the schema

    def to_internal_value(self, data: Any) -> str:
        """The value. Raises ValidationError for anything else, a number included."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "pattern": CLOCK, "examples": ["22:30"]})
class ClockField(serializers.CharField):
    """A time of day by the clock on the wall, such as 22:30."""

    default_error_messages = {"clock": _("Write a time of day like this: 22:30.")}

    def to_internal_value(self, data: Any) -> Any:
        """The time. Raises ValidationError."""
        if not isinstance(data, str) or not re.fullmatch(CLOCK, data, re.ASCII):
            self.fail("clock")
        return time.fromisoformat(data)


class InstantField(serializers.DateTimeField):
    """An instant with its offset from UTC, as RFC 3339 has it."""

    default_error_messages = {"instant": _("Write an instant like this: 2026-11-30T08:00:00Z.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)

    def to_internal_value(self, value: Any) -> datetime:
        """The instant. Raises ValidationError."""
        if not isinstance(value, str) or not _INSTANT.fullmatch(value):
            self.fail("instant")
        return super().to_internal_value(value.upper())


def clock_text(clock: time | None) -> str | None:
    """A time of day as the API writes it."""
    return None if clock is None else f"{clock:%H:%M}"


@extend_schema_field({"type": "boolean"})
class QueryFlag(serializers.Field[Any, Any, Any, Any]):
    """True or false behind a question mark; there the framework's own would take what is missing for false."""

    default_error_messages = {"invalid": _("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        """The value. Raises ValidationError for anything else."""
        if data not in ("true", "false"):
            self.fail("invalid")
        return bool(data == "true")
