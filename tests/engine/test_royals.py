"""Crowns and royal cards (RULES section 5; cases 085 to 093)."""

import pytest

from engine import JEWEL_CARDS, GameState, Refusal
from engine.constants import DISCARD, MAIN, ROYAL, STEAL, STEAL_ABILITY
from engine.events import AbilitySkipped, ExtraTurnEarned, PrivilegeWithheld, RoyalCardChosen
from engine.flow import royals_due
from engine.state import Holdings
from tests.builders import position
from tests.engine.playing import after, bag, events_of, hand, legal, privileges, refusal, royals

ALL_ROYALS = ["royal:R-1", "royal:R-2", "royal:R-3", "royal:R-4"]
CROWN = "purchase:J1-19=K3"
OVER_TEN = (
    "J1-04,J1-09,J1-21,J1-22,J1-23"  # with these the crown costs nothing, so eleven tokens stay
)


def _crossing(**more: str | int) -> GameState:
    """Seat 1 with two crowns, about to buy a third for three black."""
    given: dict[str, str | int] = {"cards1": "J1-04,J1-09", "tokens1": "K3", "board": "W4/5/5/5/5"}
    return position("pyramid=J1-19", **(given | more))


@pytest.mark.parametrize(
    ("owned", "taken", "card", "payment", "due"),
    [
        ("J1-04", "-", "J1-19", "K3", False),  # 1 to 2
        ("J1-04,J1-09", "-", "J1-19", "K3", True),  # 2 to 3
        ("J3-01,J1-04", "R-4", "J1-19", "K3", False),  # 3 to 4
        ("J3-01,J1-04,J1-09", "R-4", "J1-19", "K3", False),  # 4 to 5
        ("J3-01,J3-03,J1-04", "R-4", "J1-19", "K3", True),  # 5 to 6
        ("J3-01,J3-03,J1-04", "R-4", "J2-21", "B4P1A1/J1-04", True),  # 5 to 7
        ("J3-01,J3-03,J1-04,J1-22", "R-4", "J3-11", "K4A3/J1-04", True),  # 5 to 8
        ("J3-01,J1-04,J1-22", "R-4", "J3-11", "K4A3/J1-04", True),  # 3 to 6
        ("J3-01,J3-03,J1-04,J1-09", "R-3,R-4", "J1-19", "K3", False),  # 6 to 7
        ("J3-01,J3-03,J3-05,J1-04", "R-3,R-4", "J1-19", "K3", False),  # 7 to 8
        ("J3-01,J3-03,J3-05,J1-04,J1-09", "R-3,R-4", "J1-19", "K3", False),  # 8 to 9
    ],
)
def test_case_085_a_royal_card_is_due_when_crowns_pass_three_and_six(
    owned: str, taken: str, card: str, payment: str, due: bool
) -> None:
    paid = payment.split("/")[0]
    state = position(board="W4/5/5/5/5", cards1=owned, royals1=taken, tokens1=paid, pyramid=card)

    bought = after(state, f"purchase:{card}={payment}")

    assert (bought.phase, bought.seat) == ((ROYAL, 1) if due else (MAIN, 2))


def test_case_086_no_purchase_crosses_both_thresholds() -> None:
    assert max(card.crowns for card in JEWEL_CARDS.values()) == 3

    holdings = Holdings()
    holdings.crowns = 6
    with pytest.raises(AssertionError, match="two royal cards"):
        royals_due(holdings)


def test_case_087_no_royal_card_without_crossing() -> None:
    assert refusal(_crossing(), "royal:R-1") == Refusal.WRONG_PHASE
    bought = after(_crossing(cards1="J1-04"), CROWN)
    assert refusal(bought, "royal:R-1", seat=1) == Refusal.NOT_YOUR_TURN


def test_case_087_no_royal_card_that_the_opponent_owns() -> None:
    owing = after(_crossing(cards2="J3-01,J1-14", royals2="R-2"), CROWN)

    assert legal(owing) == ["royal:R-1", "royal:R-3", "royal:R-4"]
    assert refusal(owing, "royal:R-2") == Refusal.ROYAL_NOT_THERE


def test_case_087_no_second_answer() -> None:
    chosen = after(_crossing(), CROWN, "royal:R-4")

    assert royals(chosen, 1) == ["R-4"]
    assert chosen.royals == (0, 1, 2)
    assert refusal(chosen, "royal:R-1", seat=1) == Refusal.NOT_YOUR_TURN
    assert refusal(chosen, "royal:R-1") == Refusal.WRONG_PHASE


