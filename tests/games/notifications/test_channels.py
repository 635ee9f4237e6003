"""Several channels, quiet hours and the digest: each person is told what they want, as they want it, once."""

from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.enums import NotificationDelay
from accounts.models import User
from games.enums import Channel, NoticeCategory, NotificationKind, QuietHours
from games.models import Delivery, Game, NoticeSettings, Notification
from games.notifications.channels.base import Refused, Sender
from games.notifications.channels.registry import SENDERS
from games.notifications.deliver import FIRST_RETRY, deliver, due_ids
from games.notifications.digests import plan_digests
from games.notifications.plan import plan_notice
from games.notifications.presence import note_looking
from games.services.notices import Wishes, save_notices, set_mails
from tests.factories.games import make_game, mover_of, take_tokens, waiter_of
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

EVERYTHING = {category: list(Channel) for category in NoticeCategory}


class Taken:
    """A channel that notes what it was handed, or fails as it is told."""

    def __init__(self) -> None:
        self.rows: list[list[Notification]] = []
        self.failure: Exception | None = None

    def send(self, rows: list[Notification], user: User) -> str:
        """Note them."""
        if self.failure is not None:
            raise self.failure
        self.rows.append(rows)
        return f"taken {len(self.rows)}"


@pytest.fixture
def push(monkeypatch: pytest.MonkeyPatch) -> Taken:
    """A browser of everybody's."""
    taken = Taken()
    monkeypatch.setitem(SENDERS, Channel.PUSH, Sender(taken.send, lambda _user: True))
    return taken


def states(row: Notification) -> dict[str, str]:
    """Where each delivery of a row stands."""
    return dict(row.deliveries.values_list("channel", "state"))


def news(user: User, game: Game | None = None, key: str = "x") -> Notification:
    """A row that is told to this person whatever happens."""
    kind = NotificationKind.PLAN_PLAYED
    data = {"turn": "a1"}
    return plan_notice(user, kind, game or make_game(user), now=timezone.now(), data=data, key=key)


# Channels


def test_news_go_through_every_channel_that_is_wanted_and_reached(push: Taken) -> None:
    row = news(make_user())
    mail.outbox.clear()
    deliver(row.pk)
    assert states(row) == {"email": "sent", "push": "sent"}
    assert (len(mail.outbox), push.rows) == (1, [[row]])
    assert row.deliveries.get(channel="push").message_id == "taken 1"


def test_channel_that_is_not_wanted_has_no_delivery(push: Taken) -> None:
    user = make_user()
    save_notices(user=user, wishes=Wishes(channels={NoticeCategory.PLANS: [Channel.PUSH]}))
    row = news(user)
    assert states(row) == {"push": "waiting"}


def test_one_channel_that_fails_holds_up_no_other(
    push: Taken, frozen_time: time_machine.Traveller
) -> None:
    row = news(make_user())
    push.failure = ConnectionRefusedError("nobody there")
    for _time in range(2):
        deliver(row.pk)
    assert states(row) == {"email": "sent", "push": "waiting"}
    assert row.deliveries.get(channel="push").due_at == timezone.now() + FIRST_RETRY
    push.failure = None
    frozen_time.shift(FIRST_RETRY)
    mail.outbox.clear()
    deliver(row.pk)
    assert states(row) == {"email": "sent", "push": "sent"}
    assert mail.outbox == []


def test_channel_that_refuses_is_not_tried_again(push: Taken) -> None:
    row = news(make_user())
    push.failure = Refused("no browser left")
    deliver(row.pk)
    failed = row.deliveries.get(channel="push")
    assert (failed.state, failed.last_error) == ("failed", "no browser left")


def test_only_channels_that_can_tell_several_games_at_once_do(push: Taken) -> None:
    user = make_user()
    for game in (make_game(user), make_game(user)):
        while mover_of(game) != user:
            take_tokens(game)
    rows = list(Notification.objects.filter(user=user, kind="your_turn").order_by("pk"))
    Notification.objects.exclude(pk__in=[row.pk for row in rows]).delete()
    mail.outbox.clear()
    for pk in due_ids(10):
        deliver(pk)
    assert len(mail.outbox) == 1
    assert sorted(row.pk for sent in push.rows for row in sent) == [row.pk for row in rows]
    assert len(rows) == 2
    assert all(len(sent) == 1 for sent in push.rows)


def test_tab_that_is_open_elsewhere_holds_up_nothing(push: Taken) -> None:
    """The complaint: no mail because some tab of the site was open. Only this very game counts, and only for a while."""
    game = make_game()
    row = Notification.objects.get(kind="your_turn", game=game)
    note_looking(row.user_id, make_game(row.user).pk)
    deliver(row.pk)
    assert states(row) == {"email": "sent", "push": "sent"}


# Quiet hours


