"""The lobby: open offers, and what somebody always has on offer."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import ServiceError
from games.selectors.offers import (
    OFFERS_SHOWN,
    Filters,
    offers_for,
    reader_of,
    standing_offers_of,
)
from games.services.standing_offers import (
    change_count,
    create_standing_offer,
    delete_standing_offer,
    pause_standing_offer,
    resume_standing_offer,
)
from games.web.new_game import StandingOfferForm
from games.web.requests import read_number, user_of

WITH, WITHOUT = "with", "without"


def _either(everything: object, yes: object, no: object) -> list[tuple[str, object]]:
    return [("", everything), (WITH, yes), (WITHOUT, no)]


class FiltersForm(forms.Form):
    """Which offers to see."""

    speed = forms.ChoiceField(
        label=_("Speed"),
        required=False,
        choices=[
            ("", _("Any")),
            ("quick", _("Quick: 1 day")),
            ("steady", _("Steady: 2 or 3 days")),
            ("slow", _("Slow: 5 days and more")),
        ],
    )
    rated = forms.ChoiceField(
        label=_("Rating"),
        required=False,
        choices=_either(_("Any"), _("Rated"), _("Casual")),
    )
    open_memory = forms.ChoiceField(
        label=_("Open memory"),
        required=False,
        choices=_either(_("Any"), _("With"), _("Without")),
    )
    stand_off = forms.ChoiceField(
        label=_("Stand-off rule"),
        required=False,
        choices=_either(_("Any"), _("With"), _("Without")),
    )
    bots = forms.ChoiceField(
        label=_("Offered by"),
        required=False,
        choices=_either(_("Anybody"), _("Bots"), _("People")),
    )
    for_me = forms.BooleanField(label=_("Only those that I can accept"), required=False)

    @property
    def filters(self) -> Filters:
        """What was chosen; only of a valid form."""
        chosen = self.cleaned_data
        either = {WITH: True, WITHOUT: False}
        return Filters(
            speed=chosen["speed"],
            rated=either.get(chosen["rated"]),
            open_memory=either.get(chosen["open_memory"]),
            stand_off=either.get(chosen["stand_off"]),
            bots=either.get(chosen["bots"]),
            for_me=chosen["for_me"],
        )


@require_safe
@login_required
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Open offers, by filters in the address."""
    form = FiltersForm(request.GET)
    filters = form.filters if form.is_valid() else Filters()
    reader = reader_of(user_of(request))
    offers = offers_for(reader, filters, timezone.now())
    context = {
        "form": form,
        "offers": offers,
        "filtered": filters != Filters(),
        "more": len(offers) == OFFERS_SHOWN,
        "room": reader.room,
    }
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "games/lobby.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def standing(request: HttpRequest) -> HttpResponse:
    """What one always has on offer, and a form for more. The same kind sent twice is one."""
    form = StandingOfferForm(request.POST if request.method == "POST" else None)
    status: int = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    if form.is_valid():
        try:
            create_standing_offer(
                user=user_of(request),
                count=form.cleaned_data["count"],
                options=form.options,
                gates=form.gates,
            )
            return redirect("games:standing")
        except ServiceError as error:
            form.add_error(None, str(error.message))
            status = error.status
    return _standing_page(request, form, status)


def _standing_page(
    request: HttpRequest,
    form: StandingOfferForm,
    status: int,
    refusal: ServiceError | None = None,
) -> HttpResponse:
    context = {"form": form, "rows": standing_offers_of(user_of(request)), "refusal": refusal}
    return render(request, "games/standing.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def change_standing(request: HttpRequest, standing_id: int) -> HttpResponse:
    """Pause, resume or delete a standing offer, or keep another number of games running."""
    if request.method == "POST":
        try:
            _change(request, standing_id)
        except ServiceError as error:
            return _standing_page(request, StandingOfferForm(), error.status, error)
    return redirect("games:standing")


def _change(request: HttpRequest, standing_id: int) -> None:
    wish, user = request.POST.get("do"), user_of(request)
    if wish == "pause":
        pause_standing_offer(standing_id=standing_id, user=user)
        messages.info(request, _("Paused: what was open is withdrawn, what runs goes on."))
    elif wish == "resume":
        resume_standing_offer(standing_id=standing_id, user=user)
    elif wish == "delete":
        delete_standing_offer(standing_id=standing_id, user=user)
        messages.info(request, _("Deleted: what was open is withdrawn, what runs goes on."))
    else:
        change_count(standing_id=standing_id, user=user, count=read_number(request.POST, "count"))
