"""The page of a game at whatever stage, after a refusal with the reason beside where the person acted."""

import secrets
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from engine import GameState
from games.enums import GameStatus
from games.errors import ServiceError
from games.models import Game
from games.selectors.access import STARTED, Person, game_for, viewer_of
from games.selectors.games import waiting_ids
from games.selectors.marks import news_of
from games.selectors.memory import reserves_of
from games.selectors.past import log_of, log_seen
from games.selectors.retraction import standing_shown
from games.selectors.state import state_in
from games.selectors.story import name_of, names_for, tell
from games.selectors.views import legal_of, view_of
from games.web.between import between_turns
from games.web.news import beside_board
from games.web.people import rating_row
from games.web.replay import copies_at_end
from games.web.requests import person_of, wants_questions
from games.web.room import room_page
from games.web.staging import stage
from games.web.table import Table, build_table, read_draft
from games.web.take_back_part import take_back_part
from games.web.time_part import called_off_text, clock_of

TURNS_BESIDE_BOARD = 12
TURNS_IN_REFUSAL = 4  # the panel must not hide the board; the log tells the rest


def game_page(
    request: HttpRequest, game: Game, draft: QueryDict, refusal: ServiceError | None = None
) -> HttpResponse:
    """The room before the cards are dealt, else the table, with what is chosen in `draft` still chosen."""
    person = person_of(request)
    if game.status not in STARTED:
        return room_page(request, game, person, draft.get("entropy", ""), refusal)
    context = _table_context(game, person, draft)
    context |= {
        "key": secrets.token_urlsafe(16),
        "refusal": refusal,
        "typed": draft.get("words", ""),
    }
    if refusal is not None:
        context["missed"] = _missed(game, person, refusal)
    status = HTTPStatus.OK if refusal is None else refusal.status
    return render(request, "games/game.html", context, status=status)


def refused_page(request: HttpRequest, game_id: str, refusal: ServiceError) -> HttpResponse:
    """The game's page as it now is, with the reason. Raises the refusal where there is no page to show it on."""
    if refusal.status == HTTPStatus.NOT_FOUND:
        raise refusal
    return game_page(request, game_for(game_id, person_of(request)), request.POST, refusal)


def _missed(game: Game, person: Person, refusal: ServiceError) -> list[str]:
    """What happened since the page that the person acted on was made, in sentences."""
    viewer = viewer_of(game, person)
    turns = tell(refusal.extra.get("events", ()), names_for(game, viewer), viewer)
    return [turn.text for turn in turns[-TURNS_IN_REFUSAL:]]


def _table_context(game: Game, person: Person, draft: QueryDict) -> dict[str, Any]:
    """What the template draws, from the viewer's own view and the events they may see."""
    viewer = viewer_of(game, person)
    state = state_in(game)
    now = timezone.now()
    staged = stage(state, viewer, read_draft(draft))
    log = log_of(game)
    events = log_seen(game, log, viewer)
    turns = tell(events, names_for(game, viewer), viewer)
    names = {seat.number: name_of(seat) for seat in game.seats.all()}
    return {
        "table": _table_called_off(state, viewer, names)
        if game.status == GameStatus.ABORTED
        else build_table(
            view_of(staged.state, viewer),
            viewer,
            legal_of(staged.state, viewer),
            names,
            staged.draft,
            news_of(events, viewer),
            settled=staged.actions,
            before=view_of(state, viewer),
            asks=wants_questions(person),
            reserves=reserves_of(standing_shown(events)),
        ),
        "called_off": called_off_text(game, state),
        "lost": staged.lost,
        "game": game,
        "viewer": viewer,
        "clock": clock_of(game, viewer, now),
        "between": between_turns(game, viewer, now)
        | {"take_back": take_back_part(game, log, viewer)},
        **beside_board(turns, viewer, TURNS_BESIDE_BOARD),
        "ratings": rating_row(game, viewer),
        "copies": copies_at_end(game, log, state),
        "waiting": waiting_ids(person, besides=game.pk) if person.is_authenticated else [],
    }


def _table_called_off(state: GameState, viewer: int | None, names: dict[int, str]) -> Table:
    """The table as it was left: nobody is to move any more."""
    view = view_of(state, viewer) | {"seat_to_move": None}
    return build_table(view, viewer, None, names, past=True)
