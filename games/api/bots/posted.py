"""What is posted to the web address of a program, as the schema tells of it."""

from typing import Any, Final

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiRequest,
    OpenApiResponse,
    OpenApiWebhook,
    extend_schema,
)
from rest_framework import serializers

from games.api.bots.shapes import NEWS_CATEGORIES
from games.enums import NotificationKind
from games.notifications.channels.signed import TEST
from games.notifications.kinds import SPECS

_CATEGORIES: Final = {value for value, _label in NEWS_CATEGORIES}
KINDS: Final = [
    *((kind.value, kind.value) for kind in NotificationKind if SPECS[kind].category in _CATEGORIES),
    (TEST, TEST),
]


class PostedNews(serializers.Serializer[Any]):
    """Something to look at. Nothing else is told: ask for the game."""

    kind = serializers.ChoiceField(choices=KINDS, help_text="`test` tells nothing.")
    game_id = serializers.CharField(allow_null=True, help_text="Null if it is about no game.")
    version = serializers.IntegerField(
        allow_null=True, help_text="How far that game had come when this was posted."
    )
    your_turn = serializers.BooleanField()
    at = serializers.DateTimeField(help_text="When it came about.")


NEWS: Final = OpenApiWebhook(
    "news",
    extend_schema(
        operation_id="receiveNews",
        tags=["bots"],
        summary="News for a program",
        description="Posted to the address that `saveSignedWebhook` was given. Any status of 200 to 299 takes it; else it "
        "comes again with the same `webhook-id`. How it is signed is told at `saveSignedWebhook`.",
        request=OpenApiRequest(
            PostedNews,
            examples=[
                OpenApiExample(
                    "example",
                    value={
                        "kind": "your_turn",
                        "game_id": "k3v9x2m7qa",
                        "version": 44,
                        "your_turn": True,
                        "at": "2026-06-15T12:00:00Z",
                    },
                )
            ],
        ),
        responses={204: OpenApiResponse(description="Taken")},
    ),
)
