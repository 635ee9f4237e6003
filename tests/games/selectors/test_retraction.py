"""Logs with turns that were taken back: what stands, what is told, what is exported, and that nothing hidden is shown."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import (
    Event,
    GameState,
    action_to_json,
    decide,
    fold,
    legal_actions,
    state_to_json,
)
from engine.notation import read_record
from games.enums import GameStatus
from games.models import Game, GameEvent, Snapshot
from games.selectors.marks import news_of
from games.selectors.past import log_of, log_seen, position_at, record_line, words_line
from games.selectors.state import engine_events, load_state, refold
from games.selectors.story import since_own, story_of
from games.selectors.take_back import last_turn
from games.selectors.verify import faults_of
from games.selectors.views import Eyes, events_after, view_of
from games.services.change import chance_of, locked, record
from games.services.play import resign_game
from games.services.sealing import unseal
from games.services.take_back import answer_take_back, ask_turn_back
from tests.factories.games import make_game, mover_of, seated, take_tokens, waiter_of
from tests.hidden import exchange_hidden

pytestmark = pytest.mark.django_db


def rows_of(game: Game) -> list[GameEvent]:
    """The whole log."""
    return list(GameEvent.objects.filter(game=game))


def dealt_at(game: Game) -> int:
    """The number of the first event with a position."""
    return GameEvent.objects.get(game=game, kind="game_started").number


def take_back(game: Game) -> bool:
    """Take the last turn back if that is possible."""
    game.refresh_from_db()
    if game.status != GameStatus.ACTIVE:
        return False
    seat = 3 - (game.seat_to_move or 0)
    turn = last_turn(rows_of(game), seat)
    if turn is None:
        return False
    ask_turn_back(game_id=game.pk, user=seated(game, seat), last=turn.last)
    answer_take_back(game_id=game.pk, user=seated(game, 3 - seat), last=turn.last, accept=True)
    game.refresh_from_db()
    return True


def play_turn(game: Game, random: Random) -> None:
    """One whole random turn, which rather takes tokens, so that some can be taken back."""
    with locked(game.pk) as running:
        before = state = load_state(running)
        events: tuple[Event, ...] = ()
        while not state.over and state.turn == before.turn:
            actions = legal_actions(state)
            quiet = [one for one in actions if action_to_json(one)["type"] == "take_tokens"]
            choice = random.choice(quiet if quiet and random.random() < 0.7 else actions)
            decided = decide(state, state.seat, choice, chance_of(running))
            state, events = fold(decided, state), events + decided
        record(running, events, before, mover=before.seat)
    game.refresh_from_db()


def game_with_retractions(seed: int, turns: int) -> tuple[Game, list[GameState]]:
    """A random game in which some turns are taken back, and the position each time before such a turn."""
    game, random = make_game(), Random(seed)
    stood: list[GameState] = []
    for _turn in range(turns):
        before = load_state(game)
        if before.over:
            break
        play_turn(game, random)
        if random.random() < 0.5 and take_back(game):
            stood.append(before)
            assert state_to_json(load_state(game)) == state_to_json(before)
    return game, stood


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_log_with_random_retractions_refolds_to_what_is_stored(seed: int) -> None:
    game, _stood = game_with_retractions(seed, 16)
    stored = Snapshot.objects.get(game=game)
    assert state_to_json(refold(game)) == stored.state
    assert stored.version == game.version
    assert faults_of(game, unseal(game.sealed_secret)) == []
    log = log_of(game)
    assert state_to_json(position_at(log, game.version)) == stored.state


def test_random_games_do_take_turns_back() -> None:
    """The property above would prove little if nothing were taken back."""
    assert sum(len(game_with_retractions(seed, 16)[1]) for seed in range(2)) >= 4


@pytest.mark.parametrize("lag", range(1, 8))
def test_snapshot_that_lags_behind_a_retraction_is_made_good(game: Game, lag: int) -> None:
    take_tokens(game)
    take_tokens(game)
    assert take_back(game)
    now = state_to_json(load_state(game))
    number = max(game.version - lag, dealt_at(game))
    past = position_at(log_of(game), number)
    Snapshot.objects.filter(game=game).update(version=number, state=state_to_json(past))
    assert state_to_json(load_state(game)) == now
    assert faults_of(game, unseal(game.sealed_secret)) == []


def test_every_past_position_still_stands_where_it_stood(game: Game) -> None:
    take_tokens(game)
    game.refresh_from_db()
    begun = dealt_at(game)
    played = {n: position_at(log_of(game), n) for n in range(begun, game.version + 1)}
    begin = state_to_json(played[begun])
    assert take_back(game)
    log = log_of(game)
    for number, state in played.items():
        assert state_to_json(position_at(log, number)) == state_to_json(state)
    assert state_to_json(position_at(log, game.version)) == begin


def test_pages_of_past_positions_and_the_list_of_turns_tell_of_it(game: Game) -> None:
    take_tokens(game)
    assert take_back(game)
    take_tokens(game)
    game.refresh_from_db()
    client = Client()
    for number in range(dealt_at(game), game.version + 1):
        assert client.get(f"/games/{game.pk}/at/{number}/").status_code == 200
    page = client.get(f"/games/{game.pk}/log/").content.decode()
    assert page.count("taken back</em>") == 1
    assert page.count('id="turn-1"') == 1
    assert "took the turn back." in page


def test_story_tells_both_turns_of_the_same_number(game: Game) -> None:
    take_tokens(game)
    seat = 3 - (Game.objects.get(pk=game.pk).seat_to_move or 0)
    assert take_back(game)
    take_tokens(game)
    game.refresh_from_db()
    told = [(turn.turn, turn.seat, turn.retracted, turn.played) for turn in story_of(game, seat)]
    assert told == [
        (0, None, False, True),
        (1, seat, True, False),
        (1, seat, False, True),
    ]
    assert story_of(game, seat)[2].text.startswith("You took the turn back. You took")


def test_what_is_new_since_the_own_turn_leaves_no_turn_out(game: Game) -> None:
    take_tokens(game)
    take_tokens(game)
    second = waiter_of(game)
    seat = game.seats.get(user=second).number
    assert take_back(game)
    since = since_own(story_of(game, seat))
    assert [(turn.turn, turn.seat) for turn in since if turn.turn] == [
        (1, 3 - seat),
        (2, seat),
        (2, seat),
    ]
    other = since_own(story_of(game, 3 - seat))
    assert [turn.text for turn in other][-1] == f"{second.username} took the turn back."


def test_marks_on_the_board_forget_what_was_taken_back(game: Game) -> None:
    take_tokens(game)
    take_tokens(game)
    game.refresh_from_db()
    watching = game.seat_to_move
    marked = news_of(log_seen(game, log_of(game), watching), watching)
    assert marked.taken
    assert take_back(game)
    assert not news_of(log_seen(game, log_of(game), watching), watching).taken


def test_notation_of_a_running_game_leaves_the_turn_out(game: Game) -> None:
    before = words_line(log_of(game), Eyes(1))
    take_tokens(game)
    game.refresh_from_db()
    assert words_line(log_of(game), Eyes(1)) != before
    assert take_back(game)
    assert words_line(log_of(game), Eyes(1)) == before


def test_exported_game_leaves_the_turn_out_and_can_be_read_again(game: Game) -> None:
    take_tokens(game)
    assert take_back(game)
    take_tokens(game)
    resign_game(game_id=game.pk, user=mover_of(game))
    game.refresh_from_db()
    found = read_record(record_line(game, log_of(game)))
    assert fold(found.events) == refold(game)
    assert list(found.events) == engine_events(game, after=0)
    assert faults_of(game) == []


def views(game: Game, viewer: int | None) -> Iterator[Any]:
    """What a viewer gets: the position, the log, the story, the notation, every past position."""
    log = log_of(game)
    yield view_of(load_state(game), viewer)
    yield events_after(game, viewer, 0)
    yield [turn.text for turn in story_of(game, viewer)]
    yield words_line(log, Eyes(viewer))
    yield [view_of(position_at(log, row.number), viewer) for row in log.rows[dealt_at(game) - 1 :]]


@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.parametrize("seed", [3, 5])
def test_nothing_hidden_shows_in_a_game_with_retractions(seed: int, viewer: int | None) -> None:
    game, stood = game_with_retractions(seed, 14)
    assert stood
    before = list(views(game, viewer))
    assert exchange_hidden(game, viewer, seed) > 10
    assert list(views(game, viewer)) == before
