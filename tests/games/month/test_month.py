"""A month of two hundred games by correspondence, in frozen time and through the real services.

People live in seven zones with three changes of summer time, sleep, go on vacation, vanish; all that is told goes
through the outbox. What must hold is asked of what was stored, by rules of its own and not by those of the clock.
"""

import logging
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import NamedTuple

import pytest
import time_machine
from django.core import mail

from accounts.enums import NotificationDelay
from games.clock.control import GRACE
from games.enums import (
    Channel,
    GameStatus,
    NoticeCategory,
    NotificationKind,
    NotificationState,
    QuietHours,
    ReminderPart,
)
from games.models import Delivery, Game, Notification, Seat
from games.notifications.wishes import settings_of
from games.selectors.verify import faults_of
from tests.games.month.people import Person, settle
from tests.games.month.world import GAMES, TICK, Month

# Clocks change on Lord Howe on 4 October, in Berlin on the 25th, in New York and Los Angeles on 1 November.
BEGIN = datetime(2026, 10, 3, 6, tzinfo=UTC)
LAST_CHANGE = datetime(2026, 11, 1, 10, tzinfo=UTC)
PEOPLE = 60
LONGEST = timedelta(days=75)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]


class Sent(NamedTuple):
    """One mail: when it went out, to whom, and what it told."""

    at: datetime
    person: Person
    told: tuple[Notification, ...]


@pytest.fixture
def month(monkeypatch: pytest.MonkeyPatch) -> Iterator[Month]:
    """The month as it was played."""
    monkeypatch.setattr(logging.root, "level", logging.ERROR)
    random = Random(41)
    with time_machine.travel(BEGIN, tick=False) as traveller:
        people = [settle(number, BEGIN, random) for number in range(PEOPLE)]
        played = Month(people, BEGIN, random, traveller)
        played.run(LONGEST)
        yield played


def mails_of(month: Month) -> list[Sent]:
    """All mails that went out, as the outbox has them."""
    rows = Delivery.objects.filter(channel=Channel.EMAIL, state=NotificationState.SENT)
    by_mail = defaultdict(list)
    for row in rows.select_related("notification").order_by("sent_at", "pk"):
        by_mail[row.message_id, row.sent_at].append(row.notification)
    return [
        Sent(at, month.people[rows[0].user_id], tuple(rows))
        for (_message, at), rows in by_mail.items()
        if at
    ]


def test_a_month_of_two_hundred_games(month: Month) -> None:
    assert month.now > LAST_CHANGE
    mails = mails_of(month)
    check_ends()
    check_timeouts(month)
    check_every_turn_told_once(month)
    check_wishes(mails)
    check_days(mails)
    assert len(mails) == len(mail.outbox)
    for game in Game.objects.all():
        assert faults_of(game) == []
    report(month, mails)


def check_ends() -> None:
    """Every game has a result, or was called off because somebody never appeared."""
    assert Game.objects.count() == GAMES
    assert set(Game.objects.values_list("status", flat=True)) <= {
        GameStatus.FINISHED,
        GameStatus.ABORTED,
    }
    for game in Game.objects.filter(status=GameStatus.ABORTED):
        assert game.seats.filter(turns=0).exists()


def lost_on_time() -> list[tuple[Game, Seat]]:
    """Games that a seat's time ended, with that seat."""
    timed_out = [
        (seat.game, seat) for seat in Seat.objects.filter(timed_out=True).select_related("game")
    ]
    called_off = [
        (game, game.seats.get(number=game.events.get(kind="game_aborted").payload["seat"]))
        for game in Game.objects.filter(status=GameStatus.ABORTED)
    ]
    return timed_out + called_off


def check_timeouts(month: Month) -> None:
    """Nobody ran out of time in their night or away; only those who vanished, or were slower than was agreed."""
    ended = lost_on_time()
    assert ended
    for game, seat in ended:
        assert game.finished_at and seat.user_id
        person = month.people[seat.user_id]
        at = game.finished_at - GRACE
        assert not (person.clock_sleeps and person.asleep(at)), (game, person)
        assert not person.on_vacation(at), (game, person)


