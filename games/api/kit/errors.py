"""Every refusal in one shape: problem details (RFC 9457) with a stable `code`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as ModelValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from accounts.scopes import Scope
from games.errors import ServiceError

PROBLEM = "application/problem+json"
MEANINGS = "/api/docs/problems/"  # each code has its place on this page


class MissingScope(exceptions.PermissionDenied):
    """The token is good, but not for this."""

    default_code = "missing_scope"

    def __init__(self, needs: Scope) -> None:
        super().__init__(_("This token may not do that."))
        self.needs = needs


class BadCursor(exceptions.APIException):
    """A list was asked to go on from a place that it didn't name."""

    status_code = 404
    default_code = "bad_cursor"

    def __init__(self) -> None:
        super().__init__(_("This list can't go on from there. Begin again without a cursor."))


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook: the answer to an exception, None for one that nobody expected."""
    if isinstance(error, Http404):
        error = exceptions.NotFound(_("There is nothing here."))
    if isinstance(error, ServiceError):
        return _of_service(error)
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, ModelValidationError):
        error = exceptions.ValidationError(
            error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
        )
    answer = drf_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return answer
    return _of_framework(error, answer)


def _of_service(error: ServiceError) -> Response:
    """A refusal of the platform; `retry_after`, where it says when to come again, is also a header."""
    problem = _problem(
        error.status, error.code, str(error.message), rule=error.rule, extra=error.extra
    )
    if "retry_after" in error.extra:
        problem["Retry-After"] = str(error.extra["retry_after"])
    return problem


def _of_framework(error: exceptions.APIException, answer: Response) -> Response:
    """The framework's own errors; its headers (WWW-Authenticate, Retry-After, Allow) stay."""
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"": error.detail}
        problem = _problem(400, "invalid", str(error.default_detail), extra={"fields": fields})
    elif isinstance(error, MissingScope):
        problem = _problem(403, "missing_scope", str(error.detail), extra={"needs": error.needs})
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
        "type": f"{MEANINGS}#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "rule": rule or None,
        "extra": extra or {},
    }
