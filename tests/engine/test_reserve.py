"""Taking gold and reserving a card (RULES section 3.3; cases 041 to 047)."""

import pytest

from engine import JEWEL_CARDS, Malformed, Refusal, action_from_json, legal_actions, read_action
from engine.actions import ReserveCard, ReserveUnseen
from engine.cards import CARD_NUMBERS
from engine.events import CardReserved, ChoiceOpened, PyramidRefilled, TurnEnded
from tests.builders import position
from tests.engine.playing import after, bag, board, events_of, hand, legal, refusal, reserved, row


def test_case_041_the_player_chooses_which_gold() -> None:
    state = position(board="A4/5/2A2/5/4W")

    assert board(after(state, "reserve:J1-02@c3")) == "A4/5/5/5/4W"
    assert board(after(state, "reserve:J1-02@a1")) == "5/5/2A2/5/4W"
    assert hand(after(state, "reserve:J1-02@c3"), 1) == "A1"


def test_case_042_gold_and_card_are_one_choice_made_before_the_card_is_seen() -> None:
    state = position(board="A4/5/2A2/5/4W", decks="J3-07")
    other = position(board="A4/5/2A2/5/4W", decks="J3-08")

    assert events_of(state, "reserve:L3@c3") == (
        CardReserved(seat=1, gold=12, level=3, card=CARD_NUMBERS["J3-07"], unseen=True),
        TurnEnded(seat=1, next_seat=2),
    )
    assert legal_actions(state) == legal_actions(other)
    assert legal(state, "reserve:L3") == ["reserve:L3@a1", "reserve:L3@c3"]


@pytest.mark.parametrize(
    "fields",
    [{"card": "J1-01"}, {"deck": 3}, {"gold": "a1"}, {"gold": "a1", "card": "J1-01", "deck": 1}],
)
def test_case_042_half_a_choice_is_malformed(fields: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        action_from_json({"type": "reserve_card", **fields})


def test_case_043_a_fourth_reserved_card_is_refused_at_the_gold() -> None:
    state = position(board="A4/1A3/5/5/4W", reserved1="J1-20,J2-20,J3-10:unseen")

    assert legal(state, "reserve") == []
    assert refusal(state, "reserve:J1-01@b2") == Refusal.RESERVE_FULL
    assert refusal(state, "reserve:L1@b2") == Refusal.RESERVE_FULL
    assert hand(state, 1) == "0"


def _all_cards_owned() -> dict[str, str]:
    """Every jewel card in one hand or the other, so that pyramid and decks are empty."""
    shares: dict[str, list[str]] = {"cards1": [], "cards2": []}
    for number, card in enumerate(JEWEL_CARDS.values()):
        color = ":WBGRK"[0] + "WBGRK"[number % 5] if card.bonus == "copy" else ""
        shares["cards1" if number % 2 else "cards2"].append(card.id + color)
    return {seat: ",".join(cards) for seat, cards in shares.items()}


def test_case_045_with_nothing_left_to_reserve_no_gold_is_taken() -> None:
    state = position(board="A4/5/5/5/5", royals1="R-1,R-2", royals2="R-3,R-4", **_all_cards_owned())

    assert legal(state) == ["replenish"]
    assert refusal(state, "reserve:J1-01@a1") == Refusal.CARD_NOT_THERE
    assert refusal(state, "reserve:L1@a1") == Refusal.DECK_EMPTY


def test_case_046_only_the_top_card_of_a_deck_is_reserved_unseen() -> None:
    state = position(board="A4/5/5/5/4W", decks="J2-17")

    assert refusal(state, "reserve:J2-17@a1") == Refusal.CARD_NOT_THERE
    assert refusal(state, "reserve:J2-20@a1") == Refusal.CARD_NOT_THERE
    taken = after(state, "reserve:L2@a1")
    assert reserved(taken, 1) == ["J2-17"]
    assert taken.first.seen == ()
    assert CARD_NUMBERS["J2-17"] not in taken.decks[1]


@pytest.mark.parametrize("level", [0, 4, -1])
def test_case_046_a_level_that_does_not_exist_is_refused(level: int) -> None:
    state = position(board="A4/5/5/5/4W")

    assert refusal(state, ReserveUnseen(0, level)) == Refusal.DECK_EMPTY


def test_case_047_reserving_at_ten_makes_eleven() -> None:
    state = position(board="A4/5/5/5/4W", tokens1="W3B3G4")

    owing = after(state, "reserve:J1-01@a1")
    done = after(owing, "discard:A1")

    assert hand(owing, 1) == "W3B3G4A1"
    assert legal(owing) == ["discard:W1", "discard:B1", "discard:G1", "discard:A1"]
    assert hand(done, 1) == "W3B3G4"
    assert bag(done) == "B1R4K4P2A3"
    assert done.seat == 2


@pytest.mark.parametrize("cell", [-1, 1, 4, 25])
def test_reserve_needs_gold_in_that_cell(cell: int) -> None:
    state = position(board="A3W/5/5/5/5")

    assert refusal(state, ReserveCard(cell, 0)) == Refusal.NO_GOLD_THERE


def test_reserved_card_is_replaced_at_once_from_its_deck() -> None:
    state = position(board="A4/5/5/5/4W", pyramid="J2-09,J2-10,J2-11,J2-12", decks="J2-20,J2-19")

    assert events_of(state, "reserve:J2-10@a1") == (
        CardReserved(seat=1, gold=0, level=2, card=CARD_NUMBERS["J2-10"], unseen=False),
        PyramidRefilled(level=2, place=1, card=CARD_NUMBERS["J2-20"]),
        TurnEnded(seat=1, next_seat=2),
    )
    taken = after(state, "reserve:J2-10@a1")
    assert row(taken, 2) == ["J2-09", "J2-20", "J2-11", "J2-12"]
    assert reserved(taken, 1) == ["J2-10"]
    assert taken.first.seen == taken.first.reserved


def _without_deck(level: int) -> str:
    """Owners for all cards of a level but those face up, as far as a hand may hold them."""
    left = [card for card in JEWEL_CARDS.values() if card.level == level]
    return ",".join(card.id + (":W" if card.bonus == "copy" else "") for card in left[3:])


def test_empty_deck_leaves_the_place_empty() -> None:
    state = position(board="A4/5/5/5/4W", cards1=_without_deck(3), royals1="R-1,R-2", seat=2)
    assert row(state, 3) == ["J3-01", "J3-02", "J3-03"]

    taken = after(state, "reserve:J3-02@a1")

    assert row(taken, 3) == ["J3-01", None, "J3-03"]
    assert refusal(taken, "reserve:L3@b1") == Refusal.NO_GOLD_THERE
    assert not [e for e in events_of(state, "reserve:J3-02@a1") if isinstance(e, PyramidRefilled)]
    assert refusal(state, "reserve:L3@a1") == Refusal.DECK_EMPTY


def test_reserve_opens_no_choice() -> None:
    state = position(board="A4/5/5/5/4W")

    for word in legal(state, "reserve"):
        assert not [e for e in events_of(state, word) if isinstance(e, ChoiceOpened)]
    assert len(legal(state, "reserve")) == 12 + 3
    assert read_action("reserve:L1@a1") in legal_actions(state)
