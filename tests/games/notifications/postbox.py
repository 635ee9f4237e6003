"""What a mail server of the tests was handed."""

import email
import email.policy
from email.message import EmailMessage
from typing import Any

from tests.accounts.helpers import Letter


class Postbox:
    """Takes every mail, or answers each with `refusal`."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.refusal = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """The server's answer to one mail."""
        if self.refusal:
            return self.refusal
        self.raw.append(envelope.content)
        return "250 OK"

    @property
    def letters(self) -> list[Letter]:
        """The mails, read as a mail program reads them."""
        return [Letter(_read(raw), raw) for raw in self.raw]


def _read(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, policy=email.policy.default)
