"""The page on which anybody can check the shuffle of a game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.selectors.access import game_for, viewer_of
from games.selectors.views import events_after
from games.web.requests import person_of


@require_GET
@never_cache
def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """Commitment, what both added, and after the end the secret with everything that was drawn; the browser checks."""
    person = person_of(request)
    game = game_for(game_id, person)
    events = events_after(game, viewer_of(game, person), 0)
    draws = [event for event in events if event["kind"] in _DRAWS]
    return render(request, "games/shuffle.html", {"game": game, "draws": draws})


_DRAWS = ("game_created", "entropy_added", "game_started", "board_replenished", "secret_revealed")
