"""Mails as they are sent, read back from their bytes."""

import email
import email.policy
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core import mail

from accounts.errors import MailRefused
from accounts.mail import compose, send_mail_to
from accounts.models import User
from accounts.services import save_preferences
from splendor.dev.valkey import free_port
from tests.accounts.helpers import last_letter, letters

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CONTEXT = {
    "timestamp": datetime(2026, 6, 15, 22, 30, tzinfo=UTC),
    "ip": "198.51.100.7",
    "user_agent": "<Browser> & Co",
}
LONG_PAGE = f"<https://loupe.example/stop/{'t' * 200}>"


def send(user: User, headers: dict[str, str] | None = None) -> str:
    """Send a mail that shows a time and a name that needs escaping."""
    return send_mail_to(user, "account/password_changed", CONTEXT, headers)


def test_mail_has_both_parts_and_its_headers(anna: User) -> None:
    message_id = send(anna)
    message = last_letter().message
    assert message["To"] == "anna@example.org"
    assert message["From"] == "Loupe <noreply@127.0.0.1>"
    assert message["Subject"] == "Your password on Loupe was changed"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"] == message_id
    assert message_id.endswith("@127.0.0.1>")
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]


def test_every_mail_has_a_message_id_of_its_own(anna: User) -> None:
    assert send(anna) != send(anna)


def test_only_the_html_part_is_escaped(anna: User) -> None:
    send(anna)
    assert "<Browser> & Co" in last_letter().text
    assert "&lt;Browser&gt; &amp; Co" in last_letter().html


class _Styles(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.sheets, self.cells, self.styled = 0, 0, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sheets += tag in {"style", "link", "script", "img"}
        self.cells += tag == "td"
        self.styled += tag == "td" and "font-family" in (dict(attrs).get("style") or "")


def test_styles_stand_in_the_elements(anna: User) -> None:
    send(anna)
    found = _Styles()
    found.feed(last_letter().html)
    assert found.sheets == 0
    assert found.styled == found.cells == 3


def test_mail_is_in_the_readers_language_and_zone(anna: User) -> None:
    save_preferences(
        user=anna, language="zh-hans", time_zone="Asia/Shanghai", notification_delay=15
    )
    send(anna)
    assert '<html lang="zh-hans">' in last_letter().html
    assert "2026年6月16日 06:30 (Asia/Shanghai)" in last_letter().text


def test_mail_is_in_english_and_utc_for_who_follows_the_browser(anna: User) -> None:
    send(anna)
    assert '<html lang="en">' in last_letter().html
    assert "June 15, 2026, 10:30 p.m. (UTC)" in last_letter().text


def test_headers_of_the_caller_are_kept(anna: User) -> None:
    given = {
        "Message-ID": "<game-7-turn-31@loupe.example>",
        "In-Reply-To": "<game-7@loupe.example>",
        "References": " ".join(f"<game-7-turn-{turn}@loupe.example>" for turn in range(12)),
        "List-Unsubscribe": LONG_PAGE,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    assert send(anna, given) == given["Message-ID"]
    for name, value in given.items():
        assert last_letter().message[name] == value


def test_long_addresses_in_headers_are_not_encoded(anna: User) -> None:
    send(anna, {"List-Unsubscribe": LONG_PAGE})
    assert f"List-Unsubscribe: {LONG_PAGE}\n".encode() in last_letter().raw


def test_header_longer_than_a_line_may_be_is_folded_all_the_same(anna: User) -> None:
    references = " ".join(f"<game-7-turn-{turn}@loupe.example>" for turn in range(60))
    send(anna, {"References": references})
    head = last_letter().raw.split(b"\n\n")[0]
    assert max(len(line) for line in head.split(b"\n")) <= 998
    assert last_letter().message["References"] == references


def test_other_long_headers_are_folded_as_usual(anna: User) -> None:
    anna.username = "红宝石"
    mails = compose("a@example.org", "account/email_confirmation", {"user": anna, "email": "x"})
    mails.subject = "轮到你了" * 20
    raw = mails.message().as_bytes()
    assert max(len(line) for line in raw.split(b"\n\n")[0].split(b"\n")) <= 78
    read = email.message_from_bytes(raw, policy=email.policy.default)
    assert read["Subject"] == "轮到你了" * 20


def test_line_break_in_a_header_is_refused(anna: User) -> None:
    with pytest.raises(ValueError, match="(?i)linefeed|newline"):
        send(anna, {"X-Game": "7\nBcc: all@example.org"})
    assert letters() == []


@pytest.mark.parametrize("address", ["", "nobody", "@example.org", "änne@example.org", "红@x.org"])
def test_address_that_can_not_be_written_to_is_refused(
    make_person: Callable[..., User], address: str
) -> None:
    user = make_person("Bert")
    user.email = address
    with pytest.raises(MailRefused):
        send(user)
    assert letters() == []


def test_domain_with_other_letters_is_written_in_ascii(make_person: Callable[..., User]) -> None:
    user = make_person("Bert")
    user.email = "bert@bücher.example"
    send(user)
    assert last_letter().message["To"] == "bert@xn--bcher-kva.example"


def test_every_folder_of_mails_is_complete_and_has_no_hole(root: Path) -> None:
    folders = sorted(
        path.parent for path in (root / "templates/emails/account").glob("*/subject.txt")
    )
    assert len(folders) == 9
    context = {**CONTEXT, "user": User(username="Anna"), "email": "anna@example.org"}
    for url in ("activate_url", "password_reset_url", "signup_url"):
        context[url] = "https://loupe.example/x?a=1&b=2"
    context |= {"from_email": "a@x.org", "to_email": "b@x.org", "deleted_email": "c@x.org"}
    for folder in folders:
        made = compose("anna@example.org", f"account/{folder.name}", context)
        html = str(made.alternatives[0][0])
        assert 10 < len(made.subject) < 60
        assert "Unofficial fan project" in made.body
        assert "Unofficial fan project" in html
        for text in (made.subject, made.body, html):
            assert "{" not in text.replace("{}", "")
            assert "  ." not in text
        assert "&amp;" not in made.body


class _Sink:
    """Keeps what a mail server is handed."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append(envelope.content)
        return "250 OK"


def test_mail_arrives_whole_at_a_mail_server(anna: User, settings: Any) -> None:
    port, sink = free_port(), _Sink()
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": port, "timeout": 5},
        }
    }
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        message_id = send(anna, {"List-Unsubscribe": LONG_PAGE})
    finally:
        controller.stop()
    [raw] = sink.mails
    assert f"List-Unsubscribe: {LONG_PAGE}\r\n".encode() in raw
    read = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(read, EmailMessage)
    assert read["Message-ID"] == message_id


def test_mail_that_the_server_does_not_take_is_raised(anna: User, settings: Any) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": free_port(), "timeout": 2},
        }
    }
    with pytest.raises(OSError):
        send(anna)
    assert getattr(mail, "outbox", []) == []
