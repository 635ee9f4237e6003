"""Every kind of news has its specification, tells itself whole, and is told only while it is true."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from games.enums import Channel, NoticeCategory, NotificationKind
from games.models import Game, Notification
from games.notifications.channels.registry import SENDERS
from games.notifications.deliver import deliver
from games.notifications.kinds import SPECS, words_of
from games.notifications.plan import plan_notice
from games.notifications.wishes import USUAL
from games.services.lobby import create_invitation
from games.services.play import resign_game
from games.services.time import ask_pause, drop_pause, resume_game
from tests.accounts.helpers import letters
from tests.factories.games import OPTIONS, mover_of, seated, take_tokens, waiter_of
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

SECRET = "<script>&"  # what others typed must not become part of a page


def facts_of(game: Game) -> dict[NotificationKind, dict[str, Any]]:
    """What each kind has to tell beside its game."""
    deadline = game.deadline_at
    assert deadline is not None
    return {
        NotificationKind.DECLINED: {"reason": SECRET},
        NotificationKind.TIME_GRANTED: {"seconds": 24 * 3600},
        NotificationKind.TAKE_BACK_ANSWERED: {"accepted": True},
        NotificationKind.VACATION_ENDING: {
            "until": (timezone.now() + timedelta(days=1)).isoformat()
        },
        NotificationKind.PLAN_PLAYED: {"turn": SECRET},
        NotificationKind.PLAN_STOPPED: {"why": SECRET},
        NotificationKind.REMINDER: {"part": "most", "deadline": deadline.isoformat()},
    }


def planned(kind: NotificationKind, game: Game) -> Notification:
    """A row of that kind for the seat to move."""
    without = (NotificationKind.DIGEST, NotificationKind.VACATION_ENDING)
    return plan_notice(
        mover_of(game),
        kind,
        None if kind in without else game,
        now=timezone.now(),
        data=facts_of(game).get(kind, {}),
        key="test",
    )


def test_every_kind_has_a_specification_and_every_category_its_usual_channels() -> None:
    assert set(SPECS) == set(NotificationKind)
    assert set(USUAL) == {spec.category for spec in SPECS.values()} == set(NoticeCategory)
    assert set(SENDERS) == set(Channel)


# Kinds that are told of a running game, or of none, by a mail that needs nothing more.
TELLING = {
    NotificationKind.YOUR_TURN: "Your turn against",
    NotificationKind.REMINDER: "Your time against",
    NotificationKind.DIGEST: "It is your turn in 1 game",
    NotificationKind.CALLED_OFF: "was called off",
    NotificationKind.TIME_GRANTED: "gave you more time",
    NotificationKind.TAKE_BACK_ANSWERED: "lets you take your turn back",
    NotificationKind.VACATION_ENDING: "Your vacation ends soon",
    NotificationKind.PLAN_PLAYED: "Your planned turn against",
    NotificationKind.PLAN_STOPPED: "Your plan against",
    NotificationKind.DECLINED: "declined your invitation",
}


@pytest.mark.parametrize("kind", TELLING)
def test_mail_says_what_happened_and_leads_on(game: Game, kind: NotificationKind) -> None:
    row = planned(kind, game)
    mail.outbox.clear()
    deliver(row.pk)
    [letter] = letters()
    assert TELLING[kind] in str(letter.message["Subject"])
    url = words_of(row).url
    assert url in letter.text
    assert url in letter.html
    assert "<script" not in letter.html
    if SECRET in facts_of(game).get(kind, {}).values():
        assert "&lt;script&gt;&amp;" in letter.html
        assert SECRET in letter.text


def test_news_that_need_more_are_told_in_their_own_tests() -> None:
    """A game over, an invitation open, a pause or a turn asked for, a message unread, a game begun by the other."""
    others = {
        NotificationKind.GAME_OVER,
        NotificationKind.INVITED,
        NotificationKind.PAUSE_ASKED,
        NotificationKind.PAUSE_ANSWERED,
        NotificationKind.BEGUN,
        NotificationKind.TAKE_BACK_ASKED,
        NotificationKind.MESSAGE,
    }
    assert set(TELLING) | others == set(NotificationKind)


def sent(row: Notification) -> bool:
    """Whether its mail went out when its time came."""
    deliver(row.pk)
    return str(row.deliveries.get(channel="email").state) == "sent"


def test_begun_is_told_while_the_other_is_to_move(game: Game) -> None:
    told, mover = waiter_of(game), mover_of(game)
    kind, now = NotificationKind.BEGUN, timezone.now()
    assert sent(plan_notice(told, kind, game, now=now))
    assert not sent(plan_notice(mover, kind, game, now=now))


def test_pause_is_told_to_the_other_while_it_is_asked_for(game: Game) -> None:
    asking = waiter_of(game)
    ask_pause(game_id=game.pk, user=asking)
    row = Notification.objects.get(kind="pause_asked")
    assert row.user == mover_of(game)
    assert sent(row)
    ask_again = plan_notice(
        row.user, NotificationKind.PAUSE_ASKED, game, now=timezone.now(), key="x"
    )
    drop_pause(game_id=game.pk, user=asking)
    assert not sent(ask_again)


@pytest.mark.parametrize(("answer", "said"), [(ask_pause, "agrees"), (drop_pause, "does not want")])
def test_answer_to_who_asked_for_a_pause_is_told(
    game: Game, answer: Callable[..., object], said: str
) -> None:
    asking, other = waiter_of(game), mover_of(game)
    for _time in range(2):
        ask_pause(game_id=game.pk, user=asking)
        answer(game_id=game.pk, user=other)
        if said == "agrees":
            break
    row = Notification.objects.filter(kind="pause_answered").latest("pk")
    assert row.user == asking
    assert said in words_of(row).title
    assert sent(row)


def test_withdrawn_wish_for_a_pause_is_no_answer(game: Game) -> None:
    asking = waiter_of(game)
    ask_pause(game_id=game.pk, user=asking)
    drop_pause(game_id=game.pk, user=asking)
    assert not Notification.objects.filter(kind="pause_answered").exists()


def test_pause_that_has_ended_since_is_told_to_nobody(game: Game) -> None:
    asking, other = waiter_of(game), mover_of(game)
    for user in (asking, other):
        ask_pause(game_id=game.pk, user=user)
    resume_game(game_id=game.pk, user=other)
    assert not sent(Notification.objects.get(kind="pause_answered"))


@pytest.mark.parametrize(
    "kind",
    [
        NotificationKind.REMINDER,
        NotificationKind.TIME_GRANTED,
        NotificationKind.PLAN_STOPPED,
        NotificationKind.YOUR_TURN,
        NotificationKind.DIGEST,
    ],
)
def test_what_a_move_has_overtaken_is_not_told(game: Game, kind: NotificationKind) -> None:
    row = planned(kind, game)
    take_tokens(game)
    assert not sent(row)


@pytest.mark.parametrize(
    "kind", [NotificationKind.TAKE_BACK_ANSWERED, NotificationKind.PLAN_STOPPED]
)
def test_what_the_end_has_overtaken_is_not_told(game: Game, kind: NotificationKind) -> None:
    row = planned(kind, game)
    resign_game(game_id=game.pk, user=seated(game, 1))
    assert not sent(row)


def test_vacation_that_ended_early_is_not_told(game: Game) -> None:
    row = planned(NotificationKind.VACATION_ENDING, game)
    row.data = {"until": timezone.now().isoformat()}
    row.save()
    assert not sent(row)


def test_turn_that_came_twice_is_told_once(game: Game) -> None:
    """The turn before was taken back and played again: two rows of one turn, and one mail."""
    user = mover_of(game)
    first = Notification.objects.get(kind="your_turn", game=game)
    Game.objects.filter(pk=game.pk).update(version=F("version") + 2)
    second = plan_notice(
        user, NotificationKind.YOUR_TURN, game, now=timezone.now(), key=f"{game.pk} once more"
    )
    mail.outbox.clear()
    deliver(first.pk)
    deliver(second.pk)
    assert len(mail.outbox) == 1
    assert [row.deliveries.get(channel="email").state for row in (first, second)] == [
        "dropped",
        "sent",
    ]


def test_declined_names_whom_was_asked_and_the_reason() -> None:
    inviter, invitee = make_user(), make_user("Bruno")
    game = create_invitation(user=inviter, invitee=invitee, options=OPTIONS)
    row = plan_notice(
        inviter, NotificationKind.DECLINED, game, now=timezone.now(), data={"reason": "No time."}
    )
    words = words_of(row)
    assert (words.title, words.said) == (
        "Bruno declined your invitation",
        ["The reason: No time."],
    )
