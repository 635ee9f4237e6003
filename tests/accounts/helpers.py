"""Reading of mails and pages, for the tests of the accounts."""

import email
import email.policy
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from django.core import mail
from django.test import Client

from accounts.models import User

PASSWORD = "correct horse battery"


@dataclass
class Letter:
    """A sent mail, read back from its bytes as a mail program reads it."""

    message: EmailMessage
    raw: bytes

    @property
    def text(self) -> str:
        """The plain part."""
        return self._part("plain")

    @property
    def html(self) -> str:
        """The HTML part."""
        return self._part("html")

    @property
    def link(self) -> str:
        """Path and query of the first address of a page in the text."""
        parts = urlsplit(re.findall(r"https?://\S+", self.text)[0])
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    def _part(self, kind: str) -> str:
        part = self.message.get_body(preferencelist=(kind,))
        assert part is not None
        return str(part.get_content())


def letters() -> list[Letter]:
    """Every mail sent in this test, the oldest first."""
    found = []
    for sent in getattr(mail, "outbox", []):
        raw = sent.message().as_bytes()
        found.append(Letter(email.message_from_bytes(raw, policy=email.policy.default), raw))
    return found


def last_letter() -> Letter:
    """The newest mail."""
    return letters()[-1]


@dataclass
class Page(HTMLParser):
    """What a page consists of, as far as the tests ask."""

    ids: list[str] = field(default_factory=list)
    labelled: set[str] = field(default_factory=set)
    controls: list[dict[str, str]] = field(default_factory=list)
    styled: list[str] = field(default_factory=list)
    inline_scripts: int = 0
    language: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what matters of one element."""
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "label":
            self.labelled.add(values.get("for", ""))
        if tag in {"input", "select", "textarea"} and values.get("type") != "hidden":
            self.controls.append({"tag": tag, **values})
        if "style" in values or tag == "style" or any(name.startswith("on") for name in values):
            self.styled.append(tag)
        if tag == "script" and "src" not in values:
            self.inline_scripts += 1
        if tag == "html":
            self.language = values["lang"]


def page(response: Any) -> Page:
    """The answer's page, taken apart."""
    found = Page()
    found.feed(response.content.decode())
    return found


def signed_in_as(client: Client) -> str | None:
    """The name under which a browser is signed in."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None
