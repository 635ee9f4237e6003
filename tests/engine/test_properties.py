"""What holds in every game, over random legal play (appendix 1 of the cases; cases 018 and 022)."""

from collections import Counter
from itertools import groupby, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    JEWEL_CARDS,
    Event,
    GameState,
    SeededChance,
    decide,
    evolve,
    fold,
    legal_actions,
    play,
    start_game,
)
from engine.actions import UsePrivilege
from engine.board import CELLS
from engine.cards import BONUS_COUNT, CARD_IDS, CROWNS, POINTS, ROYAL_IDS, ROYAL_POINTS
from engine.constants import (
    COLORS,
    HAND_LIMIT,
    MAIN,
    NOTHING,
    PRIVILEGES,
    RESERVE_LIMIT,
    SEATS,
)
from engine.counts import ALL_TOKENS, NOT_GOLD, ONE, total
from engine.events import (
    BoardReplenished,
    CardPurchased,
    ExtraTurnEarned,
    GameEnded,
    PrivilegeGained,
    RoyalCardChosen,
    TokensTaken,
    TokenStolen,
    TurnEnded,
)
from engine.possible import main_action_exists
from engine.sound import check_sound
from engine.state import OWNED, SHARED, Holdings
from engine.victory import has_won
from tests.engine.games import GAMES, WHOLE_GAMES, RandomGame, any_action
from tests.engine.playing import all_tokens

some = settings(max_examples=25, deadline=None)
many = settings(max_examples=100, deadline=None)


@some
@given(WHOLE_GAMES)
def test_appendix_1_tokens_privileges_and_cards_are_kept(game: RandomGame) -> None:
    for _, state in game.steps():
        assert all_tokens(state) == ALL_TOKENS
        assert state.pool + sum(state.of(seat).privileges for seat in SEATS) == PRIVILEGES
        rows = [*state.pyramid, *state.decks]
        owned = [part for h in (state.first, state.second) for part in (h.cards, h.reserved)]
        found = sorted(card for cards in rows + owned for card in cards if card != NOTHING)
        assert found == list(range(len(CARD_IDS)))
        royals = sorted((*state.royals, *state.first.royals, *state.second.royals))
        assert royals == list(range(len(ROYAL_IDS)))
        check_sound(state)


@some
@given(WHOLE_GAMES)
def test_appendix_2_a_full_board_means_empty_bag_and_hands(game: RandomGame) -> None:
    for events, state in game.steps():
        if any(isinstance(event, BoardReplenished) for event in events):
            assert state.bag == 0
        if NOTHING not in state.board:
            assert (state.bag, state.first.tokens, state.second.tokens) == (0, 0, 0)
            assert len(state.board) == CELLS


@some
@given(WHOLE_GAMES)
def test_appendix_3_five_tokens_and_two_gems_are_outside_the_hands(game: RandomGame) -> None:
    for events, state in game.steps():
        if isinstance(events[-1], TurnEnded):
            outside = ALL_TOKENS - state.first.tokens - state.second.tokens
            assert total(outside) >= 5
            assert total(outside & NOT_GOLD) >= 2
            assert main_action_exists(state) or state.bag & NOT_GOLD


@some
@given(WHOLE_GAMES)
def test_appendix_4_without_a_main_action_privileges_are_of_no_use(game: RandomGame) -> None:
    for _, state in game.steps():
        if state.phase == MAIN and not main_action_exists(state):
            assert state.usable == 0
            assert not any(isinstance(action, UsePrivilege) for action in legal_actions(state))


def _turns(log: tuple[Event, ...]) -> list[list[Event]]:
    """The events of each turn."""
    ended = 0
    numbers = []
    for event in log:
        numbers.append(ended)
        ended += isinstance(event, TurnEnded)
    grouped = groupby(zip(numbers, log, strict=True), key=lambda pair: pair[0])
    return [[event for _, event in pairs] for _, pairs in grouped]


@some
@given(WHOLE_GAMES)
def test_appendix_5_and_6_a_turn_holds_one_of_each_at_most(game: RandomGame) -> None:
    meeting = {"J1-26", "J2-21", "J2-22", "J3-11"}
    for turn in _turns(game.log()):
        kinds = Counter(type(event) for event in turn)
        for once in (RoyalCardChosen, ExtraTurnEarned, TokenStolen, CardPurchased, TurnEnded):
            assert kinds[once] <= 1
        if kinds[RoyalCardChosen]:
            (bought,) = [event for event in turn if isinstance(event, CardPurchased)]
            card = JEWEL_CARDS[CARD_IDS[bought.card]]
            assert card.crowns > 0
            assert (card.ability == "none") and (card.bonus != "copy" or card.id in meeting)


@some
@given(WHOLE_GAMES)
def test_appendix_7_nine_cards_are_always_in_rows_or_decks(game: RandomGame) -> None:
    for _, state in game.steps():
        left = sum(len(deck) for deck in state.decks)
        left += sum(card != NOTHING for row in state.pyramid for card in row)
        owned = len(state.first.cards) + len(state.second.cards)
        assert state.over or (left >= 9 and owned <= 52)


@some
@given(WHOLE_GAMES)
def test_appendix_8_a_take_gives_one_privilege_at_most(game: RandomGame) -> None:
    for events, _ in game.steps():
        if isinstance(events[0], TokensTaken):
            assert sum(isinstance(event, PrivilegeGained) for event in events) <= 1


