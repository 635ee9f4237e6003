"""From what happened to what people are to be told: rows of the outbox, written in the same transaction. Nothing is sent."""

from datetime import datetime, timedelta

from accounts.models import User
from games.enums import GameStatus, NotificationKind
from games.models import Game, Notification, Seat


def plan_after_move(game: Game, *, mover: int | None, now: datetime) -> list[Notification]:
    """Who is to be told after a change of the game by seat `mover` (None: by nobody's wish, as at the start).

    Nobody is told of their own extra turn.
    """
    if game.status == GameStatus.FINISHED:
        return [
            _row(seat, game, NotificationKind.GAME_OVER, now)
            for seat in _people(game)
            if seat.number != mover
        ]
    if game.seat_to_move == mover:
        return []
    return [
        _row(seat, game, NotificationKind.YOUR_TURN, now)
        for seat in _people(game)
        if seat.number == game.seat_to_move
    ]


def plan_invitation(game: Game, invitee: User, *, now: datetime) -> Notification:
    """Tell somebody that they were asked to play."""
    return _stored(game, invitee, NotificationKind.INVITED, now, delay=timedelta())


def _people(game: Game) -> list[Seat]:
    return [seat for seat in game.seats.select_related("user") if seat.user is not None]


def _row(seat: Seat, game: Game, kind: NotificationKind, now: datetime) -> Notification:
    assert seat.user is not None
    return _stored(
        game, seat.user, kind, now, delay=timedelta(minutes=seat.user.notification_delay)
    )


def _stored(
    game: Game, user: User, kind: NotificationKind, now: datetime, *, delay: timedelta
) -> Notification:
    row, _created = Notification.objects.get_or_create(
        dedupe_key=f"{kind}:{game.pk}:{game.turn}:{user.pk}",
        defaults={
            "user": user,
            "kind": kind,
            "game": game,
            "turn": game.turn,
            "created_at": now,
            "due_at": now + delay,
        },
    )
    return row
