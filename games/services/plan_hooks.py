"""What becomes of plans when a game changes. Called by the one door through which games change, under its lock.

A plan waits for the end of the opponent's turn, extra turns included. It falls when its own seat plays and when the game
ends; it is woken when the opponent hands over.
"""

from datetime import datetime, timedelta
from secrets import SystemRandom

from engine import GameState
from engine.constants import MAIN
from games.enums import GameStatus
from games.models import Game, Plan
from games.notifications.plan import PLAN_LATEST, TURN_TOLD_AFTER
from games.selectors.at_hand import seats_of
from games.tasks import play_plan

# Seconds after the opponent's turn: when a plan plays tells nothing.
EARLIEST, LATEST = 60.0, PLAN_LATEST.total_seconds()

_random = SystemRandom()


def follow_plans(
    game: Game, before: GameState | None, *, mover: int | None, now: datetime
) -> datetime | None:
    """See to the plans of a game that seat `mover` has brought on from `before`: drop those that fell, wake one.

    Gives until when that seat need not be told of its turn, if it has a plan.
    """
    plans = {seat.number: seat.plan for seat in seats_of(game) if hasattr(seat, "plan")}
    if mover in plans:
        _note_own_turn(plans[mover], before)
    if game.status != GameStatus.ACTIVE:
        for plan in plans.values():
            drop(plan)
        return None
    woken = plans.get(game.seat_to_move or 0)
    if woken is None or not woken.entries or game.seat_to_move == mover:
        return None
    return _wake(woken, now) + TURN_TOLD_AFTER


def _note_own_turn(plan: Plan, before: GameState | None) -> None:
    """The seat has acted: its plan falls. A turn that is begun anew, having been taken back, was not planned."""
    drop(plan)
    if before is None or not before.fresh or before.phase != MAIN:
        return
    if before.turn in plan.played:
        plan.played = [number for number in plan.played if number != before.turn]
        plan.save(update_fields=["played"])


def drop(plan: Plan) -> None:
    """Nothing is planned any more."""
    if not plan.entries and plan.due_at is None:
        return
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
