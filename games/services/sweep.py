"""What is due by the database's word, whatever became of the broker: run every minute."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.enums import GameStatus
from games.models import Game, Seat, Submission
from games.notifications.deliver import due_ids, release_stale
from games.services.planned import due_plans
from games.services.play import GRACE
from games.tasks import deliver_notification, expire_turn, play_computer_turn, play_plan

BATCH = 500
SWEEP_SECONDS = 60  # between two sweeps, as CELERY_BEAT_SCHEDULE has it
COMPUTER_LATE = timedelta(seconds=30)  # after which its task is taken for lost
ANSWERS_KEPT = timedelta(days=14)


def sweep_all() -> None:
    """Queue what is due: overdue turns, the computer's lost turns, plans, notifications that wait or whose worker died.

    Each is a task of its own, so that one that fails holds up no other.
    """
    release_stale()
    for game_id in overdue_games():
        _queue(expire_turn, game_id)
    for game_id in lost_computer_turns():
        _queue(play_computer_turn, game_id)
    for seat_id in due_plans(BATCH):
        _queue(play_plan, seat_id)
    for notification_id in due_ids(BATCH):
        _queue(deliver_notification, notification_id)


def _queue(task: Any, key: str | int) -> None:
    """Queue a task until the next sweep queues it again: else a long queue would grow with every sweep."""
    task.apply_async_on_commit((key,), expires=SWEEP_SECONDS)


def overdue_games() -> list[str]:
    """Running games past deadline and grace, longest overdue first. Served by the index `game_due`."""
    games = Game.objects.filter(status=GameStatus.ACTIVE, deadline_at__lte=timezone.now() - GRACE)
    return list(games.order_by("deadline_at", "pk").values_list("pk", flat=True)[:BATCH])


def lost_computer_turns() -> list[str]:
    """Running games in which the computer has been to move for longer than it ever thinks."""
    late = timezone.now() - COMPUTER_LATE
    seats = Seat.objects.exclude(computer="").filter(
        number=F("game__seat_to_move"),
        game__status=GameStatus.ACTIVE,
        game__turn_started_at__lte=late,
    )
    return list(seats.values_list("game_id", flat=True)[:BATCH])


def prune_submissions() -> int:
    """Delete stored answers older than two weeks; the number deleted."""
    deleted, _by_table = Submission.objects.filter(
        created_at__lt=timezone.now() - ANSWERS_KEPT
    ).delete()
    return deleted
