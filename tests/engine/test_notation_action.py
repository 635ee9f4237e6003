import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import (
    Action,
    ChooseRoyalCard,
    ClaimStandOff,
    DiscardTokens,
    PurchaseCard,
    Replenish,
    ReserveCard,
    ReserveUnseen,
    StealToken,
    TakeMatchingToken,
    TakeTokens,
    UsePrivilege,
)
from engine.board import CELL_BY_NAME
from engine.cards import CARD_NUMBERS
from engine.constants import RED
from engine.counts import from_names
from engine.errors import Malformed
from engine.legal import legal_actions
from engine.notation import read_action, write_action
from tests.builders import random_play

B2, C3, D4 = (CELL_BY_NAME[name] for name in ("b2", "c3", "d4"))
WORDS: dict[str, Action] = {
    "claim": ClaimStandOff(),
    "privilege@b2": UsePrivilege(B2),
    "replenish": Replenish(),
    "b2": TakeTokens((B2,)),
    "b2-c3-d4": TakeTokens((B2, C3, D4)),
    "reserve:J1-05@c3": ReserveCard(C3, CARD_NUMBERS["J1-05"]),
    "reserve:L2@c3": ReserveUnseen(C3, 2),
    "purchase:J1-05=G2R3": PurchaseCard(CARD_NUMBERS["J1-05"], from_names({"green": 2, "red": 3})),
    "purchase:J1-05=0": PurchaseCard(CARD_NUMBERS["J1-05"], 0),
    "purchase:J1-26=W4A1/J1-05": PurchaseCard(
        CARD_NUMBERS["J1-26"], from_names({"white": 4, "gold": 1}), CARD_NUMBERS["J1-05"]
    ),
    "match@b2": TakeMatchingToken(B2),
    "steal:R": StealToken(RED),
    "royal:R-1": ChooseRoyalCard(0),
    "discard:W1R2": DiscardTokens(from_names({"white": 1, "red": 2})),
}


@pytest.mark.parametrize("word", WORDS)
def test_every_action_has_its_word(word: str) -> None:
    assert read_action(word) == WORDS[word]
    assert write_action(WORDS[word]) == word


@pytest.mark.parametrize("word", ["d4-b2-c3", "c3-d4-b2", "d4-c3-b2"])
def test_cells_of_a_take_stand_in_any_order(word: str) -> None:
    assert read_action(word) == TakeTokens((B2, C3, D4))


def test_tokens_may_be_written_loosely() -> None:
    assert write_action(read_action("discard:RW2")) == "discard:W2R1"


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_words_round_trip_and_differ_over_random_play(seed: int) -> None:
    for state, _ in random_play(seed):
        actions = legal_actions(state)
        words = [write_action(action) for action in actions]
        assert [read_action(word) for word in words] == actions
        assert len(set(words)) == len(words)
        assert all(re.fullmatch(r"[\w@:=/-]+", word, re.ASCII) for word in words)


BAD = {
    "": "action: '' is not an action",
    "pass": "action: 'pass' is not an action",
    "Replenish": "action: 'Replenish' is not an action",
    "b2-": "action: 'b2-' is not an action",
    "b2,c3": "action: 'b2,c3' is not an action",
    "f1": "action: 'f1' is not an action",
    "a6": "action: 'a6' is not an action",
    "b2-c3-b2": "action: a cell is named twice",
    "privilege@": "action: '' is not a cell (a1 to e5)",
    "privilege@z9": "action: 'z9' is not a cell (a1 to e5)",
    "match@b2-c3": "action: 'b2-c3' is not a cell (a1 to e5)",
    "reserve:L4@c3": "action: 'L4' is not a jewel card",
    "reserve:R-1@c3": "action: 'R-1' is not a jewel card",
    "reserve:J1-05": "action: 'reserve:J1-05' is not an action",
    "reserve:J1-05@": "action: '' is not a cell (a1 to e5)",
    "purchase:J1-05": "action: 'purchase:J1-05' is not an action",
    "purchase:J1-05=": "action: '' is not a count of tokens such as W4A1",
    "purchase:J1-05=R5": "action: there are only 4 red tokens",
    "purchase:J1-05=R1R1": "action: red is counted twice",
    "purchase:J1-05=R-1": "action: 'R-1' is not a count of tokens such as W4A1",
    "purchase:J1-05=R1/": "action: '' is not a jewel card",
    "purchase:J4-05=R1": "action: 'J4-05' is not a jewel card",
    "steal:": "action: '' is not one of the letters WBGRKPA",
    "steal:RW": "action: 'RW' is not one of the letters WBGRKPA",
    "royal:J1-01": "action: 'J1-01' is not a royal card",
    "discard:": "action: '' is not a count of tokens such as W4A1",
    "discard:R3W-1": "action: 'R3W-1' is not a count of tokens such as W4A1",
    "discard:A" + "1" * 60: "action: 'A" + "1" * 39 + "…' is not a count of tokens such as W4A1",
}


@pytest.mark.parametrize("word", BAD)
def test_other_words_are_malformed(word: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_action(word)
    assert str(caught.value) == BAD[word]


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(list(WORDS)), st.integers(0, 30), st.text(max_size=3))
def test_a_changed_word_is_an_action_or_malformed(word: str, place: int, change: str) -> None:
    place %= len(word)
    try:
        action = read_action(word[:place] + change + word[place + len(change) :])
    except Malformed:
        return
    assert read_action(write_action(action)) == action
