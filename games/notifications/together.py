"""News that come with a turn are told with it: two messages about one turn are one too many."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from accounts.models import User
from games.enums import Channel, NotificationKind, NotificationState
from games.models import Delivery, Game, Notification
from games.notifications.kinds import SPECS
from games.notifications.plan import plan_notice
from games.notifications.wishes import delay_of, settings_of, wants


def plan_with_turn(
    user: User,
    kind: NotificationKind,
    game: Game,
    *,
    now: datetime,
    data: dict[str, Any],
    key: str,
    due_at: datetime | None = None,
    within: Collection[Channel] = tuple(Channel),
    instead: Collection[Channel] = (),
) -> list[Notification]:
    """Plan news that say, too, that it is this person's turn; the rows that may be due by now.

    In the channels `within`, what is still to be told of the turn tells both. In those of `instead`, these news tell
    both and the turn is not told again. In all others, and to who wants to be told of one of the two only, each is told
    by itself. The caller is in a transaction.
    """
    turn, settings = _turn_of(user, game), settings_of(user)
    within = [one for one in within if wants(settings, SPECS[kind].category, one)]
    # Locked: a worker that is about to claim them waits, and then reads what was added.
    waiting = Delivery.objects.select_for_update().filter(
        notification=turn, state=NotificationState.WAITING
    )
    still = {Channel(row.channel) for row in waiting} if turn else set()
    row = plan_notice(
        user, kind, game, now=now, due_at=due_at, data=data, key=key, but_not=still & set(within)
    )
    if turn is None:
        return [row]
    told = list(row.deliveries.filter(channel__in=instead).values_list("channel", flat=True))
    waiting.filter(channel__in=told).update(state=NotificationState.DROPPED)
    turn.due_at = max(now, turn.created_at + delay_of(user))
    if waiting.filter(channel__in=within).update(due_at=turn.due_at):
        turn.data = {**turn.data, **data, "also": kind}
        turn.save(update_fields=["data", "due_at"])
    return [row, turn]


def _turn_of(user: User, game: Game) -> Notification | None:
    """The newest row that tells this person of the present turn."""
    rows = Notification.objects.filter(user=user, game=game, turn=game.turn)
    return rows.filter(kind=NotificationKind.YOUR_TURN).order_by("-pk").first()
