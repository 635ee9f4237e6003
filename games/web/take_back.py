"""Asking a turn back and answering, from the game's page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.services.take_back import answer_take_back, ask_turn_back, withdraw_take_back
from games.web.game_page import refused_page
from games.web.requests import changes, read_number, user_of


@changes("games:game")
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask, withdraw, agree or decline, as the pressed button says."""
    try:
        said = _carry_out(request, game_id)
    except ServiceError as error:
        return refused_page(request, game_id, error)
    messages.info(request, said)
    return redirect(reverse("games:game", args=[game_id]) + "#turn")


def _carry_out(request: HttpRequest, game_id: str) -> str:
    """Do it; what to say then."""
    user, last = user_of(request), read_number(request.POST, "last")
    match request.POST.get("do"):
        case "ask":
            ask_turn_back(game_id=game_id, user=user, last=last)
            return _("You have asked for your turn back.")
        case "withdraw":
            withdraw_take_back(game_id=game_id, user=user, last=last)
            return _("You no longer ask for your turn back.")
        case "agree":
            answer_take_back(game_id=game_id, user=user, last=last, accept=True)
            return _("The turn was taken back.")
        case "decline":
            answer_take_back(game_id=game_id, user=user, last=last, accept=False)
            return _("You have declined. The turn stands.")
    raise ServiceError("malformed_form", 400, _("This page is out of order. Load it again."))
