"""The checked-in schema, read for people: parts with their operations, and shapes with their fields."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

SCHEMA_FILE: Final = Path(__file__).parents[1] / "openapi.json"

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is: `text` in words, `shape` the name of the shape that it has or that its items have."""

    text: str
    shape: str = ""

    @property
    def before(self) -> str:
        """The words before the name of the shape."""
        return self.text.partition(self.shape)[0] or "shape "

    @property
    def after(self) -> str:
        """The words after it."""
        return self.text.partition(self.shape)[2]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a shape, or a parameter; `place` says where a parameter stands."""

    name: str
    kind: Kind
    required: bool
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One status that an operation answers with."""

    status: str
    text: str
    media: str
    kind: Kind
    example: str


@dataclass(frozen=True, slots=True)
class OperationDoc:
    """All that is told about one operation."""

    name: str
    method: str
    path: str
    summary: str
    text: str
    scope: str
    anonymous: bool
    parameters: tuple[Field, ...]
    body: Kind | None
    body_example: str
    good: tuple[Answer, ...]
    refusals: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ShapeDoc:
    """A named shape: its fields, or for an enumeration its values, or for a choice the shapes it may have."""

    name: str
    text: str
    fields: tuple[Field, ...]
    values: tuple[str, ...]
    choices: tuple[Kind, ...]


@cache
def schema() -> Node:
    """The schema as it is checked in."""
    read: Node = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return read


@cache
def parts() -> dict[str, tuple[OperationDoc, ...]]:
    """The operations by the part of the API that they belong to, in the schema's order."""
    found: dict[str, list[OperationDoc]] = {}
    for path, item in schema()["paths"].items():
        for method, node in item.items():
            found.setdefault(node["tags"][0], []).append(_operation(method, path, node))
    return {tag: tuple(operations) for tag, operations in found.items()}


@cache
def shapes() -> tuple[ShapeDoc, ...]:
    """Every named shape, by name."""
    named: Node = schema()["components"]["schemas"]
    return tuple(_shape(name, node) for name, node in sorted(named.items()))


def _operation(method: str, path: str, node: Node) -> OperationDoc:
    body = node.get("requestBody", {}).get("content", {})
    media: Node = next(iter(body.values()), {})
    answers = list(_answers(node["responses"]))
    scopes = [words[0] for way in node["security"] for words in way.values() if words]
    return OperationDoc(
        name=node["operationId"],
        method=method.upper(),
        path=path,
        summary=node["summary"],
        text=node.get("description", ""),
        scope=scopes[0] if scopes else "",
        anonymous={} in node["security"],
        parameters=tuple(_parameter(one) for one in node.get("parameters", ())),
        body=kind_of(media["schema"]) if media else None,
        body_example=_example(media),
        good=tuple(one for one in answers if one.status < "400"),
        refusals=tuple(one for one in answers if one.status >= "400"),
    )


def _answers(responses: Node) -> Iterator[Answer]:
    for status, node in sorted(responses.items()):
        contents = node.get("content") or {"": {}}
        for media, content in contents.items():
            kind = kind_of(content.get("schema", {})) if media else Kind("")
            yield Answer(status, node.get("description", ""), media, kind, _example(content))


def _example(content: Node) -> str:
    for one in content.get("examples", {}).values():
        return json.dumps(one["value"], indent=2, ensure_ascii=False)
    return ""


def _parameter(node: Node) -> Field:
    return Field(
        name=node["name"],
        kind=kind_of(node["schema"]),
        required=node.get("required", False),
        text=node.get("description", ""),
        place=node["in"],
    )


def _shape(name: str, node: Node) -> ShapeDoc:
    wanted = node.get("required", ())
    return ShapeDoc(
        name=name,
        text=node.get("description", ""),
        fields=tuple(
            Field(key, kind_of(one), key in wanted, one.get("description", ""))
            for key, one in node.get("properties", {}).items()
        ),
        values=tuple(str(value) for value in node.get("enum", ())),
        choices=tuple(kind_of(one) for one in node.get("oneOf", ())),
    )


def kind_of(node: Node) -> Kind:
    """A schema in a few words."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return Kind(name, name)
    for joined in ("oneOf", "anyOf", "allOf"):
        if joined in node:
            return _joined([kind_of(one) for one in node[joined]])
    kinds = node.get("type", "any")
    words = [_plain(kind, node) for kind in (kinds if isinstance(kinds, list) else [kinds])]
    inner = next((kind for kind in words if kind.shape), Kind(""))
    return Kind(" or ".join(kind.text for kind in words), inner.shape)


def _joined(kinds: list[Kind]) -> Kind:
    shape = next((kind.shape for kind in kinds if kind.shape), "")
    return Kind(" or ".join(dict.fromkeys(kind.text for kind in kinds)), shape)


def _plain(kind: str, node: Node) -> Kind:
    if kind == "array":
        inner = kind_of(node.get("items", {}))
        return Kind(f"list of {inner.text}{_bounds(node, 'minItems', 'maxItems')}", inner.shape)
    if kind == "object" and isinstance(node.get("additionalProperties"), dict):
        inner = kind_of(node["additionalProperties"])
        return Kind(f"object of {inner.text}", inner.shape)
    if "enum" in node and kind != "null":
        return Kind(" | ".join(str(value) for value in node["enum"] if value is not None))
    named = {"date-time": "time", "uri": "address", "email": "e-mail address"}
    text = named.get(node.get("format", ""), kind) if kind == "string" else kind
    if kind == "string":
        return Kind(text + _bounds(node, "minLength", "maxLength", " characters"))
    return Kind(text + _bounds(node, "minimum", "maximum"))


def _bounds(node: Node, least: str, most: str, unit: str = "") -> str:
    low, high = node.get(least), node.get(most)
    if low is None and high is None:
        return ""
    if high is None:
        return f", at least {low}{unit}"
    return f", {low or 0} to {high}{unit}"
