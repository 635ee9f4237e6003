"""The key with which this site signs what it sends to push services (VAPID, RFC 8292)."""

import base64
import time
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

_LASTS: Final = 12 * 60 * 60  # seconds; a day is the most that push services take
_KEY_BYTES: Final = 32


def encode(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    if not text.isascii():
        raise ValueError("not base64url")
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_private_key() -> str:
    """A new key, as VAPID_PRIVATE_KEY takes it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(number.to_bytes(_KEY_BYTES))


def read_private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The key of such a text. Raises ValueError."""
    raw = decode(text)
    if len(raw) != _KEY_BYTES:
        raise ValueError("a VAPID key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(raw), ec.SECP256R1())


def public_key() -> str:
    """What browsers must know to let us in; empty if this site has no key."""
    return _public_key(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


@cache
def _public_key(private: str) -> str:
    point = read_private_key(private).public_key()
    return encode(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def signature_for(endpoint: str) -> dict[str, str]:
    """The header that tells the push service of `endpoint` who sends."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _LASTS,
        "sub": settings.VAPID_SUBJECT,
    }
    # What VAPID_SUBJECT may be, the push services say; the library's own pattern knows fewer addresses than there are.
    signer = Vapid02(read_private_key(settings.VAPID_PRIVATE_KEY), conf={"no-strict": True})
    return dict(signer.sign(claims))
