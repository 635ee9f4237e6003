"""What the two players of a game may do between turns, as plain JSON for one of them."""

from typing import Any

from games.models import Game, GameEvent
from games.selectors.clock import may_grant, pause_state
from games.selectors.take_back import asker_of, take_back_facts


def between_json(game: Game, seat: int) -> dict[str, Any]:
    """For a game from `game_for`. Two queries at most: the log, where a turn could be taken back, and the wish."""
    return {
        "version": game.version,
        "take_back": _take_back(game, seat),
        "pause": pause_state(game, seat) or "none",
        "pause_number": game.pause_number,
        "can_grant_time": may_grant(game, seat),
    }


def _take_back(game: Game, seat: int) -> dict[str, Any]:
    rows = [] if asker_of(game) is None else list(GameEvent.objects.filter(game=game))
    facts = take_back_facts(game, rows, seat)
    if facts is None:
        return {"state": "none", "last": None, "at_once": False}
    return {"state": facts.state, "last": facts.last, "at_once": facts.at_once}
