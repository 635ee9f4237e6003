"""Receives signed webhooks and prints those that really come from the site.

    LOUPE_WEBHOOK_SECRET=whsec_… python webhook.py 8080

Put something with TLS before it, and give its address by `PUT /api/v1/me/signed-webhook`, whose answer has the secret.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Final

TOLERANCE: Final = 300  # seconds


def verified(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether the site has sent this body, just now."""
    message_id, second = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not second.isdecimal() or abs(time.time() - int(second)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{second}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(wanted.encode(), one.encode()) for one in given)


class Handler(BaseHTTPRequestHandler):
    """Answers 204 to what is genuine: a message that isn't taken comes again, with the same id."""

    seen: Final[set[str]] = set()

    def do_POST(self) -> None:
        """One message."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not verified(
            os.environ["LOUPE_WEBHOOK_SECRET"],
            {name.lower(): text for name, text in self.headers.items()},
            body,
        ):
            self.send_error(401)
            return
        if self.headers["webhook-id"] not in self.seen:
            self.seen.add(self.headers["webhook-id"])
            told = json.loads(body)
            print(told["at"], told["kind"], told["game_id"], told["version"], flush=True)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
