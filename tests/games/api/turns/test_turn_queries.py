"""How often a turn asks the database: the same in every game, and at most twelve times."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.enums import Speed
from games.models import Game, PushDevice, Vacation, Webhook
from games.services.lobby import Options
from tests.factories.games import legal_json, make_begun_game, mover_of, play_random, waiter_of
from tests.games.api.calls import Client, Response, client_of, url_of

pytestmark = pytest.mark.django_db(transaction=True)

USUAL, MOST = 11, 12
CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")  # of transactions: they ask nothing


def asked(call: Callable[[], Response]) -> int:
    """The questions of one request."""
    with CaptureQueriesContext(connection) as seen:
        response = call()
    assert response.status_code == 200, response.content
    return sum(not query["sql"].startswith(CONTROL) for query in seen.captured_queries)


def turn(game: Game) -> Callable[[], Response]:
    """A whole turn of the seat to move, whose token was used a moment ago."""
    client: Client = client_of(mover_of(game))
    assert client.get(url_of(game)).status_code == 200
    body = {
        "expected_version": game.version,
        "actions": [legal_json(game, "take_tokens")[0]],
    }
    key = {"Idempotency-Key": "k"}
    return lambda: client.post(url_of(game, "actions"), body, format="json", headers=key)


@pytest.mark.usefixtures("queued_tasks")
@pytest.mark.parametrize("speed", [Speed.DAYS_3, Speed.BANK_STANDARD, Speed.NO_CLOCK])
@pytest.mark.parametrize("before", [2, 24])
def test_turn_asks_at_most_eleven_times(speed: Speed, before: int) -> None:
    game = make_begun_game(options=Options(speed))
    play_random(game, before)
    assert asked(turn(game)) <= USUAL


@pytest.mark.usefixtures("queued_tasks")
def test_web_address_costs_one_question_and_a_browser_none() -> None:
    game = make_begun_game()
    for user in (mover_of(game), waiter_of(game)):
        PushDevice.objects.create(
            user=user, endpoint=f"https://push.example/{user.pk}", created_at=timezone.now()
        )
        Webhook.objects.create(user=user, url="https://hook.example/")
    assert asked(turn(game)) <= MOST


@pytest.mark.usefixtures("queued_tasks")
def test_vacation_to_come_costs_one_question() -> None:
    game = make_begun_game()
    at = timezone.now() + timedelta(days=30)
    Vacation.objects.create(
        user=waiter_of(game),
        starts_at=at,
        ends_at=at + timedelta(days=2),
    )
    assert asked(turn(game)) <= MOST


@pytest.mark.usefixtures("queued_tasks")
def test_lost_answer_is_found_with_four_questions() -> None:
    """The token, the game under its lock, its seats, the stored answer."""
    game = make_begun_game()
    again = turn(game)
    again()
    assert asked(again) == 4
