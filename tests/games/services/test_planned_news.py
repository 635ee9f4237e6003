"""What is told of a plan that was looked at, and of the turn that it was for."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from time_machine import Traveller

from games.enums import NotificationKind
from games.models import (
    Delivery,
    Game,
    NoticeSettings,
    Notification,
    Submission,
    Webhook,
)
from games.notifications.channels.vapid import new_private_key
from games.notifications.deliver import deliver, due_ids
from games.notifications.kinds import words_of
from games.services.channels import add_device
from tests.factories.games import make_game, mover_of, seated, take_tokens
from tests.factories.users import make_user
from tests.games.notifications.receiver import Browser
from tests.games.services.planning import (
    NEAR,
    acts,
    add,
    legal_singles,
    legal_take,
    look,
    plan,
    play,
    told,
)
from tests.games.services.test_plans import stands

pytestmark = pytest.mark.django_db


def test_nothing_is_played_if_nothing_fits_and_that_is_told(
    waiting: Game, frozen_time: Traveller
) -> None:
    add(waiting, "b2-c3")
    play(waiting, "c3-d4")
    assert not look(waiting, frozen_time)
    assert (acts(waiting), waiting.seat_to_move) == ([], 1)
    found = plan(waiting)
    assert (found.entries, found.due_at, found.played) == ([], None, [])
    assert told(waiting, NotificationKind.PLAN_STOPPED) == [
        {"why": "No entry of your plan fitted what your opponent did."}
    ]


def test_turn_is_told_only_when_the_plan_has_had_its_time(waiting: Game) -> None:
    add(waiting, "b2-c3")
    play(waiting, "d4")
    row = Notification.objects.get(game=waiting, kind="your_turn", turn=6)
    due = plan(waiting).due_at
    assert due is not None
    assert due < row.due_at <= due + timedelta(minutes=2)


def test_turn_without_a_plan_is_told_as_ever(waiting: Game) -> None:
    play(waiting, "d4")
    row = Notification.objects.get(game=waiting, kind="your_turn", turn=6)
    assert row.due_at == timezone.now()


def test_extra_turn_that_a_plan_earned_is_told(frozen_time: Traveller) -> None:
    """The card is bought from the reserve, so nothing is turned up."""
    game = stands(f"{NEAR} tokens1=B2G2P1 reserved1=J1-03")
    add(game, "purchase:J1-03=B2G2P1")
    play(game, "d4")
    assert look(game, frozen_time)
    assert (game.seat_to_move, game.turn) == (1, 7)
    assert Notification.objects.filter(game=game, kind="your_turn", turn=7).count() == 1


def test_turn_that_the_door_refuses_is_told_and_leaves_the_game_alone(
    waiting: Game, frozen_time: Traveller
) -> None:
    """The key of the planned turn was used up by a request of the person's own."""
    add(waiting, "b2-c3")
    play(waiting, "d4")
    key = f"plan:{plan(waiting).pk}:{waiting.version}"
    Submission.objects.create(
        game=waiting,
        user=seated(waiting, 1),
        key=key,
        digest="other",
        answer={},
        created_at=timezone.now(),
    )
    assert not look(waiting, frozen_time)
    assert told(waiting, NotificationKind.PLAN_STOPPED) == [
        {"why": "The turn that you had planned was refused."}
    ]
    assert acts(waiting) == []


def test_turn_that_a_plan_is_about_to_play_is_in_no_mail_of_other_games(
    waiting: Game, frozen_time: Traveller
) -> None:
    reader = seated(waiting, 1)
    other = make_game(make_user(), reader)
    while mover_of(other) != reader:
        take_tokens(other)
    add(waiting, legal_take(waiting))
    play(waiting, legal_singles(waiting)[-1])
    mail.outbox.clear()
    deliver(Notification.objects.filter(game=other, kind="your_turn", user=reader).latest("pk").pk)
    [sent] = mail.outbox
    assert f"/games/{other.pk}/" in sent.body
    assert f"/games/{waiting.pk}/" not in sent.body


