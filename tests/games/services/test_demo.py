"""Stages of demonstration games that stand for a choice: a payment with gold, tokens to return."""

import pytest

from engine import GameState
from games.services.demo import MIDGAME_TURNS, card_to_pay, is_reached
from tests.builders import position

LATE = f"turn={MIDGAME_TURNS + 1} bag=rest"
CHOICE = position(f"{LATE} tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16")
ONE_WAY = position(f"{LATE} tokens1=W1B1G1 cards1=J1-20 reserved1=J1-16")
DISCARD = position("phase=discard_tokens bag=rest tokens1=W4B4G4 flags=acted")


@pytest.mark.parametrize(
    ("state", "stage", "reached"),
    [
        (CHOICE, "payment", True),
        (ONE_WAY, "payment", False),
        (position("bag=rest tokens1=W1B1G1A2 cards1=J1-20 reserved1=J1-16"), "payment", False),
        (DISCARD, "discard", True),
        (CHOICE, "discard", False),
        (DISCARD, "payment", False),
    ],
)
def test_stage_of_a_choice(state: GameState, stage: str, reached: bool) -> None:
    assert is_reached(state, stage) is reached


def test_card_to_pay_has_most_ways_to_pay() -> None:
    assert card_to_pay(CHOICE) == "J1-16"
    assert card_to_pay(ONE_WAY) is None
