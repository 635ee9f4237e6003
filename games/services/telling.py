"""News between turns, which may wait as long as news of a turn do: their reader may look in before."""

from datetime import datetime, timedelta
from typing import Any, Final

from accounts.enums import NotificationDelay
from accounts.models import User
from games.enums import NotificationKind
from games.live.news import NewsKind
from games.live.publish import announce_to
from games.models import Game
from games.notifications.plan import plan_notice
from games.tasks import deliver_notification

# What the log doesn't show, so that open streams would not hear of it.
_LIVE: Final = {
    NotificationKind.MESSAGE: NewsKind.MESSAGE,
    NotificationKind.TAKE_BACK_ASKED: NewsKind.REQUEST,
    NotificationKind.TAKE_BACK_ANSWERED: NewsKind.REQUEST,
    NotificationKind.PAUSE_ASKED: NewsKind.REQUEST,
    NotificationKind.PAUSE_ANSWERED: NewsKind.REQUEST,
}


def tell_streams(user: User, kind: NotificationKind, game: Game) -> None:
    """Let this person's open streams know of it at once, if nothing else would. The caller is in a transaction."""
    if kind in _LIVE:
        announce_to(user.pk, game.pk, _LIVE[kind])


def tell_later(
    user: User,
    kind: NotificationKind,
    game: Game,
    *,
    key: str,
    now: datetime,
    data: dict[str, Any] | None = None,
) -> None:
    """Plan a notice for after the person's own delay, once for each `key`. The caller is in a transaction."""
    tell_streams(user, kind, game)
    delay = user.notification_delay
    minutes = 0 if delay == NotificationDelay.DIGEST else delay
    due_at = now + timedelta(minutes=minutes)
    row = plan_notice(user, kind, game, now=now, due_at=due_at, data=data, key=key)
    if row.due_at <= now:
        deliver_notification.delay_on_commit(row.pk)
