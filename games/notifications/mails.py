"""Writing the mails: what each kind tells, from the reader's own view, in the reader's language."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.mail import send_mail_to
from accounts.models import User
from accounts.readers import as_reader
from games.enums import NotificationKind
from games.models import Game, Notification
from games.selectors.access import viewer_of
from games.selectors.story import name_of, story_since_turn
from games.selectors.words import reasons

TOLD_TURNS = 6  # at most, of each game: the mail tells the news, the page has the whole log


def send(rows: list[Notification]) -> str:
    """Send one mail for rows of one kind and one person; its Message-ID. Raises MailRefused or OSError."""
    user = rows[0].user
    with as_reader(user):
        context = _CONTEXTS[NotificationKind(rows[0].kind)](rows, user)
    return send_mail_to(user, rows[0].kind, context)


def _game_url(game: Game) -> str:
    return settings.SITE_URL + reverse("games:game", args=[game.pk])


def _told(game: Game, user: User) -> dict[str, Any]:
    """What a mail says of one game."""
    viewer = viewer_of(game, user)
    opponent = next(seat for seat in game.seats.all() if seat.number != viewer)
    return {
        "opponent": name_of(opponent),
        "turn": game.turn,
        "deadline": game.deadline_at,
        "story": story_since_turn(game, viewer)[-TOLD_TURNS:],
        "standing": game.standing,
        "url": _game_url(game),
    }


def _your_turn(rows: list[Notification], user: User) -> dict[str, Any]:
    return {"games": [_told(row.game, user) for row in rows]}


def _invited(rows: list[Notification], user: User) -> dict[str, Any]:
    game = rows[0].game
    inviter = next(seat for seat in game.seats.all() if not seat.is_free)
    url = settings.SITE_URL + reverse("games:invitation", args=[game.invitation.token])
    return {
        "inviter": name_of(inviter),
        "days": game.days_per_move,
        "url": url,
        "expires": game.invitation.expires_at,
    }


def _game_over(rows: list[Notification], user: User) -> dict[str, Any]:
    game = rows[0].game
    viewer = viewer_of(game, user)
    won = None if game.winner is None else game.winner == viewer
    return {**_told(game, user), "won": won, "reasons": reasons(game.reasons, game.winning_colors)}


_CONTEXTS = {
    NotificationKind.YOUR_TURN: _your_turn,
    NotificationKind.INVITED: _invited,
    NotificationKind.GAME_OVER: _game_over,
}
