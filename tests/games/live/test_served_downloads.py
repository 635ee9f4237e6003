"""Downloads of the real site, whose readers take their time."""

import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.enums import ExportState
from games.models import DataExport, ExportChunk
from tests.factories.users import make_user
from tests.games.workers import wait_until
from tests.served import served, session_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PIECE, PIECES = 512 * 1024, 24


@pytest.fixture
def site(site_folder: Path, queued_tasks: object) -> Iterator[str]:
    """The site's address."""
    with served(site_folder) as address:
        yield address


def with_copy() -> User:
    """Somebody whose copy is larger than what a machine holds back for a slow reader."""
    user, now = make_user(), timezone.now()
    times = {"asked_at": now, "ready_at": now, "expires_at": now + timedelta(days=1)}
    size = PIECE * PIECES
    row = DataExport.objects.create(user=user, state=ExportState.READY, size=size, **times)
    for number in range(PIECES):
        ExportChunk.objects.create(export=row, number=number, data=bytes([number]) * PIECE)
    return user


def slow_reader(site: str, user: User) -> socket.socket:
    """Somebody who asks for their file and takes the first line of the answer only."""
    place = urlsplit(site)
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.settimeout(10)
    reader.connect((str(place.hostname), place.port or 80))
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(user)}"
    lines = ("GET /accounts/data/download/ HTTP/1.1", f"Host: {place.netloc}", f"Cookie: {cookie}")
    reader.sendall("\r\n".join([*lines, "", ""]).encode())
    return reader


def status_of(reader: socket.socket) -> int:
    """The status of the answer."""
    return int(reader.recv(12).split()[1])


def test_slow_readers_hold_up_nobody(site: str) -> None:
    """As many as there are threads for pages, and one more."""
    people = [with_copy() for _number in range(7)]
    with ExitStack() as stack:
        readers = [stack.enter_context(closing(slow_reader(site, user))) for user in people]
        assert [status_of(reader) for reader in readers] == [200] * 7
        for _number in range(3):
            began = time.monotonic()
            with urllib.request.urlopen(f"{site}/healthz", timeout=10) as page:  # noqa: S310  our own address
                assert page.status == 200
            assert time.monotonic() - began < 3
        with closing(slow_reader(site, people[0])) as again:
            assert status_of(again) == 429
        body = bytearray()
        while len(body) < PIECE * PIECES:  # and what they take at last is whole
            body += readers[1].recv(1 << 16)
        assert body.endswith(bytes([PIECES - 1]) * PIECE)

    def may_again() -> bool:
        with closing(slow_reader(site, people[0])) as reader:
            return status_of(reader) == 200

    wait_until(may_again, 10)
