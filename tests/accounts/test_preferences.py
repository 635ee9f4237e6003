"""The preferences page."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.services import save_preferences
from tests.accounts.helpers import page

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PATH = "/preferences/"
CHOICE = {"language": "zh-hans", "time_zone": "Asia/Shanghai", "notification_delay": "60"}


def chosen(user: User) -> tuple[str, str, int]:
    """What is stored."""
    user.refresh_from_db()
    return (user.language, user.time_zone, user.notification_delay)


def test_page_shows_what_is_stored(as_anna: Client, anna: User) -> None:
    save_preferences(user=anna, language="en", time_zone="Asia/Shanghai", notification_delay=0)
    text = as_anna.get(PATH).content.decode()
    assert '<option value="en" selected>English</option>' in text
    assert '<option value="Asia/Shanghai" selected>Shanghai</option>' in text
    for name in ("简体中文", "繁體中文", "at once", "after 15 minutes", "after one hour"):
        assert name in text
    assert 'value="0" required checked' in text or 'checked value="0"' in text or "checked" in text


def test_choice_is_stored_and_told(as_anna: Client, anna: User) -> None:
    response = as_anna.post(PATH, CHOICE)
    assert (response.status_code, response.headers["Location"]) == (302, PATH)
    assert chosen(anna) == ("zh-hans", "Asia/Shanghai", 60)
    shown = as_anna.get(PATH)
    assert page(shown).language == "zh-hans"
    assert 'class="messages"' in shown.content.decode()


def test_everything_can_be_left_to_the_browser(as_anna: Client, anna: User) -> None:
    as_anna.post(PATH, CHOICE)
    as_anna.post(PATH, {"language": "", "time_zone": "", "notification_delay": "0"})
    assert chosen(anna) == ("", "", 0)


def test_old_name_of_a_zone_is_kept(as_anna: Client, anna: User) -> None:
    as_anna.post(PATH, {**CHOICE, "language": "", "time_zone": "US/Pacific"})
    assert chosen(anna)[1] == "US/Pacific"
    assert '<option value="US/Pacific" selected>' in as_anna.get(PATH).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("language", "fr", "fr is not one of the available choices."),
        ("language", "<b>", "is not one of the available choices."),
        ("language", "\x00", "is not one of the available choices."),
        ("time_zone", "Mars/Base", "There is no time zone of this name."),
        ("time_zone", "../../etc/passwd", "There is no time zone of this name."),
        ("time_zone", "Europe/Berlin\x00", "Null characters are not allowed."),
        ("time_zone", "x" * 60_000, "There is no time zone of this name."),
        ("notification_delay", "", "This field is required."),
        ("notification_delay", "5", "5 is not one of the available choices."),
        ("notification_delay", "-15", "is not one of the available choices."),
        ("notification_delay", "soon", "soon is not one of the available choices."),
        ("notification_delay", "9" * 400, "is not one of the available choices."),
    ],
)
def test_wrong_choice_is_told_and_changes_nothing(
    as_anna: Client, anna: User, field: str, value: str, error: str
) -> None:
    before = chosen(anna)
    response = as_anna.post(PATH, {**CHOICE, field: value})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert error in str(response.context["form"].errors[field])
    text = response.content.decode()
    assert f'id="id_{field}_error"' in text
    assert f"id_{field}_error" in text.split("aria-describedby=")[1] or text.count("_error") > 1
    assert chosen(anna) == before


def test_page_needs_a_sign_in(client: Client) -> None:
    for answer in (client.get(PATH), client.post(PATH, CHOICE)):
        assert answer.headers["Location"] == f"/accounts/login/?next={PATH}"


def test_page_takes_no_other_method(as_anna: Client) -> None:
    assert as_anna.put(PATH).status_code == 405
    assert as_anna.delete(PATH).status_code == 405


def test_form_with_nothing_or_nonsense_in_it(as_anna: Client, anna: User) -> None:
    before = chosen(anna)
    assert as_anna.post(PATH, {}).status_code == 422
    assert as_anna.post(PATH, b"{}", content_type="application/json").status_code == 422
    assert chosen(anna) == before


def test_same_press_twice_is_one_choice(as_anna: Client, anna: User) -> None:
    for _press in range(2):
        assert as_anna.post(PATH, CHOICE).status_code == 302
    assert chosen(anna) == ("zh-hans", "Asia/Shanghai", 60)


@pytest.mark.parametrize(
    "wrong", [{"language": "fr"}, {"time_zone": "Mars/Base"}, {"notification_delay": 5}]
)
def test_service_refuses_what_is_not_offered(anna: User, wrong: dict[str, Any]) -> None:
    before = chosen(anna)
    with pytest.raises(ValidationError) as refusal:
        save_preferences(
            user=anna,
            **{"language": "en", "time_zone": "UTC", "notification_delay": 0, **wrong},
        )
    assert set(refusal.value.message_dict) == set(wrong)
    assert chosen(anna) == before
