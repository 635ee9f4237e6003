"""The order of everything that follows a purchase (RULES section 5; cases 083, 094 to 097)."""

import pytest

from engine import JEWEL_CARDS, GameState, legal_actions, state_from_json, state_to_json
from engine.constants import DISCARD, MAIN, ROYAL, STEAL
from engine.events import (
    CardPurchased,
    ChoiceOpened,
    GameEnded,
    PyramidRefilled,
    RoyalCardChosen,
    TokensDiscarded,
    TokenStolen,
)
from engine.state import Outcome
from tests.builders import position
from tests.engine.playing import after, events_of, hand, legal, row, tokens

BUY_COPY = "purchase:J2-21=B2P1/J2-06"


def _long_chain() -> GameState:
    """Seat 1 at 18 points and two crowns; after paying for the copy card it keeps ten tokens."""
    return position(
        board="K4/5/5/5/5",
        cards1="J2-04,J2-08,J3-04,J3-06,J3-08,J2-06,J1-05,J1-06",
        tokens1="W3B2G4R3P1",
        tokens2="W1K1",
        pyramid="J2-21",
    )


def test_case_094_the_next_card_is_visible_before_the_follow_up_choices() -> None:
    state = position(
        board="W4/5/5/5/5",
        cards1="J1-04,J1-09",
        tokens1="B4G2P1A1",
        pyramid="J2-21",
        decks="J2-20",
    )

    happened = events_of(state, "purchase:J2-21=B4P1A1/J1-09")
    owing = after(state, "purchase:J2-21=B4P1A1/J1-09")

    assert [type(event) for event in happened] == [CardPurchased, PyramidRefilled, ChoiceOpened]
    assert (owing.phase, row(owing, 2)[0]) == (ROYAL, "J2-20")


@pytest.mark.parametrize(
    ("owned", "card", "payment"),
    [
        ("J1-04,J1-09", "J1-26", "W3P1/J1-09"),
        ("J1-04,J1-09", "J2-21", "B4P1A1/J1-04"),
        ("J1-21,J1-22,J1-23,J1-25", "J3-11", "K4/J1-21"),
    ],
)
def test_case_083_copy_cards_with_crowns_lead_to_a_royal_card(
    owned: str, card: str, payment: str
) -> None:
    state = position(
        board="G4/5/5/5/5",
        cards1=owned,
        tokens1=payment.split("/")[0],
        pyramid=card,
        tokens2="W1R1",
    )

    owing = after(state, f"purchase:{card}={payment}")
    stealing = after(owing, "royal:R-3")

    assert owing.phase == ROYAL
    assert owing.first.crowns == JEWEL_CARDS[card].crowns + (2 if card != "J3-11" else 0)
    assert stealing.phase == STEAL


def test_case_095_the_extra_turn_sees_the_refilled_pyramid() -> None:
    state = position(
        board="W4/5/5/5/5", tokens1="B3G2R2P2", pyramid="J1-03", decks="J1-08", cards1="J1-11"
    )

    extra = after(state, "purchase:J1-03=B2G1P1")

    assert row(extra, 1)[0] == "J1-08"
    assert (extra.seat, extra.phase) == (1, MAIN)
    assert legal(extra, "purchase:J1-08") == ["purchase:J1-08=G1R2P1"]


def test_case_097_ability_royal_card_steal_discard_victory() -> None:
    royal = after(_long_chain(), BUY_COPY)
    stealing = after(royal, "royal:R-3")
    discarding = after(stealing, "steal:W")

    assert (royal.phase, royal.first.crowns, royal.first.prestige) == (ROYAL, 4, 18)
    assert (stealing.phase, legal(stealing)) == (STEAL, ["steal:W", "steal:K"])
    assert (discarding.phase, hand(discarding, 1)) == (DISCARD, "W4G4R3")
    assert events_of(discarding, "discard:R1") == (
        TokensDiscarded(1, tokens("R1"), automatic=False),
        GameEnded(Outcome(1, ("prestige",))),
    )


def test_case_097_a_position_stored_at_any_prompt_shows_the_same_prompt() -> None:
    for words in ((), ("royal:R-3",), ("royal:R-3", "steal:W")):
        owing = after(_long_chain(), BUY_COPY, *words)
        restored = state_from_json(state_to_json(owing))
        assert restored == owing
        assert legal_actions(restored) == legal_actions(owing)


def test_the_log_of_a_turn_names_everything_in_its_order() -> None:
    state = _long_chain()
    words = (BUY_COPY, "royal:R-3", "steal:W", "discard:R1")
    kinds = []
    for word in words:
        kinds += [type(event) for event in events_of(state, word)]
        state = after(state, word)

    assert kinds == [
        CardPurchased,
        PyramidRefilled,
        ChoiceOpened,
        RoyalCardChosen,
        ChoiceOpened,
        TokenStolen,
        ChoiceOpened,
        TokensDiscarded,
        GameEnded,
    ]
