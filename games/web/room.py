"""A game before it is dealt: the link to send, the commitment of the shuffle, one's own randomness."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.enums import GameStatus
from games.errors import ServiceError
from games.models import Game
from games.selectors.access import Person, viewer_of
from games.selectors.story import name_of


def room_page(
    request: HttpRequest,
    game: Game,
    person: Person,
    entropy: str = "",
    refusal: ServiceError | None = None,
) -> HttpResponse:
    """The waiting room of the one who made the game; the invitation for the one who was asked."""
    invitation = getattr(game, "invitation", None)
    viewer = viewer_of(game, person)
    if viewer is None and invitation is not None:
        return redirect("games:invitation", invitation.token)
    context = {
        "game": game,
        "seat": next(seat for seat in game.seats.all() if seat.number == viewer),
        "invitation": invitation,
        "link": settings.SITE_URL + reverse("games:invitation", args=[invitation.token])
        if invitation
        else "",
        "opponent": next(name_of(seat) for seat in game.seats.all() if seat.number != viewer),
        "cancelled": game.status == GameStatus.CANCELLED,
        "entropy": entropy,
        "refusal": refusal,
    }
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render(request, "games/waiting.html", context, status=status)
