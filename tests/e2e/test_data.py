"""The page of one's data tells by itself when the copy is ready."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from games.models import DataExport
from games.services.export import build
from tests.e2e.conftest import Open
from tests.factories.users import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_open_page_offers_the_file_when_it_is_ready(open_browser: Open) -> None:
    ada, client = make_user("ada"), Client()
    client.force_login(ada)
    page = open_browser()
    name = settings.SESSION_COOKIE_NAME
    session = client.cookies[name].value
    page.context.add_cookies([{"name": name, "value": session, "url": settings.SITE_URL}])
    DataExport.objects.create(user=ada, asked_at=timezone.now(), due_at=timezone.now())
    page.goto("/accounts/data/")
    expect(page.get_by_role("status")).to_contain_text("is being made")
    build(user_id=ada.pk)
    expect(page.get_by_role("status")).to_contain_text("Your copy is ready.", timeout=15_000)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.startswith("loupe-ada-")
