"""Giving up mails of one category: RFC 8058 for mail programs, a page with a button for people."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.enums import Channel, NoticeCategory
from games.models import NoticeSettings, Notification
from games.notifications.deliver import deliver
from games.notifications.unsubscribing import read_token, token_for, unsubscribe_url
from games.notifications.wishes import settings_of, wants
from tests.factories.games import make_game, mover_of
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
SITE = "http://127.0.0.1:8000"


@pytest.fixture
def anna() -> User:
    """The reader."""
    return make_user("Anna")


def path_for(user: User, category: NoticeCategory = NoticeCategory.TURNS) -> str:
    """The address in a mail, without the site."""
    return unsubscribe_url(user, category).removeprefix(SITE)


def mails_of(user: User) -> set[NoticeCategory]:
    """The categories of which this person gets mails."""
    settings = settings_of(user)
    return {one for one in NoticeCategory if wants(settings, one, Channel.EMAIL)}


def program() -> Client:
    """A mail program: no cookie, no token of a form."""
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("category", NoticeCategory)
def test_one_click_stops_the_mails_of_one_category(anna: User, category: NoticeCategory) -> None:
    answer = program().post(path_for(anna, category), ONE_CLICK)
    assert answer.status_code == 200
    assert mails_of(anna) == set(NoticeCategory) - {category}
    assert answer.cookies == {}


def test_body_may_be_a_form_of_either_kind(anna: User) -> None:
    """The RFC allows multipart/form-data and application/x-www-form-urlencoded."""
    for kind, body in (
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"),
        (
            "multipart/form-data; boundary=x",
            '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        ),
    ):
        NoticeSettings.objects.all().delete()
        assert program().post(path_for(anna), body, content_type=kind).status_code == 200
        assert NoticeCategory.TURNS not in mails_of(anna)


def test_second_click_changes_nothing(anna: User) -> None:
    for _time in range(2):
        assert program().post(path_for(anna), ONE_CLICK).status_code == 200
    assert mails_of(anna) == set(NoticeCategory) - {NoticeCategory.TURNS}


def test_looking_at_the_page_changes_nothing(anna: User) -> None:
    """Programs that scan mail open every link."""
    for ask in (program().get, program().head):
        assert ask(path_for(anna)).status_code == 200
    assert mails_of(anna) == set(NoticeCategory)
    assert not NoticeSettings.objects.exists()


def test_page_tells_nothing_of_the_account(anna: User) -> None:
    page = program().get(path_for(anna)).content.decode()
    assert "It is my turn" in page
    assert "Anna" not in page
    assert anna.email not in page


@pytest.mark.parametrize("body", [{}, {"List-Unsubscribe": ""}, {"List-Unsubscribe": "Two-Clicks"}])
def test_post_that_asks_for_nothing_known_changes_nothing(anna: User, body: dict[str, str]) -> None:
    assert program().post(path_for(anna), body).status_code == 400
    assert mails_of(anna) == set(NoticeCategory)


def test_button_of_the_page_works_without_script_and_can_be_undone(anna: User) -> None:
    browser = program()
    path = path_for(anna)
    assert 'name="List-Unsubscribe" value="One-Click"' in browser.get(path).content.decode()
    done = browser.post(path, ONE_CLICK).content.decode()
    assert 'name="List-Unsubscribe" value="Again"' in done
    assert "switched on" in browser.post(path, {"List-Unsubscribe": "Again"}).content.decode()
    assert mails_of(anna) == set(NoticeCategory)


def test_whoever_else_is_signed_in_changes_the_reader_of_the_mail_only(anna: User) -> None:
    other = make_user()
    browser = Client()
    browser.force_login(other)
    browser.post(path_for(anna), ONE_CLICK)
    assert NoticeCategory.TURNS not in mails_of(anna)
    assert mails_of(other) == set(NoticeCategory)


def test_token_that_nobody_signed_is_no_page(anna: User) -> None:
    good = token_for(anna, NoticeCategory.TURNS)
    other = token_for(make_user(), NoticeCategory.TURNS)
    forged = f"{anna.pk}.{NoticeCategory.DIGEST}:{good.partition(':')[2]}"
    for token in (good[:-1], f"{good}x", forged, "x", f"{anna.pk}.turns"):
        assert program().post(f"/unsubscribe/{token}/", ONE_CLICK).status_code == 404
        assert read_token(token) is None
    assert mails_of(anna) == set(NoticeCategory)
    assert read_token(other) != read_token(good) == (anna.pk, NoticeCategory.TURNS)


def test_account_that_is_gone_is_no_page(anna: User) -> None:
    path = path_for(anna)
    anna.delete()
    assert program().post(path, ONE_CLICK).status_code == 404


def test_mail_that_waits_already_is_not_sent_any_more() -> None:
    game = make_game()
    row = Notification.objects.get(kind="your_turn")
    program().post(path_for(mover_of(game)), ONE_CLICK)
    deliver(row.pk)
    assert row.deliveries.get(channel="email").state == "dropped"
    assert mail.outbox == []
