"""The game page: looking, acting, resigning."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import GameStatus
from games.errors import ServiceError
from games.notifications.presence import note_looking
from games.selectors.access import game_for, seat_of, viewer_of
from games.selectors.looking import newest_for
from games.selectors.story import story_of
from games.services.play import resign_game, submit_actions
from games.web.forms import MalformedForm, parse_actions
from games.web.game_page import game_page, refused_page
from games.web.next_step import next_step, typed_step
from games.web.plan_page import plan_part
from games.web.requests import changes, person_of, read_number, user_of


@require_safe
@never_cache
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game, at whatever stage it is."""
    return game_page(request, game_for(game_id, person_of(request)), request.GET)


@require_safe
@never_cache
def version(request: HttpRequest, game_id: str) -> JsonResponse:
    """The game's version. Whoever asks is looking at the game, unless their page says that it is hidden."""
    person = person_of(request)
    found = game_for(game_id, person)
    viewer = viewer_of(found, person)
    if person.is_authenticated and viewer is not None and "hidden" not in request.GET:
        note_looking(person.pk, found.pk)
    return JsonResponse(newest_for(found, viewer, person.pk))


@changes("games:game")
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play what the form says, then show the game again; or show what is still to be chosen."""
    try:
        actions = _actions(request)
        step = _next_step(request, game_id, actions)
        if step is not None:
            return redirect(reverse("games:game", args=[game_id]) + step + "#turn")
        answer = _submit(request, game_id, actions)
    except ServiceError as error:
        return refused_page(request, game_id, error)
    if answer["refusal"] is not None:
        messages.warning(request, _partly(answer))
    # Post, redirect, get: a reload then repeats nothing.
    return redirect(reverse("games:game", args=[game_id]) + "#turn")


def _actions(request: HttpRequest) -> list[dict[str, Any]]:
    try:
        return parse_actions(request.POST)
    except MalformedForm as error:
        raise ServiceError("malformed_form", HTTPStatus.BAD_REQUEST, str(error)) from error


def _next_step(request: HttpRequest, game_id: str, actions: list[dict[str, Any]]) -> str | None:
    user = user_of(request)
    if request.POST.get("do") == "words":
        return typed_step(game=game_for(game_id, user), user=user, actions=actions)
    return next_step(
        game_id=game_id,
        user=user,
        version=read_number(request.POST, "version"),
        actions=actions,
        sure=request.POST.get("sure", ""),
    )


def _submit(request: HttpRequest, game_id: str, actions: list[dict[str, Any]]) -> dict[str, Any]:
    return submit_actions(
        game_id=game_id,
        user=user_of(request),
        actions=actions,
        expected_version=read_number(request.POST, "version"),
        key=request.POST.get("key", ""),
    )


def _partly(answer: dict[str, Any]) -> str:
    """What to say when the first actions stand, because they revealed something, and the next was refused."""
    return _("Only a part of this was played. %(reason)s") % {
        "reason": answer["refusal"]["message"]
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask once more, then resign."""
    if request.method == "POST":
        return _resign(request, game_id)
    found = game_for(game_id, person_of(request))
    seat_of(found, person_of(request))
    if found.status != GameStatus.ACTIVE:
        return redirect("games:game", game_id)
    return render(request, "games/resign.html", {"game": found})


def _resign(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        resign_game(game_id=game_id, user=user_of(request))
    except ServiceError as error:
        return refused_page(request, game_id, error)
    return redirect("games:game", game_id)


@require_safe
@never_cache
def log(request: HttpRequest, game_id: str) -> HttpResponse:
    """All turns of a game in sentences, the last first."""
    person = person_of(request)
    found = game_for(game_id, person)
    viewer = viewer_of(found, person)
    context: dict[str, Any] = {
        "game": found,
        "story": story_of(found, viewer)[::-1],
        "current": found.version,
        "between": {} if viewer is None else plan_part(found, viewer, timezone.now()),
    }
    return render(request, "games/log.html", context)
