"""What a table tells everybody beyond its view: cards not seen yet, reserves as all could remember them, goals in reach."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine import outlook
from engine.constants import SEATS
from games.models import Game
from games.selectors.memory import Reserves, reserves_of, unseen_cards
from games.selectors.past import log_of, log_seen
from games.selectors.retraction import standing_shown
from games.selectors.state import state_in
from games.selectors.views import view_of


def table_json(game: Game, viewer: int | None) -> dict[str, Any]:
    """The facts of a running game: the same for everybody. One query."""
    events = standing_shown(log_seen(game, log_of(game), viewer))
    return facts_json(view_of(state_in(game), viewer), events)


def facts_json(view: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The facts of a position from anybody's view and the redacted log that led to it."""
    reserves = reserves_of(events)
    unseen = unseen_cards(view, reserves)
    return {
        "unseen": {str(level): cards for level, cards in unseen.items()},
        "reserves": {
            str(seat): [{"level": kept.level, "card": kept.card or None} for kept in reserves[seat]]
            for seat in SEATS
        },
        "outlook": {str(seat): _outlook_json(view, seat, reserves) for seat in SEATS},
    }


def _outlook_json(view: Mapping[str, Any], seat: int, reserves: Reserves) -> dict[str, Any]:
    found = outlook(view, seat, [kept.card for kept in reserves[seat] if kept.card])
    return {
        "this_turn": found.this_turn,
        "reasons": list(found.reasons),
        "colors": list(found.colors),
    }
