"""Pages about the account that allauth does not have."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import BlockForm, PreferencesForm
from accounts.models import User
from accounts.selectors import blocks_of, find_block
from accounts.services import block_user, save_preferences, unblock_user

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


@never_cache
@login_required
@require_safe
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom one has blocked."""
    return _blocked_page(request, BlockForm(user=cast(User, request.user)))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def block(request: HttpRequest) -> HttpResponse:
    """Block somebody by name, then go back to the page in the field `next`."""
    if request.method != "POST":
        return redirect("accounts:blocked")
    user = cast(User, request.user)
    form = BlockForm(request.POST, user=user)
    if not form.is_valid():
        return _blocked_page(request, form)
    block_user(user=user, blocked=form.cleaned_data["name"])
    messages.success(
        request, _("%(name)s is blocked.") % {"name": form.cleaned_data["name"].username}
    )
    return redirect(_wanted_page(request))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def unblock(request: HttpRequest) -> HttpResponse:
    """Take a block back, then go back to the page in the field `next`."""
    if request.method != "POST":
        return redirect("accounts:blocked")
    user = cast(User, request.user)
    block = find_block(user, request.POST.get("name", ""))
    if block is not None:
        unblock_user(user=user, blocked=block.blocked)
        messages.success(
            request, _("%(name)s is no longer blocked.") % {"name": block.blocked.username}
        )
    return redirect(_wanted_page(request))


def _blocked_page(request: HttpRequest, form: BlockForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"form": form, "blocks": blocks_of(cast(User, request.user))}
    return render(request, "accounts/blocked.html", context, status=status)


def _wanted_page(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours and wanted.startswith("/") else reverse("accounts:blocked")


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """The answer to who asks too often: when to try again."""
    response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(RATE_PERIOD)
    return response
