"""Reading what a request carries by the shape that the schema tells of it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

Shape = type[serializers.Serializer[Any]]


def read_body(request: Request, shape: Shape) -> dict[str, Any]:
    """The values of the body. Raises ValidationError."""
    return _read(shape(data=request.data))


def read_query(request: Request, shape: Shape) -> dict[str, Any]:
    """The values behind the question mark. Raises ValidationError."""
    return _read(shape(data=request.query_params.dict()))  # as plain values: an empty one is wrong


def _read(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values
