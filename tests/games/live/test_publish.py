"""What is published when a game changes: after the commit, once, and never at the cost of the change."""

import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import transaction

from games.live.news import News, channel, decode, encode, newest
from games.live.publish import announce
from games.models import Game
from games.services.invitations import accept_invitation, cancel_game, decline_invitation
from games.services.lobby import add_entropy, create_invitation
from games.services.play import resign_game, submit_actions
from games.services.rematch import rematch
from splendor.dev.valkey import free_port
from tests.factories.games import (
    OPTIONS,
    legal_json,
    make_computer_game,
    make_game,
    mover_of,
    seated,
)
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db(transaction=True)

Heard = Callable[[], list[News | None]]


@pytest.fixture
def heard(broker: str) -> Iterator[Heard]:
    """What was published since the last call."""
    with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as pubsub:
        pubsub.subscribe(channel())
        assert pubsub.get_message(timeout=5)

        def take() -> list[News | None]:
            found = []
            while (message := pubsub.get_message(timeout=0.1)) is not None:
                found.append(decode(message["data"]))
            return found

        yield take


def take_tokens(game: Game) -> dict[str, Any]:
    """The seat to move takes tokens."""
    return submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[legal_json(game, "take_tokens")[0]],
        expected_version=game.version,
        key=f"key {game.version}",
    )


def test_move_is_told_once_with_who_is_to_move(heard: Heard) -> None:
    game = make_game()
    heard()
    people = sorted(user.pk for user in (seated(game, 1), seated(game, 2)))
    answer = take_tokens(game)
    assert heard() == [
        News(game.pk, answer["version"], seated(game, 2).pk, tuple(people)),
    ]
    assert newest(game.pk) == News(game.pk, answer["version"], seated(game, 2).pk, tuple(people))


def test_stages_before_and_after_a_game_are_told(heard: Heard) -> None:
    maker, asked = make_user(), make_user()
    both = tuple(sorted((maker.pk, asked.pk)))
    game = create_invitation(user=maker, invitee=asked, options=OPTIONS)
    assert heard() == [News(game.pk, 1, None, both, asked.pk)]
    add_entropy(game_id=game.pk, user=maker, entropy="dice")
    assert heard() == [News(game.pk, 2, None, both, asked.pk)]
    game = accept_invitation(token=game.invitation.token, user=asked, entropy="")
    assert heard() == [News(game.pk, game.version, maker.pk, both)]
    game = resign_game(game_id=game.pk, user=asked)
    assert heard() == [News(game.pk, game.version, None, both)]
    again = rematch(game_id=game.pk, user=maker)
    assert heard() == [News(again.pk, 1, None, both, asked.pk)]


@pytest.mark.parametrize("who", ["maker", "asked"])
def test_game_that_is_called_off_is_told(heard: Heard, who: str) -> None:
    maker, asked = make_user(), make_user()
    game = create_invitation(user=maker, invitee=asked, options=OPTIONS)
    heard()
    if who == "maker":
        cancel_game(game_id=game.pk, user=maker)
    else:
        decline_invitation(token=game.invitation.token, user=asked)
    assert heard() == [News(game.pk, 2, None, tuple(sorted((maker.pk, asked.pk))))]


def test_computer_s_turn_is_told_too(heard: Heard) -> None:
    game = make_computer_game()
    heard()
    person = seated(game, 1).pk
    answer = take_tokens(game)
    game.refresh_from_db()
    assert game.version > answer["version"], "the computer has answered"
    assert News(game.pk, game.version, person, (person,)) in heard()


def test_nothing_is_told_of_what_changes_nothing_or_is_taken_back(heard: Heard) -> None:
    game = make_game()
    resign_game(game_id=game.pk, user=seated(game, 1))
    heard()
    resign_game(game_id=game.pk, user=seated(game, 1))
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        announce(game.pk)
        raise ZeroDivisionError
    announce("none")
    assert heard() == []


def test_broker_that_is_away_costs_a_moment_and_no_move(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = make_game()
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{free_port()}/0")
    before, began = game.version, time.monotonic()
    answer = take_tokens(game)
    assert time.monotonic() - began < 2
    game.refresh_from_db()
    assert game.version == answer["version"] > before
    assert [record.levelname for record in caplog.records if game.pk in record.message] == [
        "WARNING"
    ]


def test_broker_that_takes_no_connection_costs_a_moment_and_no_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make_game()
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{deaf.getsockname()[1]}/0")
        began = time.monotonic()
        take_tokens(game)
        assert time.monotonic() - began < 2


def test_news_survive_the_broker_and_junk_does_not() -> None:
    news = News("game000001", 7, None, (3, 4))
    assert decode(encode(news).encode()) == news
    for junk in (b"", b"7", b"[]", b'["game", 1, 2]', b'["game", 1, 2, 3]', b"{}", b"\\xff"):
        assert decode(junk) is None
