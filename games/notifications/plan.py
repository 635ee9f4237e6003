"""From what happened to what people are to be told: rows of the outbox, written in the same transaction. Nothing is sent."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, cast

from accounts.models import User
from games.enums import Channel, GameStatus, NotificationKind, NotificationState
from games.models import Delivery, Game, NoticeSettings, Notification, Seat
from games.notifications.channels import webhook
from games.notifications.channels.registry import SENDERS, offered
from games.notifications.kinds import SPECS
from games.notifications.wishes import (
    delay_of,
    next_digest,
    only_in_digest,
    settings_for,
    settings_of,
    wants,
)
from games.selectors.at_hand import known_reach, seats_of

PLAN_LATEST = timedelta(seconds=180)  # after a turn, when its plan is looked at, at the latest
TURN_TOLD_AFTER = timedelta(
    seconds=90
)  # once a plan was due: by then it was played, or a person is needed


def plan_after_move(
    game: Game, *, mover: int | None, now: datetime, not_before: datetime | None = None
) -> list[Notification]:
    """Who is to be told after a change of the game by seat `mover` (None: by nobody's wish, as at the start).

    Nobody is told of their own extra turn. `not_before`: the turn may be played without its seat until then.
    """
    if game.status == GameStatus.FINISHED:
        return [
            _after_delay(seat, game, NotificationKind.GAME_OVER, now)
            for number, seat in _people(game).items()
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
        _after_delay(seat, game, NotificationKind.YOUR_TURN, now, not_before)
        for number, seat in _people(game).items()
        if number == game.seat_to_move
    ]


def plan_invitation(game: Game, invitee: User, *, now: datetime) -> Notification:
    """Tell somebody that they were asked to play."""
    return plan_notice(invitee, NotificationKind.INVITED, game, now=now)


def _people(game: Game) -> dict[int, Seat]:
    """The seats of persons, by number."""
    return {seat.number: seat for seat in seats_of(game) if seat.user_id is not None}


def _after_delay(
    seat: Seat,
    game: Game,
    kind: NotificationKind,
    now: datetime,
    not_before: datetime | None = None,
) -> Notification:
    user = cast(User, seat.user)
    due_at = now + delay_of(user)
    # The version, for the turn of the same number comes again when the one before it was taken back.
    key = f"{game.pk}:{game.turn}:{game.version}"
    row = Notification(
        **_once(user, kind, game, key),
        data={},
        created_at=now,
        due_at=max(due_at, not_before or due_at),
    )
    # The same row again if this was planned before, and its deliveries as they are.
    Notification.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["dedupe_key"], update_fields=["dedupe_key"]
    )
    _plan_deliveries(row, settings_for(seat), now, reach=known_reach(seat))
    return row


def _once(user: User, kind: NotificationKind, game: Game | None, key: str) -> dict[str, Any]:
    """About what a row is and what makes it the same one again."""
    turn = 0 if game is None else game.turn
    about = key or f"{game and game.pk}:{turn}"
    return {
        "dedupe_key": f"{kind}:{about}:{user.pk}",
        "user": user,
        "kind": kind,
        "game": game,
        "turn": turn,
    }


def plan_notice(
    user: User,
    kind: NotificationKind,
    game: Game | None,
    *,
    now: datetime,
    due_at: datetime | None = None,
    data: dict[str, Any] | None = None,
    key: str = "",
    but_not: Collection[Channel] = (),
) -> Notification:
    """Write one row of the outbox, with a delivery for each channel through which this person wants such news.

    In the channels `but_not` something else tells it.

    Planned again with the same `key`, it is the same row. Without a `key` there is one of the kind for each person,
    game and turn. `data` is what the kind has to tell beside the game. The caller is in a transaction and queues
    `deliver_notification` if the row is due at once.
    """
    facts = _once(user, kind, game, key)
    row, created = Notification.objects.get_or_create(
        dedupe_key=facts["dedupe_key"],
        defaults=facts | {"data": data or {}, "created_at": now, "due_at": due_at or now},
    )
    if created:
        _plan_deliveries(row, settings_of(user), now, but_not)
    else:  # what was dropped because it no longer held is so again
        dropped = Delivery.objects.filter(notification=row, state=NotificationState.DROPPED)
        dropped.update(state=NotificationState.WAITING, due_at=due_at or now, attempts=0)
    return row


def _plan_deliveries(
    row: Notification,
    settings: NoticeSettings,
    now: datetime,
    but_not: Collection[Channel] = (),
    reach: Mapping[Channel, bool] = MappingProxyType({}),
) -> None:
    kind = NotificationKind(row.kind)
    if only_in_digest(row.user, kind):
        _see_to_digest(settings, row.user, now)
    rows = [
        Delivery(notification=row, channel=channel, due_at=_due_in(channel, row, kind, now))
        for channel in _channels(row.user, settings, kind, reach)
        if channel not in but_not
    ]
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)


def _due_in(channel: Channel, row: Notification, kind: NotificationKind, now: datetime) -> datetime:
    """When a row is due in a channel. At a web address a turn always comes as late as one with a plan may be told, but
    a program of one's own is told at once."""
    if channel == Channel.WEBHOOK and webhook.is_signed(row.user):
        return now
    if channel == Channel.WEBHOOK and kind == NotificationKind.YOUR_TURN:
        return max(row.due_at, now + PLAN_LATEST + TURN_TOLD_AFTER)
    return row.due_at


def _channels(
    user: User, settings: NoticeSettings, kind: NotificationKind, reach: Mapping[Channel, bool]
) -> list[Channel]:
    """The channels that this person wants such news through and can be reached by.

    `reach` is what is known of that already: of a browser, that there is one. Whether its session lives is asked when
    something is sent.
    """
    category = SPECS[kind].category
    return [
        channel
        for channel, sender in SENDERS.items()
        if wants(settings, category, channel)
        and not (channel == Channel.EMAIL and only_in_digest(user, kind))
        and (
            reach[channel] and channel in offered()
            if sender.known_at_hand and channel in reach
            else sender.reaches(user)
        )
    ]


def _see_to_digest(settings: NoticeSettings, user: User, now: datetime) -> None:
    """Have a digest come to whoever is told of turns in no other mail: nobody waits for one that was never planned.

    Conditional: what a sweep, or the person, has settled meanwhile must stand.
    """
    if settings.next_digest_at is not None:
        return
    NoticeSettings.objects.get_or_create(user=user)
    NoticeSettings.objects.filter(user=user, next_digest_at=None).update(
        next_digest_at=next_digest(settings, user, now)
    )
