"""News between turns, which may wait as long as news of a turn do: their reader may look in before."""

from datetime import datetime, timedelta
from typing import Any

from accounts.enums import NotificationDelay
from accounts.models import User
from games.enums import NotificationKind
from games.models import Game
from games.notifications.plan import plan_notice
from games.tasks import deliver_notification


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
    delay = user.notification_delay
    minutes = 0 if delay == NotificationDelay.DIGEST else delay
    due_at = now + timedelta(minutes=minutes)
    row = plan_notice(user, kind, game, now=now, due_at=due_at, data=data, key=key)
    if row.due_at <= now:
        deliver_notification.delay_on_commit(row.pk)
