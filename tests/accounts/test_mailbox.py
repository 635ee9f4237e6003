"""The mailbox page of the embedded default."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from accounts.mail import compose
from accounts.mailbox import kept_mail, kept_mails
from accounts.models import User
from tests.accounts.helpers import page

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Where Django's own file backend writes, and the page reads."""
    settings.MAIL_DIR = tmp_path / "mail"
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "OPTIONS": {"file_path": str(settings.MAIL_DIR)},
        }
    }
    return tmp_path / "mail"


@pytest.fixture
def mails(folder: Path) -> None:
    """Three mails; the newest is the one to Carl."""
    for name in ("Anna", "Bert", "Carl"):
        address = f"{name.lower()}@example.org"
        context = {
            "user": User(username=name),
            "email": address,
            "activate_url": f"https://loupe.example/confirm?name={name}&x=1",
        }
        compose(address, "account/email_confirmation", context).send()


def test_list_shows_the_newest_mail_first(client: Client, mails: None) -> None:
    text = client.get("/mailbox/").content.decode()
    places = [text.index(f"{name}@example.org") for name in ("carl", "bert", "anna")]
    assert places == sorted(places)
    assert text.count("Confirm your address for Loupe") == 3
    assert "The page exists only where the site runs by itself for trying out" in text


def test_empty_mailbox(client: Client, folder: Path) -> None:
    assert "No mail yet" in client.get("/mailbox/").content.decode()


def test_mails_of_one_connection_are_told_apart(folder: Path) -> None:
    folder.mkdir()
    raw = (
        b"To: %s\nSubject: %s\nDate: Mon, 15 Jun 2026 12:00:00 +0000\n\nText\n" + b"-" * 79 + b"\n"
    )
    (folder / "20260615-120000-1.log").write_bytes(raw % (b"a@x", b"One") + raw % (b"b@x", b"Two"))
    found = kept_mails(folder)
    assert [(mail.key, mail.to, mail.subject, mail.text.strip()) for mail in found] == [
        ("20260615-120000-1-1", "b@x", "Two", "Text"),
        ("20260615-120000-1-0", "a@x", "One", "Text"),
    ]
    assert kept_mail(folder, "20260615-120000-1-0") == found[1]


def test_mail_that_is_being_written_is_not_shown_yet(folder: Path) -> None:
    folder.mkdir()
    (folder / "1.log").write_bytes(b"To: a@x\nSubject: Half\n\nTe")
    assert kept_mails(folder) == []


def test_mail_without_headers_is_shown_all_the_same(client: Client, folder: Path) -> None:
    folder.mkdir()
    (folder / "1.log").write_bytes(b"\nonly a text\n" + b"-" * 79 + b"\n")
    assert "only a text" in client.get("/mailbox/1-0/").content.decode()
    assert client.get("/mailbox/").status_code == 200


def test_mail_shows_its_text_with_links(client: Client, mails: None, folder: Path) -> None:
    key = kept_mails(folder)[0].key
    text = client.get(f"/mailbox/{key}/").content.decode()
    assert 'href="https://loupe.example/confirm?name=Carl&amp;x=1"' in text
    assert f'src="/mailbox/{key}/html/"' in text
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in text
    assert "Auto-Submitted: auto-generated" in text


def test_html_part_stands_alone_and_runs_nothing(client: Client, mails: None, folder: Path) -> None:
    key = kept_mails(folder)[0].key
    answer = client.get(f"/mailbox/{key}/html/")
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
        "base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
    )
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert '<base target="_blank">' in answer.content.decode()


def test_page_may_frame_the_html_part_and_nothing_else(
    client: Client, mails: None, folder: Path
) -> None:
    answer = client.get(f"/mailbox/{kept_mails(folder)[0].key}/")
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-src 'self'" in policy
    assert "default-src 'none'" in policy
    assert page(answer).styled == []


def test_script_in_a_mail_stays_text(client: Client, folder: Path) -> None:
    folder.mkdir()
    raw = b"To: a@x\nSubject: <script>1</script>\n\n<script>2</script>\n" + b"-" * 79 + b"\n"
    (folder / "1.log").write_bytes(raw)
    for path in ("/mailbox/", "/mailbox/1-0/"):
        assert "<script>1" not in client.get(path).content.decode()
        assert "<script>2" not in client.get(path).content.decode()


@pytest.mark.parametrize("key", ["nothing", "20260615-120000-1-9", "..", "..%2F..%2Fsecret_key"])
def test_unknown_mail_is_not_found(client: Client, mails: None, key: str) -> None:
    assert client.get(f"/mailbox/{key}/").status_code == 404
    assert client.get(f"/mailbox/{key}/html/").status_code == 404


def test_mailbox_only_reads(client: Client, folder: Path) -> None:
    assert client.post("/mailbox/").status_code == 405
    assert client.delete("/mailbox/x/").status_code == 405


def test_mailbox_does_not_exist_on_a_real_site(
    client: Client, mails: None, folder: Path, settings: Any
) -> None:
    key = kept_mails(folder)[0].key
    settings.MAILBOX = False
    for path in ("/mailbox/", f"/mailbox/{key}/", f"/mailbox/{key}/html/"):
        assert client.get(path).status_code == 404
        resolve(path)  # the route is there in this process; the view refuses all the same


def test_sign_up_by_the_mailbox(
    client: Client, folder: Path, make_person: Callable[..., User]
) -> None:
    fields = {"username": "Dora", "email": "dora@example.org", "password1": "correct horse battery"}
    client.post("/accounts/signup/", fields)
    assert 'href="/mailbox/"' in client.get("/accounts/confirm-email/").content.decode()
    assert [mail.to for mail in kept_mails(folder)] == ["dora@example.org"]
