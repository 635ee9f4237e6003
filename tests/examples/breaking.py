"""A bad network between a program and the site: some answers get lost after the site has done what was asked."""

import http.client
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit


class BadLine(ThreadingHTTPServer):
    """Passes requests on to the site; every `every`-th answer to a write is lost."""

    daemon_threads = True

    def __init__(self, site: str, every: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site, self.every, self.writes, self.lost = urlsplit(site).netloc, every, 0, 0

    @property
    def address(self) -> str:
        """Where programs find the site over this line."""
        return f"http://127.0.0.1:{self.server_port}"

    def loses_next(self) -> bool:
        """Whether the answer to the next write is lost."""
        self.writes += 1
        lost = self.writes % self.every == 0
        self.lost += lost
        return lost


class _Handler(BaseHTTPRequestHandler):
    server: BadLine

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with closing(http.client.HTTPConnection(self.server.site, timeout=60)) as link:
            link.request(self.command, self.path, body, dict(self.headers))
            answer = link.getresponse()
            if self.command == "POST" and self.server.loses_next():
                answer.read()
                self.close_connection = True
                return
            self.send_response_only(answer.status)
            for name in ("Content-Type", "Retry-After"):
                if value := answer.headers.get(name):
                    self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # who asked may have gone
                while piece := answer.read1(65536):
                    self.wfile.write(piece)
                    self.wfile.flush()

    do_GET = do_POST = _pass_on

    def log_message(self, *_about: object) -> None:
        """Nothing."""


@contextmanager
def bad_line(site: str, *, every: int) -> Iterator[BadLine]:
    """A line to the site for the length of the block."""
    with BadLine(site, every) as line:
        thread = Thread(target=line.serve_forever)
        thread.start()
        try:
            yield line
        finally:
            line.shutdown()
            thread.join(10)
