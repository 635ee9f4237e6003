"""Copies of people's data: asked for once, made once, told once, kept for a week."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.leaving import close_account
from accounts.models import User
from games import tasks
from games.enums import ExportState
from games.errors import ServiceError
from games.export.archive import write_archive
from games.models import DataExport, ExportChunk
from games.services import export
from games.services.export import (
    KEPT,
    LEASE,
    MAIL_RETRY,
    ask_export,
    build,
    drop_expired_exports,
    due_export_mails,
    due_exports,
    pieces_of,
    tell,
)
from games.services.leaving import delete_account
from games.services.sweep import sweep_all
from tests.accounts.helpers import letters
from tests.factories.games import make_begun_game
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db

Time = time_machine.Traveller
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _empty_outbox() -> None:
    mail.outbox = []


@pytest.fixture
def ada() -> User:
    """Who takes her data along."""
    return make_user("ada", time_zone="Europe/Berlin")


def state_of(user: User) -> str:
    """Where the copy stands."""
    return DataExport.objects.get(user=user).state


def file_of(user: User) -> bytes:
    """The whole file."""
    return b"".join(pieces_of(DataExport.objects.get(user=user)))


def test_copy_is_made_told_and_whole(
    ada: User, frozen_time: Time, django_capture_on_commit_callbacks: Any
) -> None:
    make_begun_game(ada)
    with django_capture_on_commit_callbacks(execute=True):
        ask_export(user=ada)
    row = DataExport.objects.get()
    assert (row.state, row.ready_at) == (ExportState.READY, timezone.now())
    assert (row.expires_at, row.due_at, row.mail_due_at) == (timezone.now() + KEPT, None, None)
    data = file_of(ada)
    assert len(data) == row.size
    assert ZipFile(BytesIO(data)).testzip() is None
    told = [one for one in letters() if "copy" in one.message["Subject"]]
    assert [one.message["To"] for one in told] == ["ada@example.com"]
    assert told[0].link == "/accounts/data/"
    assert "June 22, 2026, 2 p.m. (Europe/Berlin)" in told[0].text
    assert "June 22, 2026, 2 p.m. (Europe/Berlin)" in told[0].html


def test_asking_again_while_it_is_made_changes_nothing(ada: User, frozen_time: Time) -> None:
    first = ask_export(user=ada)
    frozen_time.shift(5)
    assert ask_export(user=ada).asked_at == first.asked_at
    DataExport.objects.update(state=ExportState.BUILDING)
    assert ask_export(user=ada).asked_at == first.asked_at
    assert DataExport.objects.count() == 1


def test_one_copy_a_day(ada: User, frozen_time: Time) -> None:
    first = ask_export(user=ada)
    build(user_id=ada.pk)
    frozen_time.shift(DAY - timedelta(seconds=1))
    with pytest.raises(ServiceError) as refusal:
        ask_export(user=ada)
    assert (refusal.value.code, refusal.value.status) == ("export_too_soon", 429)
    assert state_of(ada) == ExportState.READY
    frozen_time.shift(1)
    assert ask_export(user=ada).asked_at == first.asked_at + DAY
    assert not ExportChunk.objects.exists()


def test_failed_copy_may_be_asked_for_again_at_once(ada: User, frozen_time: Time) -> None:
    ask_export(user=ada)
    DataExport.objects.update(state=ExportState.FAILED, due_at=None, attempts=3)
    again = ask_export(user=ada)
    assert (again.state, again.attempts) == (ExportState.WAITING, 0)
    assert build(user_id=ada.pk)


def test_dead_worker_is_followed_by_another(
    ada: User,
    frozen_time: Time,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    ask_export(user=ada)
    with monkeypatch.context() as broken:
        broken.setattr(export, "write_archive", _dies)
        with pytest.raises(KeyboardInterrupt):
            tasks.build_export(ada.pk)
    assert state_of(ada) == ExportState.BUILDING
    assert due_exports(timezone.now(), 10) == []
    assert not build(user_id=ada.pk)
    frozen_time.shift(LEASE)
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    assert state_of(ada) == ExportState.READY


def _dies(*_args: Any, **_more: Any) -> None:
    raise KeyboardInterrupt


def test_worker_that_dies_while_storing_leaves_nothing(
    ada: User, frozen_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_export(user=ada)
    with monkeypatch.context() as broken:
        broken.setattr(tasks.tell_export, "delay_on_commit", _dies)
        with pytest.raises(KeyboardInterrupt):
            tasks.build_export(ada.pk)
    assert (state_of(ada), ExportChunk.objects.count()) == (ExportState.BUILDING, 0)
    frozen_time.shift(LEASE)
    assert build(user_id=ada.pk)


def test_third_dead_worker_is_the_last(
    ada: User, frozen_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(2):
        make_begun_game(ada)
    ask_export(user=ada)
    with monkeypatch.context() as short:
        short.setattr(export, "STEP", -1.0)
        assert not build(user_id=ada.pk)
    monkeypatch.setattr(export, "write_archive", _dies)
    for _attempt in range(3):
        with pytest.raises(KeyboardInterrupt):
            build(user_id=ada.pk)
        frozen_time.shift(LEASE)
    assert not build(user_id=ada.pk)
    assert (state_of(ada), ExportChunk.objects.count()) == (ExportState.FAILED, 0)
    assert due_exports(timezone.now(), 10) == []


def test_worker_that_was_given_up_overwrites_nothing(
    ada: User, frozen_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wakes up when another has made the copy."""
    ask_export(user=ada)
    write = write_archive

    def slow(file: Any, *args: Any, **more: Any) -> None:
        monkeypatch.setattr(export, "write_archive", write)
        frozen_time.shift(LEASE)
        assert build(user_id=ada.pk)
        file.write(b"too late")

    monkeypatch.setattr(export, "write_archive", slow)
    assert not build(user_id=ada.pk)
    assert file_of(ada)[:2] == b"PK"