def night_of(user: User) -> None:
    """Let this person be left in peace from 11:00 to 15:00 UTC; the clock of these tests begins at noon."""
    wishes = Wishes(EVERYTHING, QuietHours.OWN, time(11), time(15))
    save_notices(user=user, wishes=wishes)


def test_quiet_hours_hold_everything_until_their_end(
    push: Taken, frozen_time: time_machine.Traveller
) -> None:
    user = make_user()
    night_of(user)
    row = news(user)
    mail.outbox.clear()
    deliver(row.pk)
    assert states(row) == {"email": "waiting", "push": "waiting"}
    waits = row.deliveries.values_list("due_at", "attempts")
    assert set(waits) == {(timezone.now() + timedelta(hours=3), 0)}
    frozen_time.shift(timedelta(hours=3))
    deliver(row.pk)
    assert states(row) == {"email": "sent", "push": "sent"}


def test_hours_of_sleep_are_quiet_unless_somebody_wants_it_otherwise(
    frozen_time: time_machine.Traveller,
) -> None:
    user = make_user(sleep_start=time(11), sleep_hours=4, hours_zone="UTC")
    row = news(user)
    deliver(row.pk)
    assert states(row) == {"email": "waiting"}
    save_notices(user=user, wishes=Wishes(EVERYTHING, QuietHours.NONE))
    Delivery.objects.update(due_at=timezone.now())
    deliver(row.pk)
    assert states(row) == {"email": "sent"}


def test_turn_that_was_played_in_the_night_is_not_told_in_the_morning(
    frozen_time: time_machine.Traveller,
) -> None:
    game = make_game()
    user = mover_of(game)
    night_of(user)
    row = Notification.objects.get(kind="your_turn")
    deliver(row.pk)
    take_tokens(game)
    frozen_time.shift(timedelta(hours=3))
    mail.outbox.clear()
    deliver(row.pk)
    assert (states(row), mail.outbox) == ({"email": "dropped"}, [])


# The digest


def digest_reader(**wishes: Any) -> User:
    """Somebody who is told of turns in the daily digest only, at 18:00 in Berlin."""
    user = make_user(notification_delay=NotificationDelay.DIGEST, time_zone="Europe/Berlin")
    save_notices(user=user, wishes=Wishes(EVERYTHING, digest_hour=18, **wishes))
    return user


def digests_in(frozen_time: time_machine.Traveller, hours: int) -> list[str]:
    """The subjects of what is sent by sweeps every hour for so long."""
    mail.outbox.clear()
    for _hour in range(hours):
        frozen_time.shift(timedelta(hours=1))
        for row in plan_digests(timezone.now(), 10):
            deliver(row.pk)
    return [str(sent.subject) for sent in mail.outbox]


def test_digest_tells_all_games_once_a_day_and_no_other_mail_does(
    frozen_time: time_machine.Traveller,
) -> None:
    user = digest_reader()
    games = [make_game(user), make_game(make_user(), user)]
    waiting = [game for game in games if mover_of(game) == user]
    for row in Notification.objects.filter(user=user, kind="your_turn"):
        assert states(row) == {}
    told = f"It is your turn in {len(waiting)} game"
    sent = digests_in(frozen_time, 48)
    assert [subject.removesuffix("s") for subject in sent] == [told, told]
    assert mail.outbox[0].extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_digest_without_games_is_not_sent(frozen_time: time_machine.Traveller) -> None:
    digest_reader()
    assert digests_in(frozen_time, 48) == []


def test_digest_beside_other_mails_is_for_those_who_ask_for_it(
    frozen_time: time_machine.Traveller,
) -> None:
    user = make_user()
    game = make_game(user)
    while mover_of(game) != user:
        take_tokens(game)
    assert digests_in(frozen_time, 24) == []
    save_notices(user=user, wishes=Wishes(EVERYTHING, digest=True, digest_hour=6))
    assert digests_in(frozen_time, 24) == ["It is your turn in 1 game"]


def test_digest_that_was_given_up_is_not_sent(frozen_time: time_machine.Traveller) -> None:
    user = digest_reader()
    make_game(user)
    set_mails(user=user, category=NoticeCategory.DIGEST, wanted=False)
    assert digests_in(frozen_time, 24) == []


def test_whoever_chooses_the_digest_has_one_without_choosing_its_hour(
    frozen_time: time_machine.Traveller,
) -> None:
    user = make_user(notification_delay=NotificationDelay.DIGEST)
    game = make_game(user)
    while mover_of(game) != user:
        take_tokens(game)
    settings = NoticeSettings.objects.get(user=user)
    assert settings.next_digest_at == timezone.now() + timedelta(hours=20)  # 8:00 UTC
    assert len(digests_in(frozen_time, 24)) == 1


def test_other_people_s_turns_are_in_no_digest(frozen_time: time_machine.Traveller) -> None:
    user = digest_reader()
    game = make_game(user)
    while waiter_of(game) != user:
        take_tokens(game)
    assert digests_in(frozen_time, 24) == []
