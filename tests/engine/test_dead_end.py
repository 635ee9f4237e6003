"""When nothing can be done: forced replenish and the self-made dead end (RULES section 3; cases 117 to 125)."""

import pytest

from engine import GameState, Refusal, flow, legal_actions
from engine.actions import PurchaseCard, Replenish, ReserveCard, ReserveUnseen, TakeTokens
from engine.constants import MAIN
from engine.counts import NOT_GOLD
from engine.events import TurnEnded
from tests.builders import position, random_play
from tests.engine.playing import after, bag, hand, legal, privileges, refusal

# None of these can be paid without a green or red token, or with W4B4K4P2 and no bonus.
DEAR = "J1-01,J1-02,J1-03,J1-05,J1-06,J2-01,J2-02,J2-04,J2-05,J3-01,J3-03,J3-04"
THREE_DEAR = "J1-08,J1-11,J1-13"
MAIN_ACTIONS = (TakeTokens, ReserveCard, ReserveUnseen, PurchaseCard)


def _stuck(**more: str | int) -> GameState:
    """Seat 1 with three dear cards reserved and only dear cards in the pyramid."""
    given: dict[str, str | int] = {"pyramid": DEAR, "reserved1": THREE_DEAR}
    return position("", **(given | more))


def test_case_117_replenish_is_forced() -> None:
    state = _stuck(
        board="AA3/5/5/5/5", tokens1="W2K2", tokens2="W2B2G2R2", bag="rest", privileges1=1
    )

    assert legal(state) == ["replenish"]
    assert refusal(state, "a1") == Refusal.GOLD_NOT_TAKEN
    assert refusal(state, "reserve:J1-01@a1") == Refusal.RESERVE_FULL
    filled = after(state, "replenish")
    assert (filled.seat, filled.phase) == (1, MAIN)
    assert len(legal(filled)) > 0
    assert all(isinstance(action, MAIN_ACTIONS) for action in legal_actions(filled))


@pytest.mark.parametrize(
    ("more", "also"),
    [
        ({"board": "A4/5/5/5/5", "reserved1": "J1-08,J1-11"}, "reserve:L1@a1"),
        (
            {"board": "AAA2/5/5/5/5", "reserved1": "J1-08,J1-11,J1-19", "tokens1": "K3"},
            "purchase:J1-19=K3",
        ),
        (
            {
                "board": "AAA2/5/5/5/5",
                "reserved1": "J1-08,J1-11,J1-19",
                "cards1": "J1-21,J1-22,J1-23",
            },
            "purchase:J1-19=0",
        ),
        ({"board": "AAAW1/5/5/5/5"}, "d1"),
    ],
)
def test_case_118_replenish_is_optional_while_anything_else_is_possible(
    more: dict[str, str], also: str
) -> None:
    state = _stuck(**more)

    assert "replenish" in legal(state)
    assert also in legal(state)
    assert after(state, also).seat == 2


@pytest.mark.parametrize("seed", range(8))
def test_case_121_a_main_action_is_possible_now_or_after_a_replenish(seed: int) -> None:
    for state, events in random_play(seed):
        if not events or not isinstance(events[-1], TurnEnded):
            continue
        actions = legal_actions(state)
        outside = state.bag & NOT_GOLD or state.usable
        assert outside
        if not any(isinstance(action, MAIN_ACTIONS) for action in actions):
            assert actions == [Replenish()]
            assert any(
                isinstance(action, MAIN_ACTIONS)
                for action in legal_actions(after(state, "replenish"))
            )


def test_case_121_a_turn_that_begins_with_nothing_to_do_is_an_error() -> None:
    # Twelve tokens and ten: only possible because the discard is left out.
    state = position(board="AAA2/5/5/5/5", bag="0", tokens1="W4B4K2P2", tokens2="rest")

    with pytest.raises(AssertionError, match="nobody can be stuck"):
        flow.end_turn(state, None)


def _dead_end(**more: str | int) -> GameState:
    """Ten tokens, two privileges and no use for them: two gems and three gold on the board."""
    given: dict[str, str | int] = {
        "board": "WB3/5/5/5/2AAA",
        "tokens1": "W3B3K2P2",
        "tokens2": "G4R4K2",
        "bag": "0",
        "privileges1": 2,
    }
    return _stuck(**(given | more))


def test_case_122_the_privilege_that_would_leave_nothing_to_do_is_refused() -> None:
    state = _dead_end()
    assert legal(state, "privilege") == ["privilege@a1", "privilege@b1"]

    one_left = after(state, "privilege@a1")

    assert refusal(one_left, "privilege@b1") == Refusal.DEAD_END
    assert legal(one_left) == ["b1"]
    assert privileges(one_left) == (2, 1, 0)


def test_case_123_stripping_the_board_is_allowed_with_a_gem_in_the_bag() -> None:
    state = _dead_end(tokens2="G4R3K2", bag="R1")

    stripped = after(state, "privilege@a1", "privilege@b1")
    filled = after(stripped, "replenish=R")

    assert legal(stripped) == ["replenish"]
    assert legal(filled) == ["c3"]
    assert hand(after(filled, "c3"), 1) == "W4B4R1K2P2"
    assert bag(after(filled, "c3")) == "0"


@pytest.mark.parametrize(("kept", "allowed"), [("J1-08,J1-11", True), ("J1-08,J1-11,J1-13", False)])
def test_gold_in_the_bag_helps_only_who_may_still_reserve(kept: str, allowed: bool) -> None:
    state = _dead_end(
        board="W4/5/5/5/5", reserved1=kept, tokens1="W3B4K3P2", tokens2="G4R4K1A1", bag="A2"
    )

    assert ("privilege@a1" in legal(state)) is allowed
    if allowed:
        stripped = after(state, "privilege@a1")
        assert legal(stripped) == ["replenish"]
        assert legal(after(stripped, "replenish"), "reserve") != []
    else:
        assert refusal(state, "privilege@a1") == Refusal.DEAD_END


def test_gold_on_the_board_is_a_way_out_for_who_may_still_reserve() -> None:
    state = _dead_end(
        board="W4/5/5/5/2AAA", reserved1="J1-08", tokens1="W3B4K3P2", tokens2="G4R4K1"
    )

    stripped = after(state, "privilege@a1")

    assert {word.split(":")[0] for word in legal(stripped)} == {"reserve"}


def test_case_125_stripping_the_board_is_allowed_when_it_makes_a_purchase_possible() -> None:
    state = _dead_end(
        board="BR3/5/5/5/2AAA",
        pyramid=DEAR.replace("J2-02", "J2-06"),
        reserved1="J1-08,J1-11,J2-02",
        tokens1="W4B3R2P1",
        tokens2="G4R1K4P1",
    )

    stripped = after(state, "privilege@b1", "privilege@a1")

    assert legal(state, "purchase") == []
    assert hand(stripped, 1) == "W4B4R3P1"
    assert legal(stripped) == ["purchase:J2-02=B4R3"]