@pytest.mark.usefixtures("frozen_time")
def test_long_copy_is_made_in_steps_and_equals_one_made_at_once(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(3):
        make_begun_game(ada)
    ask_export(user=ada)
    assert build(user_id=ada.pk)
    at_once = file_of(ada)
    with monkeypatch.context() as short:
        short.setattr(export, "STEP", -1.0)
        DataExport.objects.all().delete()
        ask_export(user=ada)
        steps = []
        while state_of(ada) != ExportState.READY:
            steps.append(build(user_id=ada.pk))
            assert ZipFile(BytesIO(file_of(ada))).testzip() is None
    assert steps == [False, False, True]
    assert file_of(ada) == at_once


def test_worker_that_dies_in_a_later_step_loses_that_step_only(
    ada: User, frozen_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(2):
        make_begun_game(ada)
    ask_export(user=ada)
    monkeypatch.setattr(export, "STEP", -1.0)
    assert not build(user_id=ada.pk)
    first = file_of(ada)
    with monkeypatch.context() as broken:
        broken.setattr(export, "write_archive", _dies)
        with pytest.raises(KeyboardInterrupt):
            build(user_id=ada.pk)
    assert file_of(ada) == first
    frozen_time.shift(LEASE)
    assert build(user_id=ada.pk)


def test_too_large_a_copy_is_said_so(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_BYTES", 1000)
    ask_export(user=ada)
    assert not build(user_id=ada.pk)
    assert (state_of(ada), ExportChunk.objects.count()) == (ExportState.TOO_LARGE, 0)
    assert due_exports(timezone.now(), 10) == []


def test_file_is_stored_in_pieces(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "CHUNK", 1000)
    ask_export(user=ada)
    build(user_id=ada.pk)
    sizes = [len(one.data) for one in ExportChunk.objects.order_by("number")]
    assert len(sizes) > 5 and set(sizes[:-1]) == {1000} and 0 < sizes[-1] <= 1000
    assert ZipFile(BytesIO(file_of(ada))).testzip() is None


def test_copy_is_deleted_after_a_week(ada: User, frozen_time: Time) -> None:
    ask_export(user=ada)
    build(user_id=ada.pk)
    frozen_time.shift(KEPT - timedelta(seconds=1))
    assert drop_expired_exports(now=timezone.now()) == 0
    frozen_time.shift(1)
    sweep_all()
    assert not DataExport.objects.exists() and not ExportChunk.objects.exists()


def test_mail_is_tried_again_and_sent_once(
    ada: User, frozen_time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_export(user=ada)
    build(user_id=ada.pk)
    with monkeypatch.context() as broken:
        broken.setattr("accounts.mail.Mail.send", _refuse)
        assert not tell(user_id=ada.pk)
    assert due_export_mails(timezone.now(), 10) == []
    frozen_time.shift(MAIL_RETRY)
    assert due_export_mails(timezone.now(), 10) == [ada.pk]
    assert [tell(user_id=ada.pk) for _worker in range(2)] == [True, False]
    assert len(letters()) == 1


def _refuse(*_args: Any) -> None:
    raise OSError("away")


def test_who_takes_no_mail_has_a_copy_without_one(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(mail_stopped_at=timezone.now())
    ask_export(user=ada)
    assert build(user_id=ada.pk) and not tell(user_id=ada.pk)
    assert (letters(), due_export_mails(timezone.now(), 10)) == ([], [])


def test_nothing_is_made_for_who_left_meanwhile(ada: User) -> None:
    ask_export(user=ada)
    close_account(user=ada)
    assert not build(user_id=ada.pk)
    assert not DataExport.objects.exists()


def test_copy_goes_with_the_account(ada: User) -> None:
    ask_export(user=ada)
    build(user_id=ada.pk)
    close_account(user=ada)
    assert not tell(user_id=ada.pk)
    User.objects.filter(pk=ada.pk).update(leaving_at=timezone.now())
    assert delete_account(user_id=ada.pk)
    assert not DataExport.objects.exists() and not ExportChunk.objects.exists()


def test_two_workers_make_one_copy(ada: User) -> None:
    ask_export(user=ada)
    assert [build(user_id=ada.pk) for _worker in range(2)] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_two_presses_at_once(ada: User, together: Callable[..., list[Any]]) -> None:
    asked = together(*(lambda: ask_export(user=ada) for _press in range(2)))
    assert len({row.asked_at for row in asked}) == 1
    DataExport.objects.update(state=ExportState.WAITING, due_at=timezone.now(), attempts=0)
    ExportChunk.objects.all().delete()
    built = together(*(lambda: build(user_id=ada.pk) for _worker in range(2)))
    assert sorted(built) == [False, True]
    assert ZipFile(BytesIO(file_of(ada))).testzip() is None