def test_case_089_the_last_royal_card_is_taken_without_asking() -> None:
    state = _crossing(
        cards1="J3-01,J3-03,J1-04",
        royals1="R-4",
        cards2="J3-05,J3-07,J1-14,J1-09",
        royals2="R-1,R-2",
        tokens2="A3",
    )
    prestige = state.first.prestige

    happened = events_of(state, CROWN)
    chosen = after(state, CROWN)

    assert RoyalCardChosen(seat=1, card=2, automatic=True) in happened
    assert AbilitySkipped(seat=1, ability=STEAL_ABILITY) in happened
    assert royals(chosen, 1) == ["R-4", "R-3"]
    assert chosen.royals == ()
    assert (chosen.first.prestige, chosen.seat) == (prestige + 2, 2)


def test_case_090_the_royal_card_with_steal_is_a_choice_of_its_own() -> None:
    owing = after(_crossing(tokens2="R1P1"), CROWN)
    stealing = after(owing, "royal:R-3")
    done = after(stealing, "steal:P")

    assert legal(owing) == ALL_ROYALS
    assert events_of(owing, "royal:R-3")[0] == RoyalCardChosen(seat=1, card=2, automatic=False)
    assert (stealing.phase, legal(stealing)) == (STEAL, ["steal:R", "steal:P"])
    assert (hand(done, 1), hand(done, 2), done.seat, done.phase) == ("P1", "R1", 2, MAIN)
    assert royals(done, 1) == ["R-3"]


@pytest.mark.parametrize(
    ("mine", "theirs", "result"), [(3, 0, (0, 3, 0)), (0, 3, (0, 1, 2)), (0, 0, (2, 1, 0))]
)
def test_case_091_the_royal_card_with_privilege(
    mine: int, theirs: int, result: tuple[int, int, int]
) -> None:
    owing = after(_crossing(privileges1=mine, privileges2=theirs), CROWN)

    chosen = after(owing, "royal:R-2")

    assert privileges(chosen) == result
    assert (chosen.first.prestige, chosen.seat) == (2, 2)
    assert (PrivilegeWithheld(seat=1) in events_of(owing, "royal:R-2")) == (mine == 3)


def test_case_091_the_royal_cards_privilege_waits_for_the_next_turn() -> None:
    owing = after(_crossing(tokens1="B4G4K3", cards1=OVER_TEN), "purchase:J1-19=0")

    discarding = after(owing, "royal:R-2")

    assert discarding.phase == DISCARD
    assert refusal(discarding, "privilege@a1") == Refusal.WRONG_PHASE


def test_case_091_the_royal_cards_extra_turn_follows_the_whole_turn() -> None:
    owing = after(_crossing(tokens1="B4G4K3", cards1=OVER_TEN), "purchase:J1-19=0")

    discarding = after(owing, "royal:R-1")
    extra = after(discarding, "discard:K1")

    assert events_of(owing, "royal:R-1")[1] == ExtraTurnEarned(seat=1)
    assert (discarding.phase, discarding.again, discarding.extra_turn) == (DISCARD, True, False)
    assert (extra.seat, extra.again, extra.extra_turn, extra.phase) == (1, False, True, MAIN)
    assert extra.first.prestige == 2


def test_the_royal_card_without_ability_gives_three_points_in_no_colour() -> None:
    chosen = after(_crossing(), CROWN, "royal:R-4")

    assert (chosen.first.prestige, chosen.first.points, chosen.seat) == (3, 0, 2)


def test_case_093_royal_card_and_steal_come_before_a_single_discard() -> None:
    state = _crossing(tokens1="B4G4K3", cards1=OVER_TEN, tokens2="R2P1")

    owing = after(state, "purchase:J1-19=0")
    twelve = after(owing, "royal:R-3", "steal:R")
    done = after(twelve, "discard:B1R1")

    assert (hand(owing, 1), owing.phase) == ("B4G4K3", ROYAL)
    assert (hand(twelve, 1), twelve.phase) == ("B4G4R1K3", DISCARD)
    assert (hand(done, 1), done.seat) == ("B3G4K3", 2)
    assert bag(done) == "W3B1R3K1P1A3"
