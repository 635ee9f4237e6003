"""Typed readers of the environment that fail loudly.

Every reader takes the name of a variable and a default. A value that can't be read raises
``ImproperlyConfigured`` and names the variable, so that a typing error never becomes a silent default.
"""

import base64
import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def env_str(name: str, default: str = "") -> str:
    """The variable's text; an empty variable counts as not set."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    """1/true/yes/on or 0/false/no/off in any case."""
    text = env_str(name, str(default)).lower()
    if text not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}")
    return text in _TRUE


def env_int(name: str, default: int) -> int:
    """A whole number."""
    text = env_str(name, str(default))
    try:
        return int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}") from None


def env_list(name: str, default: str = "") -> list[str]:
    """Entries separated by commas, without blanks around them and without empty ones."""
    return [part.strip() for part in env_str(name, default).split(",") if part.strip()]


def env_secret(name: str) -> str:
    """A secret from the variable, or from the file that ``<name>_FILE`` names; empty if neither is set."""
    path = env_str(f"{name}_FILE")
    if not path:
        return env_str(name)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}_FILE: {path} can't be read ({error.strerror})"
        ) from error


def require(*names: str) -> None:
    """Raise one error that names every variable of ``names`` that is not set, neither itself nor as a file."""
    absent = [name for name in names if not env_str(name) and not env_str(f"{name}_FILE")]
    if absent:
        raise ImproperlyConfigured(
            f"Not set: {', '.join(absent)}. CONTRIBUTING.md lists the settings of a real site; "
            "on your own machine start with ./dev, which needs none of them."
        )


def database_from_url(url: str) -> dict[str, Any]:
    """Django's database settings for ``postgresql://user:password@host:port/name`` or ``sqlite:///path``.

    The query of a PostgreSQL address becomes its connection options (``?sslmode=require``).
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": parts.path[1:] or ":memory:"}
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// or sqlite:///")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def mailer_from_url(url: str) -> dict[str, Any]:
    """Django's mailer settings for ``smtp://``, ``smtp+tls://`` (STARTTLS) or ``smtps://user:password@host:port``."""
    parts = urlsplit(url)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be smtp://, smtp+tls:// or smtps:// with a host")
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": parts.hostname,
            "port": parts.port or ports[parts.scheme],
            "username": unquote(parts.username or ""),
            "password": unquote(parts.password or ""),
            "use_tls": parts.scheme == "smtp+tls",
            "use_ssl": parts.scheme == "smtps",
            "timeout": 20,
        },
    }


# What anymail calls the key with which a provider signs what it tells of bounces and complaints.
MAIL_SIGNING_KEYS = {
    "mailersend": "MAILERSEND_SIGNING_SECRET",
    "mailgun": "MAILGUN_WEBHOOK_SIGNING_KEY",
    "mailtrap": "MAILTRAP_TRACKING_SECRET",
    "postal": "POSTAL_WEBHOOK_KEY",
    "sendgrid": "SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY",
}
MAIL_PROVIDERS = {"amazon_ses", "brevo", "mailjet", "postmark", "sparkpost", *MAIL_SIGNING_KEYS}


def mail_signing_key(provider: str, key: str) -> dict[str, str]:
    """Anymail's setting for that key; nothing for a provider that does not sign, or for none.

    Raises ImproperlyConfigured for an unknown provider, and where a key is needed or makes no sense.
    """
    if provider and provider not in MAIL_PROVIDERS:
        known = ", ".join(sorted(MAIL_PROVIDERS))
        raise ImproperlyConfigured(f"MAIL_PROVIDER must be one of {known}, not {provider!r}")
    name = MAIL_SIGNING_KEYS.get(provider)
    if bool(key) != bool(name):
        problem = "needs MAIL_SIGNING_KEY" if name else "signs nothing: remove MAIL_SIGNING_KEY"
        raise ImproperlyConfigured(f"MAIL_PROVIDER={provider} {problem}")
    return {name: key} if name else {}


def vapid_key(text: str) -> str:
    """A private key for messages to browsers, 32 bytes in base64url, if it is one; empty stays empty.

    Said at the start, because such a key is asked for in the middle of a move.
    """
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        if text:
            ec.derive_private_key(int.from_bytes(raw), ec.SECP256R1())
    except ValueError:
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY is none; `manage.py make_vapid_keys` makes one"
        ) from None
    if text and len(raw) != 32:
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY must hold 32 bytes, in base64url")
    return text


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """The secret kept in ``path``; made once by ``make()`` and readable by the owner only.

    For the embedded default. Two processes that start together agree: the file appears whole, and the
    first one to link it wins.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 600
        with open(handle, "w", encoding="utf-8") as file:
            file.write(make())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
        Path(draft).unlink()
    return path.read_text(encoding="utf-8").strip()
