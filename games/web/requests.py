"""Reading requests: who asks, whether something may change, and numbers from forms."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.errors import ServiceError, by_api_only
from games.selectors.access import Person

DIGITS = 9  # of a number in a form; more than any of ours has

# Where games are played: an account that says of itself that a program plays does so by the API. Giving up by hand
# stays possible, for whoever looks after a program that broke down.
PLAYED = ("games:game", "games:plan", "games:invitation")

View = Callable[..., HttpResponse]


def person_of(request: HttpRequest) -> Person:
    """The user of a request, signed in or anonymous."""
    return request.user


def user_of(request: HttpRequest) -> User:
    """The user of a view that asks for signing in."""
    return cast(User, request.user)


def wants_questions(person: Person) -> bool:
    """True if this person is asked once more before the opponent gains a privilege."""
    return not person.is_authenticated or person.confirm_gifts


def changes(page: str) -> Callable[[View], View]:
    """Make a view one that changes something: it runs on POST only, for people who have signed in. Where it plays,
    not for the accounts of bots.

    A GET, as after signing in again, changes nothing and leads to `page`, a route with the same arguments.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def run(request: HttpRequest, **where: str) -> HttpResponse:
            if request.method == "POST":
                if page in PLAYED and user_of(request).is_bot:
                    raise by_api_only()
                return view(request, **where)
            query = request.META[
                "QUERY_STRING"
            ]  # a draft, chosen on a page that came with a refusal
            return redirect(reverse(page, kwargs=where) + (f"?{query}" if query else ""))

        return require_http_methods(["GET", "HEAD", "POST"])(login_required(never_cache(run)))

    return decorate


def read_number(form: QueryDict, name: str) -> int:
    """A number of a hidden field. Raises ServiceError: our own pages always send one."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise ServiceError("malformed_form", 400, _("This page is out of order. Load it again."))
    return int(text)
