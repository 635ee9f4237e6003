"""Abilities of jewel cards (RULES section 5; cases 065 to 067 and 075 to 083)."""

import pytest

from engine import JEWEL_CARDS, ROYAL_CARDS, GameState, Refusal, effects, evolve
from engine.constants import MAIN, STEAL_ABILITY, TAKE_MATCHING
from engine.events import AbilitySkipped, ExtraTurnEarned, MatchingTokenTaken, TokenStolen
from tests.builders import position
from tests.engine.playing import (
    after,
    all_tokens,
    bag,
    board,
    events_of,
    hand,
    legal,
    privileges,
    refusal,
    royals,
)

MATCH_GREEN = "purchase:J1-12=W2B2"
STEAL = "purchase:J2-02=B4R3"


def _matching(layout: str, **more: str | int) -> GameState:
    """Seat 1 about to buy the green take_matching card."""
    given: dict[str, str | int] = {"tokens1": "W2B2", "board": layout}
    return position("pyramid=J1-12", **(given | more))


def _stealing(theirs: str) -> GameState:
    """Seat 1 about to buy a steal card."""
    return position(board="W4/5/5/5/5", tokens1="B4R3", pyramid="J2-02", tokens2=theirs)


def test_case_065_an_extra_turn_is_a_complete_turn() -> None:
    state = position(
        board="WWWWB/BGGRR/RRKKK/KAAAP/5",
        flags="replenished",
        tokens1="B2G2P1",
        bag="0",
        pyramid="J1-03",
        privileges1=1,
        turn=7,
    )

    extra = after(state, "purchase:J1-03=B2G2P1")

    assert (extra.seat, extra.turn, extra.extra_turn, extra.replenished) == (1, 8, True, False)
    assert "privilege@a1" in legal(extra)
    assert privileges(after(extra, "privilege@a1", "replenish")) == (2, 0, 1)


def test_case_066_extra_turns_in_a_chain() -> None:
    state = position(
        board="W4/5/5/5/5",
        tokens1="G2R1P2",
        cards1="J1-06,J1-07,J1-14,J1-19",
        pyramid="J1-03,J1-08,J1-04",
        turn=5,
    )

    third = after(state, "purchase:J1-03=G1P1", "purchase:J1-08=G1R1P1")
    fourth = after(third, "purchase:J1-04=0", "royal:R-1")

    assert (third.seat, third.turn, third.extra_turn, third.phase) == (1, 7, True, MAIN)
    assert (fourth.seat, fourth.turn, fourth.extra_turn, fourth.phase) == (1, 8, True, MAIN)
    assert royals(fourth, 1) == ["R-1"]
    assert ExtraTurnEarned(seat=1) in events_of(state, "purchase:J1-03=G1P1")
    assert after(fourth, "a1").seat == 2


def test_case_067_no_turn_grants_two_extra_turns() -> None:
    extra_turn = [card for card in JEWEL_CARDS.values() if card.ability == "extra_turn"]
    assert [card.id for card in extra_turn if card.crowns] == []

    state = position()
    effects.earn_extra_turn(state)
    with pytest.raises(AssertionError, match="two extra turns"):
        evolve(state, ExtraTurnEarned(seat=1))


def test_case_077_take_matching_without_such_a_token_is_skipped() -> None:
    state = _matching("G4/R4/5/5/5", privileges1=1, tokens1="W2B2")

    stripped = after(state, "privilege@a1")
    bought = after(stripped, MATCH_GREEN)

    assert AbilitySkipped(seat=1, ability=TAKE_MATCHING) in events_of(stripped, MATCH_GREEN)
    assert "G3" in bag(bought)
    assert (bought.seat, bought.phase, hand(bought, 1)) == (2, MAIN, "G1")


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("match@a2", Refusal.WRONG_COLOR),
        ("match@b2", Refusal.GOLD_NOT_TAKEN),
        ("match@c2", Refusal.EMPTY_CELL),
        ("match@d2", Refusal.WRONG_COLOR),
        ("a1-b1", Refusal.WRONG_PHASE),
        ("steal:R", Refusal.WRONG_PHASE),
    ],
)
def test_case_078_only_a_token_of_the_colour_is_taken(word: str, code: Refusal) -> None:
    owing = after(_matching("GG3/RA1P1/5/5/4G"), MATCH_GREEN)

    assert legal(owing) == ["match@a1", "match@b1", "match@e5"]
    assert refusal(owing, word) == code
    assert board(after(owing, "match@b1")) == "G4/RA1P1/5/5/4G"