def test_no_web_address_learns_of_a_plan(waiting: Game, frozen_time: Traveller) -> None:
    """Others may read there: neither what became of it, nor that a turn is told late because of it."""
    Webhook.objects.create(user=seated(waiting, 1), url="https://hook.example/1")
    posts = Delivery.objects.filter(channel="webhook", notification__user=seated(waiting, 1))
    play(waiting, legal_singles(waiting)[-1])
    bare = posts.get(notification__kind="your_turn")
    assert bare.due_at - timezone.now() == timedelta(seconds=270)
    play(waiting, legal_singles(waiting)[-1])
    add(waiting, legal_take(waiting))
    play(waiting, legal_singles(waiting)[-1])
    planned_for = posts.filter(notification__kind="your_turn").latest("pk")
    assert planned_for.due_at - timezone.now() == timedelta(seconds=270)
    assert look(waiting, frozen_time)
    assert not posts.filter(notification__kind=NotificationKind.PLAN_PLAYED).exists()


def mails_about(game: Game, time: Traveller) -> list[str]:
    """Send whatever becomes due for seat 1 within the hour; what each mail says."""
    for _minute in range(30):
        for pk in due_ids(100):
            deliver(pk)
        time.shift(timedelta(minutes=2))
    reader = seated(game, 1)
    return [str(sent.body) for sent in mail.outbox if reader.email in sent.to]


def stopped(game: Game, time: Traveller) -> None:
    """The plan of seat 1 finds nothing that fits."""
    add(game, "b2-c3")
    mail.outbox.clear()
    play(game, "c3-d4")
    assert not look(game, time)


def test_one_mail_tells_of_the_turn_and_of_the_plan_that_found_nothing(
    waiting: Game, frozen_time: Traveller
) -> None:
    Notification.objects.all().delete()
    stopped(waiting, frozen_time)
    [body] = mails_about(waiting, frozen_time)
    assert body.startswith("Your turn against")
    assert "Your plan was not played." in body
    assert "No entry of your plan fitted what your opponent did." in body
    assert "You have until" in body or "no clock" in body


@pytest.mark.parametrize("off", ["plans", "turns"])
def test_who_wants_one_of_the_two_gets_one_mail(
    waiting: Game, frozen_time: Traveller, off: str
) -> None:
    Notification.objects.all().delete()
    NoticeSettings.objects.create(user=seated(waiting, 1), channels={off: []})
    stopped(waiting, frozen_time)
    [body] = mails_about(waiting, frozen_time)
    assert ("plan" in body.lower()) == (off == "turns")


def test_plan_that_is_looked_at_after_the_turn_was_told_is_told_by_itself(
    waiting: Game, frozen_time: Traveller
) -> None:
    Notification.objects.all().delete()
    add(waiting, "b2-c3")
    mail.outbox.clear()
    play(waiting, "c3-d4")
    first = mails_about(waiting, frozen_time)
    assert [body.startswith("Your turn against") for body in first] == [True]
    mail.outbox.clear()
    assert not look(waiting, frozen_time)
    [body] = mails_about(waiting, frozen_time)
    assert "was not played" in body


def test_browser_is_told_of_the_plan_and_not_of_the_turn_besides(
    waiting: Game, frozen_time: Traveller, settings: Any
) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    add_device(
        user=seated(waiting, 1), endpoint="https://push.example/1", name="", **Browser().keys
    )
    stopped(waiting, frozen_time)
    rows = Delivery.objects.filter(channel="push", notification__turn=waiting.turn)
    states = dict(rows.values_list("notification__kind", "state"))
    assert states == {"your_turn": "dropped", "plan_stopped": "waiting"}


def test_web_address_learns_nothing_of_a_plan_that_was_not_played(
    waiting: Game, frozen_time: Traveller
) -> None:
    Webhook.objects.create(user=seated(waiting, 1), url="https://hook.example/1")
    stopped(waiting, frozen_time)
    [row] = Delivery.objects.filter(channel="webhook", notification__turn=waiting.turn)
    words = words_of(row.notification)
    assert "plan" not in f"{words.title} {words.url}".lower()
    assert row.due_at == row.notification.created_at + timedelta(seconds=270)
