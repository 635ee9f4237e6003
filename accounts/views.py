"""Pages about the account that allauth does not have."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import PreferencesForm
from accounts.models import User
from accounts.services import save_preferences

# Seconds. Every rate in ACCOUNT_RATE_LIMITS that leads to this page counts what came within one minute.
RATE_PERIOD = 60


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change how one reads the site and how soon it writes."""
    # A user of its own, so that a refused form does not change the one that the page's frame shows.
    user = get_object_or_404(User, pk=request.user.pk)
    form = PreferencesForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST" and form.is_valid():
        save_preferences(user=user, **form.cleaned_data)
        with translation.override(user.language or translation.get_language()):
            messages.success(request, _("Your preferences are saved."))
        return redirect("accounts:preferences")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "accounts/preferences.html", {"form": form}, status=status)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """The answer to who asks too often: when to try again."""
    response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(RATE_PERIOD)
    return response
