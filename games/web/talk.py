"""Messages of a game and one's own notes: a page of their own, which the game's page takes over in part."""

import secrets
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.errors import ServiceError
from games.models import Game, Seat
from games.models.talk import MESSAGE_LENGTH, NOTE_LENGTH
from games.selectors.access import STARTED, game_for, seat_of
from games.selectors.story import name_of
from games.selectors.talk import messages_of, note_of, silent_for, talk_state
from games.services.talk import mark_read, mute_talk, save_note, write_message
from games.web.requests import changes, read_number, user_of

DIGITS = 15  # of a message's number


@require_safe
@login_required
@never_cache
def talk(request: HttpRequest, game_id: str) -> HttpResponse:
    """What both have written, the newest last, and one's own notes. Only the two players ever see this page."""
    game = game_for(game_id, user_of(request))
    seat_of(game, user_of(request))
    if game.status not in STARTED:
        return redirect("games:game", game_id)
    return _page(request, game)


@changes("games:talk")
def write(request: HttpRequest, game_id: str) -> HttpResponse:
    """Send a message."""
    form = request.POST
    try:
        write_message(
            game_id=game_id,
            user=user_of(request),
            text=form.get("text", ""),
            key=form.get("key", ""),
        )
    except ServiceError as error:
        return _refused(request, game_id, error, "text")
    return _to_talk(game_id)


@changes("games:talk")
def read(request: HttpRequest, game_id: str) -> HttpResponse:
    """Everything up to a message was read."""
    try:
        mark_read(game_id=game_id, user=user_of(request), to=read_number(request.POST, "to"))
    except ServiceError as error:
        return _refused(request, game_id, error)
    return _to_talk(game_id)


@changes("games:talk")
def mute(request: HttpRequest, game_id: str) -> HttpResponse:
    """Hide the opponent's messages in this game, or show them again."""
    muted = request.POST.get("muted") == "1"
    try:
        mute_talk(game_id=game_id, user=user_of(request), muted=muted)
    except ServiceError as error:
        return _refused(request, game_id, error)
    return _to_talk(game_id)


@changes("games:talk")
def note(request: HttpRequest, game_id: str) -> HttpResponse:
    """Keep a private note."""
    form = request.POST
    try:
        save_note(
            game_id=game_id,
            user=user_of(request),
            text=form.get("note", ""),
            seen=form.get("seen", ""),
        )
    except ServiceError as error:
        return _refused(request, game_id, error, "note")
    return _to_talk(game_id)


def _to_talk(game_id: str) -> HttpResponse:
    # Post, redirect, get: a reload then repeats nothing.
    return redirect(reverse("games:talk", args=[game_id]) + "#end")


def _refused(
    request: HttpRequest, game_id: str, refusal: ServiceError, field: str = ""
) -> HttpResponse:
    """The page as it now is, with the reason and what was typed. Raises the refusal for who may not see the page."""
    game = game_for(game_id, user_of(request))
    if refusal.code == "not_seated" or game.status not in STARTED:
        raise refusal
    return _page(request, game, refusal, field)


def _page(
    request: HttpRequest, game: Game, refusal: ServiceError | None = None, field: str = ""
) -> HttpResponse:
    user = user_of(request)
    seat = seat_of(game, user)
    context = _messages(request, game, seat, user) | {
        "game": game,
        "note": note_of(game, user),
        "most_text": MESSAGE_LENGTH,
        "most_note": NOTE_LENGTH,
        "key": request.POST.get("key") or secrets.token_urlsafe(16),
        "refusal": refusal,
        "field": field,
        "typed": request.POST.get(field, "") if refusal else "",
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "games/talk.html", context, status=status)


def _messages(request: HttpRequest, game: Game, seat: int, user: User) -> dict[str, Any]:
    other = next(one for one in game.seats.all() if one.number != seat)
    state = talk_state(game.pk, user.pk)
    muted = state.unread is None
    page = messages_of(game, seat, muted=muted, before=_before(request))
    last = page.messages[-1].pk if page.messages else 0
    return {
        "seat": seat,
        "other": _called(other),
        "silent": silent_for(user, other),
        "talk": state,
        "muted": muted,
        "messages_shown": page.messages,
        "earlier": page.earlier,
        "last": last,
    }


def _before(request: HttpRequest) -> int:
    text = request.GET.get("before", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0


def _called(seat: Seat) -> str:
    gone = seat.is_free and not seat.vacated
    return _("Somebody who is gone") if gone else name_of(seat)
