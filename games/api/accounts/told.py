"""How refusals of the accounts become answers of the API."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.remote.common import AccountRefusal
from games.api.kit.codes import PROBLEMS
from games.errors import ServiceError

# The codes of whatever asks for the account's password once more.
PASSWORD: Final = ("not_your_password", "too_many_attempts")


@contextmanager
def told() -> Iterator[None]:
    """Raises ServiceError or an exception of the framework for an AccountRefusal or what is wrong with a field."""
    try:
        yield
    except ValidationError as error:
        raise ServiceError(
            "unacceptable",
            422,
            _("Some of this can't be."),
            extra={"fields": error.message_dict},
        ) from error
    except AccountRefusal as refusal:
        status = PROBLEMS[refusal.code].status
        if status == 401:  # with the header that belongs to it
            raise AuthenticationFailed(str(refusal.message), refusal.code) from refusal
        extra: dict[str, Any] = {} if refusal.wait is None else {"retry_after": refusal.wait}
        raise ServiceError(refusal.code, status, refusal.message, extra=extra) from refusal


def plain(request: Request) -> HttpRequest:
    """The request as the accounts know it."""
    http: HttpRequest = request._request
    return http
