"""My games, new games, invitations and rematches."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.enums import ComputerLevel, GameStatus, InvitationStatus
from games.errors import ServiceError, not_found
from games.models import Game, Invitation
from games.selectors.access import viewer_of
from games.selectors.games import MyGames, my_games
from games.selectors.story import name_of
from games.services.invitations import accept_invitation, cancel_game, decline_invitation
from games.services.lobby import (
    add_entropy,
    create_against_computer,
    create_invitation,
    deal,
    rematch,
)
from games.web.new_game import NewGameForm, Opponent
from games.web.requests import person_of, user_of
from games.web.rows import rows_of


@require_GET
@login_required
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """My games, those that wait for me first."""
    games: MyGames = my_games(user_of(request))
    now = timezone.now()
    context = {
        "waiting": rows_of(games.waiting, now),
        "others": rows_of(games.others, now),
        "finished": rows_of(games.finished, now),
        "preparing": games.preparing,
        "invitations": [
            (invitation, _inviter(invitation.game)) for invitation in games.invitations
        ],
    }
    return render(request, "games/mine.html", context)


def _inviter(game: Game) -> str:
    return next((name_of(seat) for seat in game.seats.all() if not seat.is_free), "")


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Begin a game against the computer, by name or by link."""
    form = NewGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("games:game", _create(request, form).pk)
        except ServiceError as error:
            form.add_error(None, str(error.message))
    return render(request, "games/new.html", {"form": form}, status=400 if form.errors else 200)


def _create(request: HttpRequest, form: NewGameForm) -> Game:
    if form.cleaned_data["opponent"] == Opponent.COMPUTER:
        return create_against_computer(
            user=user_of(request), level=ComputerLevel.CAREFUL, options=form.options
        )
    return create_invitation(
        user=user_of(request), invitee=form.cleaned_data["invitee"], options=form.options
    )


@require_GET
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What somebody with the link sees: who asks, for what game, and the commitment of its shuffle."""
    found = (
        Invitation.objects.select_related("game")
        .prefetch_related("game__seats__user")
        .filter(token=token)
        .first()
    )
    if found is None or not _may_see(found, request):
        raise not_found()
    seated = viewer_of(found.game, person_of(request)) is not None
    if seated or found.game.status in (GameStatus.ACTIVE, GameStatus.FINISHED):
        return redirect("games:game", found.game_id)
    context = {
        "invitation": found,
        "game": found.game,
        "inviter": _inviter(found.game),
        "open": found.status == InvitationStatus.OPEN and found.expires_at > timezone.now(),
        "by_name": found.invitee_id is not None,
    }
    return render(request, "games/invitation.html", context)


def _may_see(found: Invitation, request: HttpRequest) -> bool:
    """A link to a seat that is meant for somebody else is nobody's business, unless they don't say who they are."""
    person = person_of(request)
    if found.invitee_id is None or not person.is_authenticated:
        return True
    return found.invitee_id == person.pk or viewer_of(found.game, person) is not None


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take the seat and begin. A GET, as after signing in, shows the invitation again."""
    if request.method != "POST":
        return redirect("games:invitation", token)
    game = accept_invitation(
        token=token, user=user_of(request), entropy=request.POST.get("entropy", "")
    )
    return redirect("games:game", game.pk)


@require_POST
@login_required
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Say no."""
    decline_invitation(token=token, user=user_of(request))
    messages.info(request, _("You declined the invitation."))
    return redirect("games:mine")


@require_POST
@login_required
def deal_cards(request: HttpRequest, game_id: str) -> HttpResponse:
    """Add one's own randomness and begin a game against the computer."""
    deal(game_id=game_id, user=user_of(request), entropy=request.POST.get("entropy", ""))
    return redirect("games:game", game_id)


@require_POST
@login_required
def entropy(request: HttpRequest, game_id: str) -> HttpResponse:
    """Add one's own randomness while the other seat is still free."""
    add_entropy(game_id=game_id, user=user_of(request), entropy=request.POST.get("entropy", ""))
    return redirect("games:game", game_id)


@require_POST
@login_required
def cancel(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call off one's own game before it begins."""
    cancel_game(game_id=game_id, user=user_of(request))
    messages.info(request, _("The game was called off."))
    return redirect("games:mine")


@require_POST
@login_required
def rematch_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Once more with seats swapped."""
    return redirect("games:game", rematch(game_id=game_id, user=user_of(request)).pk)