def check_every_turn_told_once(month: Month) -> None:
    """Each turn that began with a change of seats was told in one mail, or was played before its mail was due, or
    belongs to somebody who reads the digest."""
    rows = Notification.objects.filter(kind=NotificationKind.YOUR_TURN).prefetch_related(
        "deliveries"
    )
    untold = {(row.game_id, row.turn): row for row in rows}
    assert len(untold) == len(rows)
    before: dict[str, int] = {}
    for (game_id, turn), user_id in sorted(month.turns.items()):
        if before.get(game_id) != user_id:
            row = untold.pop((game_id, turn))
            states = [one.state for one in row.deliveries.all()]
            digest = month.people[user_id].user.notification_delay == NotificationDelay.DIGEST
            assert row.user_id == user_id
            assert states in ([[]] if digest else [["sent"], ["dropped"]]), (row, states)
        before[game_id] = user_id
    assert untold == {}


def check_wishes(mails: list[Sent]) -> None:
    """Nobody was written to about what they don't want, or in their quiet hours but for the last reminder."""
    for at, person, rows in mails:
        kinds = {row.kind for row in rows}
        assert len(kinds) == 1
        wishes = settings_of(person.user)
        if wishes.channels.get(NoticeCategory.REMINDERS) == []:
            assert NotificationKind.REMINDER not in kinds
        if person.user.notification_delay == NotificationDelay.DIGEST:
            assert NotificationKind.YOUR_TURN not in kinds
        else:
            assert NotificationKind.DIGEST not in kinds
        last = {row.data.get("part") for row in rows} == {ReminderPart.LAST}
        if not last and NotificationKind.DIGEST not in kinds:
            assert not in_quiet_hours(person, at), (person, at, kinds)


def in_quiet_hours(person: Person, at: datetime) -> bool:
    """By the wall where they live."""
    quiet = settings_of(person.user).quiet
    if quiet == QuietHours.OWN:
        hour = at.astimezone(person.zone).hour
        return hour >= 20 or hour < 9
    return quiet == QuietHours.SLEEP and person.clock_sleeps and person.asleep(at)


def check_days(mails: list[Sent]) -> None:
    """No flood: at most one digest a day, and after a mail about turns none before the wished delay is over again.

    A mail tells all that waits, so the next one is about a turn that began later.
    """
    digests: Counter[tuple[int, date]] = Counter()
    last: dict[int, datetime] = {}
    for at, person, rows in mails:
        if rows[0].kind == NotificationKind.DIGEST:
            digests[person.user.pk, at.astimezone(person.zone).date()] += 1
        if rows[0].kind == NotificationKind.YOUR_TURN:
            delay = timedelta(minutes=person.user.notification_delay)
            assert at - last.get(person.user.pk, BEGIN - delay) >= delay, (person, at)
            last[person.user.pk] = at
    assert set(digests.values()) == {1}


def report(month: Month, mails: list[Sent]) -> None:
    """The figures, on the terminal."""
    games = Game.objects.all()
    days: Counter[tuple[int, date]] = Counter(
        (person.user.pk, at.astimezone(person.zone).date()) for at, person, _rows in mails
    )
    ends = Counter(
        "called off" if game.status == GameStatus.ABORTED else ", ".join(game.reasons) or "draw"
        for game in games
    )
    kinds = Counter(str(rows[0].kind) for _at, _person, rows in mails)
    length = (month.now - BEGIN).total_seconds() / 86400
    lines = [
        f"{len(games)} games, {len(month.turns)} turns, {length:.0f} days, sweeps each {TICK}",
        f"ends: {dict(ends)}",
        f"mails: {len(mails)} {dict(kinds)}; {len(days)} days with mail, most {max(days.values())}",
    ]
    sys.__stdout__.write("\n" + "\n".join(lines) + "\n") if sys.__stdout__ else None
