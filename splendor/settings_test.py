"""Settings of the tests: those of the embedded default, made quick and kept away from ``var/``'s data.

DATABASE_URL and REDIS_URL are honoured. Without REDIS_URL the tests start a Valkey of their own on the port
that is chosen here, see tests/conftest.py.
"""

import os
import socket
from pathlib import Path

from cryptography.fernet import Fernet


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


os.environ["EMBEDDED"] = "1"
os.environ["DEBUG"] = "0"
os.environ.setdefault("VAR_DIR", str(Path(__file__).resolve().parent.parent / "var" / "test"))
os.environ["SECRET_KEY"] = "only for tests " * 4
os.environ["GAME_SECRET_KEYS"] = Fernet.generate_key().decode()
os.environ["EMAIL_URL"] = ""
# Names of its own, so that a Redis that others use too is not disturbed.
os.environ.setdefault("REDIS_PREFIX", f"loupe-test-{os.getpid()}:")
EMBEDDED_VALKEY_PORT = 0 if os.environ.get("REDIS_URL") else _free_port()
if EMBEDDED_VALKEY_PORT:
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{EMBEDDED_VALKEY_PORT}/0"

from splendor.settings import *  # noqa: E402, F403  the environment must stand first
from splendor.settings import API_RATES, DATABASES, VAR_DIR  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file: threads that share a database in memory refuse each other at once instead of waiting their turn, and
    # the workers that slow tests start as processes could not see it.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / f"{os.getpid()}.sqlite3")}

MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend", "OPTIONS": {}}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Hashed names need collectstatic; the live server of the tests knows plain ones only.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Tasks run where they are queued, which with delay_on_commit is after the commit. Tests of the queue undo this.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# Rates that no test reaches by accident; the tests of the limits set their own.
API_RATES = dict.fromkeys(API_RATES, "10000/min")
Path(VAR_DIR, "static").mkdir(parents=True, exist_ok=True)
