"""300 turns without a purchase are a draw (RULES section 8, No progress; case 127)."""

import pytest

from engine import SeededChance, decide, fold, legal_actions, start_game
from engine.actions import PurchaseCard
from engine.constants import DISCARD
from engine.events import GameEnded
from engine.state import Outcome
from tests.builders import position
from tests.engine.playing import after, events_of

DRAW = Outcome(0, ("no_progress",))


@pytest.mark.parametrize(
    ("turn", "last", "over"),
    [(299, 0, False), (300, 0, True), (340, 41, False), (340, 40, True), (341, 41, True)],
)
def test_case_127_the_300th_turn_without_a_purchase_ends_the_game(
    turn: int, last: int, over: bool
) -> None:
    state = position(board="WB3/5/5/5/5", turn=turn, last_purchase=last)

    assert after(state, "a1").outcome == (DRAW if over else None)


def test_the_draw_comes_after_the_discard_of_that_turn() -> None:
    state = position(board="WB3/5/5/5/5", tokens1="W3G4R3", turn=300)

    owing = after(state, "a1")

    assert (owing.phase, owing.outcome) == (DISCARD, None)
    assert events_of(owing, "discard:G1")[-1] == GameEnded(DRAW)


def test_a_victory_in_the_300th_turn_comes_before_the_draw() -> None:
    state = position(board="WB3/5/5/5/5", turn=300, cards1="J3-02,J3-04,J3-06,J3-08,J2-24")

    assert after(state, "a1").outcome == Outcome(1, ("prestige",))


def test_a_purchase_in_the_300th_turn_starts_the_count_anew() -> None:
    state = position(board="WB3/5/5/5/5", turn=300, tokens1="K3", pyramid="J1-19")

    bought = after(state, "purchase:J1-19=K3")

    assert (bought.over, bought.last_purchase, bought.turn) == (False, 300, 301)


def test_case_127_two_players_who_only_take_and_discard_come_to_an_end() -> None:
    chance = SeededChance(3)
    state = fold(start_game(chance))
    while not state.over:
        keeping = [a for a in legal_actions(state) if not isinstance(a, PurchaseCard)]
        state = fold(decide(state, state.seat, keeping[-1], chance), state)

    assert state.outcome == DRAW
    assert state.turn == 300
