"""Mails about messages and about turns asked back: one for each run, none for what was seen or answered meanwhile."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.enums import NotificationKind
from games.models import ChatMessage, Game, GameEvent, Notification
from games.notifications.deliver import deliver, due_ids
from games.notifications.presence import note_looking
from games.selectors.take_back import last_turn
from games.services.take_back import answer_take_back, ask_turn_back, withdraw_take_back
from games.services.talk import mark_read, mute_talk, write_message
from tests.accounts.helpers import letters
from tests.factories.games import seated, take_tokens, waiter_of

pytestmark = pytest.mark.django_db
QUARTER = timedelta(minutes=15)


@pytest.fixture
def game(frozen_time: Any, game: Game) -> Game:
    """A dealt game of people who are told after a quarter of an hour; nothing of its beginning is left to tell."""
    User.objects.update(notification_delay=15)
    Notification.objects.all().delete()
    mail.outbox.clear()
    return game


def say(game: Game, seat: int, text: str = "purple-elephant") -> ChatMessage:
    """A message by the service."""
    key = f"key {ChatMessage.objects.count()}"
    return write_message(game_id=game.pk, user=seated(game, seat), text=text, key=key)


def mails_to(user: User) -> list[str]:
    """Send what is due; the subjects of what this person got."""
    for pk in due_ids(100):
        deliver(pk)
    found = [letter for letter in letters() if user.email in str(letter.message["To"])]
    return [str(letter.message["Subject"]) for letter in found]


def ask(game: Game) -> tuple[User, int]:
    """Play a turn and ask it back; who asked, and the name of the request."""
    take_tokens(game)
    asker = waiter_of(game)
    rows = list(GameEvent.objects.filter(game=game))
    turn = last_turn(rows, game.seats.get(user=asker).number)
    assert turn is not None
    ask_turn_back(game_id=game.pk, user=asker, last=turn.last)
    Notification.objects.filter(kind=NotificationKind.YOUR_TURN).delete()
    return asker, turn.last


def test_a_run_of_messages_is_told_once_after_the_delay(game: Game, frozen_time: Any) -> None:
    reader = seated(game, 2)
    say(game, 1)
    assert mails_to(reader) == []
    frozen_time.shift(QUARTER)
    say(game, 1)
    (subject,) = mails_to(reader)
    assert "wrote to you" in subject
    frozen_time.shift(QUARTER)
    say(game, 1)
    assert mails_to(reader) == [subject]
    assert "purple-elephant" not in str(letters()[0].message)


def test_the_next_run_is_told_again(game: Game, frozen_time: Any) -> None:
    reader = seated(game, 2)
    for _run in range(2):
        last = say(game, 1)
        frozen_time.shift(QUARTER)
        mails_to(reader)
        mark_read(game_id=game.pk, user=reader, to=last.pk)
    assert len(mails_to(reader)) == 2


def test_what_was_read_or_answered_meanwhile_is_not_told(game: Game, frozen_time: Any) -> None:
    reader = seated(game, 2)
    mark_read(game_id=game.pk, user=reader, to=say(game, 1).pk)
    say(game, 1)
    say(game, 2)  # an answer
    frozen_time.shift(QUARTER)
    assert mails_to(reader) == []


def test_muted_talk_is_not_told_whenever_it_was_muted(game: Game, frozen_time: Any) -> None:
    reader = seated(game, 2)
    say(game, 1)
    mute_talk(game_id=game.pk, user=reader, muted=True)
    say(game, 1)
    frozen_time.shift(QUARTER)
    assert mails_to(reader) == []
    assert Notification.objects.filter(kind=NotificationKind.MESSAGE).count() == 1


def test_a_message_waits_while_its_reader_looks_at_the_game(game: Game, frozen_time: Any) -> None:
    reader = seated(game, 2)
    say(game, 1)
    frozen_time.shift(QUARTER)
    note_looking(reader.pk, game.pk)
    assert mails_to(reader) == []
    frozen_time.shift(timedelta(minutes=3))
    cache.clear()  # its clock is not ours
    assert len(mails_to(reader)) == 1


def test_asked_take_back_is_told_to_the_opponent_and_its_answer_to_the_asker(
    game: Game, frozen_time: Any
) -> None:
    asker, last = ask(game)
    other = seated(game, 3 - game.seats.get(user=asker).number)
    frozen_time.shift(QUARTER)
    (subject,) = mails_to(other)
    assert "asks to take a turn back" in subject
    answer_take_back(game_id=game.pk, user=other, last=last, accept=True)
    frozen_time.shift(QUARTER)
    (subject,) = mails_to(asker)
    assert "lets you take your turn back" in subject


@pytest.mark.parametrize("how", ["withdrawn", "answered", "overtaken"])
def test_request_that_stands_no_more_is_not_told(game: Game, frozen_time: Any, how: str) -> None:
    asker, last = ask(game)
    other = seated(game, 3 - game.seats.get(user=asker).number)
    if how == "withdrawn":
        withdraw_take_back(game_id=game.pk, user=asker, last=last)
    elif how == "answered":
        answer_take_back(game_id=game.pk, user=other, last=last, accept=False)
    else:
        take_tokens(game)
    frozen_time.shift(QUARTER)
    assert [subject for subject in mails_to(other) if "take a turn back" in subject] == []


def test_turn_that_comes_again_is_told_again(game: Game, frozen_time: Any) -> None:
    asker, last = ask(game)
    other = seated(game, 3 - game.seats.get(user=asker).number)
    answer_take_back(game_id=game.pk, user=other, last=last, accept=True)
    frozen_time.shift(QUARTER)
    mails_to(other)
    take_tokens(game)
    frozen_time.shift(QUARTER)
    assert len([subject for subject in mails_to(other) if "Your turn" in subject]) == 1


def test_who_is_at_once_told_gets_the_mail_with_the_commit(
    game: Game, django_capture_on_commit_callbacks: Any
) -> None:
    reader = seated(game, 2)
    User.objects.filter(pk=reader.pk).update(notification_delay=0)
    with django_capture_on_commit_callbacks(execute=True):
        say(game, 1)
    row = Notification.objects.get(kind=NotificationKind.MESSAGE)
    assert row.due_at == timezone.now()
    assert len(mails_to(reader)) == 1
