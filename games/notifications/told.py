"""What a mail says of a game, from the reader's own view. Texts are in the language that is active."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.template.defaultfilters import date as date_text
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Notification
from games.notifications.pictures import board_alt, board_png
from games.selectors.access import viewer_of
from games.selectors.standing import Standing
from games.selectors.story import TurnStory, name_of, story_since_turn
from games.selectors.words import kind_name

logger = logging.getLogger(__name__)

TOLD_TURNS = 6  # at most, of each game: the mail tells the news, the page has the whole log
# What each of the three victories asks for.
PRESTIGE_WANTED: Final = 20
CROWNS_WANTED: Final = 10
COLOR_POINTS_WANTED: Final = 10


@dataclass(frozen=True, slots=True)
class Goal:
    """How far both are towards one of the three victories, in words."""

    name: str
    mine: str
    theirs: str
    wanted: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The table as the reader may see it: under which name it travels with the mail, and the same in words."""

    name: str
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a mail says of one game. `deadline` is None without a clock and when the game is over."""

    game: Game
    viewer: int | None
    opponent: str
    turn: int
    deadline: datetime | None
    story: list[TurnStory]
    goals: list[Goal]
    url: str
    picture: Picture | None
    said: Sequence[str] = ()  # beside the news of the game


def game_of(row: Notification) -> Game:
    """The game that a row tells of. Every kind but those without a game has one."""
    if row.game is None:
        raise LookupError(f"notification {row.pk} tells of no game")
    return row.game


def told(game: Game, user: User, *, drawn: bool = True, said: Sequence[str] = ()) -> Told:
    """The news of a game since this person's own last turn; `drawn`: with a picture of the table."""
    viewer = viewer_of(game, user)
    opponent = next(seat for seat in game.seats.all() if seat.number != viewer)
    return Told(
        game=game,
        viewer=viewer,
        opponent=name_of(opponent),
        turn=game.turn,
        deadline=game.deadline_at,
        story=story_since_turn(game, viewer)[-TOLD_TURNS:],
        goals=_goals(game.standing[str(viewer)], game.standing[str(opponent.number)]),
        url=game_url(game),
        picture=_picture(game, viewer) if drawn else None,
        said=said,
    )


def _picture(game: Game, viewer: int | None) -> Picture | None:
    try:
        return Picture(f"board-{game.pk}", board_png(game, viewer), board_alt(game, viewer))
    except Exception:  # whatever is wrong with it, a mail without a picture is better than none
        logger.exception("no picture of game %s", game.pk)
        return None


def opponent_of(row: Notification) -> str:
    """How the reader of a row calls the other one."""
    game = game_of(row)
    prefetch_related_objects([game], "seats__user")  # nothing, where a list has done so
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    return next((name_of(seat) for seat in seats if seat.user_id != row.user_id), _("Somebody"))


def game_url(game: Game) -> str:
    """The whole address of a game's page."""
    return page_url("games:game", game.pk)


def page_url(name: str, *args: str) -> str:
    """The whole address of a page."""
    return settings.SITE_URL + reverse(name, args=args)


def when(instant: datetime) -> str:
    """Day and time in the reader's zone, and which zone that is."""
    local = timezone.localtime(instant)
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_text(local, "l"),
        "time": date_text(local, "DATETIME_FORMAT"),
        "zone": timezone.get_current_timezone_name(),
    }


def _goals(mine: Standing, theirs: Standing) -> list[Goal]:
    """The three goals of both seats, from what everybody may see."""
    return [
        Goal(_("Prestige"), str(mine["prestige"]), str(theirs["prestige"]), PRESTIGE_WANTED),
        Goal(_("Crowns"), str(mine["crowns"]), str(theirs["crowns"]), CROWNS_WANTED),
        Goal(_("Best colour"), _color_points(mine), _color_points(theirs), COLOR_POINTS_WANTED),
    ]


def _color_points(standing: Standing) -> str:
    """Points in the best colour: "6 red"; "0" before the first."""
    if standing["color"] is None:
        return "0"
    return _("%(number)d %(token)s") % {
        "number": standing["color_points"],
        "token": kind_name(standing["color"]),
    }
