"""Posting to addresses that people give us, without being led into our own network.

The host is resolved once, every address that it names must be public, and the connection goes to the address that was
looked at: a name that changes its mind in between changes nothing. Redirects are not followed.
"""

import contextlib
import http.client
import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.notifications.channels.base import Refused

_TIMEOUT: Final = 5.0  # seconds for the name, for connecting, and for each wait after that
_WHOLE: Final = (
    10.0  # seconds for everything: a server that sends a byte now and then holds nobody up
)
_LONGEST_ANSWER: Final = 1024
_PORTS: Final = {"https": 443, "http": 80}
_LATER: Final = {408, 425, 429}
# Addresses in which another one is hidden, which a router on the way may take out.
_WRAPPED: Final = tuple(
    ipaddress.ip_network(net)
    for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")
)

type Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotNow(OSError):
    """The other side took nothing at the moment; later it may."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the other side said; `location` is where it says the message now is."""

    status: int
    location: str


def read_url(url: str) -> SplitResult:
    """An address that we would post to, in its parts. Raises Refused with a sentence that says what is wrong."""
    try:
        parts = urlsplit(url)
        port = parts.port
        (parts.hostname or "").encode("idna")  # parts of a name are neither empty nor too long
    except ValueError:
        raise Refused(_("This is no web address.")) from None
    if parts.scheme != "https" and not (
        settings.OUTGOING_TO_THIS_MACHINE and parts.scheme == "http"
    ):
        raise Refused(_("The address must begin with https://."))
    if not parts.hostname or port == 0 or not url.isascii() or not url.isprintable() or " " in url:
        raise Refused(_("This is no web address."))
    if parts.username is not None or parts.password is not None:
        raise Refused(_("The address must not hold a name and a password."))
    return parts


def is_public(address: str) -> bool:
    """True for an address out in the world; in tests also for this machine."""
    found: Address = ipaddress.ip_address(address.partition("%")[0])
    if settings.OUTGOING_TO_THIS_MACHINE and found.is_loopback:
        return True
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None or found.is_site_local:
            return False
        if any(found in net for net in _WRAPPED):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post `body` and read the answer, whatever its status.

    Raises Refused for an address that we don't post to, OSError if nobody answers in time.
    """
    parts = read_url(url)
    host, port = str(parts.hostname), parts.port or _PORTS[parts.scheme]
    end = time.monotonic() + _WHOLE
    connection = _connection(parts.scheme, host, port, _resolve(host, port))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with _at_most(end - time.monotonic(), connection):
            connection.connect()
            connection.request("POST", path, body, {"User-Agent": "Loupe", **headers})
            response = connection.getresponse()
            response.read(_LONGEST_ANSWER)
        return Answer(response.status, response.headers.get("Location", ""))
    except http.client.HTTPException as error:
        raise NotNow(f"no proper answer: {type(error).__name__}") from error
    finally:
        connection.close()


def check(answer: Answer) -> None:
    """Raise NotNow for an answer that may be another one later, Refused for one that won't."""
    if 200 <= answer.status < 300:
        return
    if answer.status >= 500 or answer.status in _LATER:
        raise NotNow(f"answered {answer.status}")
    raise Refused(_("The other side answered %(status)d.") % {"status": answer.status})


def _resolve(host: str, port: int) -> str:
    """The address to connect to. Raises Refused if any that the name has is not public, OSError if nobody knows it in
    time."""
    addresses = _addresses(host, port)
    if not addresses or not all(is_public(address) for address in addresses):
        raise Refused(_("The address does not lead out into the internet."))
    return addresses[0]


def _addresses(host: str, port: int) -> list[str]:
    """All that the name service says, asked in a thread that is left behind after a while: nothing else ends the asking,
    and whose name it is may let it last for minutes."""
    answers: queue.SimpleQueue[list[Any] | OSError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            answers.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        found = answers.get(timeout=_TIMEOUT)
    except queue.Empty:
        raise TimeoutError("the name was not found in time") from None
    if isinstance(found, OSError):
        raise found
    return [str(row[4][0]) for row in found]


class _Plain(http.client.HTTPConnection):
    """Connects to one address, whatever the name says by now. Its `wire` stays known where an answer that closes the
    connection is still being read."""

    address = ""
    wire: socket.socket | None = None
    late: threading.Event

    def connect(self) -> None:
        """Open the connection. Raises TimeoutError if the time was up before there was a wire to cut."""
        self.sock = self.wire = socket.create_connection((self.address, self.port), self.timeout)
        self._in_time()

    def _in_time(self) -> None:
        if self.late.is_set():
            raise TimeoutError("no connection in time")


class _Secure(_Plain):
    """The same with TLS; the certificate must be that of the name."""

    def connect(self) -> None:
        """Open the connection and see who answers. Raises TimeoutError as without TLS."""
        super().connect()
        wire = _tls().wrap_socket(
            self.sock, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock = self.wire = wire
        self._in_time()
        wire.do_handshake()


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _connection(scheme: str, host: str, port: int, address: str) -> _Plain:
    kind = _Secure if scheme == "https" else _Plain
    connection = kind(host, port, timeout=_TIMEOUT)
    connection.address, connection.late = address, threading.Event()
    return connection


@contextlib.contextmanager
def _at_most(seconds: float, connection: _Plain) -> Iterator[None]:
    """Cut the connection after that time. Raises TimeoutError then, also where half an answer looks like a whole one."""

    def cut() -> None:
        connection.late.set()
        with contextlib.suppress(OSError):
            if connection.wire is not None:
                # Not its own method: with TLS that takes the state away that the other thread is reading with.
                socket.socket.shutdown(connection.wire, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    if connection.late.is_set():
        raise TimeoutError("no whole answer in time")
