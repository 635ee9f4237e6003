"""Somebody with the link: what they are asked, and their answer."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Audience, DeclineReason, InvitationStatus
from games.errors import ServiceError
from games.models import Invitation
from games.selectors.access import STARTED, Person, viewer_of
from games.selectors.invitations import invitation_for, inviter_of
from games.selectors.offers import Closed, closed_to
from games.services.invitations import accept_invitation, decline_invitation
from games.web.requests import changes, person_of, user_of


@require_safe
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What somebody with the link sees: who asks, for what game, and the commitment of its shuffle."""
    found = invitation_for(token, person_of(request))
    seated = viewer_of(found.game, person_of(request)) is not None
    if seated or found.game.status in STARTED:
        return redirect("games:game", found.game_id)
    return _page(request, found)


@changes("games:invitation")
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take the seat and begin."""
    try:
        game = accept_invitation(
            token=token, user=user_of(request), entropy=request.POST.get("entropy", "")
        )
    except ServiceError as error:
        return _refused(request, token, error)
    return redirect("games:game", game.pk)


@changes("games:invitation")
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Say no, and why."""
    reason, note = request.POST.get("reason", DeclineReason.OTHER), request.POST.get("note", "")
    try:
        decline_invitation(token=token, user=user_of(request), reason=reason, note=note)
    except ServiceError as error:
        return _refused(request, token, error)
    messages.info(request, _("You declined the invitation."))
    return redirect("games:mine")


def _refused(request: HttpRequest, token: str, refusal: ServiceError) -> HttpResponse:
    """The invitation as it now is, with the reason. Raises the refusal where there is nothing to show."""
    if refusal.status == HTTPStatus.NOT_FOUND:
        raise refusal
    return _page(request, invitation_for(token, person_of(request)), refusal)


def _why_closed(found: Invitation, person: Person) -> Closed | None:
    """Why this person can't accept, before they try."""
    return closed_to(found, person) if person.is_authenticated else None


def _page(
    request: HttpRequest, found: Invitation, refusal: ServiceError | None = None
) -> HttpResponse:
    is_open = found.status == InvitationStatus.OPEN and found.expires_at > timezone.now()
    context = {
        "invitation": found,
        "game": found.game,
        "inviter": inviter_of(found.game),
        "open": is_open,
        "closed": _why_closed(found, person_of(request)) if is_open and refusal is None else None,
        "by_name": found.invitee_id is not None,
        "in_lobby": found.audience == Audience.LOBBY,
        "reasons": DeclineReason.choices,
        "entropy": request.POST.get("entropy", ""),
        "refusal": refusal,
    }
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render(request, "games/invitation.html", context, status=status)
