"""Planning the next turn while the opponent thinks: a page, choosing a turn on it, changing the list."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import action_from_json
from games.enums import GameStatus
from games.errors import ServiceError
from games.models import Game
from games.planning.attempt import Problem, attempt, problem_of
from games.refusals import illegal
from games.selectors.access import game_for, seat_of
from games.selectors.plans import planning_view
from games.selectors.state import state_in
from games.services.plans import add_entry, clear_plan, delete_entry, move_entry
from games.web.forms import MalformedForm, parse_actions
from games.web.plan_form import EntryForm
from games.web.plan_page import entry_address, plan_page
from games.web.requests import changes, person_of, read_number, user_of
from games.web.staging import words_of
from games.web.table import Draft, address_of

_LATE = ("own_turn", "not_active")  # refusals after which there is nothing to plan


@require_safe
@login_required
@never_cache
def plan(request: HttpRequest, game_id: str) -> HttpResponse:
    """The plan and, while the opponent thinks, the table to plan on."""
    game = game_for(game_id, person_of(request))
    viewer = seat_of(game, person_of(request))
    if not _waits(game, viewer):
        return _to_game(game_id)
    return plan_page(request, game, viewer, request.GET)


def _waits(game: Game, viewer: int) -> bool:
    return game.status == GameStatus.ACTIVE and game.seat_to_move != viewer


@changes("games:plan")
def choose(request: HttpRequest, game_id: str) -> HttpResponse:
    """Go on with a turn that is being chosen: to its next choice, or to putting it into the plan."""
    game = game_for(game_id, person_of(request))
    viewer = seat_of(game, person_of(request))
    if not _waits(game, viewer):
        return _too_late(request, game_id)
    try:
        step = _step(game, viewer, parse_actions(request.POST))
    except MalformedForm as error:
        refusal = ServiceError("malformed_form", HTTPStatus.BAD_REQUEST, str(error))
        return plan_page(request, game, viewer, request.POST, refusal)
    except ServiceError as error:
        return plan_page(request, game, viewer, request.POST, error)
    return redirect(reverse("games:plan", args=[game_id]) + step + "#turn")


def _step(game: Game, viewer: int, chosen: list[dict[str, Any]]) -> str:
    """The query of the page to go on with. Raises ServiceError for a turn that the rules refuse."""
    actions = [action_from_json(action) for action in chosen]
    tried = attempt(planning_view(state_in(game), viewer), viewer, actions)
    if tried.refused is not None:
        raise illegal(tried.refused, tried.checked)
    if problem_of(tried, len(actions), past=True) is Problem.UNFINISHED:
        return address_of(Draft(turn=words_of(actions)))
    return entry_address(actions)


@changes("games:plan")
def change(request: HttpRequest, game_id: str) -> HttpResponse:
    """Add an entry, move one, delete one, or drop the whole plan."""
    try:
        _change(request, game_id)
    except ServiceError as error:
        if error.status == HTTPStatus.NOT_FOUND:
            raise
        return _refused(request, game_id, error)
    return redirect(reverse("games:plan", args=[game_id]) + "#plan")


def _change(request: HttpRequest, game_id: str) -> None:
    post, user = request.POST, user_of(request)
    if "delete" in post:
        delete_entry(game_id=game_id, user=user, key=post["delete"])
    elif "clear" in post:
        clear_plan(game_id=game_id, user=user)
    elif "up" in post or "down" in post:
        move_entry(
            game_id=game_id,
            user=user,
            key=post.get("up") or post.get("down", ""),
            up="up" in post,
            revision=read_number(post, "revision"),
        )
    else:
        _add(request, game_id)


def _add(request: HttpRequest, game_id: str) -> None:
    user = user_of(request)
    game = game_for(game_id, user)
    viewer = seat_of(game, user)
    if not _waits(game, viewer):
        raise _own_turn()
    form = EntryForm(request.POST, planning_view(state_in(game), viewer), viewer)
    if not form.is_valid():
        message = _("One of the conditions makes no sense. It is marked below.")
        raise ServiceError("bad_condition", HTTPStatus.UNPROCESSABLE_ENTITY, message)
    add_entry(
        game_id=game_id,
        user=user,
        actions=request.POST.get("entry", "").split(),
        wants=form.wants,
        past=form.cleaned_data["past"],
        sure=form.cleaned_data["sure"],
        revision=read_number(request.POST, "revision"),
    )


def _own_turn() -> ServiceError:
    return ServiceError("own_turn", HTTPStatus.CONFLICT, _("It is your turn now."))


def _refused(request: HttpRequest, game_id: str, refusal: ServiceError) -> HttpResponse:
    game = game_for(game_id, person_of(request))
    viewer = seat_of(game, person_of(request))
    if refusal.code in _LATE or not _waits(game, viewer):
        return _too_late(request, game_id)
    return plan_page(request, game, viewer, request.POST, refusal)


def _too_late(request: HttpRequest, game_id: str) -> HttpResponseRedirect:
    messages.warning(request, _("Your opponent has moved: there is nothing to plan at the moment."))
    return _to_game(game_id)


def _to_game(game_id: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("games:game", args=[game_id]))
