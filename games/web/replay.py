"""Positions that a game has left, one page each: the table as it stood, what the step changed, and the way on."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import GameState
from games.enums import GameStatus
from games.models import Game
from games.selectors.access import game_for, viewer_of
from games.selectors.marks import marks_of
from games.selectors.memory import RESERVE_KINDS, reserves_of
from games.selectors.past import (
    Log,
    events_between,
    known_at,
    log_of,
    position_at,
    record_line,
    turns_around,
    words_line,
)
from games.selectors.sentences import sentence_of
from games.selectors.story import name_of, names_for
from games.selectors.views import Eyes, eyes_for, past_view, position_line
from games.web.requests import person_of
from games.web.table import Table, build_table


@dataclass(frozen=True, slots=True)
class Transport:
    """The ways from step `place` of `total`: addresses, empty where there is none. `last` leads to the present."""

    place: int
    total: int
    first: str
    back: str
    forward: str
    last: str
    at_present: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One of the views of a finished game."""

    label: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Copies:
    """Text to take away. `whole` says that nothing is missing from it."""

    position: str
    position_whole: bool
    game: str
    game_whole: bool


@require_safe
@never_cache
def present(request: HttpRequest, game_id: str) -> HttpResponse:
    """The position as it is now has its own page."""
    return redirect("games:game", game_for(game_id, person_of(request)).pk)


@require_safe
@never_cache
def at(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """The table after event `number`, as the viewer may see it."""
    person = person_of(request)
    game = game_for(game_id, person)
    log = log_of(game)
    index = log.index_at(number)
    if index is None:
        return render(request, "games/no_position.html", {"game": game}, status=404)
    asked = request.GET.get("as", "")
    context = _context(game, viewer_of(game, person), asked, log, index, number)
    return render(request, "games/replay.html", context)


def _context(
    game: Game, viewer: int | None, asked: str, log: Log, index: int, number: int
) -> dict[str, Any]:
    eyes, span = eyes_for(game, viewer, asked), log.spans[index]
    state = position_at(log, number)
    events = events_between(log, span.first, number, eyes)
    names = {seat.number: name_of(seat) for seat in game.seats.all()}
    table = build_table(
        past_view(state, eyes),
        eyes.seat,
        None,
        names,
        news=marks_of(events),
        reserves=reserves_of(known_at(log, number, eyes, RESERVE_KINDS)),
        past=True,
    )
    query = f"?as={asked}" if asked and eyes != eyes_for(game, viewer, "") else ""
    return {
        "game": game,
        "table": _with_reader(table, viewer),
        "turn": span.turn,
        "sentence": sentence_of(events[0], names_for(game, viewer)),
        "go": _transport(game, log, index, query),
        "query": query,
        "sides": _sides(game, names, number, eyes),
        "story": turns_around(game, log, index, eyes, viewer)[::-1],
        "current": span.last,
        "copies": Copies(
            position_line(state, eyes), eyes.all or state.over, *_game_text(game, log, eyes)
        ),
    }


def _with_reader(table: Table, viewer: int | None) -> Table:
    """Who looks with the eyes of a seat doesn't sit there."""
    upper, lower = (replace(seat, you=seat.seat == viewer) for seat in (table.upper, table.lower))
    return replace(table, upper=upper, lower=lower)


def _transport(game: Game, log: Log, index: int, query: str) -> Transport:
    def to(place: int) -> str:
        return address(game, log.spans[place].last) + query

    end, over = len(log.spans) - 1, game.status == GameStatus.FINISHED
    now = reverse("games:game", args=[game.pk])
    return Transport(
        place=index + 1,
        total=end + 1,
        first=to(0) if index else "",
        back=to(index - 1) if index else "",
        forward=to(index + 1) if index < end else "" if over else now,
        last=now if not over else to(end) if index < end else "",
        at_present=not over,
    )


def address(game: Game, number: int) -> str:
    """The page of the position after event `number`."""
    return reverse("games:at", args=[game.pk, number])


def _sides(game: Game, names: dict[int, str], number: int, eyes: Eyes) -> list[Side]:
    """The three views of a finished game; a running one has only the viewer's own."""
    if game.status != GameStatus.FINISHED:
        return []
    here = address(game, number)
    seats = [
        Side(name, f"{here}?as={seat}", (eyes.seat, eyes.all) == (seat, False))
        for seat, name in sorted(names.items())
    ]
    return [*seats, Side(_("Everything open"), f"{here}?as=all", eyes.all)]


def _game_text(game: Game, log: Log, eyes: Eyes) -> tuple[str, bool]:
    """The whole record once the game is over, before that what the seats did as the viewer knows it."""
    if game.status == GameStatus.FINISHED:
        return record_line(game, log), True
    return words_line(log, eyes), False


def copies_at_end(game: Game, log: Log, state: GameState) -> Copies | None:
    """Text of a finished game for its own page; None while it runs."""
    if game.status != GameStatus.FINISHED:
        return None
    return Copies(position_line(state, Eyes(None)), True, record_line(game, log), True)
