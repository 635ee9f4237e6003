"""Nothing in an answer that the schema doesn't tell of: stricter than the schema, which lets answers grow."""

from collections.abc import Iterator
from typing import Any

from tests.games.api.schema import operations, schema


def untold(operation: str, value: Any, media: str = "application/json") -> list[str]:
    """Places in an answer of this operation that its shape doesn't know."""
    method, path = operations()[operation]
    answer = schema()["paths"][path][method]["responses"]["200"]["content"][media]
    return list(_untold(answer["schema"], value, ""))


def _untold(shape: dict[str, Any], value: Any, where: str) -> Iterator[str]:
    shape = _resolved(shape, value)
    if isinstance(value, dict):
        known = shape.get("properties", {})
        for key, part in value.items():
            if key not in known:
                yield f"{where}.{key}"
            else:
                yield from _untold(known[key], part, f"{where}.{key}")
    if isinstance(value, list):
        for place, part in enumerate(value):
            yield from _untold(shape["items"], part, f"{where}[{place}]")


def _resolved(shape: dict[str, Any], value: Any) -> dict[str, Any]:
    """The shape that this value has among those that are possible."""
    if "$ref" in shape:
        return _resolved(schema()["components"]["schemas"][shape["$ref"].rpartition("/")[2]], value)
    if "allOf" in shape:
        return _resolved(shape["allOf"][0], value)
    if "discriminator" in shape:
        told = shape["discriminator"]
        return _resolved({"$ref": told["mapping"][value[told["propertyName"]]]}, value)
    if "oneOf" in shape and value is not None:
        return _resolved(shape["oneOf"][0], value)
    return shape
