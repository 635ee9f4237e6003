"""The page of one's data and the file behind it."""

from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.enums import ExportState
from games.models import DataExport
from games.services.export import build
from tests.factories.users import make_user
from tests.games.web.visit import text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PAGE, FILE = "/accounts/data/", "/accounts/data/download/"
Time = time_machine.Traveller


@pytest.fixture
def ada() -> User:
    """Who takes her data along."""
    return make_user("ada", time_zone="Europe/Berlin")


@pytest.fixture
def browser(ada: User) -> Client:
    """Her browser."""
    return visitor(ada)


def content_of(response: Any) -> bytes:
    """The whole of an answer that streams."""
    return b"".join(response.streaming_content)


def test_page_offers_a_copy_and_a_look_makes_none(browser: Client) -> None:
    for _look in range(2):
        assert "Make a copy" in text_of(browser.get(PAGE))
    assert not DataExport.objects.exists()


def test_page_is_reached_from_every_page_of_the_settings(browser: Client) -> None:
    for page in ("/preferences/", "/notifications/", "/hours/", "/calendar/", "/accounts/leave/"):
        assert f'href="{PAGE}"' in text_of(browser.get(page))


def test_copy_is_asked_for_made_and_downloaded(
    browser: Client, frozen_time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    assert browser.post(PAGE).headers["Location"] == PAGE
    waiting = text_of(browser.get(PAGE))
    assert "is being made" in waiting and "js/export.js" in waiting
    assert "<form" not in waiting.split('id="export"')[1].split("</main>")[0]
    build(user_id=DataExport.objects.get().pk)
    ready = text_of(browser.get(PAGE))
    assert "Your copy is ready." in ready and f'href="{FILE}"' in ready
    assert "kept until Mon 22 Jun, 14:00 (Europe/Berlin)" in ready
    assert "another one from Tue 16 Jun, 14:00 (Europe/Berlin) on" in ready
    answer = browser.get(FILE)
    data = content_of(answer)
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Length"] == str(len(data))
    disposition = 'attachment; filename="loupe-ada-2026-06-15.zip"'
    assert answer.headers["Content-Disposition"] == disposition
    assert "no-store" in answer.headers["Cache-Control"]
    assert "data.json" in ZipFile(BytesIO(data)).namelist()


def test_double_click_makes_one(browser: Client) -> None:
    for _press in range(2):
        assert browser.post(PAGE).status_code == 302
    assert DataExport.objects.count() == 1


def test_second_copy_of_a_day_is_refused_with_a_reason(browser: Client) -> None:
    browser.post(PAGE)
    build(user_id=DataExport.objects.get().pk)
    before = DataExport.objects.values().get()
    answer = browser.post(PAGE)
    assert answer.status_code == 429
    assert "one copy a day" in text_of(answer)
    assert DataExport.objects.values().get() == before


@pytest.mark.parametrize(
    ("state", "words", "button"),
    [
        (ExportState.WAITING, "is being made", ""),
        (ExportState.BUILDING, "is being made", ""),
        (ExportState.FAILED, "could not be made", "Try again"),
        (ExportState.TOO_LARGE, "would be too large", ""),
    ],
)
def test_page_tells_the_state(
    browser: Client, ada: User, state: ExportState, words: str, button: str
) -> None:
    DataExport.objects.create(user=ada, state=state, asked_at=timezone.now())
    text = text_of(browser.get(PAGE))
    assert words in text
    for name in ("Make a copy", "Try again", "Make another copy"):
        assert (name in text) is (name == button)
    assert browser.get(FILE).headers["Location"] == PAGE


def test_another_copy_is_offered_a_day_later_and_the_old_one_until_then(
    browser: Client, frozen_time: Time
) -> None:
    browser.post(PAGE)
    build(user_id=DataExport.objects.get().pk)
    frozen_time.shift(timedelta(days=1))
    text = text_of(browser.get(PAGE))
    assert "Make another copy" in text and f'href="{FILE}"' in text
    frozen_time.shift(timedelta(days=6))
    text = text_of(browser.get(PAGE))
    assert "Make a copy" in text and FILE not in text
    assert browser.get(FILE).headers["Location"] == PAGE


def test_nobody_else_gets_the_file(ada: User, browser: Client) -> None:
    browser.post(PAGE)
    build(user_id=ada.pk)
    assert visitor(make_user("eve")).get(FILE).headers["Location"] == PAGE
    for address in (PAGE, FILE):
        answer = visitor().get(address)
        assert answer.headers["Location"] == f"/accounts/login/?next={address}"
    assert visitor().post(PAGE).status_code == 302
    assert DataExport.objects.count() == 1


def test_other_methods_and_forged_forms_are_refused(ada: User) -> None:
    assert visitor(ada, strict=True).post(PAGE).status_code == 403
    browser = visitor(ada)
    assert (browser.put(PAGE).status_code, browser.post(FILE).status_code) == (405, 405)
    assert not DataExport.objects.exists()
