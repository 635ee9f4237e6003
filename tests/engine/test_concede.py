"""Resigning and running out of time (RULES section 8; cases 137 and 138)."""

import pytest

from engine import (
    GameState,
    IllegalAction,
    Refusal,
    fold,
    legal_actions,
    resign,
    time_out,
    view_for,
)
from engine.constants import PHASE_NAMES
from engine.decide import largest_piles
from engine.events import GameEnded, SeatResigned, TimeExpired, TokensDiscarded
from engine.state import Outcome
from tests.builders import position
from tests.engine.playing import after, bag, hand, tokens

GEMS = "board=WB3/GG3/5/5/5"
# One position for each phase but the last; seat 1 is to move.
PHASES = {
    "main": f"{GEMS} tokens1=W2B2",
    "take_matching_token": f"{GEMS} phase=take_matching_token matching=G",
    "steal_token": f"{GEMS} phase=steal_token tokens2=R1K1",
    "choose_royal_card": f"{GEMS} phase=choose_royal_card cards1=J1-04,J1-09,J1-14",
    "discard_tokens": f"{GEMS} phase=discard_tokens tokens1=R4K4A3 flags=again",
}
WON = "J3-02,J3-04,J3-06,J3-08,J2-24"  # 21 points


def test_every_phase_has_a_position_here() -> None:
    assert tuple(PHASES) == PHASE_NAMES[:-1]
    assert [PHASE_NAMES[position(text).phase] for text in PHASES.values()] == list(PHASES)


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_either_seat_can_resign_in_any_phase_and_loses(phase: str, seat: int) -> None:
    state = position(PHASES[phase])
    before = state.copy()

    events = resign(state, seat)
    ended = fold(events, state)

    assert state == before
    outcome = Outcome(3 - seat, ("resignation",))
    assert events == (SeatResigned(seat), GameEnded(outcome))
    assert ended.outcome == outcome
    assert (ended.over, ended.again, ended.matching) == (True, False, -1)
    assert legal_actions(ended) == []


def test_resigning_loses_even_for_who_has_won_and_only_owes_the_discard() -> None:
    state = position(PHASES["discard_tokens"], cards1=WON)

    assert resign(state, 1)[-1] == GameEnded(Outcome(2, ("resignation",)))


@pytest.mark.parametrize("phase", PHASES)
def test_case_137_time_runs_out_in_any_phase(phase: str) -> None:
    state = position(PHASES[phase])
    before = state.copy()

    events = time_out(state)

    assert state == before
    outcome = Outcome(2, ("timeout",))
    assert events == (TimeExpired(1), GameEnded(outcome))
    ended = fold(events, state)
    assert (ended.outcome, ended.again) == (outcome, False)
    # The position stays as it was: nothing is resolved for the one who left.
    assert (hand(ended, 1), ended.royals) == (hand(state, 1), state.royals)


def test_case_137_a_royal_card_that_was_owed_is_not_taken_though_points_would_do() -> None:
    state = position(PHASES["choose_royal_card"].replace("J1-14", f"J1-14,{WON}"))

    assert time_out(state)[-1] == GameEnded(Outcome(2, ("timeout",)))


def test_the_seat_to_move_is_the_one_whose_time_ran_out() -> None:
    state = position(PHASES["main"].replace("tokens1", "tokens2"), seat=2)

    assert time_out(state) == (TimeExpired(2), GameEnded(Outcome(1, ("timeout",))))


def test_time_runs_out_on_a_winner_who_only_owes_the_discard() -> None:
    state = position(PHASES["discard_tokens"], cards1=WON)

    events = time_out(state)
    ended = fold(events, state)

    assert events == (
        TimeExpired(1),
        TokensDiscarded(1, tokens("R1"), automatic=True),
        GameEnded(Outcome(1, ("prestige",))),
    )
    assert (hand(ended, 1), bag(ended)) == ("R3K4A3", "W3B3G2R1P2")
    assert (ended.outcome, ended.again) == (Outcome(1, ("prestige",)), False)


def test_time_in_the_main_phase_loses_though_the_points_are_there() -> None:
    state = position(PHASES["main"], cards1=WON)

    assert time_out(state)[-1] == GameEnded(Outcome(2, ("timeout",)))


@pytest.mark.parametrize(
    ("held", "returned"),
    [
        ("W4B4G3", "W1"),
        ("W4B4G4", "W1B1"),
        ("W4B4G4R1", "W1B1G1"),
        ("W2B2G2R2K2P2", "W1B1"),
        ("W1B1G2R2K2P2A3", "G1R1A1"),
        ("W1B1G1R2K2P2A2", "R1"),
        ("R2K2P2A3W1B1", "A1"),
        ("W4B3P2A3", "W2"),
        ("K4P2A3R4", "R2K1"),
        ("W4B4A3", "W1"),
    ],
)
def test_the_surplus_comes_from_the_pile_largest_at_that_moment(held: str, returned: str) -> None:
    assert largest_piles(tokens(held)) == tokens(returned)


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_when_the_game_is_over_everybody_sees_everything(viewer: int | None) -> None:
    state = position(PHASES["main"], reserved1="J3-10:unseen", reserved2="J3-11:unseen")

    view = view_for(fold(resign(state, 1), state), viewer)

    assert [row["card"] for row in view["seats"]["1"]["reserved"]] == ["J3-10"]
    assert [row["card"] for row in view["seats"]["2"]["reserved"]] == ["J3-11"]
    assert len(view["deck_cards"]["3"]) == 8


def _ended() -> GameState:
    state = position(PHASES["main"])
    return fold(resign(state, 2), state)


def test_nothing_more_can_be_given_up_once_the_game_is_over() -> None:
    ended = _ended()

    for seat in (1, 2):
        with pytest.raises(IllegalAction) as caught:
            resign(ended, seat)
        assert caught.value.code == Refusal.GAME_OVER
    with pytest.raises(IllegalAction) as caught:
        time_out(ended)
    assert caught.value.code == Refusal.GAME_OVER


def test_case_138_every_extra_turn_has_its_own_number() -> None:
    state = position(board="W4/5/5/5/5", tokens1="B2G2P1", pyramid="J1-03", turn=7)

    extra = after(state, "purchase:J1-03=B2G2P1")

    assert (extra.turn, extra.seat) == (8, 1)
