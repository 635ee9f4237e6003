"""From what happened to what people are to be told: rows of the outbox, written in the same transaction. Nothing is sent."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.enums import GameStatus, NotificationKind
from games.models import Game, Notification


def plan_after_move(
    game: Game, *, mover: int | None, now: datetime, not_before: datetime | None = None
) -> list[Notification]:
    """Who is to be told after a change of the game by seat `mover` (None: by nobody's wish, as at the start).

    Nobody is told of their own extra turn. `not_before`: the turn may be played without its seat until then.
    """
    if game.status == GameStatus.FINISHED:
        return [
            _after_delay(user, game, NotificationKind.GAME_OVER, now)
            for number, user in _people(game).items()
            if number != mover
        ]
    if game.seat_to_move == mover:
        return []
    return plan_turn(game, now=now, not_before=not_before)


def plan_turn(
    game: Game, *, now: datetime, not_before: datetime | None = None
) -> list[Notification]:
    """Tell the seat to move that it is their turn, at `not_before` at the earliest."""
    return [
        _after_delay(user, game, NotificationKind.YOUR_TURN, now, not_before)
        for number, user in _people(game).items()
        if number == game.seat_to_move
    ]


def plan_invitation(game: Game, invitee: User, *, now: datetime) -> Notification:
    """Tell somebody that they were asked to play."""
    return plan_notice(invitee, NotificationKind.INVITED, game, now=now)


def _people(game: Game) -> dict[int, User]:
    """The persons who play, by seat."""
    seats = game.seats.select_related("user")
    return {seat.number: seat.user for seat in seats if seat.user is not None}


def _after_delay(
    user: User,
    game: Game,
    kind: NotificationKind,
    now: datetime,
    not_before: datetime | None = None,
) -> Notification:
    due_at = now + timedelta(minutes=user.notification_delay)
    return plan_notice(user, kind, game, now=now, due_at=max(due_at, not_before or due_at))


def plan_notice(
    user: User,
    kind: NotificationKind,
    game: Game | None,
    *,
    now: datetime,
    due_at: datetime | None = None,
    data: dict[str, Any] | None = None,
    key: str = "",
) -> Notification:
    """Write one row of the outbox; planned again with the same `key`, it is the same row.

    Without a `key` there is one of the kind for each person, game and turn. `data` is what the kind has to tell beside
    the game. The caller is in a transaction and queues `deliver_notification` if the row is due at once.
    """
    turn = 0 if game is None else game.turn
    row, _created = Notification.objects.get_or_create(
        dedupe_key=f"{kind}:{key}:{user.pk}"
        if key
        else f"{kind}:{game and game.pk}:{turn}:{user.pk}",
        defaults={
            "user": user,
            "kind": kind,
            "game": game,
            "turn": turn,
            "data": data or {},
            "created_at": now,
            "due_at": due_at or now,
        },
    )
    return row
