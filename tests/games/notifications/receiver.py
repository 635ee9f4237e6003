"""A real web server on this machine that takes what is posted to it, and browsers' keys to open it with."""

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypedDict

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.notifications.channels.vapid import encode

AUTH = b"sixteen bytes!!!"


@dataclass(frozen=True, slots=True)
class Posted:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Receiver:
    """What came in, and how the server answers."""

    url: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    posted: list[Posted] = field(default_factory=list)


@contextmanager
def receiving(*, certificate: Path | None = None) -> Iterator[Receiver]:
    """A server for the time of the block, with TLS if it has a certificate."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.posted.append(Posted(self.path, dict(self.headers), body))
            self.send_response(receiver.status)
            for name, value in {"Content-Length": "0", **receiver.headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        # The handshake in the thread of the request: one that fails must not stop the server.
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    receiver.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Keys(TypedDict):
    """What a browser's push service is told with, in base64url."""

    p256dh: str
    auth: str


class Browser:
    """The keys of a browser: what it tells the site, and how it opens what comes."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys: Keys = {"p256dh": encode(point), "auth": encode(AUTH)}

    def opened(self, posted: Posted) -> Any:
        """The message in a request."""
        plain = http_ece.decrypt(posted.body, private_key=self._key, auth_secret=AUTH)
        return json.loads(plain)
