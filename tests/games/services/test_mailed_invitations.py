"""Invitations by e-mail address: sent once, also after a broker's or a mail server's outage, and telling nothing."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import QuietAddress, User
from accounts.services import block_user
from games.errors import ServiceError
from games.models import Game, Invitation
from games.selectors.limits import MAILED_A_DAY
from games.services.invitations import accept_invitation, cancel_game
from games.services.mailed_invitations import MOST_ATTEMPTS, deliver, due_mails
from games.services.offers import invite_by_email
from games.services.sweep import sweep_all
from tests.factories.games import OPTIONS
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

ADDRESS = "cleo@example.org"
Callbacks = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


def invite(user: User | None = None, address: str = ADDRESS, key: str = "") -> Game:
    """An invitation to an address; its mail waits."""
    return invite_by_email(user=user or make_user(), address=address, options=OPTIONS, key=key)


def row_of(game: Game) -> Invitation:
    """The invitation as it is stored."""
    return Invitation.objects.get(game=game)


def test_mail_leads_to_the_invitation() -> None:
    inviter = make_user("ada")
    row = row_of(invite(inviter, " Cleo@Example.ORG "))
    deliver(row.pk)
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert sent.subject == "ada invites you to a game of Splendor Duel"
    assert f"/join/{row.token}/" in sent.body
    assert inviter.email not in str(sent.message())
    row.refresh_from_db()
    assert (row.mail_state, row.mail_due_at, row.mail_attempts) == ("sent", None, 1)


def test_mail_goes_out_after_the_commit(django_capture_on_commit_callbacks: Callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        invite()
        assert mail.outbox == []
    assert len(mail.outbox) == 1


def test_mail_is_sent_once_however_often_it_is_asked_for(
    django_capture_on_commit_callbacks: Callbacks,
) -> None:
    row = row_of(invite())
    for _time in range(2):
        deliver(row.pk)
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    assert len(mail.outbox) == 1


def test_sweep_finds_a_mail_whose_task_was_lost(
    django_capture_on_commit_callbacks: Callbacks,
) -> None:
    invite()  # the broker was away: nothing ran after the commit
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    assert [sent.to for sent in mail.outbox] == [[ADDRESS]]


def test_mail_of_a_dead_worker_is_tried_again(frozen_time: time_machine.Traveller) -> None:
    row = row_of(invite())
    Invitation.objects.filter(pk=row.pk).update(mail_state="sending")
    Invitation.objects.filter(pk=row.pk).update(mail_due_at=row.created_at + timedelta(minutes=6))
    assert due_mails(9) == []
    frozen_time.shift(timedelta(minutes=6))
    assert due_mails(9) == [row.pk]
    deliver(row.pk)
    assert len(mail.outbox) == 1


def test_mail_server_away_is_tried_later_and_given_up_at_last(
    frozen_time: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("accounts.mail.Mail.send", fail)
    row = row_of(invite())
    deliver(row.pk)
    row.refresh_from_db()
    assert (row.mail_state, row.mail_attempts) == ("waiting", 1)
    assert row.mail_due_at == row.created_at + timedelta(minutes=1)
    for _attempt in range(MOST_ATTEMPTS):
        frozen_time.shift(timedelta(hours=20))
        deliver(row.pk)
    row.refresh_from_db()
    assert (row.mail_state, row.mail_attempts) == ("failed", MOST_ATTEMPTS)


@pytest.mark.parametrize("end", ["cancelled", "accepted"])
def test_closed_invitation_forgets_the_address_and_writes_no_mail(end: str) -> None:
    inviter = make_user()
    game = invite(inviter)
    if end == "cancelled":
        cancel_game(game_id=game.pk, user=inviter)
    else:
        accept_invitation(token=game.invitation.token, user=make_user(), entropy="")
    deliver(game.invitation.pk)
    assert mail.outbox == []
    assert (row_of(game).email, row_of(game).mail_state) == ("", "dropped")


def test_address_with_an_account_looks_like_one_without() -> None:
    known, inviter = make_user("cleo", email=ADDRESS), make_user()
    first, second = invite(inviter, known.email), invite(inviter, "nobody@example.org")
    for game in (first, second):
        deliver(game.invitation.pk)
    same = ("audience", "status", "mail_state", "mail_attempts", "invitee_id", "inviter_id")
    told = [[getattr(row_of(game), name) for name in same] for game in (first, second)]
    assert told[0] == told[1]


def test_nobody_is_written_to_by_somebody_they_have_blocked() -> None:
    known, inviter = make_user("cleo", email=ADDRESS), make_user()
    block_user(user=known, blocked=inviter)
    deliver(invite(inviter).invitation.pk)
    assert mail.outbox == []


def test_address_that_mail_was_stopped_to_gets_none() -> None:
    make_user("cleo", email=ADDRESS, mail_stopped_at=timezone.now(), mail_stopped_why="bounced")
    deliver(invite().invitation.pk)
    assert mail.outbox == []


@pytest.mark.parametrize(
    "address",
    ["", "cleo", "cleo@", "@example.org", "a b@example.org", "ü@example.org", "x" * 300 + "@e.org"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    user = make_user()
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        invite(user, address)
    assert (caught.value.code, caught.value.status) == ("bad_address", 422)


def test_so_many_mails_a_day_and_no_more(frozen_time: time_machine.Traveller) -> None:
    user = make_user()
    for number in range(MAILED_A_DAY):
        invite(user, f"friend{number}@example.org")
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        invite(user)
    assert (caught.value.code, caught.value.status) == ("too_many_mails", 429)
    assert "10 invitations by e-mail within a day" in str(caught.value.message)
    invite(make_user())  # somebody else may
    frozen_time.shift(timedelta(days=1))
    invite(user)


def test_one_address_has_one_open_invitation_of_a_person() -> None:
    user = make_user()
    game = invite(user)
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        invite(user, ADDRESS.upper())
    assert (caught.value.code, caught.value.status) == ("invited_before", 409)
    cancel_game(game_id=game.pk, user=user)
    invite(user)


def test_same_form_twice_is_one_invitation() -> None:
    user = make_user()
    first = invite(user, key="key")
    with nothing_changes():
        assert invite(user, key="key") == first


def leave_path() -> str:
    """Where the newest mail leads whoever wants no more of them, as its header says."""
    headers = mail.outbox[-1].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return urlsplit(str(headers["List-Unsubscribe"]).strip("<>")).path


def test_reader_without_an_account_gives_up_invitations_with_one_click() -> None:
    deliver(row_of(invite()).pk)
    path, program = leave_path(), Client(enforce_csrf_checks=True)
    assert path in mail.outbox[-1].body
    assert "cleo" not in path
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    row = row_of(invite(make_user("bela"), ADDRESS.upper()))
    deliver(row.pk)
    row.refresh_from_db()
    assert (row.mail_state, len(mail.outbox)) == ("dropped", 1)
    program.post(path, {"List-Unsubscribe": "Again"})
    deliver(row_of(invite(make_user("carl"))).pk)
    assert len(mail.outbox) == 2


def test_looking_at_the_page_and_false_links_give_nothing_up() -> None:
    deliver(row_of(invite()).pk)
    path, program = leave_path(), Client()
    assert program.get(path).status_code == 200
    assert program.post(path, {"List-Unsubscribe": "Yes"}).status_code == 400
    assert program.post(path[:-2] + "/", {"List-Unsubscribe": "One-Click"}).status_code == 404
    assert not QuietAddress.objects.exists()
