"""A turn that is given back is a turn: told once, by the rules of turns, also to who wants no news of requests."""

from typing import Any

import pytest
from django.core import mail

from accounts.enums import NotificationDelay
from accounts.models import User
from games.enums import Channel, NoticeCategory, NotificationKind
from games.models import Delivery, Game, NoticeSettings, Notification, Webhook
from games.notifications.kinds import words_of
from games.services.take_back import answer_take_back
from tests.accounts.helpers import letters
from tests.factories.games import make_game, seated
from tests.games.notifications.test_between_turns import QUARTER, ask, mails_to

pytestmark = pytest.mark.django_db

AGAIN = "lets you take your turn back"


@pytest.fixture
def game(frozen_time: Any, game: Game) -> Game:
    """A dealt game of people who are told after a quarter of an hour; nothing of its beginning is left to tell."""
    User.objects.update(notification_delay=15)
    Notification.objects.all().delete()
    mail.outbox.clear()
    return game


def give_back(game: Game) -> User:
    """A turn is asked back and given; who has it again."""
    asker, last = ask(game)
    other = seated(game, 3 - game.seats.get(user=asker).number)
    answer_take_back(game_id=game.pk, user=other, last=last, accept=True)
    mail.outbox.clear()
    return asker


def without(user: User, *categories: NoticeCategory) -> None:
    """This person wants no mail of these categories."""
    NoticeSettings.objects.create(user=user, channels={category: [] for category in categories})


def test_one_mail_says_that_the_turn_is_given_back(game: Game, frozen_time: Any) -> None:
    asker = give_back(game)
    assert mails_to(asker) == []  # they may look in before
    frozen_time.shift(QUARTER)
    (subject,) = mails_to(asker)
    assert AGAIN in subject
    [letter] = letters()
    for text in (letter.text, letter.html):
        assert "It is your turn again." in text
        assert "You have until" in text


@pytest.mark.parametrize(
    ("off", "mails"),
    [
        ([NoticeCategory.REQUESTS], ["Your turn against"]),
        ([NoticeCategory.TURNS], [AGAIN]),
        ([NoticeCategory.TURNS, NoticeCategory.REQUESTS], []),
    ],
)
def test_who_wants_either_is_told(
    game: Game, frozen_time: Any, off: list[NoticeCategory], mails: list[str]
) -> None:
    for number in (1, 2):
        without(seated(game, number), *off)
    asker = give_back(game)
    frozen_time.shift(QUARTER)
    found = mails_to(asker)
    assert len(found) == len(mails)
    assert all(said in subject for said, subject in zip(mails, found, strict=True))


def test_who_is_told_of_turns_in_the_digest_is_told_of_the_answer(
    game: Game, frozen_time: Any
) -> None:
    User.objects.update(notification_delay=NotificationDelay.DIGEST)
    asker = give_back(game)
    assert [AGAIN in subject for subject in mails_to(asker)] == [True]


def test_web_address_is_told_once(game: Game) -> None:
    for number in (1, 2):
        Webhook.objects.create(user=seated(game, number), url="https://hook.example/1")
    asker = give_back(game)
    rows = Delivery.objects.filter(notification__user=asker, channel=Channel.WEBHOOK)
    [row] = rows.filter(state="waiting")
    assert AGAIN in words_of(row.notification).title


def test_mail_of_several_games_says_it_beside_its_game(game: Game, frozen_time: Any) -> None:
    asker = give_back(game)
    other = make_game(asker)
    Notification.objects.filter(game=other).delete()
    Notification.objects.create(
        user=asker,
        kind=NotificationKind.YOUR_TURN,
        game=other,
        turn=other.turn,
        dedupe_key="other",
        created_at=Notification.objects.latest("pk").created_at,
        due_at=Notification.objects.latest("pk").due_at,
    )
    Game.objects.filter(pk=other.pk).update(seat_to_move=1)
    Delivery.objects.create(
        notification=Notification.objects.get(dedupe_key="other"),
        channel=Channel.EMAIL,
        due_at=Notification.objects.get(dedupe_key="other").due_at,
    )
    frozen_time.shift(QUARTER)
    assert mails_to(asker) == ["It is your turn in 2 games"]
    [letter] = letters()
    assert letter.text.count("It is your turn again.") == 1
