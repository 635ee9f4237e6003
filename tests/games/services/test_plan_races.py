"""Plans and others at the same moment: on PostgreSQL the row lock decides, on SQLite the write lock."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.errors import ServiceError
from games.models import Game, GameEvent, Notification, Plan
from games.selectors.verify import faults_of
from games.services.planned import play_plan
from games.services.plans import add_entry, clear_plan
from games.services.play import submit_actions
from games.services.sealing import unseal
from splendor import celery_app
from tests.factories.games import legal_json, make_game, mover_of, seated

pytestmark = pytest.mark.django_db(transaction=True)

Together = Callable[..., list[Any]]


@pytest.fixture(autouse=True)
def _no_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks are not run by themselves: each test looks at one thing."""
    for name in ("games.deliver_notification", "games.play_plan"):
        task = celery_app.tasks[name]
        monkeypatch.setattr(task, "delay_on_commit", lambda *_args: None)
        monkeypatch.setattr(task, "apply_async_on_commit", lambda *_args, **_given: None)


@pytest.fixture
def due() -> Game:
    """A game in which a plan is due; the seat that planned is to move."""
    game = make_game()
    waiter = 3 - (game.seat_to_move or 1)
    first, second = singles(game)[:2]
    add_entry(game_id=game.pk, user=seated(game, waiter), actions=[second], sure=True, revision=0)
    submit(game, first)
    game.refresh_from_db()
    Plan.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    return game


def singles(game: Game) -> list[str]:
    """Cells from which a single token may be taken."""
    lines = [action["cells"] for action in legal_json(game, "take_tokens")]
    return [line[0] for line in lines if len(line) == 1]


def submit(game: Game, word: str, key: str = "key") -> Any:
    """The seat to move plays this."""
    return submit_actions(
        game_id=game.pk,
        user=mover_of(game),
        actions=[word],
        expected_version=game.version,
        key=key,
    )


def planned_turns(game: Game) -> int:
    """Turns of the seat that planned; the log must be sound."""
    seat = game.seat_to_move
    game.refresh_from_db()
    assert faults_of(game, unseal(game.sealed_secret)) == []
    return GameEvent.objects.filter(game=game, kind="turn_ended", seat=seat).count()


def test_two_workers_play_a_plan_once(due: Game, together: Together) -> None:
    seat_id = Plan.objects.get().pk
    assert sorted(together(*[partial(play_plan, seat_id)] * 2)) == [False, True]
    assert planned_turns(due) == 1
    assert Notification.objects.filter(kind="plan_played").count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_plan_and_its_owner_at_once_play_one_turn(
    due: Game, together: Together, attempt: int
) -> None:
    seat_id, other = Plan.objects.get().pk, singles(due)[-1]
    played, mine = together(partial(play_plan, seat_id), partial(submit, due, other, "own"))
    refused = isinstance(mine, ServiceError)
    assert played is refused
    assert not refused or mine.code == "stale_version"
    assert planned_turns(due) == 1
    assert Plan.objects.get().entries == []


@pytest.mark.parametrize("attempt", range(3))
def test_plan_that_is_stopped_and_due_at_once_is_one_or_the_other(
    due: Game, together: Together, attempt: int
) -> None:
    plan = Plan.objects.get()
    stop = partial(clear_plan, game_id=due.pk, user=mover_of(due))
    played, stopped = together(partial(play_plan, plan.pk), stop)
    assert stopped is None
    assert planned_turns(due) == int(played)


def test_same_entry_twice_at_once_stands_once(together: Together) -> None:
    game = make_game()
    waiter = seated(game, 3 - (game.seat_to_move or 1))
    wish = partial(
        add_entry, game_id=game.pk, user=waiter, actions=[singles(game)[0]], sure=True, revision=0
    )
    assert not [result for result in together(wish, wish) if isinstance(result, Exception)]
    assert len(Plan.objects.get().entries) == 1
