"""Buying and paying (RULES section 3.3; cases 049 to 063)."""

from itertools import product
from random import Random

import pytest

from engine import JEWEL_CARDS, GameState, Refusal, legal_actions
from engine.actions import PurchaseCard
from engine.cards import CARD_IDS, CARD_NUMBERS
from engine.constants import GOLD, KIND_NAMES, MAIN, NOTHING, PEARL
from engine.counts import count, from_kinds
from engine.events import CardPurchased, PyramidRefilled, TurnEnded
from engine.payment import payments
from tests.builders import position, random_play
from tests.engine.playing import (
    after,
    bag,
    board,
    cards,
    events_of,
    hand,
    legal,
    refusal,
    reserved,
    row,
    tokens,
)

TWO_BLACK = "J1-21,J1-22"
TWO_RED = "J1-16,J1-17"


def _buying(card: str, hand_: str, *, owned: str = "-", **more: str | int) -> GameState:
    """Seat 1 with tokens and cards, and the card face up."""
    board_ = str(more.pop("board", "W4/5/5/5/5"))
    return position("", tokens1=hand_, cards1=owned, pyramid=card, board=board_, **more)


def test_case_049_gold_may_stand_for_a_colour_that_is_held() -> None:
    state = _buying("J1-02", "R2A1", owned=TWO_BLACK, board="K4/5/5/5/5")

    assert legal(state, "purchase:J1-02") == ["purchase:J1-02=R2", "purchase:J1-02=R1A1"]
    assert hand(after(state, "purchase:J1-02=R1A1"), 1) == "R1"


def test_case_050_a_single_payment_is_offered_and_not_made_by_itself() -> None:
    state = _buying("J1-04", "B3")

    assert legal(state, "purchase:J1-04") == ["purchase:J1-04=B3"]
    assert cards(state, 1) == []


@pytest.mark.parametrize("payment", ["R2W1", "R2A1", "R3", "R1", "0", "A1", "R1W1", "A2", "W2"])
def test_case_051_payment_must_be_exact(payment: str) -> None:
    state = _buying("J1-02", "W2R3A1", owned=TWO_BLACK)

    assert refusal(state, f"purchase:J1-02={payment}") == Refusal.WRONG_PAYMENT


def test_case_053_nobody_pays_with_tokens_of_the_opponent() -> None:
    state = _buying("J1-14", "R2A1", tokens2="R2A1")

    assert refusal(state, "purchase:J1-14=R3") == Refusal.WRONG_PAYMENT
    assert refusal(state, "purchase:J1-14=R1A2") == Refusal.WRONG_PAYMENT
    assert (
        refusal(_buying("J1-14", "0", tokens2="R3"), "purchase:J1-14=R3") == Refusal.CANNOT_AFFORD
    )
    assert hand(after(state, "purchase:J1-14=R2A1"), 2) == "R2A1"


def test_case_054_bonuses_reduce_what_is_paid_and_what_reaches_the_bag() -> None:
    state = _buying(
        "J1-14", "R1", owned=TWO_RED, bag="G1", tokens2="rest", board="WWWWB/BBBGG/AAAKK/KKPP1/5"
    )

    bought = after(state, "purchase:J1-14=R1")

    assert hand(state, 2) == "G1R3"
    assert bag(bought) == "G1R1"
    assert hand(bought, 1) == "0"


@pytest.mark.parametrize(
    ("card", "hand_", "affordable"),
    [
        ("J1-14", "R2A1", True),
        ("J1-14", "R2", False),
        ("J1-12", "W1B1A1", False),
        ("J1-12", "W1B1A2", True),
        ("J1-12", "A3", False),
        ("J1-12", "W2A2", True),
    ],
)
def test_case_055_gold_covers_what_is_missing_and_only_once(
    card: str, hand_: str, affordable: bool
) -> None:
    state = _buying(card, hand_)

    assert bool(legal(state, f"purchase:{card}")) is affordable


