"""Reminders of a turn: at half, at four fifths and in the last hours, by the clock of the game, each once."""

from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.enums import Channel, NoticeCategory, NotificationKind, QuietHours, ReminderPart, Speed
from games.models import Game, Notification, TurnWatch
from games.notifications.deliver import deliver
from games.notifications.kinds import words_of
from games.notifications.plan import plan_notice
from games.notifications.reminders import plan_reminders
from games.services.lobby import Options
from games.services.notices import Wishes, save_notices
from games.services.play import resign_game
from games.services.time import grant_time
from tests.factories.games import make_begun_game, mover_of, take_tokens, waiter_of
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

EVERYTHING = {category: list(Channel) for category in NoticeCategory}
HOUR = timedelta(hours=1)


def everybody_wishes(**wishes: Any) -> None:
    """Let everybody choose so."""
    for user in User.objects.all():
        save_notices(user=user, wishes=Wishes(channels=EVERYTHING, **wishes))


def new_turn(speed: Speed = Speed.DAYS_3, **wishes: Any) -> Game:
    """A game in which a turn has just begun of somebody who chose so."""
    game = make_begun_game(options=Options(speed))
    everybody_wishes(**wishes)
    take_tokens(game)
    game.refresh_from_db()
    return game


def parts_after(frozen_time: time_machine.Traveller, hours: float) -> list[str]:
    """What is written by the sweeps that run every half hour for so long."""
    written: list[Notification] = []
    for _sweep in range(int(hours * 2)):
        frozen_time.shift(HOUR / 2)
        written += plan_reminders(timezone.now(), 10)
    return [row.data["part"] for row in written]


def test_most_and_last_are_usual(frozen_time: time_machine.Traveller) -> None:
    new_turn()
    assert parts_after(frozen_time, 57) == []
    assert parts_after(frozen_time, 1) == ["most"]  # 57.6 of 72 hours
    assert parts_after(frozen_time, 10.5) == []
    assert parts_after(frozen_time, 0.5) == ["last"]  # three hours before the end
    assert parts_after(frozen_time, 4) == []
    assert not TurnWatch.objects.exists()


def test_half_is_for_those_who_ask_for_it(frozen_time: time_machine.Traveller) -> None:
    new_turn(remind_half=True, remind_most=False)
    assert parts_after(frozen_time, 35.5) == []
    assert parts_after(frozen_time, 0.5) == ["half"]
    assert parts_after(frozen_time, 36) == ["last"]


def test_whoever_wants_none_has_none(frozen_time: time_machine.Traveller) -> None:
    new_turn(remind_most=False, remind_last=False)
    assert parts_after(frozen_time, 72) == []


def test_what_is_switched_off_meanwhile_is_not_written(
    frozen_time: time_machine.Traveller,
) -> None:
    new_turn()
    everybody_wishes(remind_most=False)
    assert parts_after(frozen_time, 72) == ["last"]


def test_reminder_says_until_when_and_is_sent_once(frozen_time: time_machine.Traveller) -> None:
    game = new_turn()
    user = mover_of(game)
    frozen_time.shift(58 * HOUR)
    [row] = plan_reminders(timezone.now(), 10)
    assert plan_reminders(timezone.now(), 10) == []
    mail.outbox.clear()
    for _time in range(2):
        deliver(row.pk)
    [sent] = mail.outbox
    assert sent.to == [user.email]
    assert sent.subject == f"Your time against {waiter_of(game).username} runs out"
    assert "You have until Thursday, June 18, 2026, noon (UTC)." in str(sent.body)


def test_turn_that_was_played_reminds_of_nothing(frozen_time: time_machine.Traveller) -> None:
    game = new_turn()
    frozen_time.shift(58 * HOUR)
    [row] = plan_reminders(timezone.now(), 10)
    take_tokens(game)
    mail.outbox.clear()
    deliver(row.pk)
    assert mail.outbox == []
    assert row.deliveries.get(channel="email").state == "dropped"


def test_next_turn_is_watched_anew(frozen_time: time_machine.Traveller) -> None:
    game = new_turn()
    first = TurnWatch.objects.get()
    frozen_time.shift(HOUR)
    take_tokens(game)
    second = TurnWatch.objects.get()
    assert (second.turn, second.due_at) == (first.turn + 1, first.due_at + HOUR)


def test_extended_turn_may_remind_again(frozen_time: time_machine.Traveller) -> None:
    game = new_turn()
    parts = parts_after(frozen_time, 58)
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version)
    game.refresh_from_db()
    parts += parts_after(frozen_time, 24 + 14)
    assert parts == ["most", "most", "last"]  # four fifths of 96 hours, and three hours before
    keys = Notification.objects.filter(kind="reminder").values_list("dedupe_key", flat=True)
    assert len(set(keys)) == 3


def test_reminder_of_a_deadline_that_moved_is_dropped(frozen_time: time_machine.Traveller) -> None:
    game = new_turn()
    frozen_time.shift(58 * HOUR)
    [row] = plan_reminders(timezone.now(), 10)
    grant_time(game_id=game.pk, user=waiter_of(game), version=game.version)
    mail.outbox.clear()
    deliver(row.pk)
    assert mail.outbox == []


def test_game_without_a_clock_is_not_watched() -> None:
    new_turn(Speed.NO_CLOCK)
    assert not TurnWatch.objects.exists()


