"""Taking tokens from the board (RULES section 3.3; cases 029 to 039)."""

from random import Random

import pytest

from engine import Malformed, Refusal, action_from_json, legal_actions, read_action
from engine.actions import DiscardTokens, TakeTokens
from engine.board import CELLS, SIDE, takes
from engine.counts import total
from engine.events import PrivilegeGained, TokensTaken
from tests.builders import position
from tests.engine.playing import (
    after,
    all_tokens,
    bag,
    board,
    events_of,
    hand,
    legal,
    privileges,
    refusal,
    tokens,
)

FULL = "WBGRK/WBGRK/WBGRK/WBGRK/PPAAA"


def _take(cells: object) -> TakeTokens:
    action = action_from_json({"type": "take_tokens", "cells": cells})
    assert isinstance(action, TakeTokens)
    return action


@pytest.mark.parametrize(
    "cells",
    [
        "a1-b1-b2",  # L
        "a1-b2-c1",  # V
        "a1-c2",  # knight
        "e1-a2",  # neighbours by number only
        "e1-a2-b2",
        "a1-b1-a2-b2",  # square
        "a1-b1-c1-d1",
        "a1-b2-c3-d4",
    ],
)
def test_case_029_cells_that_are_no_line_of_three(cells: str) -> None:
    assert refusal(position(board=FULL), cells) == Refusal.NOT_A_LINE


@pytest.mark.parametrize("between", ["A", "1", "G"])
def test_case_030_a_line_has_no_gap(between: str) -> None:
    state = position(board=f"5/R{between}B2/5/5/5")

    assert refusal(state, "a2-c2") == Refusal.NOT_A_LINE


@pytest.mark.parametrize(
    ("cells", "in_order"),
    [
        (["a1", "c3", "b2"], "a1-b2-c3"),
        (["e3", "d3", "c3"], "c3-d3-e3"),
        (["a3", "c1", "b2"], "c1-b2-a3"),
        (["b5", "b4"], "b4-b5"),
    ],
)
def test_case_031_order_of_the_cells_does_not_matter(cells: list[str], in_order: str) -> None:
    state = position(board=FULL)

    assert _take(cells) == read_action("-".join(cells)) == read_action(in_order)
    assert in_order in legal(state)
    assert events_of(state, "-".join(cells)) == events_of(state, in_order)


def test_case_033_no_tokens_is_no_action() -> None:
    assert refusal(position(board=FULL), TakeTokens(())) == Refusal.NOT_A_LINE
    with pytest.raises(Malformed):
        _take([])
    with pytest.raises(Malformed):
        read_action("")


@pytest.mark.parametrize(
    "cells", [["a1", "a1"], ["f1"], ["a6"], [25], ["2"], [1.5], [None], None, "a1"]
)
def test_case_034_malformed_cells_in_json(cells: object) -> None:
    with pytest.raises(Malformed):
        _take(cells)


@pytest.mark.parametrize("word", ["a1-a1", "f1", "a0", "a6", "2", "1.5", "a1-", "-a1", "A1"])
def test_case_034_malformed_cells_in_text(word: str) -> None:
    with pytest.raises(Malformed):
        read_action(word)


@pytest.mark.parametrize("cells", [(0, 0), (25,), (-1,), (24, 25), (1, 0)])
def test_case_034_cells_that_only_code_could_name(cells: tuple[int, ...]) -> None:
    assert refusal(position(board=FULL), TakeTokens(cells)) == Refusal.NOT_A_LINE


@pytest.mark.parametrize(
    ("layout", "code"),
    [("5/RBA2/5/5/5", Refusal.GOLD_NOT_TAKEN), ("5/RB3/5/5/5", Refusal.EMPTY_CELL)],
)
def test_case_035_a_refused_take_leaves_the_tokens(layout: str, code: Refusal) -> None:
    state = position(board=layout)

    assert refusal(state, "a2-b2-c2") == code  # compares the state before and after
    assert board(state) == layout
    assert all_tokens(state) == tokens("W4B4G4R4K4P2A3")


