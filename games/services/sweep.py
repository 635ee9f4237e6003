"""What is due by the database's word, whatever became of the broker: run every minute."""

import logging
from collections.abc import Callable
from datetime import timedelta
from math import ceil
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import F
from django.utils import timezone

from accounts.leaving import due_for_deletion
from accounts.leaving_mails import due_leaving_mails
from accounts.tasks import tell_leaver
from games.clock.control import GRACE
from games.enums import GameStatus
from games.models import Game, Seat
from games.notifications.deliver import due_ids, release_stale
from games.notifications.digests import plan_digests
from games.notifications.reminders import plan_reminders
from games.services.export import drop_expired_exports, due_export_mails, due_exports
from games.services.invitations import expired_invitations
from games.services.leaving import leavers_to_withdraw
from games.services.mailed_invitations import due_mails
from games.services.planned import due_plans
from games.services.standing_offers import people_to_fill
from games.tasks import (
    build_export,
    delete_account,
    deliver_invitation,
    deliver_notification,
    expire_invitation,
    expire_turn,
    fill_standing_offers,
    play_computer_turn,
    play_plan,
    tell_export,
    withdraw_leaver,
)

logger = logging.getLogger(__name__)

BATCH = 500
SWEEP_SECONDS = 60  # between two sweeps, as CELERY_BEAT_SCHEDULE has it
COMPUTER_LATE = timedelta(seconds=30)  # after which its task is taken for lost


def sweep_all() -> None:
    """Queue what is due, each as a task of its own, so that one that fails holds up no other; a part that fails neither.

    What players' clocks and plans wait for comes first.
    """
    for part in PARTS:
        try:
            part()
        except SoftTimeLimitExceeded:
            raise
        except Exception:  # whatever is wrong with it, the parts behind it are due as well
            logger.exception("the sweep could not do its part %s", part.__name__)


def _turns() -> None:
    for game_id, seconds in overdue_games():
        _queue(expire_turn, game_id, seconds)


def _plans() -> None:
    for seat_id in due_plans(BATCH):
        _queue(play_plan, seat_id)


def _computer() -> None:
    for game_id in lost_computer_turns():
        _queue(play_computer_turn, game_id)


def _stale() -> None:
    release_stale()


def _reminders() -> None:
    plan_reminders(timezone.now(), BATCH)


def _digests() -> None:
    plan_digests(timezone.now(), BATCH)


def _news() -> None:
    for notification_id in due_ids(BATCH):
        _queue(deliver_notification, notification_id)


def _expired_invitations() -> None:
    for game_id in expired_invitations(BATCH):
        _queue(expire_invitation, game_id)


def _mailed_invitations() -> None:
    for invitation_id in due_mails(BATCH):
        _queue(deliver_invitation, invitation_id)


def _standing_offers() -> None:
    for user_id in people_to_fill(BATCH):
        _queue(fill_standing_offers, user_id)


def _leaving_mails() -> None:
    for user_id in due_leaving_mails(timezone.now(), BATCH):
        _queue(tell_leaver, user_id)


def _leavers() -> None:
    """What others could still accept of somebody who is about to leave."""
    for user_id in leavers_to_withdraw(timezone.now(), BATCH):
        _queue(withdraw_leaver, user_id)


def _deletions() -> None:
    for user_id in due_for_deletion(timezone.now(), BATCH):
        _queue(delete_account, user_id)


def _expired_exports() -> None:
    drop_expired_exports(now=timezone.now())


def _exports() -> None:
    for user_id in due_exports(timezone.now(), BATCH):
        _queue(build_export, user_id)


def _export_mails() -> None:
    for user_id in due_export_mails(timezone.now(), BATCH):
        _queue(tell_export, user_id)


PARTS: Final[tuple[Callable[[], None], ...]] = (
    _turns,
    _plans,
    _computer,
    _stale,
    _reminders,
    _digests,
    _news,
    _expired_invitations,
    _mailed_invitations,
    _standing_offers,
    _leaving_mails,
    _leavers,
    _deletions,
    _expired_exports,
    _exports,
    _export_mails,
)


def _queue(task: Any, key: str | int, seconds: int = 0) -> None:
    """Queue a task, to run in so many seconds, until the next sweep queues it again: else a long queue would grow with
    every sweep."""
    due = {"countdown": seconds} if seconds else {}
    task.apply_async_on_commit((key,), expires=SWEEP_SECONDS + seconds, **due)


def overdue_games() -> list[tuple[str, int]]:
    """Running games past deadline and grace, or so before the next sweep, with the seconds until then; longest overdue
    first. Served by the index `game_due`."""
    now = timezone.now()
    until = now - GRACE + timedelta(seconds=SWEEP_SECONDS)
    games = Game.objects.filter(status=GameStatus.ACTIVE, deadline_at__lte=until)
    due = games.order_by("deadline_at", "pk").values_list("pk", "deadline_at")[:BATCH]
    return [(pk, max(ceil((at + GRACE - now).total_seconds()), 0)) for pk, at in due if at]


def lost_computer_turns() -> list[str]:
    """Running games in which the computer has been to move for longer than it ever thinks."""
    late = timezone.now() - COMPUTER_LATE
    seats = Seat.objects.exclude(computer="").filter(
        number=F("game__seat_to_move"),
        game__status=GameStatus.ACTIVE,
        game__turn_started_at__lte=late,
    )
    return list(seats.values_list("game_id", flat=True)[:BATCH])
