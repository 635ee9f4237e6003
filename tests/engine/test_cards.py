"""The printed cards, recounted (RULES section 1; case 006), and what follows from counting them (appendix 1)."""

import csv
from collections import Counter
from itertools import accumulate
from pathlib import Path

from engine import JEWEL_CARDS, ROYAL_CARDS, JewelCard, RoyalCard
from engine.cards import (
    ABILITY,
    BONUS,
    BONUS_COUNT,
    CARD_IDS,
    CARD_NUMBERS,
    CARDS_OF_LEVEL,
    COST,
    CROWNS,
    LEVEL,
    POINTS,
    ROYAL_ABILITY,
    ROYAL_IDS,
    ROYAL_NUMBERS,
    ROYAL_POINTS,
)
from engine.constants import ABILITY_NAMES, COPY, KIND_NAMES, NOTHING
from engine.counts import some_names

CARDS = list(JEWEL_CARDS.values())
COLOR_NAMES = KIND_NAMES[:5]
DATA = Path(__file__).parents[2] / "engine" / "data"


def _of_level(level: int) -> list[JewelCard]:
    return [card for card in CARDS if card.level == level]


def test_case_006_numbers_of_the_cards() -> None:
    assert [len(_of_level(level)) for level in (1, 2, 3)] == [30, 24, 13]
    assert [sum(c.points for c in _of_level(level)) for level in (1, 2, 3)] == [11, 37, 44]
    assert [sum(c.crowns for c in _of_level(level)) for level in (1, 2, 3)] == [6, 9, 13]
    assert [sum(c.crowns > 0 for c in _of_level(level)) for level in (1, 2, 3)] == [6, 7, 6]
    assert max(card.crowns for card in CARDS) == 3


def test_case_006_abilities_and_bonuses() -> None:
    abilities = Counter(card.ability for card in CARDS)
    assert abilities == {
        "none": 46,
        "extra_turn": 6,
        "take_matching": 5,
        "steal": 5,
        "privilege": 5,
    }
    bonuses = Counter(card.bonus for card in CARDS)
    assert bonuses == {**dict.fromkeys(COLOR_NAMES, 11), "copy": 9, "none": 3}
    assert sum(card.bonus_count == 2 for card in CARDS) == 5
    assert [card.points for card in CARDS if card.bonus == "none"] == [3, 5, 6]
    assert {card.bonus_count for card in CARDS if card.bonus == "none"} == {0}
    assert {card.bonus_count for card in CARDS if card.bonus == "copy"} == {1}


def test_case_006_extra_turns_and_pearls() -> None:
    extra = [(card.level, card.bonus == "copy") for card in CARDS if card.ability == "extra_turn"]
    assert Counter(extra) == {(1, False): 5, (3, True): 1}
    assert JEWEL_CARDS["J3-12"].bonus == "copy"
    assert Counter(card.cost.get("pearl", 0) for card in CARDS) == {0: 38, 1: 29}
    assert all("gold" not in card.cost for card in CARDS)


def test_case_006_crowns_and_an_ability_meet_on_copy_cards_only() -> None:
    assert [c.id for c in CARDS if c.crowns and (c.ability != "none" or c.bonus == "copy")] == [
        "J1-26",
        "J2-21",
        "J2-22",
        "J3-11",
    ]


def test_case_006_royal_cards() -> None:
    assert list(ROYAL_CARDS.values()) == [
        RoyalCard("R-1", 2, "extra_turn"),
        RoyalCard("R-2", 2, "privilege"),
        RoyalCard("R-3", 2, "steal"),
        RoyalCard("R-4", 3, "none"),
    ]


def test_every_colour_has_the_same_cards() -> None:
    kinds = {
        color: Counter(
            (c.level, c.bonus_count, c.points, c.crowns, c.ability, tuple(sorted(c.cost.values())))
            for c in CARDS
            if c.bonus == color
        )
        for color in COLOR_NAMES
    }

    assert all(kinds[color] == kinds["white"] for color in COLOR_NAMES)


def test_the_cards_are_those_of_the_table() -> None:
    rows = list(csv.DictReader((DATA / "jewel_cards.csv").read_text(encoding="utf-8").splitlines()))

    assert list(JEWEL_CARDS) == [row["id"] for row in rows]
    for row, card in zip(rows, CARDS, strict=True):
        cost = {name: int(row[name]) for name in KIND_NAMES[:6] if row[name] != "0"}
        printed = (card.level, card.bonus, card.bonus_count, card.points, card.crowns, card.ability)
        assert [str(part) for part in printed] == [
            row[key] for key in ("level", "bonus", "bonus_count", "points", "crowns", "ability")
        ]
        assert card.cost == cost


def test_numbers_of_the_rules_are_the_printed_ones() -> None:
    for number, card in enumerate(CARDS):
        assert (CARD_IDS[number], CARD_NUMBERS[card.id]) == (card.id, number)
        printed = (card.level, card.points, card.crowns, card.bonus_count)
        assert (LEVEL[number], POINTS[number], CROWNS[number], BONUS_COUNT[number]) == printed
        assert ABILITY_NAMES[ABILITY[number]] == card.ability
        assert some_names(COST[number]) == card.cost
        names = {COPY: "copy", NOTHING: "none", **dict(enumerate(COLOR_NAMES))}
        assert names[BONUS[number]] == card.bonus
    assert [len(cards) for cards in CARDS_OF_LEVEL] == [30, 24, 13]


def test_numbers_of_the_royal_cards_are_the_printed_ones() -> None:
    for number, card in enumerate(ROYAL_CARDS.values()):
        assert (ROYAL_IDS[number], ROYAL_NUMBERS[card.id]) == (card.id, number)
        assert (ROYAL_POINTS[number], ABILITY_NAMES[ROYAL_ABILITY[number]]) == (
            card.points,
            card.ability,
        )


def _most_bonuses(color: str) -> int:
    """The most bonuses of one colour on cards with at most 9 points of it and 9 crowns: without having won.

    Every card of the colour and every copy card, laid on it, is taken or left.
    """
    best = {(0, 0): 0}  # points and crowns, to bonuses
    for card in CARDS:
        if card.bonus not in (color, "copy"):
            continue
        for (points, crowns), bonuses in list(best.items()):
            key = (points + card.points, crowns + card.crowns)
            if key[0] <= 9 and key[1] <= 9:
                best[key] = max(best.get(key, 0), bonuses + card.bonus_count)
    return max(best.values())


def test_no_colour_has_more_than_sixteen_bonuses_before_the_game_is_over() -> None:
    # engine.payment subtracts bonuses in fields that hold a difference of sixteen.
    assert [_most_bonuses(color) for color in COLOR_NAMES] == [16] * 5


def test_appendix_7_two_players_who_have_not_won_own_at_most_52_cards() -> None:
    cheapest_first = accumulate(sorted(card.points for card in CARDS))
    owned = sum(points <= 2 * 19 for points in cheapest_first)

    assert owned == 52
    assert len(CARDS) - owned - 2 * 3 == 9  # still in rows or decks, six being reserved
