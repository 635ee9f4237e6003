"""Each kind of news in a few words: a title, where it leads, and a sentence or two for those that need no more.

Titles name the opponent and nothing of the position. Mails of every channel are made of them. Texts are in the language
that is active.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.enums import NotificationKind, ReminderPart
from games.models import Notification
from games.notifications.told import game_of, game_url, opponent_of, page_url, when
from games.selectors.access import viewer_of

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Words:
    """A title, the address it leads to, what the button there is called, and sentences that say more."""

    title: str
    url: str
    label: str
    said: list[str] = field(default_factory=list)


def your_turn(row: Notification) -> Words:
    """It is their turn; and what is told together with it (`plan_with_turn`).

    Nothing of a plan stands in the title, which goes to web addresses, too.
    """
    also = row.data.get("also")
    if also == NotificationKind.TAKE_BACK_ANSWERED:
        return take_back_answered(row)
    said = []
    if also == NotificationKind.PLAN_STOPPED:
        said = [_("Your plan was not played."), *_why(row)]
    return _of_game(row, _("Your turn against %(opponent)s"), _("Open the game"), said)


def reminder(row: Notification) -> Words:
    """Their time runs out, or half of it has."""
    deadline = game_of(row).deadline_at
    half = row.data["part"] == ReminderPart.HALF
    title = (
        _("Half of your time against %(opponent)s is used up")
        if half
        else _("Your time against %(opponent)s runs out")
    )
    said = [] if deadline is None else [_("You have until %(when)s.") % {"when": when(deadline)}]
    return _of_game(row, title, _("Open the game"), said)


def digest(row: Notification) -> Words:
    """Which games wait today."""
    return Words(_("Games that wait for you"), page_url("games:mine"), _("Open my games"))


def invited(row: Notification) -> Words:
    """Somebody asks them to play."""
    game = game_of(row)
    title = _("%(opponent)s invites you to a game") % {"opponent": opponent_of(row)}
    return Words(title, page_url("games:invitation", game.invitation.token), _("Accept or decline"))


def declined(row: Notification) -> Words:
    """Whom they invited doesn't want to play."""
    invitee = game_of(row).invitation.invitee
    title = (
        _("Your invitation was declined")
        if invitee is None
        else _("%(name)s declined your invitation") % {"name": invitee.shown_name}
    )
    reason = str(row.data.get("reason", ""))
    said = [_("The reason: %(reason)s") % {"reason": reason}] if reason else []
    return Words(title, page_url("games:new"), _("Begin another game"), said)


def begun(row: Notification) -> Words:
    """Somebody took the free seat, and is to move."""
    said = [_("It is their turn; you will be told when it is yours.")]
    return _of_game(row, _("Your game against %(opponent)s has begun"), _("Look at the game"), said)


def game_over(row: Notification) -> Words:
    """How the game ended for them."""
    game = game_of(row)
    if game.winner is None:
        title = _("A draw against %(opponent)s")
    elif game.winner == viewer_of(game, row.user):
        title = _("You won against %(opponent)s")
    else:
        title = _("You lost against %(opponent)s")
    return _of_game(row, title, _("Look at the game or play again"))


def called_off(row: Notification) -> Words:
    """A game was called off after it had begun."""
    said = [_("A first turn was not played in time. Nobody has lost, and no rating changes.")]
    return _of_game(
        row, _("Your game against %(opponent)s was called off"), _("Look at the game"), said
    )


def time_granted(row: Notification) -> Words:
    """The opponent gave them more time."""
    hours = int(row.data["seconds"]) // HOUR
    said = [
        ngettext("You have %(hours)d hour more.", "You have %(hours)d hours more.", hours)
        % {"hours": hours}
    ]
    deadline = game_of(row).deadline_at
    if deadline is not None:
        said.append(_("Your turn ends on %(when)s.") % {"when": when(deadline)})
    return _of_game(row, _("%(opponent)s gave you more time"), _("Open the game"), said)


def pause_asked(row: Notification) -> Words:
    """The opponent would like a pause."""
    said = [_("If you agree, no clock runs until one of you goes on.")]
    return _of_game(row, _("%(opponent)s asks for a pause"), _("Open the game"), said)


def pause_answered(row: Notification) -> Words:
    """What the opponent said to that."""
    if row.data["accepted"]:
        title = _("%(opponent)s agrees to a pause")
        said = [_("No clock runs until one of you goes on.")]
    else:
        title = _("%(opponent)s does not want a pause")
        said = [_("The clock runs on.")]
    return _of_game(row, title, _("Open the game"), said)


def take_back_asked(row: Notification) -> Words:
    """The opponent would like to have their last turn back."""
    said = [_("It is for you to say. If you move, the request falls.")]
    title = _("%(opponent)s asks to take a turn back")
    return _of_game(row, title, _("Open the game"), said)


def take_back_answered(row: Notification) -> Words:
    """What the opponent said to that."""
    if row.data["accepted"]:
        title = _("%(opponent)s lets you take your turn back")
        said = [_("It is your turn again.")]
    else:
        title = _("%(opponent)s does not want you to take your turn back")
        said = [_("Your turn stands as you played it.")]
    return _of_game(row, title, _("Open the game"), said)


def vacation_ending(row: Notification) -> Words:
    """The clocks of their games will go on."""
    until = when(datetime.fromisoformat(row.data["until"]))
    said = [_("It ends on %(when)s. Then the clocks of your games go on.") % {"when": until}]
    return Words(_("Your vacation ends soon"), page_url("games:mine"), _("Look at my games"), said)


def plan_played(row: Notification) -> Words:
    """Their plan was played for them."""
    title = _("Your planned turn against %(opponent)s was played")
    return _of_game(row, title, _("Look at the game"), [row.data["turn"]])


def plan_stopped(row: Notification) -> Words:
    """Their plan doesn't fit what the opponent played."""
    said = [_("Nothing was played for you. It is your turn."), *_why(row)]
    title = _("Your plan against %(opponent)s was not played")
    return _of_game(row, title, _("Open the game"), said)


def _why(row: Notification) -> list[str]:
    why = str(row.data.get("why", ""))
    return [why] if why else []


def message(row: Notification) -> Words:
    """The opponent wrote something; what, is told on the site only."""
    return _of_game(row, _("%(opponent)s wrote to you"), _("Read and answer"))


def _of_game(row: Notification, title: str, label: str, said: Any = ()) -> Words:
    named = title % {"opponent": opponent_of(row)}
    return Words(named, game_url(game_of(row)), label, list(said))
