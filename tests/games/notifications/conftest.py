"""A mail server to send to."""

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core import mail

from splendor.dev.valkey import free_port
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
