"""Holding all gold and both pearls (RULES section 8, Stand-off; case 126)."""

import pytest

from engine import GameState, Refusal, view_for
from engine.constants import DISCARD, MAIN
from engine.events import GameEnded, StandOffClaimed, StandOffWarned, TurnEnded
from engine.state import Outcome
from tests.builders import position
from tests.engine.playing import after, events_of, hand, legal, refusal

FIVE = "P2A3"
CROWN_FOR_FREE = "J1-04,J1-09,J1-21,J1-22,J1-23"  # two crowns; J1-19 costs nothing and is the third


def _holding(**more: str | int) -> GameState:
    """Seat 1 begins a turn with all five and plenty of gems to take for both."""
    given: dict[str, str | int] = {"board": "WBGRK/WBGRK/5/5/5", "tokens1": FIVE}
    return position("", **(given | more))


def _counts(state: GameState) -> tuple[int, int]:
    return state.first.stand_off, state.second.stand_off


def test_case_126_three_turns_begun_with_all_five_let_the_opponent_claim() -> None:
    one = after(_holding(seat=2), "a1")  # the holder's first such turn begins
    two = after(one, "b1", "c1")
    three = after(two, "d1", "e1")

    assert [_counts(state) for state in (one, two, three)] == [(1, 0), (2, 0), (3, 0)]
    assert "claim" not in legal(after(two, "d1"))
    waiting = after(three, "a2")
    assert legal(waiting)[0] == "claim"
    assert events_of(waiting, "claim") == (
        StandOffClaimed(seat=2),
        GameEnded(Outcome(2, ("stand_off",))),
    )
    assert after(waiting, "claim").over


def test_the_holder_is_warned_when_the_third_turn_begins_and_only_then() -> None:
    for before, warned in ((0, False), (1, False), (2, True), (3, False)):
        happened = events_of(_holding(seat=2, stand_off1=before), "a1")
        expected = [TurnEnded(seat=2, next_seat=1)] + [StandOffWarned(seat=1)] * warned
        assert list(happened[1:]) == expected


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_the_count_is_visible_to_everybody(viewer: int | None) -> None:
    seats = view_for(_holding(stand_off1=2), viewer)["seats"]

    assert (seats["1"]["stand_off"], seats["2"]["stand_off"]) == (2, 0)


def test_no_claim_before_the_third_turn_has_ended() -> None:
    third = _holding(stand_off1=3)

    assert refusal(third, "claim", seat=2) == Refusal.NOT_YOUR_TURN
    assert refusal(third, "claim") == Refusal.NO_STAND_OFF  # nobody claims against themselves
    assert refusal(_holding(seat=2, stand_off1=2), "claim") == Refusal.NO_STAND_OFF


@pytest.mark.parametrize("word", ["privilege@a1", "replenish"])
def test_only_the_first_action_of_a_turn_can_claim(word: str) -> None:
    waiting = _holding(seat=2, stand_off1=3, privileges2=1)
    assert legal(waiting)[0] == "claim"

    acted = after(waiting, word)

    assert (acted.seat, acted.phase) == (2, MAIN)
    assert "claim" not in legal(acted)
    assert refusal(acted, "claim") == Refusal.NO_STAND_OFF


def test_a_claim_left_out_can_be_made_after_a_later_turn() -> None:
    waiting = _holding(seat=2, stand_off1=3)

    later = after(waiting, "a1", "b1")

    assert _counts(later) == (4, 0)
    assert after(later, "claim").outcome == Outcome(2, ("stand_off",))


def test_no_claim_in_an_extra_turn() -> None:
    waiting = _holding(seat=2, stand_off1=3, cards2=CROWN_FOR_FREE, pyramid="J1-19")

    extra = after(waiting, "purchase:J1-19=0", "royal:R-1")

    assert (extra.seat, extra.extra_turn, extra.fresh) == (2, True, True)
    assert "claim" not in legal(extra)
    assert refusal(extra, "claim") == Refusal.NO_STAND_OFF
    assert legal(after(extra, "a1", "b1"))[0] == "claim"


