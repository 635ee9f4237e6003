"""What the players of a game do about time, by forms of its page."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.errors import ServiceError
from games.services.time import ask_pause, drop_pause, grant_time, resume_game
from games.web.game_page import refused_page
from games.web.requests import changes, read_number, user_of


@changes("games:game")
def act_on_time(request: HttpRequest, game_id: str) -> HttpResponse:
    """Grant time, ask for a pause, agree, withdraw, decline, or go on; then show the game again."""
    try:
        said = _act(request, game_id)
    except ServiceError as error:
        return refused_page(request, game_id, error)
    if said:
        messages.success(request, said)
    return redirect("games:game", game_id)


def _act(request: HttpRequest, game_id: str) -> str:
    """Do what the form says; what to tell about it."""
    user, wish = user_of(request), request.POST.get("do", "")
    if wish == "grant":
        version = read_number(request.POST, "version")
        grant_time(game_id=game_id, user=user, version=version)
        return _("Your opponent has a day more for this turn.")
    if wish == "resume":
        resume_game(game_id=game_id, user=user)
        return _("The game goes on.")
    if wish == "drop":
        drop_pause(game_id=game_id, user=user)
        return ""
    if wish == "pause":
        game = ask_pause(game_id=game_id, user=user)
        return _("The game is paused.") if game.pauses else ""
    raise ServiceError(
        "malformed_form", HTTPStatus.BAD_REQUEST, _("This page is out of order. Load it again.")
    )