def test_case_079_take_matching_cannot_be_declined() -> None:
    state = _matching("GG3/5/5/5/4W", tokens1="W3B2R4K4", cards1="J1-06")

    owing = after(state, "purchase:J1-12=W2B1")
    eleven = after(owing, "match@a1")

    assert hand(owing, 1) == "W1B1R4K4"
    assert legal(owing) == ["match@a1", "match@b1"]
    assert hand(eleven, 1) == "W1B1G1R4K4"
    assert hand(after(eleven, "discard:G1"), 1) == "W1B1R4K4"


def test_take_matching_with_a_single_token_is_carried_out() -> None:
    state = _matching("G4/R4/5/5/5")

    assert MatchingTokenTaken(seat=1, cell=0, kind=2, automatic=True) in events_of(
        state, MATCH_GREEN
    )
    bought = after(state, MATCH_GREEN)
    assert (bought.seat, hand(bought, 1), board(bought)) == (2, "G1", "5/R4/5/5/5")


def test_take_matching_by_choice_is_no_automatic_one() -> None:
    owing = after(_matching("GG3/5/5/5/4W"), MATCH_GREEN)

    taken = MatchingTokenTaken(seat=1, cell=1, kind=2, automatic=False)
    assert events_of(owing, "match@b1")[0] == taken


@pytest.mark.parametrize("theirs", ["0", "A3"])
def test_case_081_nothing_to_steal_is_skipped(theirs: str) -> None:
    state = _stealing(theirs)

    assert AbilitySkipped(seat=1, ability=STEAL_ABILITY) in events_of(state, STEAL)
    bought = after(state, STEAL)
    assert (bought.seat, hand(bought, 1), hand(bought, 2)) == (2, "0", theirs)


def test_case_081_gold_is_never_stolen() -> None:
    assert refusal(after(_stealing("A3"), STEAL), "steal:A") == Refusal.WRONG_PHASE
    owing = after(_stealing("R1P1A3"), STEAL)

    assert legal(owing) == ["steal:R", "steal:P"]
    assert refusal(owing, "steal:A") == Refusal.NOTHING_TO_STEAL
    assert refusal(owing, "steal:W") == Refusal.NOTHING_TO_STEAL


def test_case_082_the_last_pearl_changes_hands() -> None:
    state = _stealing("P1")

    bought = after(state, STEAL)

    assert (hand(bought, 1), hand(bought, 2)) == ("P1", "0")
    assert all_tokens(bought) == all_tokens(state)
    assert TokenStolen(seat=1, kind=5, automatic=True) in events_of(state, STEAL)


def test_steal_by_choice() -> None:
    owing = after(_stealing("G2P1"), STEAL)

    stolen = after(owing, "steal:G")

    assert events_of(owing, "steal:G")[0] == TokenStolen(seat=1, kind=2, automatic=False)
    assert (hand(stolen, 1), hand(stolen, 2), stolen.seat) == ("G1", "G1P1", 2)


def test_case_083_a_card_ability_and_a_royal_card_meet_on_four_copy_cards_only() -> None:
    crowned = [card for card in JEWEL_CARDS.values() if card.crowns]

    assert {card.ability for card in crowned} == {"none"}
    copies = [card.id for card in crowned if card.bonus == "copy"]
    assert copies == ["J1-26", "J2-21", "J2-22", "J3-11"]
    # So at most one steal and one extra turn in a turn: by the card or by the royal card.
    assert [card.ability for card in ROYAL_CARDS.values()] == [
        "extra_turn",
        "privilege",
        "steal",
        "none",
    ]
