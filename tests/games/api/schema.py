"""The schema of the API as the tests use it: every answer is held against it."""

import json
import re
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator


@cache
def schema() -> dict[str, Any]:
    """The schema, made anew once for each run of the tests."""
    generator: Any = SchemaGenerator
    made: dict[str, Any] = generator().get_schema(request=None, public=True)
    return json.loads(json.dumps(made, default=str))  # type: ignore[no-any-return]


@cache
def operations() -> dict[str, tuple[str, str]]:
    """Method and address of each operation, by its id."""
    return {
        found["operationId"]: (method, path)
        for path, item in schema()["paths"].items()
        for method, found in item.items()
    }


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    # Fixed addresses before those with something to fill in.
    paths = sorted(schema()["paths"], key=lambda path: (path.count("{"), path))
    return [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))), path) for path in paths]


def operation_at(method: str, address: str) -> dict[str, Any] | None:
    """What the schema says of a request; None if it knows no such one."""
    path = urlsplit(address).path
    for pattern, template in _patterns():
        if pattern.fullmatch(path):
            found: dict[str, Any] | None = schema()["paths"][template].get(method.lower())
            return found
    return None


def check_answer(method: str, address: str, response: Any) -> None:
    """Fail unless the schema says that this request may be answered like this."""
    found = operation_at("get" if method == "HEAD" else method, address)
    if found is None:
        assert response.status_code in (404, 405), (method, address, response.status_code)
        return
    wanted = found["responses"].get(str(response.status_code))
    assert wanted is not None, f"{method} {address}: {response.status_code} is not documented"
    kinds = wanted.get("content")
    if not kinds:
        assert not response.content, (method, address, response.content)
        return
    kind = response["Content-Type"].partition(";")[0]
    assert kind in kinds, f"{method} {address}: {kind} is not documented"
    if kind.endswith("json") and method != "HEAD":
        validator = validator_of(kinds[kind]["schema"])
        for value in _values(kind, response):
            errors = validator.iter_errors(value)
            assert not (said := [f"{error.instance_path}: {error.message}" for error in errors]), (
                said
            )


def validator_of(shape: dict[str, Any]) -> Any:
    """What holds values against a shape of the schema."""
    return jsonschema_rs.validator_for({**shape, "components": schema()["components"]})


def _values(kind: str, response: Any) -> list[Any]:
    """What the answer holds: one value, or one in each line."""
    if kind != "application/x-ndjson":
        return [response.json()]
    whole = response.getvalue()
    if response.streaming:
        response.streaming_content = [whole]  # it flows only once
    return [json.loads(line) for line in whole.splitlines() if line]
