"""Reading requests: who asks, and numbers from forms."""

from typing import cast

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import ServiceError
from games.selectors.access import Person

DIGITS = 9  # of a number in a form; more than any of ours has


def person_of(request: HttpRequest) -> Person:
    """The user of a request, signed in or anonymous."""
    return request.user


def user_of(request: HttpRequest) -> User:
    """The user of a view that asks for signing in."""
    return cast(User, request.user)


def read_number(form: QueryDict, name: str) -> int:
    """A number of a hidden field. Raises ServiceError: our own pages always send one."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise ServiceError("malformed_form", 400, _("This page is out of order. Load it again."))
    return int(text)
