"""In which language and zone a page is shown, and the status of a refused form."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.mail import compose
from accounts.models import User
from accounts.services import save_preferences
from tests.accounts.helpers import page

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def a_time_on_the_page(settings: Any, tmp_path: Path) -> str:
    """A page that shows the time 22:30 UTC of 15 June 2026; gives its address."""
    settings.MAIL_DIR = tmp_path
    message = mail.EmailMessage("Hello", "Body", to=["a@example.org"], headers={})
    message.extra_headers["Date"] = "Mon, 15 Jun 2026 22:30:00 +0000"
    raw = message.message().as_bytes() + b"\n" + b"-" * 79 + b"\n"
    (tmp_path / "20260615-223000-1.log").write_bytes(raw)
    return "/mailbox/"


def test_zone_of_the_account_is_used(as_anna: Client, anna: User, a_time_on_the_page: str) -> None:
    save_preferences(user=anna, language="", time_zone="Asia/Shanghai", notification_delay=15)
    as_anna.cookies["timezone"] = "America/New_York"
    assert ">June 16, 2026, 6:30 a.m.<" in as_anna.get(a_time_on_the_page).content.decode()


def test_zone_of_the_browser_is_used_where_the_account_has_none(
    as_anna: Client, a_time_on_the_page: str
) -> None:
    as_anna.cookies["timezone"] = "America/New_York"
    assert ">June 15, 2026, 6:30 p.m.<" in as_anna.get(a_time_on_the_page).content.decode()


@pytest.mark.parametrize("claim", ["", "Mars/Base", "../../etc/passwd", "x" * 3000])
def test_zone_is_utc_where_nobody_says_one(
    client: Client, a_time_on_the_page: str, claim: str
) -> None:
    client.cookies["timezone"] = claim
    assert ">June 15, 2026, 10:30 p.m.<" in client.get(a_time_on_the_page).content.decode()


def test_zone_ends_with_the_request(client: Client, a_time_on_the_page: str) -> None:
    client.cookies["timezone"] = "Asia/Shanghai"
    client.get(a_time_on_the_page)
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("account", "browser", "shown"),
    [
        ("", "zh-CN,zh;q=0.9", "zh-hans"),
        ("", "zh-TW,zh;q=0.9", "zh-hant"),
        ("", "fr-FR", "en"),
        ("", "", "en"),
        ("zh-hant", "en-US", "zh-hant"),
        ("en", "zh-CN", "en"),
    ],
)
def test_language_is_that_of_the_account_then_of_the_browser(
    as_anna: Client, anna: User, account: str, browser: str, shown: str
) -> None:
    save_preferences(user=anna, language=account, time_zone="", notification_delay=15)
    answer = as_anna.get("/preferences/", headers={"accept-language": browser})
    assert page(answer).language == answer.headers["Content-Language"] == shown
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_errors_are_in_the_readers_language(client: Client) -> None:
    answer = client.post("/accounts/login/", {}, headers={"accept-language": "zh-CN"})
    assert answer.context["form"].errors["login"] == ["该字段是必填项。"]


def test_refused_form_is_answered_422_and_a_shown_one_200(client: Client) -> None:
    assert client.get("/accounts/login/").status_code == 200
    assert client.post("/accounts/login/", {}).status_code == 422


def test_a_mail_is_composed_in_the_active_zone() -> None:
    context = {
        "timestamp": datetime(2026, 6, 15, 22, 30, tzinfo=UTC),
        "ip": "198.51.100.7",
        "user_agent": "Browser & Co",
    }
    with timezone.override("Asia/Shanghai"):
        text = compose("a@example.org", "account/password_changed", context).body
    assert "June 16, 2026, 6:30 a.m. (Asia/Shanghai)" in text
    assert "Browser & Co" in text
