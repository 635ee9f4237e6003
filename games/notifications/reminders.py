"""Reminders of a turn: when each is due by the clock of the game, and the rows that the sweep writes for those that are.

A running turn with a clock has one row, `TurnWatch`, which says what comes next. It is written anew when the turn or its
deadline changes, so an extended turn may remind again; and no query has to reckon for every running game.
"""

from datetime import datetime, timedelta
from typing import Final, cast

from django.db import transaction

from accounts.models import User
from games.clock.schedule import Schedule, deadline, running
from games.enums import GameStatus, NotificationKind, ReminderPart
from games.models import Game, NoticeSettings, Notification, Seat, TurnWatch
from games.notifications.each import each
from games.notifications.plan import plan_notice
from games.notifications.wishes import quiet_at, settings_for
from games.selectors.at_hand import seats_of

# Nobody is reminded of a turn that is shorter than this. Told on the page of notifications.
SHORTEST: Final = {
    ReminderPart.HALF: timedelta(days=1),
    ReminderPart.MOST: timedelta(hours=12),
    ReminderPart.LAST: timedelta(hours=1),
}
SHARE_LEFT: Final = {ReminderPart.HALF: 0.5, ReminderPart.MOST: 0.2, ReminderPart.LAST: 0.1}
LAST_HOURS: Final = timedelta(hours=3)  # at most, that are left when the last one comes
BEFORE_QUIET: Final = timedelta(hours=1)

type Moment = tuple[datetime, ReminderPart]


def watch_turn(game: Game, now: datetime) -> None:
    """Note what comes next for the running turn of a game; forget what was noted of the one before."""
    seat = _seat_in_time(game)
    coming = [] if seat is None else _coming(game, seat, now)
    if not coming:
        TurnWatch.objects.filter(game=game).delete()
        return
    due_at, part = coming[0]
    facts = {"turn": game.turn, "deadline_at": game.deadline_at, "part": part, "due_at": due_at}
    if not TurnWatch.objects.filter(game=game).update(**facts):
        TurnWatch.objects.create(game=game, **facts)


def _seat_in_time(game: Game) -> Seat | None:
    """The seat of whoever's time runs; None if nobody's does, or the computer's."""
    if game.status != GameStatus.ACTIVE or game.deadline_at is None or game.seat_to_move is None:
        return None
    found = (seat for seat in seats_of(game) if seat.number == game.seat_to_move)
    return next((seat for seat in found if seat.user_id is not None), None)


def _coming(game: Game, seat: Seat, now: datetime) -> list[Moment]:
    """The reminders of this turn that are still to come, next first."""
    settings, reader = settings_for(seat), cast(User, seat.user)
    return [
        moment
        for moment in _moments(game, reader, settings, now)
        if moment[0] > now and _wanted(settings, moment[1])
    ]


def _wanted(settings: NoticeSettings, part: ReminderPart) -> bool:
    wanted = {
        ReminderPart.HALF: settings.remind_half,
        ReminderPart.MOST: settings.remind_most,
        ReminderPart.LAST: settings.remind_last,
    }
    return wanted[part]


def _moments(game: Game, reader: User, settings: NoticeSettings, now: datetime) -> list[Moment]:
    """When each part of the time for this turn is used up, reckoned as the clock runs: nights may not count."""
    begun, ends = game.clock_from, game.deadline_at
    if begun is None or ends is None:
        return []
    schedule = Schedule.from_json(game.schedule)
    budget = running(begun, ends, schedule)
    found = [
        (deadline(begun, budget - _left(part, budget), schedule), part)
        for part in ReminderPart
        if budget >= SHORTEST[part]
    ]
    return sorted(
        (_awake(at, max(begun, now), reader, settings) if part == ReminderPart.LAST else at, part)
        for at, part in found
    )


def _left(part: ReminderPart, budget: timedelta) -> timedelta:
    share = budget * SHARE_LEFT[part]
    return min(share, LAST_HOURS) if part == ReminderPart.LAST else share


def _awake(at: datetime, after: datetime, reader: User, settings: NoticeSettings) -> datetime:
    """The same instant, or one an hour before the quiet hours that it falls into, if that is still later than `after`."""
    quiet = quiet_at(settings, reader, at)
    if quiet is None:
        return at
    earlier = quiet.begin - BEFORE_QUIET
    return earlier if earlier > after else at


def plan_reminders(now: datetime, most: int) -> list[Notification]:
    """Write the reminders that are due, and note what comes next in their games. Served by the index `watch_due`."""
    due = TurnWatch.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    return each(due.select_related("game")[:most], lambda watch: _remind(watch, now))


def _remind(watch: TurnWatch, now: datetime) -> Notification | None:
    """One reminder; none if another worker writes it, a move came in between, or it is not wanted any more."""
    game, part = watch.game, ReminderPart(watch.part)
    seat = _seat_in_time(game)
    with transaction.atomic():
        if not _go_on(watch, game, seat, now) or seat is None:
            return None
        if not _wanted(settings_for(seat), part):
            return None
        ends = watch.deadline_at
        return plan_notice(
            cast(User, seat.user),
            NotificationKind.REMINDER,
            game,
            now=now,
            data={"part": part, "deadline": ends.isoformat()},
            key=f"{game.pk}:{game.turn}:{part}:{ends:%Y%m%dT%H%M%S.%f}",
        )


def _go_on(watch: TurnWatch, game: Game, seat: Seat | None, now: datetime) -> bool:
    """Note what comes after this reminder; False if another worker did, or a move came in between.

    Conditional, since nothing is locked: what a move writes meanwhile must stand.
    """
    same = TurnWatch.objects.filter(
        pk=watch.pk, turn=watch.turn, deadline_at=watch.deadline_at, part=watch.part
    )
    coming = [] if seat is None else _coming(game, seat, now)
    if not coming:
        return bool(same.delete()[0])
    due_at, part = coming[0]
    return bool(same.update(due_at=due_at, part=part))
