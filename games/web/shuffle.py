"""The page on which anybody can check the shuffles of a game."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.selectors.access import game_for, viewer_of
from games.selectors.shuffle import shuffle_of
from games.selectors.story import name_of
from games.web.requests import person_of


@require_safe
@never_cache
def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """Commitment, what both added, and after the end the secret with everything that was drawn; the browser checks."""
    person = person_of(request)
    game = game_for(game_id, person)
    found = shuffle_of(game, viewer_of(game, person))
    context = {
        "game": game,
        "seats": _seats(game),
        "secret": found.secret,
        "checks": _checks(found.draws),
        "script": {"game": game.pk, "events": found.draws, "words": _words()},
    }
    return render(request, "games/shuffle.html", context)


def _seats(game: Game) -> list[dict[str, str]]:
    return [{"name": name_of(seat), "entropy": seat.entropy} for seat in game.seats.all()]


def _checks(draws: list[dict[str, Any]]) -> list[dict[str, str]]:
    """What is checked, in the order of play."""
    titles = [
        ("commitment", _("The secret is the one that was committed to")),
        ("starter", _("Who began")),
        ("board", _("The first board")),
    ]
    titles += [(f"deck-{level}", _("Deck of level %d") % level) for level in (1, 2, 3)]
    replenishes = sum(event["kind"] == "board_replenished" for event in draws)
    titles += [
        (f"replenish-{number}", _("Replenish %d") % number) for number in range(1, replenishes + 1)
    ]
    return [{"name": name, "title": title} for name, title in titles]


def _words() -> dict[str, str]:
    return {
        "good": _("follows from the secret"),
        "bad": _("does NOT follow from the secret"),
        "good_all": _("Checked: everything follows from the secret that was committed to."),
        "bad_all": _(
            "Something does not follow from the secret. Please tell the people who run this site."
        ),
        "insecure": _("Your browser can only check this over a secure connection (https)."),
    }
