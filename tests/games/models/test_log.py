"""The log can be added to and read, and nothing else."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from games.models import Game, GameEvent
from games.models.log import AppendOnlyError
from tests.games.stored import nothing_changes

pytestmark = pytest.mark.django_db

Attempt = Callable[[GameEvent], object]


def _save(row: GameEvent) -> None:
    row.kind = "seat_resigned"
    row.save()


def _save_under_its_key(row: GameEvent) -> None:
    GameEvent(
        pk=row.pk,
        game=row.game,
        number=row.number,
        kind="seat_resigned",
        payload={},
        rules_version=1,
        created_at=timezone.now(),
    ).save()


def _bulk_update(row: GameEvent) -> None:
    row.kind = "seat_resigned"
    GameEvent.objects.bulk_update([row], ["kind"])


@pytest.mark.parametrize(
    "attempt",
    [
        _save,
        _save_under_its_key,
        _bulk_update,
        lambda row: row.delete(),
        lambda row: row.save(update_fields=["kind"]),
        lambda row: GameEvent.objects.all().delete(),
        lambda row: GameEvent.objects.filter(pk=row.pk).update(kind="seat_resigned"),
        lambda row: GameEvent.objects.update(payload={}),
        lambda row: row.game.events.all().delete(),
        lambda row: row.game.events.update(number=99),
        lambda row: GameEvent.objects.update_or_create(pk=row.pk, defaults={"kind": "x"}),
    ],
)
def test_event_is_neither_changed_nor_deleted(game: Game, attempt: Attempt) -> None:
    row = GameEvent.objects.filter(game=game).latest("number")
    with nothing_changes(), pytest.raises(AppendOnlyError), transaction.atomic():
        attempt(row)


def test_game_with_a_log_is_not_deleted(game: Game) -> None:
    with nothing_changes(), pytest.raises(ProtectedError):
        game.delete()
    with nothing_changes(), pytest.raises(ProtectedError):
        Game.objects.all().delete()


def test_number_is_given_once(game: Game) -> None:
    row = GameEvent(
        game=game,
        number=game.version,
        kind="seat_resigned",
        payload={"seat": 1},
        rules_version=1,
        seat=1,
        created_at=timezone.now(),
    )
    with nothing_changes(), pytest.raises(IntegrityError), transaction.atomic():
        row.save()
    row.number += 1
    row.save()
    assert GameEvent.objects.filter(game=game).count() == game.version + 1


def test_account_that_goes_leaves_the_game(game: Game) -> None:
    numbers = list(GameEvent.objects.values_list("number", flat=True))
    for seat in game.seats.all():
        assert seat.user is not None
        seat.user.delete()
    assert list(GameEvent.objects.values_list("number", flat=True)) == numbers
    assert [seat.user for seat in game.seats.all()] == [None, None]
