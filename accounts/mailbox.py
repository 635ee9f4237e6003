"""Reads the mails that the embedded default writes to files instead of sending them.

Django's file backend puts every mail of one connection into one file, each followed by a line of 79 dashes.
"""

import base64
import email
import email.policy
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

_BORDER = b"\n" + b"-" * 79 + b"\n"


@dataclass(frozen=True, slots=True)
class KeptMail:
    """One mail. ``key`` names it in addresses: file name and place in the file."""

    key: str
    sent_at: datetime
    to: str
    subject: str
    text: str
    html: str
    headers: tuple[tuple[str, str], ...]


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return "" if part is None else str(part.get_content())


def _with_pictures(message: EmailMessage, html: str) -> str:
    """The HTML with the pictures that travel with the mail written into it, as a mail program shows them."""
    for part in message.walk():
        name = str(part.get("Content-ID", "")).strip("<>")
        if name and part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_content()).decode()
            html = html.replace(f'"cid:{name}"', f'"data:{part.get_content_type()};base64,{data}"')
    return html


def _sent_at(message: EmailMessage) -> datetime:
    try:
        return parsedate_to_datetime(str(message["Date"]))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def _parse(key: str, raw: bytes) -> KeptMail:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    return KeptMail(
        key=key,
        sent_at=_sent_at(message),
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        text=_body(message, "plain"),
        html=_with_pictures(message, _body(message, "html")),
        headers=tuple((name, str(value)) for name, value in message.items()),
    )


def kept_mails(folder: Path) -> list[KeptMail]:
    """Every mail in the folder, the newest first; none if there is no folder yet."""
    found = []
    for path in sorted(folder.glob("*.log")):
        # What follows the last border is a mail that is being written at this moment.
        whole = path.read_bytes().split(_BORDER)[:-1]
        found += [
            (path.stat().st_mtime_ns, place, f"{path.stem}-{place}", raw)
            for place, raw in enumerate(whole)
        ]
    return [_parse(key, raw) for _time, _place, key, raw in sorted(found, reverse=True)]


def kept_mail(folder: Path, key: str) -> KeptMail | None:
    """The mail of that key."""
    return next((mail for mail in kept_mails(folder) if mail.key == key), None)
