"""Closing an account, coming back to it, and its deletion, as far as accounts go."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.leaving import (
    TIME_TO_RETURN,
    begin_deletion,
    close_account,
    come_back,
    due_for_deletion,
    finish_deletion,
    sessions_of,
)
from accounts.leaving_mails import RETRY, due_leaving_mails, tell_leaver
from accounts.models import AccessToken, Block, UsedName, User
from accounts.names import is_reserved, new_gone_name
from accounts.selectors import find_user_by_name, name_was_used, people_named
from accounts.services import block_user
from accounts.tokens import sign_in_app
from tests.accounts.helpers import PASSWORD, Letter, letters, signed_in_as

pytestmark = pytest.mark.django_db

PATH = "/accounts/leave/"
SIGN_IN = {"login": "Anna", "password": PASSWORD}
Time = time_machine.Traveller
MakePerson = Callable[..., User]


@pytest.fixture(autouse=True)
def _empty_outbox() -> None:
    mail.outbox = []


def left(user: User) -> User:
    """The same account after its deletion."""
    close_account(user=user)
    User.objects.filter(pk=user.pk).update(leaving_at=timezone.now())
    row = begin_deletion(user_id=user.pk)
    assert row is not None
    finish_deletion(user=row)
    row.refresh_from_db()
    return row


# The page


def test_page_says_what_happens_and_changes_nothing(as_anna: Client, anna: User) -> None:
    text = as_anna.get(PATH).content.decode()
    for words in ("deleted 14 days later", "Someone who left", "[gone]", "your password"):
        assert words in text
    anna.refresh_from_db()
    assert anna.takes_part


def test_page_is_reached_from_the_preferences(as_anna: Client) -> None:
    assert as_anna.get("/preferences/").content.decode().count(f'href="{PATH}"') == 2


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    for answer in (client.get(PATH), client.post(PATH)):
        assert answer.headers["Location"] == f"/accounts/login/?next={PATH}"


def test_password_is_asked_for_before_anything_happens(as_anna: Client, anna: User) -> None:
    asked = as_anna.post(PATH)
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    wrong = as_anna.post(asked.headers["Location"], {"password": "not mine"})
    assert wrong.status_code == 422
    anna.refresh_from_db()
    assert (anna.takes_part, signed_in_as(as_anna), letters()) == (True, "Anna", [])


def test_account_is_closed_after_the_password(
    as_anna: Client, anna: User, frozen_time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    asked = as_anna.post(PATH)
    with django_capture_on_commit_callbacks(execute=True):
        done = as_anna.post(asked.headers["Location"], {"password": PASSWORD})
    assert done.headers["Location"] == "/accounts/login/"
    assert "will be deleted on June 29, 2026" in as_anna.get("/accounts/login/").content.decode()
    anna.refresh_from_db()
    assert (anna.is_active, anna.takes_part) == (True, False)
    assert anna.leaving_at == timezone.now() + timedelta(days=14)
    assert signed_in_as(as_anna) is None
    assert len(letters()) == 1


def test_page_takes_no_other_method(as_anna: Client) -> None:
    assert (as_anna.put(PATH).status_code, as_anna.delete(PATH).status_code) == (405, 405)


# Closed


def test_every_session_and_token_ends(as_anna: Client, anna: User) -> None:
    other = Client()
    other.post("/accounts/login/", SIGN_IN)
    sign_in_app(user=anna, name="phone")
    close_account(user=anna)
    for browser in (as_anna, other):
        assert browser.get("/preferences/").headers["Location"].startswith("/accounts/login/")
    assert not AccessToken.objects.exists()


def test_sessions_of_others_hold(as_anna: Client, make_person: MakePerson) -> None:
    close_account(user=make_person("Bert"))
    assert as_anna.get("/preferences/").status_code == 200


def test_closing_twice_is_closing_once(anna: User, frozen_time: Time) -> None:
    first = close_account(user=anna)
    frozen_time.shift(timedelta(days=3))
    assert close_account(user=anna) == first
    anna.refresh_from_db()
    assert anna.sessions_ended == 1


def test_nobody_finds_who_is_leaving(anna: User) -> None:
    assert find_user_by_name("anna") == anna
    close_account(user=anna)
    assert find_user_by_name("anna") is None
    assert people_named("ann", 5) == []
    assert name_was_used("anna")


# Coming back


def test_signing_in_opens_the_account_again(client: Client, anna: User) -> None:
    close_account(user=anna)
    shown = client.post("/accounts/login/", SIGN_IN, follow=True)
    assert "will not be deleted" in shown.content.decode()
    assert signed_in_as(client) == "Anna"
    anna.refresh_from_db()
    assert (anna.takes_part, anna.leaving_mail_at) == (True, None)
    assert client.get("/preferences/").status_code == 200
    assert find_user_by_name("anna") == anna


def test_a_wrong_password_tells_nothing(client: Client, anna: User) -> None:
    wrong = {"login": "Anna", "password": "not mine"}
    before = client.post("/accounts/login/", wrong)
    close_account(user=anna)
    after = client.post("/accounts/login/", wrong)
    assert after.status_code == before.status_code == 422
    assert str(after.context["form"].errors) == str(before.context["form"].errors)
    anna.refresh_from_db()
    assert not anna.takes_part


def test_usual_sign_in_says_nothing_of_it(client: Client, anna: User) -> None:
    shown = client.post("/accounts/login/", SIGN_IN, follow=True)
    assert "deleted" not in shown.content.decode()


# Mails


def deliver(frozen_time: Time) -> list[Letter]:
    """Send what is due now, as the sweep does; the mails since the last time."""
    mail.outbox = []
    for user_id in due_leaving_mails(timezone.now(), 10):
        tell_leaver(user_id=user_id)
    return letters()


def test_two_mails_are_sent_and_none_after(anna: User, frozen_time: Time) -> None:
    anna.time_zone = "America/New_York"
    anna.save()
    close_account(user=anna)
    (settled,) = deliver(frozen_time)
    assert settled.message["Subject"] == "Your account on Loupe is closed"
    assert settled.message["To"] == "anna@example.org"
    for part in (settled.text, settled.html):
        assert "June 29, 2026, 8 a.m. (America/New_York)" in part
        assert "/accounts/login/" in part
    frozen_time.shift(timedelta(days=12, hours=23))
    assert deliver(frozen_time) == []
    frozen_time.shift(timedelta(hours=1))
    (soon,) = deliver(frozen_time)
    assert soon.message["Subject"] == "Your account on Loupe will be deleted tomorrow"
    assert "June 29, 2026, 8 a.m. (America/New_York)" in soon.text
    assert deliver(frozen_time) == []
    frozen_time.shift(timedelta(days=1))
    assert deliver(frozen_time) == []
    row = begin_deletion(user_id=anna.pk)
    assert row is not None and deliver(frozen_time) == []


def test_no_mail_goes_to_who_came_back(anna: User, frozen_time: Time) -> None:
    close_account(user=anna)
    assert len(deliver(frozen_time)) == 1
    assert come_back(user=anna)
    frozen_time.shift(timedelta(days=13, hours=1))
    assert deliver(frozen_time) == []


def test_mail_server_that_is_away_is_tried_again(
    anna: User, frozen_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_account(user=anna)
    with monkeypatch.context() as broken:
        broken.setattr("accounts.mail.Mail.send", _refuse)
        assert not tell_leaver(user_id=anna.pk)
    assert deliver(frozen_time) == []
    frozen_time.shift(RETRY)
    assert len(deliver(frozen_time)) == 1


def _refuse(*_args: Any) -> None:
    raise OSError("away")


def test_who_takes_no_mail_leaves_without_one(anna: User, frozen_time: Time) -> None:
    User.objects.filter(pk=anna.pk).update(mail_stopped_at=timezone.now())
    close_account(user=anna)
    assert deliver(frozen_time) == []
    assert due_leaving_mails(timezone.now(), 10) == []
    assert due_leaving_mails(timezone.now() + timedelta(days=13), 10) == [anna.pk]


def test_two_workers_send_one_mail(anna: User, frozen_time: Time) -> None:
    close_account(user=anna)
    assert [tell_leaver(user_id=anna.pk) for _worker in range(2)] == [True, False]


# Deletion


def test_deletion_waits_for_its_day(anna: User, frozen_time: Time) -> None:
    assert begin_deletion(user_id=anna.pk) is None
    close_account(user=anna)
    frozen_time.shift(TIME_TO_RETURN - timedelta(seconds=1))
    assert due_for_deletion(timezone.now(), 10) == []
    assert begin_deletion(user_id=anna.pk) is None
    frozen_time.shift(1)
    assert due_for_deletion(timezone.now(), 10) == [anna.pk]
    assert begin_deletion(user_id=anna.pk) is not None


def test_nothing_personal_is_left(as_anna: Client, anna: User, make_person: MakePerson) -> None:
    bert, cleo = make_person("Bert"), make_person("Cleo")
    block_user(user=anna, blocked=bert)
    block_user(user=cleo, blocked=anna)
    anna.time_zone, anna.hours_zone, anna.language = "Europe/Berlin", "Europe/Berlin", "en"
    anna.save()
    LogEntry.objects.create(
        user=bert,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(anna.pk),
        object_repr="Anna",
        action_flag=CHANGE,
        change_message="",
    )
    assert len(sessions_of(anna.pk)) == 1
    row = left(anna)
    shown = str({field.name: getattr(row, field.name) for field in User._meta.fields})
    for trace in ("nna", "Berlin", "'en'"):
        assert trace not in shown
    assert (row.is_active, row.email, row.has_usable_password()) == (False, "", False)
    assert not EmailAddress.objects.filter(user=row).exists()
    assert not Block.objects.exists() and not AccessToken.objects.exists()
    assert (sessions_of(row.pk), Session.objects.count()) == ([], 0)
    assert LogEntry.objects.get().object_repr == row.username
    assert list(row.used_names.values_list("name", flat=True)) == [row.username]
    assert (row.shown_name, str(row)[:5]) == ("Someone who left", "gone-")


def test_nobody_signs_in_after_it(client: Client, anna: User) -> None:
    name = left(anna).username
    for login in ("Anna", "anna@example.org", name):
        client.post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert signed_in_as(client) is None
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    (answer,) = letters()  # as for any address without an account
    assert "no account has it" in answer.text


def test_name_is_given_to_nobody_again(client: Client, anna: User) -> None:
    left(anna)
    assert UsedName.objects.get(name="anna").user is None
    fields = {"username": "ANNA", "email": "new@example.org", "password1": PASSWORD}
    answer = client.post("/accounts/signup/", fields)
    assert list(answer.context["form"].errors) == ["username"]
    with pytest.raises(IntegrityError):
        User.objects.create_user("Anna", "new@example.org", PASSWORD)


def test_address_may_be_used_again(client: Client, anna: User) -> None:
    left(anna)
    fields = {"username": "Annette", "email": "anna@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", fields).status_code == 302
    assert User.objects.filter(email="anna@example.org").count() == 1


@pytest.mark.parametrize("name", ["gone-abc", "GONE_abc", "Gone-"])
def test_nobody_signs_up_as_one_who_left(client: Client, name: str) -> None:
    fields = {"username": name, "email": "new@example.org", "password1": PASSWORD}
    answer = client.post("/accounts/signup/", fields)
    assert list(answer.context["form"].errors) == ["username"]


def test_names_of_those_who_left_are_reserved_and_differ() -> None:
    names = {new_gone_name() for _one in range(100)}
    assert len(names) == 100 and all(is_reserved(name) for name in names)
    assert {len(name) for name in names} == {20}
    assert not is_reserved("gonewest")


def test_deletion_that_was_killed_half_way_is_still_due(anna: User, frozen_time: Time) -> None:
    close_account(user=anna)
    frozen_time.shift(TIME_TO_RETURN)
    first = begin_deletion(user_id=anna.pk)
    assert due_for_deletion(timezone.now(), 10) == [anna.pk]
    again = begin_deletion(user_id=anna.pk)
    assert first is not None and again is not None
    assert again.username == first.username
    finish_deletion(user=again)
    assert due_for_deletion(timezone.now(), 10) == []
    assert begin_deletion(user_id=anna.pk) is None


def test_nobody_comes_back_once_the_deletion_has_begun(anna: User, frozen_time: Time) -> None:
    close_account(user=anna)
    frozen_time.shift(TIME_TO_RETURN)
    begin_deletion(user_id=anna.pk)
    assert not come_back(user=anna)
    assert close_account(user=anna) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_time", range(4))
def test_sign_in_at_the_moment_of_the_deletion_is_here_or_gone(
    anna: User, together: Callable[..., list[Any]], _time: int
) -> None:
    close_account(user=anna)
    User.objects.filter(pk=anna.pk).update(leaving_at=timezone.now())
    browser = Client()

    def delete() -> bool:
        row = begin_deletion(user_id=anna.pk)
        if row is not None:
            finish_deletion(user=row)
        return row is not None

    _answer, deleted = together(lambda: browser.post("/accounts/login/", SIGN_IN), delete)
    row = User.objects.get(pk=anna.pk)
    here = browser.get("/preferences/").status_code == 200
    assert isinstance(deleted, bool) and here is not deleted
    assert (row.left_at is None, row.username == "Anna", row.is_active) == (here,) * 3
    assert row.leaving_at is None


# The admin


def test_staff_close_accounts_as_their_owners_do(client: Client, anna: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org", PASSWORD)
    client.force_login(boss)
    fields = {"action": "close_accounts", "_selected_action": [anna.pk]}
    shown = client.post("/admin/accounts/user/", fields, follow=True)
    assert "1 account is closed." in shown.content.decode()
    anna.refresh_from_db()
    assert not anna.takes_part and anna.leaving_mail_at is not None
    left(anna)
    page = f"/admin/accounts/user/{anna.pk}/change/"
    assert client.post(page, {"is_active": "on", "username": "Anna"}).status_code == 403
    assert client.get(page).status_code == 200
