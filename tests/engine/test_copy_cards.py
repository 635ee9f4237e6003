"""Copy cards: laid on a card with a bonus colour as part of the purchase (RULES section 3.3; cases 069 to 075, 119)."""

import pytest

from engine import (
    JEWEL_CARDS,
    GameState,
    Malformed,
    Refusal,
    action_from_json,
    effects,
    legal_actions,
    read_action,
    read_position,
    state_from_json,
    state_to_json,
    write_position,
)
from engine.actions import PurchaseCard
from engine.cards import CARD_NUMBERS
from engine.constants import BLUE, MAIN, RED
from engine.counts import ONE
from engine.events import CardPurchased, PyramidRefilled, TurnEnded
from tests.builders import position
from tests.engine.playing import (
    after,
    all_tokens,
    board,
    bonuses,
    cards,
    events_of,
    hand,
    legal,
    refusal,
    tokens,
)

COPY = "purchase:J1-27=K4P1"


def _copying(owned: str, *, card: str = "J1-27", hand_: str = "K4P1", **more: str) -> GameState:
    """Seat 1 with these cards, and a copy card that it can pay for face up."""
    return position(board="A3W/5/5/5/5", tokens1=hand_, cards1=owned, pyramid=card, **more)


def test_case_069_without_a_target_a_copy_card_is_not_for_sale() -> None:
    state = _copying("J1-30")
    effects.add_royal(state.first, 3)  # a royal card is no target either

    assert legal(state, "purchase:J1-27") == []
    assert refusal(state, COPY) == Refusal.NO_COPY_TARGET
    assert after(state, "reserve:J1-27@a1").first.reserved == (CARD_NUMBERS["J1-27"],)


@pytest.mark.parametrize("onto", ["", "/J1-30", "/J1-27", "/J1-06"])
def test_case_070_a_crafted_purchase_without_a_target_is_refused_before_paying(onto: str) -> None:
    assert refusal(_copying("J1-30"), COPY + onto) == Refusal.NO_COPY_TARGET


def test_case_071_copying_a_double_bonus_counts_one() -> None:
    state = _copying("J2-01")
    assert bonuses(state, 1) == "W2"

    assert bonuses(after(state, f"{COPY}/J2-01"), 1) == "W3"


def test_a_copy_card_may_lie_on_another_copy_card() -> None:
    state = _copying("J1-06,J1-26:B")

    copied = after(state, f"{COPY}/J1-26")

    assert legal(state, "purchase:J1-27") == [f"{COPY}/J1-06", f"{COPY}/J1-26"]
    assert bonuses(copied, 1) == "B3"
    assert events_of(state, f"{COPY}/J1-26") == (
        CardPurchased(1, 26, tokens("K4P1"), BLUE, CARD_NUMBERS["J1-26"], from_reserve=False),
        PyramidRefilled(level=1, place=0, card=CARD_NUMBERS["J1-05"]),
        TurnEnded(seat=1, next_seat=2),
    )


@pytest.mark.parametrize("onto", ["", "/J1-11", "/J1-30", "/J1-27"])
def test_case_073_only_a_colour_one_owns_can_be_copied(onto: str) -> None:
    state = _copying("J1-06,J1-30", cards2="J1-11")

    assert refusal(state, COPY + onto) == Refusal.WRONG_COPY_TARGET
    assert legal(state, "purchase:J1-27") == [f"{COPY}/J1-06"]


def test_case_073_a_royal_card_cannot_even_be_named() -> None:
    with pytest.raises(Malformed):
        read_action(f"{COPY}/R-1")
    with pytest.raises(Malformed):
        action_from_json(
            {"type": "purchase_card", "card": "J1-27", "payment": {"black": 4}, "onto": "R-1"}
        )


def test_case_073_points_and_crowns_count_whatever_the_colour() -> None:
    blue = after(_copying("J1-06,J1-11"), f"{COPY}/J1-06").first
    green = after(_copying("J1-06,J1-11"), f"{COPY}/J1-11").first
    paid = "W3P1A1"
    crowned = after(_copying("J1-06", card="J1-26", hand_=paid), f"purchase:J1-26={paid}/J1-06")

    assert (blue.prestige, blue.points) == (1, tokens("B1"))
    assert (green.prestige, green.points) == (1, tokens("G1"))
    assert (crowned.first.crowns, crowned.first.points) == (1, 0)


def test_only_a_copy_card_is_laid_on_another() -> None:
    state = _copying("J1-06", card="J1-19", hand_="K3")

    assert refusal(state, "purchase:J1-19=K3/J1-06") == Refusal.WRONG_COPY_TARGET


def test_case_074_the_copied_colour_stays() -> None:
    copied = after(_copying("J1-06,J1-11"), f"{COPY}/J1-06", "e1")

    assert state_from_json(state_to_json(copied)) == copied
    assert read_position(write_position(copied)) == copied
    number = CARD_NUMBERS["J1-27"]
    named = [a for a in legal_actions(copied) if isinstance(a, PurchaseCard) and a.card == number]
    assert named == []
    assert refusal(copied, f"{COPY}/J1-11") == Refusal.CARD_NOT_THERE


def test_case_075_a_copy_card_gives_no_token() -> None:
    state = _copying("J1-06", hand_="R1K4P1")

    copied = after(state, f"{COPY}/J1-06")

    assert (hand(copied, 1), copied.seat, copied.phase) == ("R1", 2, MAIN)
    assert board(copied) == board(state)
    assert all_tokens(copied) == all_tokens(state)


def test_the_level_three_copy_card_copies_and_grants_a_turn() -> None:
    state = _copying("J1-16,J1-17,J1-18,J1-19", card="J3-12", hand_="R4")
    assert JEWEL_CARDS["J3-12"].cost == {"red": 8}

    extra = after(state, "purchase:J3-12=R4/J1-16")

    assert extra.first.bonuses == 5 * ONE[RED]
    assert (extra.seat, extra.extra_turn) == (1, True)
    assert cards(extra, 1)[-1] == "J3-12"


def test_case_119_a_copy_card_without_a_target_is_no_main_action() -> None:
    unaffordable = "J1-01,J1-03,J1-05,J1-06,J2-01,J2-02,J2-03,J2-04,J3-01,J3-02,J3-03"
    state = position(
        board="A4/5/5/5/5",
        tokens1="K4P1",
        reserved1="J1-08,J1-11,J1-13",
        pyramid=f"J1-27,{unaffordable}",
    )

    assert legal(state) == ["replenish"]
    assert refusal(state, COPY) == Refusal.NO_COPY_TARGET
