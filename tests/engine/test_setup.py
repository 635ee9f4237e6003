"""Set-up of a game (RULES section 2; cases 001 to 007)."""

from random import Random

import pytest

from engine import (
    JEWEL_CARDS,
    Refusal,
    SeededChance,
    commitment,
    fold,
    legal_actions,
    play,
    start_game,
    view_for,
)
from engine.board import BIT, CELL_NAMES, SPIRAL, empty_along_spiral, gold_mask, usable_mask
from engine.chance import HmacChance, RandomChance
from engine.counts import ALL_TOKENS, from_kinds
from engine.events import GameStarted
from tests.builders import position
from tests.engine.playing import after, bag, board, hand, privileges, refusal, row

SPIRAL_NAMES = "c3 c4 b4 b3 b2 c2 d2 d3 d4 d5 c5 b5 a5 a4 a3 a2 a1 b1 c1 d1 e1 e2 e3 e4 e5"


def test_case_001_board_is_full_and_bag_is_empty_at_the_start() -> None:
    state = fold(start_game(SeededChance(1)))

    assert from_kinds(state.board) == ALL_TOKENS
    assert bag(state) == hand(state, 1) == hand(state, 2) == "0"
    assert refusal(state, "replenish") == Refusal.EMPTY_BAG
    assert [len(row(state, level)) for level in (1, 2, 3)] == [5, 4, 3]
    assert [len(deck) for deck in state.decks] == [25, 20, 10]
    assert state.royals == (0, 1, 2, 3)


def test_start_deals_every_card_once_from_the_top_of_its_deck() -> None:
    (started,) = start_game(SeededChance(1))
    assert isinstance(started, GameStarted)
    state = fold([started])

    whole = [row + deck for row, deck in zip(state.pyramid, state.decks, strict=True)]
    assert tuple(whole) == started.decks
    assert sorted(card for cards in whole for card in cards) == list(range(len(JEWEL_CARDS)))


def test_start_is_the_first_turn_with_nothing_done() -> None:
    state = fold(start_game(SeededChance(1)))

    assert (state.turn, state.fresh, state.extra_turn, state.replenished) == (1, True, False, False)
    assert not state.over
    assert [(h.reserved, h.cards, h.royals) for h in (state.first, state.second)] == [
        ((), (), ())
    ] * 2


@pytest.mark.parametrize("open_memory", [False, True])
@pytest.mark.parametrize("stand_off", [False, True])
def test_start_keeps_the_options(open_memory: bool, stand_off: bool) -> None:
    state = fold(start_game(SeededChance(1), open_memory=open_memory, stand_off=stand_off))

    assert view_for(state, None)["options"] == {"open_memory": open_memory, "stand_off": stand_off}


def test_case_002_starter_is_random_and_the_other_seat_has_the_privilege() -> None:
    states = [fold(start_game(SeededChance(seed))) for seed in range(200)]

    assert {(state.seat, privileges(state)) for state in states} == {(1, (2, 0, 1)), (2, (2, 1, 0))}
    assert 80 <= sum(state.seat == 1 for state in states) <= 120


def test_case_003_spiral_runs_from_the_centre_down_and_clockwise_outwards() -> None:
    assert [CELL_NAMES[cell] for cell in SPIRAL] == SPIRAL_NAMES.split()


@pytest.mark.parametrize(
    ("board_before", "drawn", "board_after"),
    [
        # Holes at c3 and e5, one token.
        ("WBGRK/WBGRK/WB1RK/WBGRK/PPAA1", "G", "WBGRK/WBGRK/WBGRK/WBGRK/PPAA1"),
        # Holes at a1, e1 and e5: one token, then two, then all.
        ("1BGR1/WBGRK/WBGRK/WBGRK/WPPA1", "K", "KBGR1/WBGRK/WBGRK/WBGRK/WPPA1"),
        ("1BGR1/WBGRK/WBGRK/WBGRK/WPPA1", "KA", "KBGRA/WBGRK/WBGRK/WBGRK/WPPA1"),
        ("1BGR1/WBGRK/WBGRK/WBGRK/WPPA1", "KAA", "KBGRA/WBGRK/WBGRK/WBGRK/WPPAA"),
    ],
)
def test_case_003_holes_are_filled_in_the_order_of_the_spiral(
    board_before: str, drawn: str, board_after: str
) -> None:
    state = position(board=board_before, bag=drawn.replace("AA", "A2"), tokens2="rest")

    assert board(after(state, f"replenish={drawn}")) == board_after


def test_empty_along_spiral_gives_the_holes_only() -> None:
    state = position(board="1BGR1/WBGRK/WBGRK/WBGRK/WPPA1")

    assert [CELL_NAMES[cell] for cell in empty_along_spiral(state.board)] == ["a1", "e1", "e5"]


def test_masks_of_a_board_tell_gold_from_the_rest() -> None:
    state = position(board="A1P2/5/5/5/4W")

    assert gold_mask(state.board) == state.golds == BIT[0]
    assert usable_mask(state.board) == state.usable == BIT[2] | BIT[24]


def test_case_005_games_started_together_have_different_orders() -> None:
    def decks(secret: bytes, game_id: str) -> tuple[tuple[int, ...], ...]:
        (started,) = start_game(HmacChance(secret, game_id, ("", "")))
        assert isinstance(started, GameStarted)
        return started.decks

    games = [(b"a" * 32, "game-1"), (b"a" * 32, "game-2"), (b"b" * 32, "game-1")]

    assert len({decks(*game) for game in games}) == len(games)
    assert decks(*games[0]) == decks(*games[0])
    assert len({commitment(*game) for game in games}) == len(games)


def test_case_007_a_finished_game_leaves_nothing_in_the_next_one() -> None:
    started = start_game(SeededChance(5))
    pristine = fold(started)
    finished = fold(started)
    random = Random(5)
    while not finished.over:
        play(finished, random.choice(legal_actions(finished)), RandomChance(random))

    assert fold(started) == pristine
    assert finished != pristine
