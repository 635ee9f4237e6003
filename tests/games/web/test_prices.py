"""The cost for me now and its verdict, against the engine's own list of purchases."""

import pytest

from engine import JEWEL_CARDS, view_for
from games.web.table.prices import price_for, printed_price, spoken, verdict
from games.web.table.shapes import SeatJson
from tests.builders import random_play
from tests.games.web.page import legal_json


def seat(
    tokens: dict[str, int], bonuses: dict[str, int] | None = None, color: str | None = None
) -> SeatJson:
    return {
        "tokens": tokens,
        "bonuses": bonuses or {},
        "cards": [{"card": "J1-01", "color": color}] if color else [],
        "points": {},
        "privileges": 0,
        "prestige": 0,
        "crowns": 0,
        "royal_cards": [],
        "stand_off": 0,
        "reserved": [],
    }


@pytest.mark.parametrize(
    ("card", "holdings", "word", "gold"),
    [
        ("J1-01", seat({"blue": 1, "green": 1, "red": 1, "black": 1}), "Buy", 0),
        ("J1-01", seat({"blue": 1, "green": 1, "gold": 2}), "Buy", 2),
        ("J1-01", seat({"blue": 1, "gold": 1}), "short 2", 1),
        ("J1-14", seat({}, {"red": 5}), "Free", 0),
        ("J3-08", seat({"black": 2}, {"green": 2, "red": 3}), "short 3", 0),
        ("J1-26", seat({"white": 4, "pearl": 1}), "no base", 0),
        ("J1-26", seat({"white": 4, "pearl": 1}, color="blue"), "Buy", 0),
        ("J1-26", seat({"white": 4, "gold": 1}, color="blue"), "Buy", 1),
    ],
)
def test_verdict_counts_bonuses_tokens_and_gold(
    card: str, holdings: SeatJson, word: str, gold: int
) -> None:
    price = price_for(JEWEL_CARDS[card], holdings)
    assert (verdict(price), price.gold) == (word, gold)


def test_pearl_has_no_bonus_and_extra_bonuses_are_lost() -> None:
    price = price_for(JEWEL_CARDS["J1-03"], seat({}, {"blue": 9}))
    assert [(line.kind, line.printed, line.now) for line in price.lines] == [
        ("blue", 2, 0),
        ("green", 2, 2),
        ("pearl", 1, 1),
    ]


def test_card_is_spoken_with_its_verdict_last() -> None:
    price = price_for(JEWEL_CARDS["J2-02"], seat({"gold": 1, "blue": 1}, {"blue": 2, "red": 3}))
    assert spoken(JEWEL_CARDS["J2-02"], price) == (
        "Level 2, white, 1 point, take a token from the opponent. Costs 4 blue, 3 red; "
        "for you now 2 blue: affordable with 1 gold."
    )


def test_without_a_seat_only_the_print_counts() -> None:
    price = printed_price(JEWEL_CARDS["J3-13"])
    assert verdict(price) == ""
    assert not price.can
    assert spoken(JEWEL_CARDS["J3-13"], price) == "Level 3, no colour, 6 points. Costs 8 white."


def test_verdict_agrees_with_the_engine_on_every_open_card() -> None:
    compared = 0
    for seed in range(8):
        for state, _events in random_play(seed):
            if state.over or state.phase:
                continue
            view = view_for(state, state.seat)
            mine: SeatJson = view["seats"][str(state.seat)]
            cards = {card for row in view["pyramid"].values() for card in row if card}
            cards |= {row["card"] for row in mine["reserved"] if row["card"]}
            legal = {a["card"] for a in legal_json(state, state.seat) if "payment" in a}
            assert {card for card in cards if price_for(JEWEL_CARDS[card], mine).can} == legal
            compared += len(legal)
    assert compared > 500
