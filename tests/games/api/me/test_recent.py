"""What a person was told, as data."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.enums import NotificationKind
from games.models import Game, Notification
from games.notifications.kinds import SPECS
from tests.factories.games import make_game, mover_of, waiter_of
from tests.factories.users import make_user
from tests.games.api.calls import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOTICES = "/api/v1/me/notices"
# What rows of some kinds have to tell beside their game.
DATA: dict[str, dict[str, Any]] = {
    NotificationKind.TIME_GRANTED: {"seconds": 86400},
    NotificationKind.TAKE_BACK_ANSWERED: {"accepted": True},
    NotificationKind.PAUSE_ANSWERED: {"accepted": True},
    NotificationKind.VACATION_ENDING: {"until": "2026-12-01T08:00:00+00:00"},
    NotificationKind.PLAN_PLAYED: {"turn": "takes three stones"},
    NotificationKind.REMINDER: {"part": "most"},
}


def told(user: User, game: Game | None, kind: str, minutes_ago: float = 1) -> Notification:
    """A row of the outbox."""
    at = timezone.now() - timedelta(minutes=minutes_ago)
    return Notification.objects.create(
        user=user,
        kind=kind,
        game=game,
        turn=3,
        data=DATA.get(kind, {}),
        dedupe_key=f"{kind} {user.pk} {minutes_ago}",
        created_at=at,
        due_at=at,
    )


@pytest.fixture
def game() -> Game:
    """A game whose notices are forgotten, so that only those of the test are there."""
    made = make_game(make_user("ada"), make_user("bert"))
    Notification.objects.all().delete()
    return made


def test_notices_are_told_newest_first_and_to_their_reader_only(game: Game) -> None:
    mine, other = mover_of(game), waiter_of(game)
    message = told(mine, game, "message", 5)
    turn = told(mine, game, "your_turn", 1)
    told(other, game, "message", 2)
    told(mine, game, "reminder", -60)  # later
    items = client_of(mine).get(NOTICES).json()["items"]
    assert [item["id"] for item in items] == [turn.pk, message.pk]
    assert items[0] | {"at": ""} == {
        "id": turn.pk,
        "kind": "your_turn",
        "category": "turns",
        "at": "",
        "game_id": game.pk,
        "turn": 3,
        "title": f"Your turn against {other.username}",
    }


@pytest.mark.parametrize("kind", SPECS)
def test_every_kind_has_a_title(game: Game, kind: str) -> None:
    told(mover_of(game), game, kind)
    (item,) = client_of(mover_of(game)).get(NOTICES).json()["items"]
    assert item["kind"] == kind
    assert item["title"]


def test_notices_take_as_many_queries_for_one_as_for_thirty(
    django_assert_num_queries: Callable[..., Any],
) -> None:
    ada = make_user("ada")
    client = client_of(ada)
    client.get(NOTICES)
    for number in range(30):
        game = make_game(ada, make_user())
        Notification.objects.filter(dedupe_key__contains="").delete()
        if number in (0, 29):
            games = Game.objects.filter(seats__user=ada)
            for place, one in enumerate(games):
                told(ada, one, "message", 1 + number * 100 + place)
            with django_assert_num_queries(4):  # the token, notices with games, seats, people
                assert len(client.get(NOTICES).json()["items"]) == number + 1
    assert game.pk
