"""The header Idempotency-Key, by which a client whose answer was lost asks again."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.errors import malformed
from games.services.play import KEY_LENGTH
from games.services.repeats import answer_once

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"


def answered_once(user: User, request: Request, work: Callable[[], Response]) -> Response:
    """The answer of `work`, or the one stored under the request's key. Without a key it is simply done.

    Raises ServiceError for a key that makes no sense or came with another request.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return work()
    if not 1 <= len(key) <= KEY_LENGTH or not key.isprintable():
        raise malformed(f"the idempotency key has 1 to {KEY_LENGTH} printable characters")
    kept: list[Response] = []

    def run() -> tuple[int, Any]:
        kept.append(work())
        return kept[0].status_code, kept[0].data

    (status, body), before = answer_once(user=user, key=key, digest=_digest(request), work=run)
    return Response(body, status=status, headers={REPLAYED: "true"}) if before else kept[0]


def _digest(request: Request) -> str:
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(f"{request.method} {request.get_full_path()} {body}".encode()).hexdigest()
