"""Shapes that every part of the API uses."""

from typing import Any

from rest_framework import serializers

from games.api.kit.codes import PROBLEMS


class ProblemShape(serializers.Serializer[Any]):
    """Why a request was refused (RFC 9457). Branch on `code`; show `detail`."""

    type = serializers.CharField(help_text="The place in the documentation that explains the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for people, in their language.")
    code = serializers.ChoiceField(choices=sorted(PROBLEMS))
    rule = serializers.CharField(
        allow_null=True,
        help_text="A word for the section of the game's rules that says so, such as `turn`; no address. Null if it is "
        "no matter of the rules.",
    )
    extra = serializers.DictField(help_text="What else belongs to this code.")


def pages_of(
    item: type[serializers.Serializer[Any]], name: str
) -> type[serializers.Serializer[Any]]:
    """The shape of one piece of a list of such items; `name` is the shape's own."""
    fields = {
        "__doc__": "One piece of a list.",
        "__module__": __name__,
        "items": item(many=True),
        "next": serializers.URLField(
            allow_null=True, help_text="The address of the next piece; null at the end."
        ),
    }
    return type(name, (serializers.Serializer,), fields)
