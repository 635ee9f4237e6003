"""The game page: looking, acting, resigning."""

import secrets
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.enums import GameStatus
from games.errors import ServiceError
from games.models import Game
from games.notifications.presence import note_looking
from games.selectors.access import Person, game_for, viewer_of
from games.selectors.games import waiting_ids
from games.selectors.state import load_state
from games.selectors.story import name_of, names_for, tell
from games.selectors.views import events_after, legal_of, view_of
from games.services.play import resign_game, submit_actions
from games.web.forms import MalformedForm, parse_actions
from games.web.news import news_of
from games.web.requests import person_of, read_number, user_of
from games.web.room import room_page
from games.web.table import build_table, clock_for, read_draft

TURNS_BESIDE_BOARD = 12


@require_GET
@never_cache
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game, at whatever stage it is."""
    person = person_of(request)
    found = game_for(game_id, person)
    if found.status in (GameStatus.PREPARING, GameStatus.CANCELLED):
        return room_page(request, found, person)
    return _table_page(request, found, request.GET)


def _table_page(
    request: HttpRequest,
    found: Game,
    draft: QueryDict,
    *,
    refusal: ServiceError | None = None,
    key: str = "",
) -> HttpResponse:
    """The board. After a refusal with what was chosen still chosen, and the reason beside it."""
    context = table_context(found, person_of(request), draft)
    context |= {"refusal": refusal, "key": key or secrets.token_urlsafe(16)}
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render(request, "games/game.html", context, status=status)


def table_context(found: Game, person: Person, draft: QueryDict) -> dict[str, Any]:
    """What the template draws, from the viewer's own view and the events they may see."""
    viewer = viewer_of(found, person)
    state = load_state(found)
    events = events_after(found, viewer, 0)
    turns = tell(events, names_for(found, viewer), viewer)
    names = {seat.number: name_of(seat) for seat in found.seats.all()}
    return {
        "table": build_table(
            view_of(state, viewer),
            viewer,
            legal_of(state, viewer),
            names,
            read_draft(draft),
            news_of(events, viewer),
        ),
        "game": found,
        "viewer": viewer,
        "clock": clock_for(found.deadline_at, timezone.now()),
        "story": turns[: -TURNS_BESIDE_BOARD - 1 : -1],
        "waiting": waiting_ids(person, besides=found.pk) if person.is_authenticated else [],
    }


@require_GET
@never_cache
def version(request: HttpRequest, game_id: str) -> JsonResponse:
    """The game's version, asked for by visible tabs: it also says that this person is looking."""
    person = person_of(request)
    found = game_for(game_id, person)
    viewer = viewer_of(found, person)
    if person.is_authenticated and viewer is not None:
        note_looking(person.pk, found.pk)
    return JsonResponse({"version": found.version, "your_turn": viewer == found.seat_to_move})


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play what the form says, then show the game again. A GET, as after signing in again, only shows the game."""
    if request.method != "POST":
        return redirect("games:game", game_id)
    try:
        _submit(request, game_id)
    except ServiceError as error:
        found = game_for(game_id, person_of(request))
        if found.status not in (GameStatus.ACTIVE, GameStatus.FINISHED):
            raise
        return _table_page(request, found, request.POST, refusal=error)
    return _after_acting(game_id)


def _submit(request: HttpRequest, game_id: str) -> None:
    try:
        actions = parse_actions(request.POST)
    except MalformedForm as error:
        raise ServiceError("malformed_form", HTTPStatus.BAD_REQUEST, str(error)) from error
    submit_actions(
        game_id=game_id,
        user=user_of(request),
        actions=actions,
        expected_version=read_number(request.POST, "version"),
        key=request.POST.get("key", ""),
    )


def _after_acting(game_id: str) -> HttpResponseRedirect:
    """Post, redirect, get: a reload then repeats nothing."""
    return HttpResponseRedirect(reverse("games:game", args=[game_id]) + "#turn")


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask once more, then resign."""
    found = game_for(game_id, person_of(request))
    if request.method == "POST":
        resign_game(game_id=game_id, user=user_of(request))
        return redirect("games:game", game_id)
    return render(request, "games/resign.html", {"game": found})


@require_GET
@never_cache
def log(request: HttpRequest, game_id: str) -> HttpResponse:
    """All turns of a game in sentences, the last first."""
    person = person_of(request)
    found = game_for(game_id, person)
    viewer = viewer_of(found, person)
    turns = tell(events_after(found, viewer, 0), names_for(found, viewer), viewer)
    return render(request, "games/log.html", {"game": found, "story": turns[::-1]})