@pytest.mark.parametrize(
    ("layout", "cells", "given"),
    [
        ("RRR2/5/5/5/4W", "a1-b1-c1", 1),
        ("RRR2/5/5/5/4W", "a1-b1", 0),
        ("RRB2/5/5/5/4W", "a1-b1-c1", 0),
        ("RRR2/5/5/5/4W", "a1", 0),
        ("PP3/5/5/5/4W", "a1-b1", 1),
        ("PWP2/5/5/5/4W", "a1-b1-c1", 1),
        ("PW3/5/5/5/4W", "a1-b1", 0),
        ("WWW2/5/5/5/4B", "a1-b1-c1", 1),
        ("BBB2/5/5/5/4W", "a1-b1-c1", 1),
        ("GGG2/5/5/5/4W", "a1-b1-c1", 1),
        ("KKK2/5/5/5/4W", "a1-b1-c1", 1),
    ],
)
def test_case_037_three_alike_or_two_pearls_give_one_privilege(
    layout: str, cells: str, given: int
) -> None:
    state = position(board=layout)

    gained = [e for e in events_of(state, cells) if isinstance(e, PrivilegeGained)]

    assert privileges(after(state, cells)) == (3 - given, 0, given)
    assert gained == [PrivilegeGained(seat=2, from_opponent=False)] * given


def test_case_038_pearls_of_two_turns_are_not_added_up() -> None:
    state = position(board="P1P2/W4/B4/5/5", tokens1="B2G2A1", pyramid="J1-03")

    first = after(state, "a1", "a2")
    extra = after(first, "purchase:J1-03=B2G2A1")
    second = after(extra, "c1")

    assert (extra.seat, extra.extra_turn) == (1, True)
    assert hand(second, 1) == "P2"
    assert privileges(second) == (3, 0, 0)


def test_case_039_taking_with_ten_in_hand_and_discarding_three() -> None:
    state = position(board="WBG2/5/5/5/4W", tokens1="W2B2G2R2K2", tokens2="R2")

    owing = after(state, "a1-b1-c1")
    answers = [action for action in legal_actions(owing) if isinstance(action, DiscardTokens)]

    assert hand(owing, 1) == "W3B3G3R2K2"
    assert len(answers) == len(legal(owing)) > 1
    assert {total(answer.tokens) for answer in answers} == {3}
    done = after(owing, "discard:W1B1G1")
    assert (done.seat, hand(done, 1)) == (2, "W2B2G2R2K2")
    assert bag(done) == "W1B2G2R0K2P2A3".replace("R0", "")


def test_take_moves_the_tokens_of_the_line() -> None:
    state = position(board="W4/1B3/2P2/5/4K")

    assert events_of(state, "c3-a1-b2")[0] == TokensTaken(seat=1, cells=(0, 6, 12), kinds=(0, 1, 5))
    assert board(after(state, "c3-a1-b2")) == "5/5/5/5/4K"
    assert hand(after(state, "c3-a1-b2"), 1) == "W1B1P1"


def _is_line(cells: tuple[int, ...]) -> bool:
    """Three cells or fewer, each one step further in the same direction, by coordinates."""
    places = [divmod(cell, SIDE) for cell in cells]
    steps = {
        (after_[0] - before[0], after_[1] - before[1])
        for before, after_ in zip(places, places[1:], strict=False)
    }
    return len(steps) < 2 and all(max(abs(down), abs(right)) == 1 for down, right in steps)


def _lines_by_trying(usable: int) -> list[tuple[int, ...]]:
    there = [cell for cell in range(CELLS) if usable >> cell & 1]
    pairs = [(a, b) for a in there for b in there if a < b]
    triples = [(*pair, c) for pair in pairs for c in there if pair[1] < c]
    return sorted(cells for cells in [*((a,) for a in there), *pairs, *triples] if _is_line(cells))


def test_takes_are_all_lines_found_by_trying_every_set_of_cells() -> None:
    random = Random(1)
    masks = [(1 << CELLS) - 1, 0, *(random.getrandbits(CELLS) for _ in range(30))]

    assert len(takes((1 << CELLS) - 1)) == 145
    for mask in masks:
        assert [take.cells for take in takes(mask)] == _lines_by_trying(mask)
