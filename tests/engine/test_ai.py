"""The computer player: legal, honest, and better than chance."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Action,
    GameState,
    Outcome,
    RandomChance,
    SeededChance,
    decide,
    fold,
    legal_actions,
    play,
    start_game,
    view_for,
    write_action,
)
from engine.actions import PurchaseCard
from engine.ai import choose
from engine.ai.evaluation import WON, evaluate
from engine.ai.imagine import imagine
from engine.cards import CARD_IDS
from engine.constants import SEATS
from tests.builders import position
from tests.engine.games import GAMES, RandomGame


def chosen(state: GameState, seed: int = 0) -> Action:
    return choose(view_for(state, state.seat), seed)


def all_cards(state: GameState) -> list[int]:
    """Every jewel card of a position, wherever it lies."""
    piles = [*state.pyramid, *state.decks]
    for seat in SEATS:
        piles += [state.of(seat).cards, state.of(seat).reserved]
    return sorted(card for pile in piles for card in pile if card >= 0)


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 2**32))
def test_an_imagined_position_has_the_same_view_and_every_card_once(
    game: RandomGame, seed: int
) -> None:
    state = game.position()
    if state.over:
        return
    for seat in SEATS:
        view = view_for(state, seat)
        imagined = imagine(view, Random(seed))
        assert view_for(imagined, seat) == view
        assert all_cards(imagined) == list(range(len(CARD_IDS)))


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 2**32))
def test_the_choice_is_legal_and_follows_from_view_and_seed_alone(
    game: RandomGame, seed: int
) -> None:
    state = game.position()
    if state.over:
        return
    view = view_for(state, state.seat)
    action = choose(view, seed)
    assert action in legal_actions(state)
    other_world = imagine(view, Random(seed + 1))
    assert choose(view_for(other_world, state.seat), seed) == action


def test_whole_games_against_itself_are_legal_and_end() -> None:
    chance = SeededChance(11)
    state = fold(start_game(chance))
    purchases = actions = 0
    while not state.over:
        action = chosen(state, actions)
        purchases += isinstance(action, PurchaseCard)
        state = fold(decide(state, state.seat, action, chance), state)
        actions += 1
    assert state.outcome is not None
    assert state.outcome.winner in SEATS
    assert purchases > 15


def winner_against_random(seed: int, seat: int) -> int:
    random = Random(seed)
    chance = RandomChance(random)
    state = fold(start_game(chance))
    while not state.over:
        action = chosen(state, seed) if state.seat == seat else random.choice(legal_actions(state))
        play(state, action, chance)
    assert state.outcome is not None
    return state.outcome.winner


@pytest.mark.slow
def test_it_beats_random_play_from_both_seats() -> None:
    won = Counter(winner_against_random(seed, seat) == seat for seed in range(5) for seat in SEATS)
    assert won[True] >= 9


def test_evaluation_is_what_one_has_over_the_other() -> None:
    state = position("board=WBGRK/5/5/5/5 tokens1=W2 cards1=J3-02,J3-04,J2-04 cards2=J1-01")
    assert evaluate(state, 1) > 0
    assert evaluate(state, 1) == -evaluate(state, 2)


def test_a_decided_game_is_worth_everything() -> None:
    state = position("board=WBGRK/5/5/5/5")
    for winner, values in ((1, (WON, -WON)), (2, (-WON, WON)), (0, (0.0, 0.0))):
        state.outcome = Outcome(winner, ("prestige",))
        assert (evaluate(state, 1), evaluate(state, 2)) == values


def test_it_takes_the_win_that_lies_there() -> None:
    state = position(
        "board=WBGKK/5/5/5/5 tokens1=R4 "
        "cards1=J3-02,J3-04,J3-06,J3-10,J1-16,J1-17,J1-18,J1-20 "
        "pyramid=J1-10,J1-01,J1-02,J1-03,J1-04/J2-01,J2-02,J2-03,J2-04/J3-12,J3-01,J3-03"
    )
    assert write_action(chosen(state)).startswith("purchase:J3-12")


def test_it_ends_a_stand_off_rather_than_lose_by_it() -> None:
    state = position(
        "board=WBGRK/5/5/5/5 tokens1=A3P2W2B2G1 stand_off1=3 turn=9 seat=1 "
        "pyramid=J1-01,J1-02,J1-03,J1-04,J1-05/J2-01,J2-02,J2-03,J2-04/J3-01,J3-03,J3-05"
    )
    action = chosen(state)
    after = fold(decide(state, 1, action, SeededChance(0)), state)
    assert after.first.stand_off == 0, write_action(action)
