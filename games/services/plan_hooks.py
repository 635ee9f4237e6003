"""What becomes of plans when a game changes. Called by the one door through which games change, under its lock.

A plan waits for the end of the opponent's turn, extra turns included. It falls when its own seat plays and when the game
ends; it is woken when the opponent hands over.
"""

from datetime import datetime, timedelta
from secrets import SystemRandom

from games.enums import GameStatus
from games.models import Game, Plan
from games.tasks import play_plan

EARLIEST, LATEST = 60.0, 180.0  # seconds after the opponent's turn: when a plan plays tells nothing
TURN_TOLD_AFTER = timedelta(
    seconds=90
)  # once it was due: by then it was played, or a person is needed

_random = SystemRandom()


def follow_plans(game: Game, *, mover: int | None, now: datetime) -> datetime | None:
    """Drop the plans that fell, wake that of the seat to move; until when that seat need not be told of its turn."""
    plans = Plan.objects.filter(seat__game=game).select_related("seat")
    planned = {plan.seat.number: plan for plan in plans if plan.entries}
    if game.status != GameStatus.ACTIVE:
        for plan in planned.values():
            drop(plan)
        return None
    if mover in planned:
        drop(planned.pop(mover))
    if game.seat_to_move == mover or game.seat_to_move not in planned:
        return None
    return _wake(planned[game.seat_to_move], now) + TURN_TOLD_AFTER


def drop(plan: Plan) -> None:
    """Nothing is planned any more."""
    plan.entries = []
    plan.due_at = None
    plan.revision += 1
    plan.save(update_fields=["entries", "due_at", "revision"])


def _wake(plan: Plan, now: datetime) -> datetime:
    seconds = _random.uniform(EARLIEST, LATEST)
    plan.due_at = now + timedelta(seconds=seconds)
    plan.save(update_fields=["due_at"])
    # The time stands in the database; a task that is lost is made again by the sweep.
    play_plan.apply_async_on_commit((plan.pk,), countdown=seconds + 1)
    return plan.due_at
