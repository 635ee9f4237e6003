"""The shapes of streams. Nothing in them tells a position: the caller then asks for their own view."""

from enum import StrEnum
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.live.news import NewsKind
from games.live.streams import DIGITS

LARGEST_VERSION: Final = 10**DIGITS - 1
NEWS_KINDS: Final = [(kind.value, kind.value) for kind in NewsKind]


class StreamFormat(StrEnum):
    """How a stream is written."""

    SSE = "sse"
    NDJSON = "ndjson"


class FormatQuery(serializers.Serializer[Any]):
    """How a stream is to be written."""

    format = serializers.ChoiceField(
        choices=[(form.value, form.value) for form in StreamFormat],
        required=False,
        help_text="`sse` (server-sent events) or `ndjson` (a JSON object in each line). Without it the header `Accept` "
        "decides; server-sent events if that names neither.",
    )


class GameStreamQuery(FormatQuery):
    """How a stream is to be written, and what the reader has."""

    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_VERSION,
        default=0,
        help_text="The version that you have: only newer ones are told.",
    )


class GameNews(serializers.Serializer[Any]):
    """How far a game has come. Ask for the game, or its events, to see what happened."""

    game_id = serializers.CharField()
    version = serializers.IntegerField()
    your_turn = serializers.BooleanField()


class MyNews(GameNews):
    """Something for you to look at in a game: that it changed, an invitation, a message, a request."""

    kind = serializers.ChoiceField(choices=NEWS_KINDS)


def _data_of(shape: str) -> dict[str, Any]:
    return {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": {"$ref": f"#/components/schemas/{shape}"},
    }


@extend_schema_field(_data_of("GameNews"))
class _GameNewsData(serializers.CharField):
    """A GameNews as text."""


@extend_schema_field(_data_of("MyNews"))
class _MyNewsData(serializers.CharField):
    """A MyNews as text."""


class GameNewsEvent(serializers.Serializer[Any]):
    """One server-sent event of a game's stream."""

    id = serializers.CharField(
        required=False, help_text="The version; send the last one as `Last-Event-ID`."
    )
    retry = serializers.IntegerField(
        required=False, help_text="Milliseconds to wait before you connect again."
    )
    data = _GameNewsData(required=False)  # type: ignore[assignment]  # the stubs know the parent's property


class MyNewsEvent(serializers.Serializer[Any]):
    """One server-sent event of your own stream."""

    retry = serializers.IntegerField(
        required=False, help_text="Milliseconds to wait before you connect again."
    )
    data = _MyNewsData(required=False)  # type: ignore[assignment]  # as above
