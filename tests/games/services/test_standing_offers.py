"""So many games of a kind kept running: offered one after the other, within one's room, and never by the absent."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.enums import Speed
from games.errors import ServiceError
from games.models import Game, Invitation, StandingOffer
from games.models.invitation import INVITATION_DAYS
from games.selectors import limits
from games.selectors.limits import MOST_KINDS
from games.selectors.offers import Gates, counted_standing_offers
from games.services import lobby, standing_offers
from games.services.invitations import accept_invitation
from games.services.lobby import Options, create_invitation
from games.services.offers import create_offer
from games.services.play import resign_game
from games.services.standing_offers import (
    change_count,
    create_standing_offer,
    delete_standing_offer,
    fill_standing_offers,
    pause_standing_offer,
    people_to_fill,
    resume_standing_offer,
    withdraw_offers,
)
from games.services.sweep import sweep_all
from tests.factories.games import OPTIONS, make_game
from tests.factories.users import make_user
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

Callbacks = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


def stand(user: User, count: int = 2, options: Options = OPTIONS) -> StandingOffer:
    """A standing offer whose first offer is open."""
    row = create_standing_offer(user=user, count=count, options=options)
    fill_standing_offers(user_id=user.pk)
    return row


def counts(row: StandingOffer) -> tuple[int, int]:
    """Games of a standing offer that are open and that run."""
    games = Game.objects.filter(invitation__standing=row)
    return games.filter(status="preparing").count(), games.filter(status="active").count()


def take(row: StandingOffer) -> Game:
    """Somebody accepts what is open."""
    open_one = Invitation.objects.get(standing=row, status="open")
    return accept_invitation(token=open_one.token, user=make_user(), entropy="")


def code_of(call: Callable[[], object]) -> str:
    """With which code a call is refused; nothing may change."""
    with nothing_changes(), pytest.raises(ServiceError) as caught:
        call()
    return caught.value.code


def test_one_offer_is_open_at_a_time_until_enough_run() -> None:
    user = make_user()
    row = stand(user, count=2)
    assert counts(row) == (1, 0)
    for running in (1, 2):
        take(row)
        fill_standing_offers(user_id=user.pk)
        assert counts(row) == (int(running < 2), running)


def test_offer_carries_options_and_gates() -> None:
    user, options = make_user(), replace(OPTIONS, speed=Speed.BANK_BRISK, rated=True)
    gates = Gates(1200, 1800, 80)
    create_standing_offer(user=user, count=1, options=options, gates=gates)
    fill_standing_offers(user_id=user.pk)
    made = Invitation.objects.get()
    assert (Gates.of(made), Options.of(made.game), made.audience) == (gates, options, "lobby")


def test_next_offer_follows_when_one_is_taken(
    django_capture_on_commit_callbacks: Callbacks,
) -> None:
    row = stand(make_user())
    with django_capture_on_commit_callbacks(execute=True):
        take(row)
    assert counts(row) == (1, 1)


def test_next_offer_follows_when_a_game_ends(django_capture_on_commit_callbacks: Callbacks) -> None:
    user = make_user()
    row = stand(user, count=1)
    game = take(row)
    with django_capture_on_commit_callbacks(execute=True):
        resign_game(game_id=game.pk, user=user)
    assert counts(row) == (1, 0)


def test_next_offer_follows_when_one_expires(
    frozen_time: time_machine.Traveller, django_capture_on_commit_callbacks: Callbacks
) -> None:
    row = stand(make_user())
    first = Invitation.objects.get(standing=row)
    frozen_time.shift(timedelta(days=INVITATION_DAYS))
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    first.refresh_from_db()
    assert (first.status, counts(row)) == ("expired", (1, 0))


def test_sweep_fills_what_a_lost_task_left(django_capture_on_commit_callbacks: Callbacks) -> None:
    user = make_user()
    row = create_standing_offer(user=user, count=1, options=OPTIONS)
    assert (counts(row), people_to_fill(9)) == ((0, 0), [user.pk])
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    assert (counts(row), people_to_fill(9)) == ((1, 0), [])


def test_offers_that_can_not_be_filled_do_not_stand_before_others() -> None:
    """As those of people who have no room for games."""
    people = [make_user() for _number in range(5)]
    for user in people:
        create_standing_offer(user=user, count=1, options=OPTIONS)
    ids = [user.pk for user in people]
    rounds = [people_to_fill(2) for _sweep in range(4)]
    assert rounds == [ids[:2], ids[2:4], [ids[0], ids[4]], ids[1:3]]
    cache.clear()
    assert people_to_fill(2) == ids[:2]
    assert people_to_fill(9) == ids


def test_filling_twice_fills_once() -> None:
    user = make_user()
    stand(user)
    with nothing_changes():
        assert fill_standing_offers(user_id=user.pk) == 0


def test_offers_stay_within_the_room_for_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FIRST_OPEN_GAMES", 1)
    user = make_user()
    create_invitation(user=user, invitee=None, options=OPTIONS)
    assert counts(stand(user)) == (0, 0)


def test_pausing_withdraws_what_is_open_and_lets_run_what_runs() -> None:
    user = make_user()
    row = stand(user)
    take(row)
    fill_standing_offers(user_id=user.pk)
    pause_standing_offer(standing_id=row.pk, user=user)
    fill_standing_offers(user_id=user.pk)
    assert counts(row) == (0, 1)
    resume_standing_offer(standing_id=row.pk, user=user)
    fill_standing_offers(user_id=user.pk)
    assert counts(row) == (1, 1)


def test_deleting_withdraws_what_is_open_and_lets_run_what_runs() -> None:
    user = make_user()
    row = stand(user)
    game = take(row)
    fill_standing_offers(user_id=user.pk)
    delete_standing_offer(standing_id=row.pk, user=user)
    assert not StandingOffer.objects.exists()
    assert not Game.objects.filter(status="preparing").exists()
    game.refresh_from_db()
    assert game.status == "active"


def test_same_kind_again_is_the_same_with_the_new_number() -> None:
    user = make_user()
    first = stand(user, count=2)
    again = create_standing_offer(user=user, count=4, options=OPTIONS)
    assert (again.pk, StandingOffer.objects.get().count) == (first.pk, 4)


def test_fewer_than_run_ends_no_game() -> None:
    user = make_user()
    row = stand(user, count=2)
    take(row)
    fill_standing_offers(user_id=user.pk)
    take(row)
    change_count(standing_id=row.pk, user=user, count=1)
    fill_standing_offers(user_id=user.pk)
    assert counts(row) == (0, 2)


@pytest.mark.parametrize("count", [0, 11, -1])
def test_number_that_is_not_offered_is_refused(count: int) -> None:
    user = make_user()
    row = stand(user)
    make = partial(create_standing_offer, user=user, count=count, options=OPTIONS)
    assert code_of(make) == "bad_count"
    assert code_of(partial(change_count, standing_id=row.pk, user=user, count=count)) == "bad_count"


def test_strangers_play_with_a_clock() -> None:
    wish = Options(Speed.NO_CLOCK)
    make = partial(create_standing_offer, user=make_user(), count=1, options=wish)
    assert code_of(make) == "offer_without_clock"


def test_so_many_kinds_and_no_more() -> None:
    user, speeds = make_user(), [Speed.DAYS_1, Speed.DAYS_2, Speed.DAYS_3, Speed.DAYS_5]
    for speed in [*speeds, Speed.DAYS_7]:
        create_standing_offer(user=user, count=1, options=Options(speed))
    assert StandingOffer.objects.count() == MOST_KINDS
    make = partial(create_standing_offer, user=user, count=1, options=Options(Speed.DAYS_14))
    assert code_of(make) == "too_many_kinds"


@pytest.mark.parametrize("change", [pause_standing_offer, resume_standing_offer])
def test_standing_offer_of_somebody_else_is_not_found(change: Callable[..., object]) -> None:
    row = stand(make_user())
    assert code_of(partial(change, standing_id=row.pk, user=make_user())) == "not_found"


# Nobody finds an opponent who isn't there


def test_who_vanishes_leaves_no_offer_behind() -> None:
    user = make_user()
    row, running = stand(user), make_game(user)
    create_offer(user=user, options=OPTIONS)
    link = create_invitation(user=user, invitee=None, options=OPTIONS)
    withdraw_offers(user_id=user.pk)
    row.refresh_from_db()
    assert row.paused
    assert list(Game.objects.filter(status="preparing")) == [link]
    running.refresh_from_db()
    assert running.status == "active"


@pytest.mark.parametrize("turns", [0, 1])
def test_time_that_runs_out_takes_offers_out_of_the_lobby(
    frozen_time: time_machine.Traveller,
    django_capture_on_commit_callbacks: Callbacks,
    turns: int,
) -> None:
    user = make_user()
    game = make_game(user)
    game.seats.filter(number=1).update(turns=turns)
    row = stand(user)
    frozen_time.shift(timedelta(days=3, minutes=2))
    with django_capture_on_commit_callbacks(execute=True):
        sweep_all()
    game.refresh_from_db()
    row.refresh_from_db()
    assert game.status == ("finished" if turns else "aborted")
    assert (row.paused, counts(row)) == (True, (0, 0))


@pytest.mark.django_db(transaction=True)
def test_two_workers_open_one_offer(together: Callable[..., list[Any]]) -> None:
    user = make_user()
    row = StandingOffer.objects.create(
        user=user, count=5, speed=Speed.DAYS_3, created_at=timezone.now()
    )
    together(*[partial(fill_standing_offers, user_id=user.pk)] * 2)
    assert counts(row) == (1, 0)


def test_nothing_is_opened_for_who_is_leaving() -> None:
    user = make_user()
    row = create_standing_offer(user=user, count=1, options=OPTIONS)
    User.objects.filter(pk=user.pk).update(leaving_at=timezone.now())
    assert people_to_fill(9) == []
    with nothing_changes():
        assert fill_standing_offers(user_id=user.pk) == 0
    assert counts(row) == (0, 0)


def test_account_that_is_closed_while_the_worker_fills_gets_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = make_user()
    create_standing_offer(user=user, count=1, options=OPTIONS)
    wait = lobby.lock_person

    def closed_first(user: User) -> User:
        User.objects.filter(pk=user.pk).update(leaving_at=timezone.now())
        return wait(user)

    monkeypatch.setattr(standing_offers, "lock_person", closed_first)
    assert fill_standing_offers(user_id=user.pk) == 0
    assert not Invitation.objects.exists()


def test_who_has_just_closed_the_account_begins_nothing() -> None:
    """The request came in before, with the row as it then was."""
    user = make_user()
    row = create_standing_offer(user=user, count=1, options=OPTIONS)
    pause_standing_offer(standing_id=row.pk, user=user)
    theirs = create_offer(user=make_user(), options=OPTIONS)
    User.objects.filter(pk=user.pk).update(leaving_at=timezone.now())
    for call in (
        lambda: create_offer(user=user, options=OPTIONS),
        lambda: create_invitation(user=user, invitee=None, options=OPTIONS),
        lambda: create_standing_offer(user=user, count=2, options=OPTIONS),
        lambda: resume_standing_offer(standing_id=row.pk, user=user),
        lambda: accept_invitation(token=theirs.invitation.token, user=user, entropy=""),
    ):
        assert code_of(call) == "authentication_failed"


def test_games_of_standing_offers_are_counted_without_the_history_of_all() -> None:
    rows = counted_standing_offers()
    assert [str(name) for name in rows.query.alias_map] == ["games_standingoffer"]
    assert rows.query.group_by is None
