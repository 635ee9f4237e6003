"""What all of it needs: refusals with a code, rates, and texts that no page will show."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

# Seconds. As long as the rates in the settings count; wrong passwords are counted for five minutes.
MINUTE: Final = 60
WRONG_PASSWORDS: Final = 300
_TOO_MANY_WRONG: Final = "too_many_login_attempts"


class AccountRefusal(Exception):
    """Why it can't be done: a stable code and a sentence to show; `wait` seconds may change that."""

    def __init__(self, code: str, message: str | Promise, wait: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.wait = wait


def limit(request: HttpRequest, action: str, **by: Any) -> None:
    """Count this request at the rate that the page has. Raises AccountRefusal."""
    if not ratelimit.consume(request, action=action, **by):
        raise AccountRefusal("throttled", _("Too many requests. Wait a minute."), MINUTE)


def too_many_wrong() -> AccountRefusal:
    """Passwords were guessed at."""
    text = get_adapter().error_messages[_TOO_MANY_WRONG]
    return AccountRefusal("too_many_attempts", text, WRONG_PASSWORDS)


def check_password(request: HttpRequest, user: User, password: str) -> None:
    """What the page "Is it still you?" asks. Raises AccountRefusal."""
    limit(request, "reauthenticate", user=user)
    try:
        right = get_adapter().reauthenticate(user, password)
    except ValidationError as error:
        raise too_many_wrong() from error
    if not right:
        raise AccountRefusal(
            "not_your_password", get_adapter().error_messages["incorrect_password"]
        )


def checked(form: forms.Form, names: Mapping[str, str]) -> None:
    """Raises ValidationError for what is wrong with a form, by the names that clients know its fields under."""
    if form.errors:
        found = {names.get(name, name): list(texts) for name, texts in form.errors.items()}
        raise ValidationError({"" if name == "__all__" else name: t for name, t in found.items()})


class _Heard(BaseStorage):
    """Keeps what would be shown on the next page; there is none."""

    def _get(self, *_args: Any, **_more: Any) -> tuple[list[Any], bool]:
        return [], True

    def _store(self, *_args: Any, **_more: Any) -> list[Any]:
        return []

    def update(self, response: HttpResponseBase) -> list[Any]:
        """Nothing to send along."""
        return []

    def errors(self) -> list[str]:
        """What went wrong."""
        return [str(text) for text in self._queued_messages if text.level >= messages.ERROR]  # type: ignore[attr-defined]


@contextmanager
def pageless(request: HttpRequest, code: str = "") -> Iterator[None]:
    """Let allauth work without a session, and take what it would show on the next page.

    Raises AccountRefusal with `code` if that is an error. Without one errors are let be: what was asked for is done, and
    only a mail that tells of it failed, which is logged.
    """
    kept, session = _Heard(request), request.session
    request._messages = kept  # type: ignore[attr-defined]  # where Django's middleware keeps it
    request.session = SessionBase()  # nothing of it is stored, so no cookie is sent
    try:
        yield
    finally:
        request.session = session
    if code and kept.errors():
        raise AccountRefusal(code, kept.errors()[0])
