"""The page on which an account is closed."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import date as date_text
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.leaving import close_account
from accounts.leaving_words import leaving_words
from accounts.models import User


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Say what becomes of an account that is closed; close it, after its password was asked for once more."""
    if request.method == "POST":
        answer: HttpResponse = _close(request)
        return answer
    return render(request, "accounts/leave.html", {"words": leaving_words()})


@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is untyped
def _close(request: HttpRequest) -> HttpResponse:
    until = close_account(user=cast(User, request.user))
    logout(request)
    if until is not None:
        local = timezone.localtime(until)
        text = _(
            "Your account is closed and will be deleted on %(when)s (%(zone)s). Sign in before then to keep it."
        )
        words = {
            "when": date_text(local, "DATETIME_FORMAT"),
            "zone": timezone.get_current_timezone_name(),
        }
        messages.info(request, text % words)
    return redirect("account_login")
