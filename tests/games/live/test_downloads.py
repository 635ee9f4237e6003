"""Long answers on the asynchronous side: who gets one, and what it holds on to."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.exceptions import RequestAborted
from django.db import connections
from django.utils import timezone

from accounts.models import TokenKind, User
from accounts.scopes import OF_SIGNED_IN
from accounts.tokens import make_token
from games.enums import ExportState
from games.live import downloads as module
from games.live.downloads import downloads
from games.models import DataExport, ExportChunk
from games.services.play import resign_game
from tests.factories.games import make_game
from tests.factories.users import make_user
from tests.games.api.streams.asgi import Answer, ask
from tests.served import session_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

GAMES, COPY = "/api/v1/me/games/export", "/api/v1/me/exports/file"
PAGE = "/accounts/data/download/"
ADDRESSES = (GAMES, COPY, PAGE)
PIECES = (b"first", b"second")


@pytest.fixture(autouse=True)
def _as_on_the_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No connection outlives its request; and no place outlives its test."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    yield
    assert not downloads._people


@pytest.fixture
def ada() -> User:
    """Who has games that are over and a copy of her data."""
    user = make_user("ada")
    for _number in range(3):
        resign_game(game_id=make_game(user).pk, user=user)
    now = timezone.now()
    times = {"asked_at": now, "ready_at": now, "expires_at": now + timedelta(days=1)}
    size = sum(map(len, PIECES))
    row = DataExport.objects.create(user=user, state=ExportState.READY, size=size, **times)
    for number, data in enumerate(PIECES):
        ExportChunk.objects.create(export=row, number=number, data=data)
    return user


def fetch(user: User, path: str, **more: Any) -> Answer:
    """Ask for a download as its person does, by browser or by program."""
    if path == PAGE:
        cookie = f"{site_settings.SESSION_COOKIE_NAME}={session_of(user)}"
        return ask(path, headers={"Cookie": cookie}, **more)
    _token, value = make_token(
        user=user, kind=TokenKind.APP, name="test", scopes=OF_SIGNED_IN, expires_at=None
    )
    return ask(path, headers={"Authorization": f"Bearer {value}"}, **more)


@pytest.mark.parametrize("path", ADDRESSES)
def test_download_comes_whole_and_its_place_is_free_again(ada: User, path: str) -> None:
    for _time in range(2):
        status, headers, parts = fetch(ada, path)
        assert status == 200
        if path == GAMES:
            lines = [json.loads(line) for line in b"".join(parts).splitlines()]
            assert len({line["id"] for line in lines}) == 3
        else:
            assert (headers["content-length"], parts) == ("11", list(PIECES))


@pytest.mark.parametrize("path", ADDRESSES)
def test_second_download_of_a_person_waits_for_the_first(ada: User, path: str) -> None:
    downloads.take(ada.pk)
    try:
        status, headers, parts = fetch(ada, path)
        assert (status, headers["retry-after"]) == (429, "60")
        words = b"under way" if path == PAGE else b'"code":"too_many_downloads"'
        assert words in b"".join(parts)
        assert fetch(make_user(), GAMES)[0] == 200
    finally:
        downloads.leave(ada.pk)
    assert fetch(ada, path)[0] == 200


def test_few_download_at_the_same_time(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IN_ALL", 1)
    downloads.take(0)
    try:
        assert fetch(ada, COPY)[0] == 429
    finally:
        downloads.leave(0)


@pytest.mark.parametrize("path", ADDRESSES)
def test_head_makes_nothing_and_needs_no_place(
    ada: User, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(*_given: object) -> Any:
        raise AssertionError("something was read")
        yield

    monkeypatch.setattr("games.api.games.export_views.exported_games", made)
    monkeypatch.setattr("games.api.accounts.exports.pieces_of", made)
    monkeypatch.setattr("games.web.export.pieces_of", made)
    downloads.take(ada.pk)
    try:
        status, headers, parts = fetch(ada, path, method="HEAD")
    finally:
        downloads.leave(ada.pk)
    assert (status, parts) == (200, [])
    assert headers.get("content-length") == (None if path == GAMES else "11")


def test_games_are_exported_six_times_an_hour() -> None:
    user = make_user()  # whom nobody counted yet
    for _time in range(6):
        assert fetch(user, GAMES)[0] == fetch(user, GAMES, method="HEAD")[0] == 200
    status, headers, (body,) = fetch(user, GAMES)
    assert status == 429 and b'"code":"throttled"' in body
    assert 3000 < int(headers["retry-after"]) <= 3600


def test_place_is_free_again_when_a_piece_cannot_be_made(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> Iterator[bytes]:
        yield b"first"
        raise ArithmeticError

    monkeypatch.setattr("games.api.accounts.exports.pieces_of", broken)
    with pytest.raises(ArithmeticError):
        fetch(ada, COPY)
    monkeypatch.undo()
    assert fetch(ada, PAGE)[0] == 200


def test_download_ends_when_it_takes_too_long(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", -1.0)
    sending = module._Sending(iter(PIECES), ada.pk)
    with pytest.raises(RequestAborted):
        sending.__anext__().send(None)
    sending.close()


def test_place_of_an_answer_that_never_began_is_free_again(ada: User) -> None:
    sending = module._Sending(iter(PIECES), ada.pk)
    assert downloads._people == {ada.pk}
    del sending
    assert not downloads._people