def test_extra_turns_of_the_holder_count() -> None:
    # The royal card with an extra turn costs no token: two turns of seat 1 in a row begin with all five.
    state = _holding(stand_off1=1, cards1=CROWN_FOR_FREE, pyramid="J1-19", turn=9)

    extra = after(state, "purchase:J1-19=0", "royal:R-1")
    third = after(extra, "a1", "b1")

    assert (extra.seat, extra.extra_turn, _counts(extra)) == (1, True, (2, 0))
    assert _counts(third) == (3, 0)
    assert legal(after(third, "c1"))[0] == "claim"


def test_the_warning_comes_in_an_extra_turn_too() -> None:
    state = _holding(stand_off1=2, cards1=CROWN_FOR_FREE, pyramid="J1-19")

    owing = after(state, "purchase:J1-19=0")

    assert events_of(owing, "royal:R-1")[-2:] == (TurnEnded(1, 1), StandOffWarned(1))
    assert legal(after(owing, "royal:R-1", "a1"))[0] == "claim"


def test_paying_one_of_the_five_sets_the_count_to_nought() -> None:
    state = _holding(stand_off1=3, tokens1="K2P2A3", pyramid="J1-19")

    paid = after(state, "purchase:J1-19=K2A1")

    assert (_counts(paid), hand(paid, 1)) == ((0, 0), "P2A2")
    assert "claim" not in legal(paid)


def test_paying_other_tokens_keeps_the_count() -> None:
    state = _holding(stand_off1=3, tokens1="K3P2A3", pyramid="J1-19", board="WBGR1/WBGRK/5/5/5")

    paid = after(state, "purchase:J1-19=K3")

    assert (_counts(paid), hand(paid, 1)) == ((3, 0), FIVE)
    assert legal(paid)[0] == "claim"


def test_a_discard_of_one_of_the_five_sets_the_count_to_nought() -> None:
    state = _holding(stand_off1=3, tokens1="W2B2R2K2P2A3", phase="discard_tokens")

    assert _counts(after(state, "discard:B2P1")) == (0, 0)
    assert _counts(after(state, "discard:W2B1")) == (3, 0)
    assert state.phase == DISCARD


def test_a_stolen_pearl_sets_the_count_to_nought() -> None:
    state = _holding(
        seat=2, stand_off1=3, tokens1="W1P2A3", tokens2="B4R3", pyramid="J2-02", board="5/1G3/5/5/5"
    )

    owing = after(state, "purchase:J2-02=B4R3")

    assert _counts(after(owing, "steal:P")) == (0, 0)
    assert _counts(after(owing, "steal:W"))[0] == 4


def test_a_turn_begun_without_all_five_starts_the_count_anew() -> None:
    one = after(_holding(seat=2, tokens1="P2A2"), "a1")
    regained = after(_holding(seat=1, tokens1="P2A2", board="A1GRK/WBGRK/5/5/5"), "reserve:L1@a1")

    assert _counts(one) == (0, 0)
    assert _counts(regained) == (0, 0)  # all five in hand, but the turn did not begin so
    assert _counts(after(regained, "c1")) == (1, 0)


def test_with_the_option_off_nothing_is_counted_and_nothing_can_be_claimed() -> None:
    state = _holding(seat=2, options="no_stand_off")
    for cell in ("a1", "b1", "c1", "d1", "e1", "a2"):
        assert StandOffWarned(1) not in events_of(state, cell)
        state = after(state, cell)

    assert (state.seat, hand(state, 1)) == (2, "W1B1R1P2A3")
    assert _counts(state) == (0, 0)
    assert refusal(state, "claim") == Refusal.NO_STAND_OFF


def test_a_claim_is_not_made_in_a_follow_up() -> None:
    state = _holding(seat=2, stand_off1=3, tokens2="W2B2G2R2K2", board="WBG2/5/5/5/4R")

    owing = after(state, "a1-b1-c1")

    assert owing.phase == DISCARD
    assert refusal(owing, "claim") == Refusal.WRONG_PHASE