def test_game_that_is_over_is_not_watched() -> None:
    game = new_turn()
    resign_game(game_id=game.pk, user=mover_of(game))
    assert not TurnWatch.objects.exists()


def test_short_time_is_reminded_of_once(frozen_time: time_machine.Traveller) -> None:
    """With four hours of a bank left there is no room for three reminders."""
    game = new_turn(Speed.BANK_BRISK)
    seat = game.seats.get(number=game.seat_to_move or 0)
    assert TurnWatch.objects.get().part == ReminderPart.MOST
    frozen_time.shift(21 * HOUR)
    take_tokens(game)  # now seven hours are left, three and four more
    take_tokens(game)
    seat.refresh_from_db()
    assert seat.bank == 7 * 3600
    assert parts_after(frozen_time, 7) == ["last"]


def test_last_one_comes_before_quiet_hours(frozen_time: time_machine.Traveller) -> None:
    """The turn ends at noon; three hours before, somebody who is left in peace from 22:00 to 10:00 sleeps."""
    new_turn(quiet=QuietHours.OWN, quiet_from=time(22), quiet_until=time(10), remind_most=False)
    assert (
        TurnWatch.objects.get().due_at == timezone.now() + 57 * HOUR
    )  # 21:00 of the evening before


def test_turn_that_begins_in_quiet_hours_is_reminded_of_in_them(
    frozen_time: time_machine.Traveller,
) -> None:
    """There is no waking hour before its end: better woken than out of time."""
    quiet = {"quiet": QuietHours.OWN, "quiet_from": time(11), "quiet_until": time(10, 30)}
    game = new_turn(Speed.DAYS_1, remind_most=False, **quiet)
    assert TurnWatch.objects.get().due_at == timezone.now() + 21.6 * HOUR
    frozen_time.shift(21.6 * HOUR)
    [row] = plan_reminders(timezone.now(), 10)
    mail.outbox.clear()
    deliver(row.pk)
    assert [sent.to for sent in mail.outbox] == [[mover_of(game).email]]


def test_other_reminders_wait_for_the_end_of_quiet_hours(
    frozen_time: time_machine.Traveller,
) -> None:
    game = new_turn(quiet=QuietHours.OWN, quiet_from=time(21), quiet_until=time(7))
    frozen_time.shift(58 * HOUR)  # 22:00
    [row] = plan_reminders(timezone.now(), 10)
    mail.outbox.clear()
    deliver(row.pk)
    assert mail.outbox == []
    waits = row.deliveries.get(channel="email")
    assert (waits.state, waits.attempts, waits.due_at) == ("waiting", 0, timezone.now() + 9 * HOUR)
    frozen_time.move_to(waits.due_at)
    deliver(row.pk)
    assert [sent.to for sent in mail.outbox] == [[mover_of(game).email]]


def test_nights_do_not_count(frozen_time: time_machine.Traveller) -> None:
    """Of a turn that lasts three days of running time, four fifths are used up later when the clock stands at night."""
    first, second = (
        make_user(sleep_start=time(22), sleep_hours=8, hours_zone="UTC") for _seat in (1, 2)
    )
    game = make_begun_game(first, second)
    take_tokens(game)
    game.refresh_from_db()
    # Ten hours on the first day, sixteen on the next ones: 72 are over on the fifth, 57.6 on the fourth.
    watch = TurnWatch.objects.get()
    assert game.deadline_at == timezone.now() + timedelta(days=4, hours=8)
    assert watch.due_at == timezone.now() + timedelta(days=3, hours=9.6)


def test_what_is_switched_on_meanwhile_holds_for_the_running_turn(
    frozen_time: time_machine.Traveller,
) -> None:
    none: dict[str, Any] = {"remind_most": False, "remind_last": False}
    game = new_turn(**none)
    assert parts_after(frozen_time, 10) == []
    save_notices(user=mover_of(game), wishes=Wishes(channels=EVERYTHING, remind_half=True, **none))
    assert parts_after(frozen_time, 26.5) == ["half"]


def test_last_one_keeps_its_time_if_the_hour_before_the_quiet_is_over(
    frozen_time: time_machine.Traveller,
) -> None:
    quiet: dict[str, Any] = {
        "quiet": QuietHours.OWN,
        "quiet_from": time(8),
        "quiet_until": time(10),
    }
    game = new_turn()  # at noon: its last three hours begin at nine in the morning
    frozen_time.shift(67.5 * HOUR)
    save_notices(user=mover_of(game), wishes=Wishes(channels=EVERYTHING, **quiet))
    watch = TurnWatch.objects.get(game=game)
    assert (watch.part, watch.due_at - timezone.now()) == (ReminderPart.LAST, 1.5 * HOUR)


@pytest.mark.parametrize(
    ("part", "title"), [("half", "Half of your time"), ("most", "Your time"), ("last", "Your time")]
)
def test_title_of_half_says_that_it_is_half(part: str, title: str) -> None:
    game = new_turn()
    row = plan_notice(
        mover_of(game),
        NotificationKind.REMINDER,
        game,
        now=timezone.now(),
        data={"part": part, "deadline": ""},
    )
    name = waiter_of(game).username
    end = "is used up" if part == "half" else "runs out"
    assert words_of(row).title == f"{title} against {name} {end}"
