"""Every refusal in one shape: problem details (RFC 9457) with a stable `code`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from games.errors import ServiceError, not_found

PROBLEM = "application/problem+json"


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook: the answer to an exception, None for one that nobody expected."""
    if isinstance(error, Http404):
        error = not_found()
    if isinstance(error, ServiceError):
        return _problem(
            error.status, error.code, str(error.message), rule=error.rule, extra=error.extra
        )
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    answer = drf_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return answer
    return _of_framework(error, answer)


def _of_framework(error: exceptions.APIException, answer: Response) -> Response:
    """The framework's own errors; its headers (WWW-Authenticate, Retry-After, Allow) stay."""
    if isinstance(error, exceptions.ValidationError):
        problem = _problem(
            400, "invalid", str(error.default_detail), extra={"fields": error.detail}
        )
    else:
        problem = _problem(answer.status_code, str(error.get_codes()), str(error.detail))
    for name, value in answer.items():
        if name.lower() != "content-type":
            problem[name] = value
    return problem


def _problem(status: int, code: str, detail: str, *, rule: str = "", extra: Any = None) -> Response:
    body = problem_body(status, code, detail, rule=rule, extra=extra)
    return Response(body, status=status, content_type=PROBLEM)


def problem_body(
    status: int, code: str, detail: str, *, rule: str = "", extra: Any = None
) -> dict[str, Any]:
    """The JSON of a refusal, for those who answer before the framework does."""
    return {
        "type": "about:blank",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "rule": rule or None,
        "extra": extra or {},
    }
