"""Headers in the schema: which ones a request may have and which an answer carries follows from the operation."""

from collections.abc import Iterator
from typing import Any, Final

from games.api.kit import repeats

Node = dict[str, Any]

_ANSWERED: Final[Node] = {
    "ETag": {
        "description": "The tag of this answer. Send it as `If-None-Match` to ask whether your copy is still good.",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "Seconds to wait before the next request.",
        "schema": {"type": "integer", "minimum": 0},
    },
    repeats.REPLAYED: {
        "description": "The request came before with this `Idempotency-Key`; this is the answer that was given then.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Content-Language": {
        "description": "The language of the sentences in this answer.",
        "schema": {"type": "string"},
    },
}
_IF_NONE_MATCH: Final[Node] = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The `ETag` of your copy: 304 without a body says that it is still good.",
}
_ACCEPT_LANGUAGE: Final[Node] = {
    "in": "header",
    "name": "Accept-Language",
    "schema": {"type": "string"},
    "description": "The languages that you read. A language that the account has chosen goes before it.",
}


def add_headers(result: Node) -> None:
    """Tell of the headers of every request and answer in a schema."""
    result.setdefault("components", {})["headers"] = _ANSWERED
    for item in result["paths"].values():
        for operation in item.values():
            parameters = operation.setdefault("parameters", [])
            parameters.append(_ACCEPT_LANGUAGE)
            if 304 in _statuses(operation):
                parameters.append(_IF_NONE_MATCH)
            for status, answer in operation["responses"].items():
                names = _answered(operation, int(status), answer)
                headers = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
                if headers:
                    answer["headers"] = headers


def _answered(operation: Node, status: int, answer: Node) -> Iterator[str]:
    """The headers that an operation's answer with this status may carry."""
    tagged = 304 in _statuses(operation) and status < 400
    if tagged:
        yield "ETag"
    if status == 429:
        yield "Retry-After"
    keyed = any(one["name"] == repeats.HEADER for one in operation["parameters"])
    if keyed and status < 300:
        yield repeats.REPLAYED
    for_everybody = tagged and operation["security"] == [{}]  # it has no sentences
    if answer.get("content") and not for_everybody:
        yield "Content-Language"


def _statuses(operation: Node) -> set[int]:
    return {int(status) for status in operation["responses"]}
