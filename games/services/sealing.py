"""Keeping the secrets of running games: encrypted at rest with the keys of the settings, the first of which encrypts."""

import secrets

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

SECRET_BYTES = 32


def new_secret() -> bytes:
    """The secret all draws of one game follow from."""
    return secrets.token_bytes(SECRET_BYTES)


def seal(secret: bytes) -> bytes:
    """Encrypt a secret for the database."""
    return _keys().encrypt(secret)


def unseal(sealed: bytes | memoryview) -> bytes:
    """Decrypt a stored secret. Raises cryptography's InvalidToken if its key is no longer in the settings."""
    return _keys().decrypt(bytes(sealed))


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.GAME_SECRET_KEYS])