def test_case_057_a_card_for_free_is_bought_with_no_tokens() -> None:
    state = _buying("J1-14", "W1", owned="J1-16,J1-17,J1-18,J1-04,J1-09")

    bought = after(state, "purchase:J1-14=0")

    assert legal(state, "purchase:J1-14") == ["purchase:J1-14=0"]
    assert hand(bought, 1) == "W1"
    assert bought.first.crowns == 3
    assert legal(bought) == ["royal:R-1", "royal:R-2", "royal:R-3", "royal:R-4"]


def test_case_057_a_free_card_uses_its_ability() -> None:
    state = _buying("J1-12", "0", owned="J1-01,J1-02,J1-06,J1-07", board="G4/5/5/5/4W")

    assert hand(after(state, "purchase:J1-12=0"), 1) == "G1"


def test_case_057_the_pearl_of_an_extra_turn_card_is_not_free() -> None:
    state = _buying("J1-03", "W3", owned="J1-06,J1-07,J1-11,J1-12")

    assert refusal(state, "purchase:J1-03=0") == Refusal.CANNOT_AFFORD


def test_case_058_pearls_are_never_reduced() -> None:
    owned = "J1-01,J1-02,J1-03,J1-04,J1-21,J1-22"  # pays everything of J2-03 but the pearl
    without = _buying("J2-03", "W3K4", owned=owned)
    with_pearl = _buying("J2-03", "P1", owned=owned)

    assert refusal(without, "purchase:J2-03=0") == Refusal.CANNOT_AFFORD
    assert legal(with_pearl, "purchase:J2-03") == ["purchase:J2-03=P1"]


def test_case_059_gold_stands_for_a_pearl() -> None:
    state = _buying("J1-18", "W2K2A1")

    assert cards(after(state, "purchase:J1-18=W2K2A1"), 1) == ["J1-18"]


def test_case_061_a_card_for_twelve_without_any_bonus() -> None:
    state = _buying("J3-01", "B3R4K1P1A1", privileges1=2, board="KK3/5/5/5/4W")

    assert legal(state, "purchase:J3-01") == []
    bought = after(state, "privilege@a1", "privilege@b1", "purchase:J3-01=B3R4K3P1A1")

    assert cards(bought, 1) == ["J3-01"]
    assert (hand(bought, 1), bought.seat) == ("0", 2)


def test_case_062_buying_from_the_reserve_frees_the_slot_and_refills_nothing() -> None:
    state = _buying("J1-01", "R3", reserved1="J1-14,J2-20,J3-10:unseen", board="A4/5/5/5/4W")

    assert events_of(state, "purchase:J1-14=R3") == (
        CardPurchased(1, CARD_NUMBERS["J1-14"], tokens("R3"), 2, NOTHING, from_reserve=True),
        TurnEnded(seat=1, next_seat=2),
    )
    bought = after(state, "purchase:J1-14=R3")
    assert reserved(bought, 1) == ["J2-20", "J3-10"]
    assert bought.first.seen == (CARD_NUMBERS["J2-20"],)
    assert bought.pyramid == state.pyramid
    again = after(bought, "e5")
    assert "reserve:J1-01@a1" in legal(again)


def test_case_062_a_card_in_the_opponents_reserve_is_as_good_as_unknown() -> None:
    state = _buying("J1-01", "R3", reserved2="J1-14:unseen")

    assert refusal(state, "purchase:J1-14=R3") == Refusal.CARD_NOT_THERE
    assert refusal(state, "purchase:J1-19=R3") == Refusal.CARD_NOT_THERE  # in the deck
    assert refusal(state, PurchaseCard(99, 0)) == Refusal.CARD_NOT_THERE
    assert refusal(state, PurchaseCard(NOTHING, 0)) == Refusal.CARD_NOT_THERE


def test_a_bought_card_leaves_the_pyramid_and_counts() -> None:
    state = _buying("J2-05,J2-02,J2-03,J2-04", "G4R2A1", decks="J2-20")

    assert events_of(state, "purchase:J2-05=G4R2A1") == (
        CardPurchased(1, CARD_NUMBERS["J2-05"], tokens("G4R2A1"), 1, NOTHING, from_reserve=False),
        PyramidRefilled(level=2, place=0, card=CARD_NUMBERS["J2-20"]),
        TurnEnded(seat=1, next_seat=2),
    )
    bought = after(state, "purchase:J2-05=G4R2A1")
    assert row(bought, 2) == ["J2-20", "J2-02", "J2-03", "J2-04"]
    assert bought.first.bonuses == tokens("B2")
    assert (bought.first.prestige, bought.first.points) == (1, tokens("B1"))
    assert bought.last_purchase == bought.turn - 1 == state.turn
    assert board(bought) == board(state)


