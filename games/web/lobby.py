"""My games, new games, and what happens to a game before it is dealt and after it is over."""

import secrets
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.names import NAME_LENGTH
from games.enums import ComputerLevel
from games.errors import ServiceError
from games.models import Game
from games.selectors.games import MyGames, last_turns, my_games
from games.selectors.invitations import inviter_of
from games.services.invitations import cancel_game
from games.services.lobby import add_entropy, create_against_computer, create_invitation, deal
from games.services.offers import create_offer, invite_by_email
from games.services.rematch import rematch
from games.web.game_page import refused_page
from games.web.new_game import NewGameForm, Opponent
from games.web.requests import changes, user_of
from games.web.rows import rows_of


@require_safe
@login_required
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """My games, those that wait for me first."""
    games: MyGames = my_games(user_of(request))
    now, last = timezone.now(), last_turns([*games.waiting, *games.others])
    context = {
        # What waits, for the page's script: it refreshes the list and tells what has come.
        "turns": [f"{listed.game.pk}:{listed.game.version}" for listed in games.waiting],
        "waiting": rows_of(games.waiting, now, last),
        "others": rows_of(games.others, now, last),
        "finished": rows_of(games.finished, now),
        "preparing": games.preparing,
        "missed": games.missed,
        "invitations": [
            (invitation, inviter_of(invitation.game)) for invitation in games.invitations
        ],
    }
    return render(request, "games/mine.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Begin a game against whomever; the address may say which and whom (`?opponent=user&name=Ada`)."""
    wanted = {
        "opponent": Opponent.wanted(request.GET.get("opponent", "")),
        "name": request.GET.get("name", "")[:NAME_LENGTH],
    }
    form = NewGameForm(request.POST if request.method == "POST" else None, initial=wanted)
    status: int = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    key = request.POST.get("key") or secrets.token_urlsafe(16)  # a form sent twice makes one game
    if form.is_valid():
        try:
            return redirect("games:game", _create(request, form, key).pk)
        except ServiceError as error:
            form.add_error(None, str(error.message))
            status = error.status
    return render(request, "games/new.html", {"form": form, "key": key}, status=status)


def _create(request: HttpRequest, form: NewGameForm, key: str) -> Game:
    user, options, wish = user_of(request), form.options, form.cleaned_data
    if wish["opponent"] == Opponent.COMPUTER:
        return create_against_computer(
            user=user, level=ComputerLevel.CAREFUL, options=options, key=key
        )
    if wish["opponent"] == Opponent.LOBBY:
        return create_offer(user=user, options=options, gates=form.gates, key=key)
    if wish["opponent"] == Opponent.EMAIL:
        return invite_by_email(user=user, address=wish["email"], options=options, key=key)
    return create_invitation(user=user, invitee=wish["invitee"], options=options, key=key)


@changes("games:game")
def deal_cards(request: HttpRequest, game_id: str) -> HttpResponse:
    """Add one's own randomness and begin a game against the computer."""
    try:
        deal(game_id=game_id, user=user_of(request), entropy=request.POST.get("entropy", ""))
    except ServiceError as error:
        return refused_page(request, game_id, error)
    return redirect("games:game", game_id)


@changes("games:game")
def entropy(request: HttpRequest, game_id: str) -> HttpResponse:
    """Add one's own randomness while the other seat is still free."""
    try:
        add_entropy(game_id=game_id, user=user_of(request), entropy=request.POST.get("entropy", ""))
    except ServiceError as error:
        return refused_page(request, game_id, error)
    return redirect("games:game", game_id)


@changes("games:game")
def cancel(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call off one's own game before it begins."""
    try:
        cancel_game(game_id=game_id, user=user_of(request))
    except ServiceError as error:
        return refused_page(request, game_id, error)
    messages.info(request, _("The game was called off."))
    return redirect("games:lobby" if request.POST.get("from") == "lobby" else "games:mine")


@changes("games:game")
def rematch_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Once more with seats swapped."""
    try:
        game = rematch(game_id=game_id, user=user_of(request))
    except ServiceError as error:
        return refused_page(request, game_id, error)
    return redirect("games:game", game.pk)
