"""The page of night hours and vacation: when a person's clocks stand."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.middleware import browser_zone
from games.errors import ServiceError
from games.selectors.away import away_of, hours_free_at, hours_zone_of, length_text, when_text
from games.services.vacation import end_vacation, set_hours, start_vacation
from games.web.hours_forms import HoursForm, VacationForm
from games.web.requests import changes, user_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def hours(request: HttpRequest) -> HttpResponse:
    """Show and change the night hours."""
    if request.method != "POST":
        return _page(request)
    form = HoursForm(request.POST, user=user_of(request))
    if not form.is_valid():
        return _page(request, hours=form)
    start, length = form.cleaned_data["sleep_start"], form.cleaned_data["sleep_hours"]
    try:
        set_hours(user=user_of(request), start=start, hours=length)
    except ServiceError as refusal:
        return _page(request, hours=form, hours_refused=refusal)
    messages.success(request, _("Your night hours are saved. They hold from your next turn on."))
    return redirect("games:hours")


@changes("games:hours")
def vacation(request: HttpRequest) -> HttpResponse:
    """Begin or plan a vacation, or end it."""
    if "end" in request.POST:
        end_vacation(user=user_of(request))
        messages.success(request, _("You are on no vacation: the clocks of your turns run."))
        return redirect("games:hours")
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _page(request, vacation=form)
    try:
        begun = start_vacation(user=user_of(request), **form.cleaned_data)
    except ServiceError as refusal:
        return _page(request, vacation=form, vacation_refused=refusal)
    until = {"until": when_text(begun.ends_at)}
    messages.success(request, _("Your vacation is settled, until %(until)s.") % until)
    return redirect("games:hours")


def _zone_of(request: HttpRequest) -> str:
    """The zone in which hours hold, or would hold if they were set now; empty if nobody knows any."""
    user = user_of(request)
    known = hours_zone_of(user)
    return known if user.sleep_start else known or browser_zone(request)


def _page(
    request: HttpRequest,
    *,
    hours: HoursForm | None = None,
    vacation: VacationForm | None = None,
    hours_refused: ServiceError | None = None,
    vacation_refused: ServiceError | None = None,
) -> HttpResponse:
    user, now = user_of(request), timezone.now()
    away, free_at = away_of(user, now), hours_free_at(user)
    refusal = hours_refused or vacation_refused
    context: dict[str, Any] = {
        "hours": hours or HoursForm(user=user),
        "vacation": vacation or VacationForm(),
        "hours_refused": hours_refused,
        "vacation_refused": vacation_refused,
        "away": away,
        "left": length_text(away.left),
        "free_at": free_at if free_at and free_at > now else None,
        "moved": user.sleep_start and user.time_zone and user.hours_zone != user.time_zone,
        "hours_zone": _zone_of(request),
    }
    shown = any(form is not None and form.errors for form in (hours, vacation))
    status = refusal.status if refusal else HTTPStatus.UNPROCESSABLE_ENTITY if shown else 200
    return render(request, "games/hours.html", context, status=status)
