"""What the two players of a game do between turns, as parts of its page."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from games.models import Game
from games.web.plan_page import plan_part
from games.web.rival_part import rival_part
from games.web.talk_part import talk_part
from games.web.time_part import time_part

# Each part adds its own names to the context of templates/games/table/between.html.
PARTS: Final[tuple[Callable[[Game, int, datetime], dict[str, Any]], ...]] = (
    time_part,
    plan_part,
    talk_part,
    rival_part,
)


def between_turns(game: Game, viewer: int | None, now: datetime) -> dict[str, Any]:
    """The parts for the player of a seat; nothing for who only watches."""
    if viewer is None:
        return {}
    context: dict[str, Any] = {}
    for part in PARTS:
        context |= part(game, viewer, now)
    return context
