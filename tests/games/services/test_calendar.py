"""The secret address of a calendar."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import CalendarFeed
from games.services.calendar import renew_feed, stop_feed
from tests.factories.users import make_user

pytestmark = pytest.mark.django_db


def test_another_address_takes_the_place_of_the_old_one() -> None:
    ada = make_user()
    first = renew_feed(user=ada, shown="").token
    second = renew_feed(user=ada, shown=first).token
    assert first != second and len(first) >= 43
    assert list(CalendarFeed.objects.values_list("token", flat=True)) == [second]


def test_a_second_press_keeps_what_the_first_one_gave() -> None:
    ada = make_user()
    first = renew_feed(user=ada, shown="").token
    assert renew_feed(user=ada, shown="").token == first
    second = renew_feed(user=ada, shown=first).token
    assert renew_feed(user=ada, shown=first).token == second


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_give_one_address(
    together: Callable[..., list[Any]],
) -> None:
    ada = make_user()
    one, other = together(*[lambda: renew_feed(user=ada, shown="").token] * 2)
    assert one == other == CalendarFeed.objects.get().token


def test_an_address_that_was_given_up_is_gone_and_giving_up_again_is_nothing() -> None:
    ada = make_user()
    renew_feed(user=ada, shown="")
    stop_feed(user=ada)
    stop_feed(user=ada)
    assert not CalendarFeed.objects.exists()
