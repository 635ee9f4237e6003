"""What an operation is: the scope that it asks for, how it may be repeated, and all that the schema tells of it.

One decorator holds both, so that what is enforced and what is documented can't differ.
"""

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Final

from django.http.response import HttpResponseBase
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiRequest,
    OpenApiResponse,
    extend_schema,
)

from accounts.scopes import Scope
from games.api.kit import repeats
from games.api.kit.codes import PROBLEMS
from games.api.kit.errors import PROBLEM
from games.api.kit.shapes import ProblemShape

BEARER: Final = "token"  # the names of the security schemes in the schema
OAUTH: Final = "oauth"

_KEY = OpenApiParameter(
    repeats.HEADER,
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="A random text of your own, 1 to 64 characters, such as a UUID. The same request with the same key "
    "is done once and answered each time, for 14 days. All operations and devices of an account share its keys.",
)


@dataclass(frozen=True, slots=True)
class Operation:
    """What is enforced. `scope` is None where no token is wanted; `anonymous` are let in, but a token needs the scope:
    it would show more."""

    operation_id: str
    scope: Scope | None
    anonymous: bool
    repeatable: bool


def operation[Answer: HttpResponseBase](
    operation_id: str,
    *,
    tag: str,
    scope: Scope | None,
    answer: Any,
    anonymous: bool = False,
    status: int = 200,
    kinds: Sequence[str] = (),
    body: Any = None,
    query: Any = None,
    headers: Iterable[OpenApiParameter] = (),
    problems: Iterable[str] = (),
    more: Mapping[Any, Any] | None = None,
    repeatable: bool = False,
    example: Any = None,
    body_example: Any = None,
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Make a method of an `ApiView` an operation. Its docstring is what the documentation says.

    `answer` and `body` are serializers, `answer` None for no content, `kinds` its media types if it is no JSON; `query`
    a serializer or parameters; `problems` codes beyond those that every such operation has; `more` further good answers
    by status, or by status and media type; `anonymous` lets callers without a token in as strangers; `repeatable` lets
    writes be asked for again under a key (not where the answer holds a secret: it would be stored).
    """
    facts = Operation(operation_id, scope, anonymous, repeatable)

    def decorate(method: Callable[..., Answer]) -> Callable[..., Answer]:
        summary, _blank, text = inspect.cleandoc(method.__doc__ or "").partition("\n")
        codes = [*_common(method, facts, body, query), *problems]

        @wraps(method)
        def run(view: Any, request: Any, **where: Any) -> Any:
            if not repeatable:
                return method(view, request, **where)
            work: Any = partial(method, view, request, **where)  # what streams isn't repeatable
            return repeats.answered_once(request.user, request, work)

        run.operation = facts  # type: ignore[attr-defined]
        documented: Callable[..., Answer] = extend_schema(
            operation_id=operation_id,
            tags=[tag],
            summary=summary.rstrip("."),
            description=_described(text.strip(), facts),
            request=None
            if body is None
            else OpenApiRequest(body, examples=_examples(body_example)),
            parameters=[*_parameters(query), *headers, *([_KEY] if repeatable else [])],
            responses={
                (status, *kinds) if kinds else status: OpenApiResponse(
                    answer, _good(status), examples=_examples(example)
                ),
                **(more or {}),
                **_refusals(codes),
            },
            auth=_auth(facts),
            extensions={"x-codes": sorted(set(codes))},
        )(run)
        return documented

    return decorate


def operation_of(view: Any, method: str) -> Operation | None:
    """The operation that answers this method of an address; None if there is none."""
    name = "get" if method == "HEAD" else method.lower()
    return getattr(getattr(view, name, None), "operation", None)


def _auth(facts: Operation) -> Any:  # the library takes objects too, its types know names only
    if facts.scope is None:
        return [{}]
    wanted = [{BEARER: [facts.scope.value]}]
    if facts.scope != Scope.ACCOUNT_MANAGE:  # apps of third parties never have it
        wanted.append({OAUTH: [facts.scope.value]})
    return [*wanted, {}] if facts.anonymous else wanted


def _common(
    method: Callable[..., HttpResponseBase], facts: Operation, body: Any, query: Any
) -> list[str]:
    """The codes that follow from what the operation takes."""
    codes = ["authentication_failed", "throttled"]  # a wrong token is refused everywhere
    if facts.scope is not None:
        codes.append("missing_scope")
        if not facts.anonymous:
            codes.append("not_authenticated")
    # Beside self and request: something of the address.
    if len(inspect.signature(method).parameters) > 2:
        codes.append("not_found")
    if query is not None:
        codes.append("invalid")
    if body is not None:
        codes.append("invalid")
    if body is not None or facts.repeatable:  # under a key every body is read
        codes += ["parse_error", "payload_too_large", "unsupported_media_type"]
    if facts.repeatable:
        codes += ["key_reused", "malformed_action"]
    return codes


def _described(text: str, facts: Operation) -> str:
    if facts.scope is None:
        needs = "No token needed."
    else:
        needs = f"Scope: `{facts.scope.value}`."
    if facts.anonymous:
        needs += " Without a token you are answered as a stranger."
    again = " May be sent again with the same `Idempotency-Key`." if facts.repeatable else ""
    return "\n\n".join(part for part in (text, needs + again) if part)


def _parameters(query: Any) -> list[Any]:
    if query is None:
        return []
    return list(query) if isinstance(query, list | tuple) else [query]


def _examples(value: Any) -> list[OpenApiExample]:
    return [] if value is None else [OpenApiExample("example", value=value)]


def _good(status: int) -> str:
    return {201: "Made", 202: "Under way", 204: "Done", 304: "Your copy is still good"}.get(
        status, "OK"
    )


def _refusals(codes: Iterable[str]) -> dict[Any, OpenApiResponse]:
    by_status: defaultdict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys(codes):
        by_status[PROBLEMS[code].status].append(code)
    return {
        (status, PROBLEM): OpenApiResponse(
            ProblemShape,
            "\n".join(
                f"- `{code}`: {PROBLEMS[code].meaning}" for code in sorted(by_status[status])
            ),
        )
        for status in sorted(by_status)
    }
