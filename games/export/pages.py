"""The readable pages of a person's copy: they open from a disk, run no script and load nothing."""

import json
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.formats import date_format, time_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext as _

from accounts.models import User
from games.selectors.export_games import GameCopy, GameHead
from games.selectors.export_topics import Topic

SITE: Final = settings.SITE_NAME
_EMPTY: Final = "–"


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list of all; times and states in words."""

    id: str
    opponent: str
    status: str
    result: str
    speed: str
    begun: str
    ended: str

    @property
    def page(self) -> str:
        """Where its page stands, seen from the list."""
        return f"games/{self.id}.html"


def shown(value: Any) -> str:
    """A value of a list as people read it."""
    match value:
        case None | "":
            return _EMPTY
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return date_format(localtime(value), "j M Y, H:i")
        case time():
            return time_format(value)
        case float():
            return f"{value:.2f}".rstrip("0").rstrip(".")
        case dict() | list():
            return json.dumps(value, ensure_ascii=False) if value else _EMPTY
        case _:
            return str(value)


def index_page(user: User, made_at: datetime, topics: tuple[Topic, ...], games: int) -> str:
    """The page from which all others are reached."""
    context = {"name": user.username, "made_at": made_at, "topics": topics, "games": games}
    return _render("index", context)


def topic_page(topic: Topic, rows: list[dict[str, Any]]) -> str:
    """One list as a table; one with a single row, and many columns, top down."""
    table = [[shown(row[name]) for name in topic.columns] for row in rows]
    pairs = list(zip(topic.columns.values(), table[0], strict=True)) if len(table) == 1 else []
    context = {"title": topic.title, "columns": topic.columns.values(), "rows": table}
    return _render("topic", context | {"pairs": pairs})


def games_page(lines: list[GameLine]) -> str:
    """All games, oldest first, each with the way to its page."""
    return _render("games", {"lines": lines})


def game_page(copy: GameCopy) -> str:
    """One game: what was agreed, what was played in sentences, what was written."""
    return _render("game", {"copy": copy, "line": line_of(copy.head), "up": "../"})


def line_of(head: GameHead) -> GameLine:
    """The game in a few words."""
    game = head.game
    return GameLine(
        id=game.pk,
        opponent=head.opponent,
        status=game.get_status_display(),
        result=_result(head),
        speed=game.get_speed_display(),
        begun=shown(game.started_at or game.created_at),
        ended=shown(game.finished_at),
    )


def _result(head: GameHead) -> str:
    game = head.game
    if game.status != "finished":
        return _EMPTY
    if game.winner is None:
        return _("drawn")
    return _("won") if game.winner == head.seat else _("lost")


def _render(name: str, context: dict[str, Any]) -> str:
    everywhere = {"site_name": SITE, "zone": get_current_timezone_name()}
    return render_to_string(f"export/archive/{name}.html", context | everywhere)
