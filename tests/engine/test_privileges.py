"""Privileges: using and gaining them (RULES sections 3.1 and 4; cases 009 to 019)."""

import pytest

from engine import Refusal
from engine.events import PrivilegeGained, PrivilegeUsed, PrivilegeWithheld
from tests.builders import position
from tests.engine.playing import (
    after,
    all_tokens,
    board,
    events_of,
    hand,
    legal,
    privileges,
    refusal,
)

BUY_PRIVILEGE_CARD = "purchase:J2-03=W4K2P1"


@pytest.mark.parametrize(
    ("layout", "words", "taken"),
    [
        ("5/1P3/5/4P/4W", ("privilege@b2", "privilege@e4"), "P2"),
        ("RR3/4R/5/5/4W", ("privilege@a1", "privilege@b1", "privilege@e2"), "R3"),
    ],
)
def test_case_009_tokens_by_privileges_give_the_opponent_nothing(
    layout: str, words: tuple[str, ...], taken: str
) -> None:
    state = after(position(board=layout, privileges1=3), *words)

    assert hand(state, 1) == taken
    assert privileges(state) == (len(words), 3 - len(words), 0)
    assert (state.seat, state.phase) == (1, 0)


def test_case_010_a_pearl_by_privilege_and_one_by_the_take_give_nothing() -> None:
    state = after(position(board="5/1P3/2PR1/5/4W", privileges1=1), "privilege@b2", "c3-d3")

    assert hand(state, 1) == "R1P2"
    assert privileges(state) == (3, 0, 0)


def test_case_011_gold_is_never_taken_by_privilege() -> None:
    state = position(board="AAA2/5/5/5/5", privileges1=1)

    assert legal(state, "privilege") == []
    assert refusal(state, "privilege@a1") == Refusal.GOLD_NOT_TAKEN


def test_privilege_is_offered_for_every_gem_and_pearl() -> None:
    state = position(board="A1P2/W4/5/5/4K", privileges1=1)

    assert legal(state, "privilege") == ["privilege@c1", "privilege@a2", "privilege@e5"]


def test_privilege_is_refused_without_one_or_on_an_empty_cell() -> None:
    assert refusal(position(board="W4/5/5/5/4W"), "privilege@a1") == Refusal.NO_PRIVILEGE
    state = position(board="W4/5/5/5/4W", privileges1=1)
    assert refusal(state, "privilege@b1") == Refusal.EMPTY_CELL


def test_privilege_goes_to_the_pool_and_its_token_to_the_hand() -> None:
    state = position(board="W4/5/5/5/4K", privileges1=1, privileges2=1)

    (used,) = events_of(state, "privilege@e5")
    assert used == PrivilegeUsed(seat=1, cell=24, kind=4)
    assert privileges(after(state, "privilege@e5")) == (2, 0, 1)
    assert board(after(state, "privilege@e5")) == "W4/5/5/5/5"


def test_privilege_after_the_replenish_is_refused() -> None:
    state = after(position(board="W4/5/5/5/5", privileges1=1), "replenish")

    assert legal(state, "privilege") == []
    assert refusal(state, "privilege@a1") == Refusal.AFTER_REPLENISH


def test_case_013_a_privilege_won_in_a_turn_waits_for_the_next_one() -> None:
    four_white_two_black = "J1-01,J1-02,J1-03,J1-04,J1-21,J1-22"
    state = position(
        board="R4/5/5/5/5", cards1=four_white_two_black, tokens1="W4B4G3P1", pyramid="J2-03"
    )

    owing = after(state, "purchase:J2-03=P1")

    assert privileges(owing) == (2, 1, 0)
    assert {word.split(":")[0] for word in legal(owing)} == {"discard"}
    assert refusal(owing, "privilege@a1") == Refusal.WRONG_PHASE
    later = after(owing, "discard:W1", "a1")
    assert later.seat == 1
    assert privileges(later) == (2, 1, 0)


def test_case_014_receiver_with_three_gets_nothing_and_the_take_stands() -> None:
    state = position(board="RRR2/5/5/5/4W", privileges2=3)

    happened = events_of(state, "a1-b1-c1")
    after_take = after(state, "a1-b1-c1")

    assert PrivilegeWithheld(seat=2) in happened
    assert hand(after_take, 1) == "R3"
    assert privileges(after_take) == (0, 0, 3)
    assert after_take.seat == 2


@pytest.mark.parametrize("word", ["replenish", "d1-e1"])
def test_case_015_pool_empty_holdings_split(word: str) -> None:
    state = position(board="W2PP/5/5/5/5", privileges1=2, privileges2=1)

    assert privileges(after(state, word)) == (0, 1, 2)
    assert PrivilegeGained(seat=2, from_opponent=True) in events_of(state, word)


def test_privilege_comes_from_the_pool_while_it_holds_one() -> None:
    state = position(board="W4/5/5/5/5", privileges1=2)

    assert privileges(after(state, "replenish")) == (0, 2, 1)
    assert PrivilegeGained(seat=2, from_opponent=False) in events_of(state, "replenish")


@pytest.mark.parametrize(
    ("mine", "theirs", "result"), [(1, 2, (0, 2, 1)), (3, 0, (0, 3, 0)), (0, 2, (0, 1, 2))]
)
def test_case_017_own_privilege_ability(
    mine: int, theirs: int, result: tuple[int, int, int]
) -> None:
    state = position(
        board="R4/5/5/5/5",
        tokens1="W4K2P1",
        pyramid="J2-03",
        privileges1=mine,
        privileges2=theirs,
    )

    bought = after(state, BUY_PRIVILEGE_CARD)

    assert privileges(bought) == result
    assert bought.seat == 2
    withheld = PrivilegeWithheld(seat=1) in events_of(state, BUY_PRIVILEGE_CARD)
    assert withheld == (mine == 3)


def test_case_019_privilege_while_holding_ten_tokens() -> None:
    state = position(board="R4/5/5/5/4W", tokens1="W3B3G2K2", privileges1=1, pyramid="J1-01")

    eleven = after(state, "privilege@a1")
    bought = after(eleven, "purchase:J1-01=B1G1R1K1")

    assert hand(eleven, 1) == "W3B3G2R1K2"
    assert hand(bought, 1) == "W3B2G1K1"
    assert (bought.seat, bought.phase) == (2, 0)
    assert all_tokens(bought) == all_tokens(state)
