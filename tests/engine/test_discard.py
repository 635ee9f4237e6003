"""Down to ten tokens at the end of a turn (RULES section 6; cases 098 to 102)."""

from itertools import product
from math import comb

import pytest

from engine import GameState, Refusal, legal_actions
from engine.actions import DiscardTokens
from engine.constants import DISCARD, GOLD, MAIN
from engine.counts import ONE, contains, count, from_kinds, total
from engine.events import ChoiceOpened, GameEnded, TokensDiscarded
from engine.state import Outcome
from tests.builders import position
from tests.engine.playing import after, bag, events_of, hand, legal, privileges, refusal, tokens

TWELVE = "W4B4P1A3"


def _owing(tokens1: str = TWELVE, **more: str | int) -> GameState:
    """Seat 1 with too many tokens."""
    return position("phase=discard_tokens", board="R4/5/5/5/5", tokens1=tokens1, **more)


def test_case_098_gems_pearls_and_gold_count_and_any_of_them_may_go() -> None:
    state = _owing(privileges1=2)

    assert legal(state) == [
        f"discard:{pair}"
        for pair in ("W2", "W1B1", "B2", "W1P1", "B1P1", "W1A1", "B1A1", "P1A1", "A2")
    ]
    assert bag(after(state, "discard:P1A1")) == bag(state).replace("P1", "P2") + "A1"
    assert privileges(after(state, "discard:P1A1")) == privileges(state) == (1, 2, 0)
    assert hand(after(state, "discard:P1A1"), 1) == "W4B4A2"


@pytest.mark.parametrize("word", ["W3", "W1", "0", "P2", "R2", "W1R1", "K1"])
def test_case_099_wrong_discards(word: str) -> None:
    assert refusal(_owing(), f"discard:{word}") == Refusal.WRONG_DISCARD


def test_case_099_a_negative_count_is_refused() -> None:
    for packed in (3 * ONE[0] - ONE[1], -2, -ONE[GOLD], tokens("W2") + (1 << 40)):
        assert refusal(_owing(), DiscardTokens(packed)) == Refusal.WRONG_DISCARD


@pytest.mark.parametrize("held", ["W4B4P1", "W4B4P1A1"])
def test_case_099_no_discard_at_ten_or_less(held: str) -> None:
    state = position(board="R4/5/5/5/5", tokens1=held)

    assert refusal(state, "discard:W1") == Refusal.WRONG_PHASE
    assert after(state, "a1").phase == (MAIN if held.endswith("P1") else DISCARD)


def test_case_101_there_is_one_discard_in_a_turn() -> None:
    state = position(
        board="GRK2/5/5/5/5",
        tokens1="W4B4K3",
        privileges1=2,
        cards1="J1-01,J1-02,J1-06,J1-07",
        pyramid="J1-12",
    )

    thirteen = after(state, "privilege@b1", "privilege@c1")
    owing = after(thirteen, "purchase:J1-12=0")
    done = after(owing, "discard:W2K2")

    assert (hand(thirteen, 1), thirteen.phase) == ("W4B4R1K4", MAIN)
    assert (hand(owing, 1), owing.phase) == ("W4B4G1R1K4", DISCARD)
    assert (done.seat, done.phase, hand(done, 1)) == (2, MAIN, "W2B4G1R1K2")
    opened = [e for e in events_of(thirteen, "purchase:J1-12=0") if isinstance(e, ChoiceOpened)]
    assert opened == [ChoiceOpened(seat=1, phase=DISCARD, color=-1)]


def test_case_102_the_winner_still_discards() -> None:
    state = position(
        board="R4/5/5/5/5",
        tokens1="B4G4K3",
        cards1="J3-02,J3-04,J3-06,J3-08,J1-30,J1-01,J1-06,J1-07",
        pyramid="J1-20",
    )

    owing = after(state, "purchase:J1-20=0")

    assert (owing.first.prestige, owing.phase, owing.outcome) == (20, DISCARD, None)
    assert events_of(owing, "discard:K1") == (
        TokensDiscarded(1, tokens("K1"), automatic=False),
        GameEnded(Outcome(1, ("prestige",))),
    )
    assert hand(after(owing, "discard:K1"), 1) == "B4G4K2"


def _choices_by_trying(held: int, number: int) -> set[int]:
    ranges = [range(count(held, kind) + 1) for kind in range(GOLD + 1)]
    return {
        from_kinds(kind for kind, some in enumerate(each) for _ in range(some))
        for each in product(*ranges)
        if sum(each) == number
    }


@pytest.mark.parametrize(
    "held", ["W4B4P1A3", "W4B4G4R2", "W3B3G3R1K1P2A1", "B2G2R2K2P2A3", "W4K4A3"]
)
def test_discards_are_all_ways_to_return_the_surplus(held: str) -> None:
    state = _owing(held)
    found = [action.tokens for action in legal_actions(state) if isinstance(action, DiscardTokens)]

    assert found == sorted(_choices_by_trying(tokens(held), total(tokens(held)) - 10))
    assert all(contains(tokens(held), choice) for choice in found)
    # More than ten tokens are of three kinds at least: there is always a choice.
    assert len(found) >= comb(3, 2)
