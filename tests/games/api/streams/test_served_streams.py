"""Streams of programs on the real site: a uvicorn of its own on the database and the broker of this test run."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from accounts.models import TokenKind, User
from accounts.scopes import OF_SIGNED_IN
from accounts.tokens import make_token
from games.services.lobby import create_invitation
from games.services.talk import write_message
from tests.factories.games import (
    OPTIONS,
    make_game,
    mover_of,
    play_random,
    seated,
    take_tokens,
    waiter_of,
)
from tests.factories.users import make_user
from tests.games.api.calls import url_of
from tests.games.live.streams import Stream, streaming
from tests.hidden import exchange_hidden
from tests.served import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MINE = "/api/v1/me/stream?format=ndjson"


@pytest.fixture
def site(site_folder: Path, queued_tasks: object) -> Iterator[str]:
    """The site's address."""
    with served(site_folder) as address:
        yield address


def token_of(user: User) -> str:
    """The value of a token of an app."""
    return make_token(
        user=user, kind=TokenKind.APP, name="test", scopes=OF_SIGNED_IN, expires_at=None
    )[1]


def line(stream: Stream) -> dict[str, object]:
    """The next message of a stream in lines."""
    while (text := stream.answer.readline()) == b"\n":
        pass
    found: dict[str, object] = json.loads(text)
    return found


def test_both_players_hear_of_a_move_and_only_the_reader_of_a_message(site: str) -> None:
    game = make_game()
    mover, waiter = mover_of(game), waiter_of(game)
    with ExitStack() as stack:
        theirs = stack.enter_context(streaming(site, MINE, token=token_of(mover)))
        mine = stack.enter_context(streaming(site, MINE, token=token_of(waiter)))
        watched = stack.enter_context(streaming(site, url_of(game, "stream")))
        told = {"game_id": game.pk, "version": game.version, "your_turn": True}
        assert line(theirs) == {"kind": "game", **told}
        assert watched.message()["version"] == game.version
        write_message(game_id=game.pk, user=waiter, text="hello", key="k")
        assert line(theirs) == {"kind": "message", **told}
        told["version"] = take_tokens(game)
        assert line(mine) == {"kind": "game", **told}
        assert line(theirs) == {"kind": "game", **told, "your_turn": False}
        assert watched.message() == {"id": str(told["version"]), **told, "your_turn": False}


def test_invitation_is_told_as_one_to_who_is_asked(site: str) -> None:
    me, other = make_user(), make_user()
    with (
        streaming(site, MINE, token=token_of(me)) as mine,
        streaming(site, MINE, token=token_of(other)) as theirs,
    ):
        assert mine.answer.readline() == theirs.answer.readline() == b"\n"
        game = create_invitation(user=other, invitee=me, options=OPTIONS)
        told = {"game_id": game.pk, "version": 1, "your_turn": False}
        assert line(mine) == {"kind": "invitation", **told}
        assert line(theirs) == {"kind": "game", **told}


def test_seventh_stream_of_a_token_is_refused(site: str) -> None:
    user = make_user()
    token = token_of(user)
    with ExitStack() as stack:
        for _number in range(6):
            stack.enter_context(streaming(site, MINE, token=token)).answer.readline()
        with streaming(site, MINE, token=token) as refused:
            assert (refused.status, refused.headers["retry-after"]) == (429, "60")
            assert json.loads(refused.answer.read())["code"] == "too_many_streams"
        with streaming(site, MINE, token=token_of(user)) as free:
            assert free.status == 200


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_nothing_hidden_shows_in_a_stream(site: str, viewer: int | None) -> None:
    game = make_game()
    play_random(game, 40)
    token = token_of(seated(game, viewer)) if viewer else ""
    worlds = []
    for seed in (1, 2, 3):
        assert exchange_hidden(game, viewer, seed) > 0
        with streaming(site, url_of(game, "stream"), token=token) as stream:
            kept = {name: text for name, text in stream.headers.items() if name != "date"}
            worlds.append((kept, stream.block(), stream.block()))
    assert worlds[0] == worlds[1] == worlds[2]
