"""What waits for a person, in one request."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user
from games.enums import Speed, TakeBackStatus
from games.models import Game, TakeBack
from games.selectors.views import utc_text
from games.services.lobby import Options, create_invitation
from games.services.play import resign_game
from games.services.rematch import rematch
from games.services.take_back import answer_take_back, ask_turn_back, withdraw_take_back
from games.services.talk import write_message
from games.services.time import ask_pause
from tests.factories.games import (
    OPTIONS,
    make_begun_game,
    make_game,
    mover_of,
    play_random,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.api.calls import Client, client_of
from tests.hidden import exchange_hidden

pytestmark = pytest.mark.django_db

URL = "/api/v1/me/turns"


def waiting(user: User) -> dict[str, Any]:
    """What the person is told."""
    response = client_of(user).get(URL)
    assert response.status_code == 200
    found: dict[str, Any] = response.json()
    return found


def game_to_move(user: User, options: Options = OPTIONS, **fields: Any) -> Game:
    """A game in which this person is to move."""
    while True:
        game = make_game(user, make_user(), options)
        if mover_of(game) == user:
            Game.objects.filter(pk=game.pk).update(**fields)
            return game
        resign_game(game_id=game.pk, user=user)


# Turns


def test_nothing_waits_for_a_newcomer(db: None) -> None:
    assert waiting(make_user()) == {
        "counts": {"turns": 0, "requests": 0, "invitations": 0, "messages": 0},
        "turns": [],
        "requests": [],
        "invitations": [],
        "messages": [],
    }


def test_only_the_one_to_move_is_waited_for(game: Game) -> None:
    take_tokens(game)
    mover, waiter = mover_of(game), waiter_of(game)
    (turn,) = waiting(mover)["turns"]
    assert (turn["game_id"], turn["version"]) == (game.pk, game.version)
    assert turn["opponent"] == {"name": waiter.username, "computer": None, "bot": False}
    assert turn["last_turn"].startswith(f"{waiter.username} took")
    assert turn["deadline_at"] == utc_text(game.deadline_at)  # type: ignore[arg-type]
    assert turn["clock"]["stands"] is None
    assert waiting(waiter)["turns"] == []


def test_the_most_urgent_turn_comes_first_and_one_without_a_clock_last(db: None) -> None:
    user, now = make_user(), timezone.now()
    late = game_to_move(user, deadline_at=now + timedelta(days=2))
    never = game_to_move(user, Options(Speed.NO_CLOCK))
    soon = game_to_move(user, deadline_at=now + timedelta(hours=2))
    told = waiting(user)["turns"]
    assert [turn["game_id"] for turn in told] == [soon.pk, late.pk, never.pk]
    assert told[-1]["deadline_at"] is None
    assert told[-1]["clock"] is None


# What opponents ask for


def test_request_for_a_turn_back_waits_until_it_is_answered(game: Game) -> None:
    last = take_tokens(game)
    asker, other = waiter_of(game), mover_of(game)
    ask_turn_back(game_id=game.pk, user=asker, last=last)
    (request,) = waiting(other)["requests"]
    assert (request["kind"], request["game_id"], request["last"]) == ("take_back", game.pk, last)
    assert waiting(asker)["requests"] == []
    answer_take_back(game_id=game.pk, user=other, last=last, accept=False)
    assert waiting(other)["requests"] == []


def test_withdrawn_request_waits_no_more(game: Game) -> None:
    last = take_tokens(game)
    ask_turn_back(game_id=game.pk, user=waiter_of(game), last=last)
    withdraw_take_back(game_id=game.pk, user=waiter_of(game), last=last)
    assert waiting(mover_of(game))["requests"] == []


def test_request_falls_with_the_next_turn_and_stands_again_when_that_is_taken_back(
    game: Game,
) -> None:
    last = take_tokens(game)
    asker, other = waiter_of(game), mover_of(game)
    ask_turn_back(game_id=game.pk, user=asker, last=last)
    answered = take_tokens(game)
    assert waiting(other)["requests"] == []
    assert waiting(asker)["requests"] == []
    ask_turn_back(game_id=game.pk, user=other, last=answered)
    answer_take_back(game_id=game.pk, user=asker, last=answered, accept=True)
    assert TakeBack.objects.get(last=last).status == TakeBackStatus.ASKED
    assert [request["last"] for request in waiting(other)["requests"]] == [last]


@pytest.mark.parametrize("who", ["mover", "waiter"])
def test_wish_for_a_pause_waits_for_the_other_whoever_is_to_move(game: Game, who: str) -> None:
    mover, waiter = mover_of(game), waiter_of(game)
    asker, other = (mover, waiter) if who == "mover" else (waiter, mover)
    ask_pause(game_id=game.pk, user=asker)
    (request,) = waiting(other)["requests"]
    assert (request["kind"], request["last"]) == ("pause", None)
    assert waiting(asker)["requests"] == []


# Invitations and messages


def test_invitation_waits_for_who_was_asked(db: None) -> None:
    inviter, asked = make_user(), make_user()
    game = create_invitation(user=inviter, invitee=asked, options=OPTIONS)
    (invitation,) = waiting(asked)["invitations"]
    assert invitation["token"] == game.invitation.token
    assert invitation["inviter"]["name"] == inviter.username
    assert (invitation["own"], invitation["for_you"], invitation["closed"]) == (False, True, None)
    assert waiting(inviter)["invitations"] == []


def test_wish_for_a_rematch_names_the_game_that_is_over(game: Game) -> None:
    mover, waiter = mover_of(game), waiter_of(game)
    resign_game(game_id=game.pk, user=mover)
    again = rematch(game_id=game.pk, user=mover)
    (invitation,) = waiting(waiter)["invitations"]
    assert (invitation["game_id"], invitation["rematch_of"]) == (again.pk, game.pk)


@pytest.mark.parametrize("blocker", ["inviter", "asked"])
def test_block_is_not_called_by_its_name(db: None, blocker: str) -> None:
    inviter, asked = make_user(), make_user()
    create_invitation(user=inviter, invitee=asked, options=OPTIONS)
    pair = (inviter, asked) if blocker == "inviter" else (asked, inviter)
    block_user(user=pair[0], blocked=pair[1])
    (invitation,) = waiting(asked)["invitations"]
    assert invitation["closed"] == {
        "code": "not_open_to_you",
        "message": "This offer is not open to you.",
    }


def test_unread_messages_are_counted_also_of_games_that_are_over(db: None) -> None:
    user = make_user()
    running, over = make_game(make_user(), user), make_game(make_user(), user)
    for game, texts in ((running, ("a", "b")), (over, ("c",))):
        for text in texts:
            other = game.seats.get(number=1).user
            assert other is not None
            write_message(game_id=game.pk, user=other, text=text, key=text)
    resign_game(game_id=over.pk, user=user)
    told = waiting(user)
    assert told["counts"]["messages"] == 3
    assert [(one["game_id"], one["status"], one["unread"]) for one in told["messages"]] == [
        (running.pk, "active", 2),
        (over.pk, "finished", 1),
    ]


# Copies


def tag_of(client: Client) -> str:
    """The tag of the newest answer."""
    return str(client.get(URL)["ETag"])


def test_copy_that_is_still_good_is_answered_with_304(game: Game) -> None:
    client = client_of(mover_of(game))
    again = client.get(URL, headers={"If-None-Match": f'"other", W/{tag_of(client)}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == "private, no-cache"


CHANGES: dict[str, Callable[[Game], object]] = {
    "a turn": take_tokens,
    "a message": lambda game: write_message(
        game_id=game.pk, user=waiter_of(game), text="Hello", key="1"
    ),
    "a wish for a pause": lambda game: ask_pause(game_id=game.pk, user=waiter_of(game)),
    "an invitation": lambda game: create_invitation(
        user=make_user(), invitee=mover_of(game), options=OPTIONS
    ),
    "more time": lambda game: Game.objects.filter(pk=game.pk).update(
        deadline_at=timezone.now() + timedelta(days=9)
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_what_waits_changes_the_tag(game: Game, change: str) -> None:
    client = client_of(mover_of(game))
    before = tag_of(client)
    CHANGES[change](game)
    assert tag_of(client) != before


def test_tag_stays_while_nothing_but_time_passes(
    game: Game, frozen_time: time_machine.Traveller
) -> None:
    client = client_of(mover_of(game))
    before = tag_of(client)
    frozen_time.shift(timedelta(minutes=5))
    assert tag_of(client) == before


# Secrets and costs


@pytest.mark.parametrize("seed", [1, 4])
def test_answer_is_equal_when_only_hidden_cards_differ(game: Game, seed: int) -> None:
    play_random(game, 70, seed)
    for user in (mover_of(game), waiter_of(game)):
        client = client_of(user)
        before = client.get(URL)
        seat = game.seats.get(user=user).number
        assert exchange_hidden(game, seat, seed) > 10
        after = client.get(URL)
        assert (after.content, after["ETag"]) == (before.content, before["ETag"])


def add_everything(user: User) -> None:
    """One more of all that can wait."""
    game = make_begun_game(user, make_user())
    other = game.seats.get(number=2).user
    assert other is not None
    if mover_of(game) == user:
        take_tokens(game)
    last = take_tokens(game)
    ask_turn_back(game_id=game.pk, user=other, last=last)
    ask_pause(game_id=game.pk, user=other)
    write_message(game_id=game.pk, user=other, text="Hello", key="1")
    over = make_game(user, make_user())
    write_message(game_id=over.pk, user=over.seats.get(number=2).user, text="Hello", key="1")  # type: ignore[arg-type]
    resign_game(game_id=over.pk, user=user)
    create_invitation(user=make_user(), invitee=user, options=OPTIONS)


def test_as_many_queries_with_one_of_each_as_with_thirty(db: None) -> None:
    user, counts = make_user(), {}
    client = client_of(user)
    client.get(URL)  # a token's first use is noted
    for number in range(1, 31):
        add_everything(user)
        if number in (1, 30):
            with CaptureQueriesContext(connection) as asked:
                told = client.get(URL).json()
            assert told["counts"] == {
                "turns": number,
                "requests": 2 * number,
                "invitations": number,
                "messages": 2 * number,
            }
            counts[number] = len(asked)
    assert counts[30] == counts[1] <= 17
