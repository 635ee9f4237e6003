"""The only door through which a game changes: the row is locked, the change made, the log written, tasks queued.

Play, resignation, timeouts and the computer all pass here, so a change, its log rows and its outbox rows commit
together or not at all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine import Event, GameState, HmacChance
from games.enums import GameStatus
from games.errors import not_found
from games.live.news import known_news
from games.live.publish import announce
from games.models import Game
from games.notifications.plan import plan_after_move
from games.notifications.reminders import watch_turn
from games.selectors.at_hand import seats_of
from games.services.log import append_engine_events
from games.services.offer_hooks import follow_offers
from games.services.plan_hooks import follow_plans
from games.services.ratings import rate_finished
from games.services.repeats import holding
from games.services.sealing import unseal
from games.tasks import deliver_notification, play_computer_turn


@contextmanager
def locked(game_id: str, *, wait: bool = True) -> Iterator[Game]:
    """A transaction that holds the game's row. Raises not_found; without `wait` also if somebody else holds it.

    Without the lock two requests could both read version 41 and both write event 42; the unique number would stop
    the second, but only with an error page.
    """
    # Who leaves the block may say that it is stored, unless their answer waits for a transaction around it.
    with transaction.atomic(durable=not holding()):
        rows = Game.objects.select_for_update(no_key=True, skip_locked=not wait, of=("self",))
        # Of a lock that was waited for, the snapshot may lag behind: `state_in` folds what came since.
        game = rows.select_related("snapshot").filter(pk=game_id).first()
        if game is None:
            raise not_found()
        before, turn = game.version, (game.turn, game.deadline_at)
        yield game
        if game.version != before:
            announce(game.pk, known_news(game))
        if (game.turn, game.deadline_at) != turn:
            watch_turn(game, timezone.now())


def chance_of(game: Game) -> HmacChance:
    """The dice of this game."""
    first, second = sorted(seats_of(game), key=lambda seat: seat.number)
    return HmacChance(unseal(game.sealed_secret), game.pk, (first.entropy, second.entropy))


def record(
    game: Game, events: tuple[Event, ...], state: GameState | None, *, mover: int | None
) -> GameState:
    """Store what was decided and see to what follows from it: plans, mails, the computer's turn."""
    now = timezone.now()
    after = append_engine_events(game, events, state, now=now)
    rate_finished(game)
    _follow_up(game, state, mover, now)
    return after


def _follow_up(game: Game, before: GameState | None, mover: int | None, now: datetime) -> None:
    not_before = follow_plans(game, before, mover=mover, now=now)
    for notification in plan_after_move(game, mover=mover, now=now, not_before=not_before):
        # Those with a delay are found by the sweep.
        if notification.due_at <= now:
            deliver_notification.delay_on_commit(notification.pk)
    follow_offers(game)
    if computer_to_move(game):
        play_computer_turn.delay_on_commit(game.pk)


def computer_to_move(game: Game) -> bool:
    """True if it is the computer's turn in a running game."""
    if game.status != GameStatus.ACTIVE or game.seat_to_move is None:
        return False
    return any(seat.number == game.seat_to_move and seat.computer for seat in seats_of(game))