def test_the_bonus_of_a_card_does_not_pay_for_itself() -> None:
    assert JEWEL_CARDS["J2-03"].bonus == "white"
    state = _buying("J2-03", "W4K2P1", board="A4/5/5/5/5")

    assert legal(state, "purchase:J2-03") == ["purchase:J2-03=W4K2P1"]
    short = _buying("J2-03", "W3K2P1", board="A4/5/5/5/5")
    assert refusal(short, "purchase:J2-03=W3K2P1") == Refusal.CANNOT_AFFORD


@pytest.mark.parametrize(
    ("hand_", "payment"), [("R4P1", "R4P1"), ("R4A1", "R4A1"), ("R2P1A2", "R2P1A2")]
)
def test_points_without_colour_can_be_bought_like_any_card(hand_: str, payment: str) -> None:
    bought = after(_buying("J1-30", hand_), f"purchase:J1-30={payment}")

    assert (bought.first.prestige, bought.first.points, bought.first.bonuses) == (3, 0, 0)


@pytest.mark.parametrize("payment", [-1, -32, 1 << 40, tokens("R2") - (1 << 15)])
def test_a_payment_that_is_no_count_of_tokens_is_refused(payment: int) -> None:
    state = _buying("J1-14", "R3")

    assert refusal(state, PurchaseCard(CARD_NUMBERS["J1-14"], payment)) == Refusal.WRONG_PAYMENT


def _payments_by_trying(price: int, held: int) -> set[int]:
    """Every way to cover each owed token by its kind or by gold."""
    owed = [count(price, kind) for kind in range(GOLD)]
    found = set()
    for in_kind in product(*(range(number + 1) for number in owed)):
        gold = sum(owed) - sum(in_kind)
        kinds = [kind for kind, number in enumerate(in_kind) for _ in range(number)] + [GOLD] * gold
        if gold <= 3 and all(kinds.count(kind) <= count(held, kind) for kind in range(GOLD + 1)):
            found.add(from_kinds(kinds))
    return found


def test_payments_are_all_exact_ones_least_gold_first() -> None:
    random = Random(3)
    for _ in range(300):
        held = from_kinds(random.randrange(GOLD + 1) for _ in range(random.randrange(11)))
        held -= max(0, count(held, GOLD) - 3) << (5 * GOLD)
        price = from_kinds(random.randrange(PEARL + 1) for _ in range(random.randrange(8)))
        found = payments(price, held)
        assert list(found) == sorted(_payments_by_trying(price, held))
        golds = [count(payment, GOLD) for payment in found]
        assert golds == sorted(golds)


def _within_reach(state: GameState, card_id: str) -> bool:
    """Affordable by the words of the rule book alone: bonuses, tokens, then gold for what is missing."""
    mine = state.mine
    card = JEWEL_CARDS[card_id]
    missing = 0
    for kind, name in enumerate(KIND_NAMES):
        bonus = count(mine.bonuses, kind) if kind < PEARL else 0
        missing += max(0, card.cost.get(name, 0) - bonus - count(mine.tokens, kind))
    return missing <= count(mine.tokens, GOLD) and (card.bonus != "copy" or mine.bonuses != 0)


@pytest.mark.parametrize("seed", range(6))
def test_case_063_offered_purchases_are_what_can_be_afforded(seed: int) -> None:
    for state, _ in random_play(seed):
        if state.phase != MAIN:
            continue
        offered = {CARD_IDS[a.card] for a in legal_actions(state) if isinstance(a, PurchaseCard)}
        in_reach = [card for cards_ in state.pyramid for card in cards_ if card != NOTHING]
        known = [CARD_IDS[card] for card in (*in_reach, *state.mine.reserved)]
        assert offered == {card for card in known if _within_reach(state, card)}
