"""News posted to a program, signed as Standard Webhooks has it. They tell what an open stream tells, and nothing of a
position: the program then asks the API for its own view.
"""

import base64
import hashlib
import hmac
import json
import secrets
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from accounts.models import User
from games.models import Notification, Seat, Webhook
from games.notifications.channels.outside import check, post

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
TEST: Final = "test"  # the kind of what tells nothing


def new_secret() -> str:
    """A secret as receivers' libraries read it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, message_id: str, second: int, body: bytes) -> str:
    """What the header webhook-signature holds."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{second}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def tell(hook: Webhook, row: Notification, user: User) -> None:
    """Post one row; sent again it has the same id. Raises Refused or OSError."""
    game = row.game
    seat = None if game is None else Seat.objects.filter(game=game, user=user).first()
    told = {
        "kind": row.kind,
        "game_id": game and game.pk,
        "version": game and game.version,
        "your_turn": game is not None and seat is not None and game.seat_to_move == seat.number,
    }
    name = hashlib.sha256(f"{hook.secret} {row.dedupe_key}".encode()).hexdigest()
    _post(hook, f"msg_{name[:32]}", told, row.created_at)


def tell_test(hook: Webhook) -> None:
    """Post a message that tells nothing. Raises Refused or OSError."""
    told = {"kind": TEST, "game_id": None, "version": None, "your_turn": False}
    _post(hook, f"msg_{secrets.token_hex(16)}", told, timezone.now())


def _post(hook: Webhook, message_id: str, told: dict[str, Any], at: datetime) -> None:
    body = json.dumps({**told, "at": f"{at:%Y-%m-%dT%H:%M:%SZ}"}).encode()
    second = int(timezone.now().timestamp())  # of this attempt: receivers refuse old ones
    headers = {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(second),
        "webhook-signature": signature(hook.secret, message_id, second, body),
    }
    check(post(hook.url, body, headers))
