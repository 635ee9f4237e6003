"""Filling the board from the bag (RULES section 3.2; cases 021 to 027)."""

from engine import Refusal, legal_actions
from engine.constants import MAIN
from engine.events import BoardReplenished, PrivilegeGained
from tests.builders import position
from tests.engine.playing import after, bag, board, events_of, hand, legal, privileges, refusal

# No gem or pearl on the board, three cards reserved, nothing affordable with W4B4K2P2, which may be in hand.
NOTHING_TO_DO = (
    "reserved1=J1-08,J1-11,J1-13 "
    "pyramid=J1-01,J1-02,J1-03,J1-05,J1-06,J2-01,J2-02,J2-04,J2-05,J3-01,J3-02,J3-03"
)


def test_case_021_only_empty_cells_are_filled_along_the_spiral() -> None:
    state = position(board="WBGRK/WBGRK/2W2/5/BGRK1", bag="P1A1", tokens1="rest")

    assert board(after(state, "replenish=PA")) == "WBGRK/WBGRK/2W2/1AP2/BGRK1"
    assert bag(after(state, "replenish=PA")) == "0"


def test_case_022_bag_is_empty_after_a_replenish_so_a_second_one_is_refused() -> None:
    state = after(position(board="W4/5/5/5/5"), "replenish")

    assert bag(state) == "0"
    assert refusal(state, "replenish") == Refusal.EMPTY_BAG
    assert "replenish" not in legal(state)


def test_case_023_a_single_token_still_costs_a_privilege() -> None:
    state = position(board="W4/5/5/5/5", bag="A1", tokens1="W3B4G4K2", tokens2="rest")

    assert events_of(state, "replenish=A") == (
        BoardReplenished(seat=1, placed=((12, 6),)),
        PrivilegeGained(seat=2, from_opponent=False),
    )
    assert board(after(state, "replenish=A")) == "W4/5/2A2/5/5"
    assert privileges(after(state, "replenish=A")) == (2, 0, 1)


def test_case_025_a_forced_replenish_gives_the_privilege_too() -> None:
    state = position(NOTHING_TO_DO, board="A4/5/5/5/5")
    assert legal(state) == ["replenish"]

    filled = after(state, "replenish")

    assert privileges(filled) == (2, 0, 1)
    assert (filled.seat, filled.phase) == (1, MAIN)
    assert refusal(filled, "replenish") == Refusal.EMPTY_BAG
    assert legal(filled) != []


def test_case_026_empty_bag_is_never_replenished_even_if_nothing_else_is_possible() -> None:
    state = position(
        NOTHING_TO_DO, board="AAA2/5/5/5/5", tokens1="W4B4K2P2", tokens2="rest", bag="0"
    )

    assert legal_actions(state) == []
    assert refusal(state, "replenish") == Refusal.EMPTY_BAG


def test_case_027_replenish_is_no_main_action() -> None:
    state = position(board="W4/5/5/5/5", tokens1="B3", pyramid="J1-04")

    filled = after(state, "replenish")
    bought = after(filled, "purchase:J1-04=B3")

    assert (filled.seat, filled.turn, filled.phase) == (1, 1, MAIN)
    assert hand(filled, 1) == "B3"
    assert board(bought) == board(filled)
    assert bought.seat == 2


def test_case_027_no_replenish_once_the_main_action_has_begun() -> None:
    state = position(
        board="GG3/5/5/5/5", tokens1="W2B2", bag="rest", pyramid="J1-12"
    )  # green take_matching: two cells to choose from

    owing = after(state, "purchase:J1-12=W2B2")

    assert legal(owing) == ["match@a1", "match@b1"]
    assert refusal(owing, "replenish") == Refusal.WRONG_PHASE


def test_replenish_numbers_its_draws() -> None:
    state = position(board="W4/5/5/5/5", replenishes=4)

    assert after(state, "replenish").replenishes == 5
