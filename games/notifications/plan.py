"""From what happened to what people are to be told: rows of the outbox, written in the same transaction. Nothing is sent."""

from datetime import datetime, timedelta

from accounts.models import User
from games.enums import GameStatus, NotificationKind
from games.models import Game, Notification


def plan_after_move(game: Game, *, mover: int | None, now: datetime) -> list[Notification]:
    """Who is to be told after a change of the game by seat `mover` (None: by nobody's wish, as at the start).

    Nobody is told of their own extra turn.
    """
    if game.status == GameStatus.FINISHED:
        return [
            _after_delay(user, game, NotificationKind.GAME_OVER, now)
            for number, user in _people(game).items()
            if number != mover
        ]
    if game.seat_to_move == mover:
        return []
    return [
        _after_delay(user, game, NotificationKind.YOUR_TURN, now)
        for number, user in _people(game).items()
        if number == game.seat_to_move
    ]


def plan_invitation(game: Game, invitee: User, *, now: datetime) -> Notification:
    """Tell somebody that they were asked to play."""
    return _stored(game, invitee, NotificationKind.INVITED, now, delay=timedelta())


def _people(game: Game) -> dict[int, User]:
    """The persons who play, by seat."""
    seats = game.seats.select_related("user")
    return {seat.number: seat.user for seat in seats if seat.user is not None}


def _after_delay(user: User, game: Game, kind: NotificationKind, now: datetime) -> Notification:
    return _stored(game, user, kind, now, delay=timedelta(minutes=user.notification_delay))


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
