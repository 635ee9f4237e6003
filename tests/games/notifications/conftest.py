"""A mail server to send to, and two people to write to."""

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core import mail

from accounts.models import User
from splendor.dev.valkey import free_port
from tests.factories.users import make_user
from tests.games.notifications.postbox import Postbox


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    """A real mail server on this machine, which the site sends to in this test."""
    port, box = free_port(), Postbox()
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": port, "timeout": 5},
        }
    }
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box
    controller.stop()


@pytest.fixture(autouse=True)
def _empty_outbox() -> None:
    mail.outbox = []


@pytest.fixture
def anna(db: None) -> User:
    """The reader."""
    return make_user("Anna", time_zone="Europe/Berlin")


@pytest.fixture
def bela(db: None) -> User:
    """The other one, whose name has to be escaped in HTML and encoded in headers."""
    return make_user("Béla-对手", email="bela@example.com")