def _sums(holdings: Holdings) -> tuple[int, int, int, int]:
    """Bonuses, points by colour, prestige and crowns, added up again."""
    owned = list(zip(holdings.cards, holdings.colors, strict=True))
    colored = [(card, color) for card, color in owned if color != NOTHING]
    return (
        sum(ONE[color] * BONUS_COUNT[card] for card, color in colored),
        sum(ONE[color] * POINTS[card] for card, color in colored),
        sum(POINTS[card] for card, _ in owned)
        + sum(ROYAL_POINTS[card] for card in holdings.royals),
        sum(CROWNS[card] for card, _ in owned),
    )


@some
@given(WHOLE_GAMES)
def test_holdings_keep_their_sums_and_limits(game: RandomGame) -> None:
    for events, state in game.steps():
        for seat in SEATS:
            mine = state.of(seat)
            assert (mine.bonuses, mine.points, mine.prestige, mine.crowns) == _sums(mine)
            assert len(mine.reserved) <= RESERVE_LIMIT
            assert set(mine.seen) <= set(mine.reserved)
            assert all(-1 <= color < COLORS for color in mine.colors)
            if isinstance(events[-1], TurnEnded):
                assert total(mine.tokens) <= HAND_LIMIT
                assert not has_won(mine)


@some
@given(WHOLE_GAMES)
def test_whole_games_end_with_an_outcome_and_nothing_after_it(game: RandomGame) -> None:
    *before, (events, last) = game.steps()

    assert isinstance(events[-1], GameEnded)
    assert events[-1].outcome == last.outcome
    assert last.over and legal_actions(last) == []
    assert all(state.outcome is None and not state.over for _, state in before)


@some
@given(WHOLE_GAMES)
def test_the_turn_goes_to_the_seat_that_the_log_says(game: RandomGame) -> None:
    for (_, before), (events, after) in pairwise(game.steps()):
        ended = [event for event in events if isinstance(event, TurnEnded)]
        assert after.turn == before.turn + len(ended)
        for event in ended:
            assert (event.seat, event.next_seat) == (before.seat, after.seat)
            assert after.extra_turn is (before.seat == after.seat)


@many
@given(GAMES)
def test_playing_without_a_log_reaches_the_position_that_the_events_give(game: RandomGame) -> None:
    assert game.position() == fold(game.log())


@some
@given(GAMES, st.integers(0, 2**32))
def test_playing_with_a_log_changes_the_state_as_its_events_do(game: RandomGame, seed: int) -> None:
    state = game.position()
    for action in _a_few(legal_actions(state), seed):
        log: list[Event] = []
        logged, silent = state.copy(), state.copy()
        play(logged, action, SeededChance(seed), log)
        play(silent, action, SeededChance(seed))
        folded = state
        for event in log:
            folded = evolve(folded, event)
        assert logged == silent == folded == fold(log, state)
        assert hash(logged) == hash(folded)


def _a_few[T](items: list[T], seed: int) -> list[T]:
    return Random(seed).sample(items, min(len(items), 12))


@some
@given(GAMES, st.integers(0, 2**32))
def test_deciding_and_folding_leave_their_arguments_alone(game: RandomGame, seed: int) -> None:
    state = game.position()
    before = state.copy()
    chance = SeededChance(seed)
    for action in _a_few(legal_actions(state), seed):
        events = decide(state, state.seat, action, chance)
        fold(events, state)
        evolve(state, events[0])
        assert state == before


@some
@given(GAMES)
def test_the_same_seed_and_actions_give_the_same_events(game: RandomGame) -> None:
    assert game.log() == game.log()


@some
@given(GAMES)
def test_a_copy_is_equal_and_independent(game: RandomGame) -> None:
    state = game.position()
    twin = state.copy()
    assert twin == state and twin is not state
    if not state.over:
        play(twin, legal_actions(twin)[0], SeededChance(0))
        assert twin != state
        assert state == game.position()


def test_a_state_equals_states_only() -> None:
    state = fold(start_game(SeededChance(0)))

    assert state != "a state"
    assert (state == object()) is False
    assert isinstance(state, GameState)


def test_folding_needs_a_set_up_at_the_front() -> None:
    with pytest.raises(ValueError, match="set-up"):
        fold([TurnEnded(1, 2)])
    with pytest.raises(ValueError, match="no events"):
        fold([])


def _play_whole_games(first: int, number: int) -> Counter[str]:
    """Random games from these seeds; how they ended."""
    reasons: Counter[str] = Counter()
    for seed in range(first, first + number):
        state = RandomGame(seed, style=any_action).position()
        check_sound(state)
        assert state.outcome is not None
        reasons.update(state.outcome.reasons)
    return reasons


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_twenty_thousand_random_games(part: int) -> None:
    reasons = _play_whole_games(part * 2_500, 2_500)

    assert sum(reasons.values()) >= 2_500
    assert {"prestige", "crowns", "color"} <= set(reasons)


def test_comparing_states_leaves_no_part_out() -> None:
    assert set(SHARED) | {"first", "second"} == set(GameState.__slots__)
    assert set(OWNED) == set(Holdings.__slots__)
