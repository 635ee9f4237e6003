"""Writing the mails: what each kind tells, from the reader's own view, in the reader's language."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.utils import parseaddr
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mail import send_mail_to
from accounts.models import User
from accounts.readers import as_reader
from games.enums import NotificationKind
from games.models import Game, Notification
from games.selectors.access import viewer_of
from games.selectors.games import waiting_ids
from games.selectors.standing import Standing
from games.selectors.story import TurnStory, ended_sentence, name_of, story_since_turn
from games.selectors.words import kind_name

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
class Told:
    """What a mail says of one game. `deadline` is None when the game is over."""

    opponent: str
    turn: int
    deadline: datetime | None
    story: list[TurnStory]
    goals: list[Goal]
    url: str


def send(rows: list[Notification]) -> str:
    """Send one mail for rows of one kind and one person; its Message-ID. Raises MailRefused or OSError."""
    user, kind = rows[0].user, NotificationKind(rows[0].kind)
    with as_reader(user):
        context = _CONTEXTS[kind](rows, user)
    return send_mail_to(user, kind, context, _threading(rows))


def _threading(rows: list[Notification]) -> dict[str, str]:
    """Headers that let a mail program show the mails of one game together: all answer to one that never was."""
    if len(rows) > 1:
        return {}
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    root = f"<game.{rows[0].game_id}.{rows[0].user_id}@{domain}>"
    return {"In-Reply-To": root, "References": root}


def _told(game: Game, user: User) -> Told:
    viewer = viewer_of(game, user)
    opponent = next(seat for seat in game.seats.all() if seat.number != viewer)
    return Told(
        opponent=name_of(opponent),
        turn=game.turn,
        deadline=game.deadline_at,
        story=story_since_turn(game, viewer)[-TOLD_TURNS:],
        goals=_goals(game.standing[str(viewer)], game.standing[str(opponent.number)]),
        url=settings.SITE_URL + reverse("games:game", args=[game.pk]),
    )


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


def _your_turn(rows: list[Notification], user: User) -> dict[str, Any]:
    urgent_first = sorted((row.game for row in rows), key=_time_left)
    told = [_told(game, user) for game in urgent_first]
    more = len(set(waiting_ids(user)) - {row.game_id for row in rows})
    return {
        "games": told,
        "title": _your_turn_title(told),
        "more": more,
        "mine_url": settings.SITE_URL + reverse("games:mine"),
    }


def _time_left(game: Game) -> tuple[bool, datetime | None]:
    """Sorts by deadline, games without one last."""
    return game.deadline_at is None, game.deadline_at


def _your_turn_title(told: list[Told]) -> str:
    """One game is named; its turn is not, so that all mails of a game carry the same subject."""
    if len(told) == 1:
        return _("Your turn against %(opponent)s") % {"opponent": told[0].opponent}
    return ngettext("It is your turn in %d game", "It is your turn in %d games", len(told)) % len(
        told
    )


def _invited(rows: list[Notification], user: User) -> dict[str, Any]:
    game = rows[0].game
    inviter = next(seat for seat in game.seats.all() if not seat.is_free)
    return {
        "inviter": name_of(inviter),
        "game": game,
        "expires": game.invitation.expires_at,
        "url": settings.SITE_URL + reverse("games:invitation", args=[game.invitation.token]),
    }


def _game_over(rows: list[Notification], user: User) -> dict[str, Any]:
    game = rows[0].game
    told, viewer = _told(game, user), viewer_of(game, user)
    return {
        "told": told,
        "title": _result(game, viewer, told.opponent),
        "ended": ended_sentence(game, viewer),
    }


def _result(game: Game, viewer: int | None, opponent: str) -> str:
    if game.winner is None:
        return _("A draw against %(opponent)s") % {"opponent": opponent}
    if game.winner == viewer:
        return _("You won against %(opponent)s") % {"opponent": opponent}
    return _("You lost against %(opponent)s") % {"opponent": opponent}


_CONTEXTS: Final[dict[NotificationKind, Callable[[list[Notification], User], dict[str, Any]]]] = {
    NotificationKind.YOUR_TURN: _your_turn,
    NotificationKind.INVITED: _invited,
    NotificationKind.GAME_OVER: _game_over,
}
