import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import action_from_json, action_to_json
from engine.errors import Malformed
from engine.legal import legal_actions
from engine.notation import read_action, write_action
from tests.builders import JSON_VALUES, random_play

FORMS: dict[str, dict[str, Any]] = {
    "claim": {"type": "claim_stand_off"},
    "privilege@b2": {"type": "use_privilege", "cell": "b2"},
    "replenish": {"type": "replenish"},
    "b2-c3-d4": {"type": "take_tokens", "cells": ["b2", "c3", "d4"]},
    "reserve:J1-05@c3": {"type": "reserve_card", "gold": "c3", "card": "J1-05"},
    "reserve:L2@c3": {"type": "reserve_card", "gold": "c3", "deck": 2},
    "purchase:J1-05=0": {"type": "purchase_card", "card": "J1-05", "payment": {}},
    "purchase:J1-26=W4A1/J1-05": {
        "type": "purchase_card",
        "card": "J1-26",
        "payment": {"white": 4, "gold": 1},
        "onto": "J1-05",
    },
    "match@b2": {"type": "take_matching_token", "cell": "b2"},
    "steal:R": {"type": "steal_token", "token": "red"},
    "royal:R-1": {"type": "choose_royal_card", "card": "R-1"},
    "discard:W1R2": {"type": "discard_tokens", "tokens": {"white": 1, "red": 2}},
}


@pytest.mark.parametrize("word", FORMS)
def test_every_action_has_its_object(word: str) -> None:
    assert action_to_json(read_action(word)) == FORMS[word]
    assert action_from_json(FORMS[word]) == read_action(word)


def test_cells_of_a_take_stand_in_any_order() -> None:
    action = action_from_json({"type": "take_tokens", "cells": ["d4", "b2", "c3"]})
    assert write_action(action) == "b2-c3-d4"


def test_noughts_and_null_say_nothing() -> None:
    payment = {"white": 0, "green": 2, "red": 3, "gold": 0}
    form = {"type": "purchase_card", "card": "J1-05", "payment": payment, "onto": None}
    assert write_action(action_from_json(form)) == "purchase:J1-05=G2R3"


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_objects_round_trip_over_random_play(seed: int) -> None:
    for state, _ in random_play(seed):
        for action in legal_actions(state):
            assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


def changed(word: str, **changes: Any) -> dict[str, Any]:
    return FORMS[word] | changes


BAD: list[tuple[Any, str]] = [
    (None, "action: a JSON null where an object belongs"),
    ([], "action: a JSON array where an object belongs"),
    ("replenish", "action: 'replenish' where an object belongs"),
    (7, "action: a JSON number where an object belongs"),
    ({}, "action.type: a JSON null where a string belongs"),
    ({"type": ["replenish"]}, "action.type: a JSON array where a string belongs"),
    ({"type": "pass"}, "action.type: 'pass' is not an action"),
    ({"type": "x" * 99}, "action.type: '" + "x" * 40 + "…' is not an action"),
    ({"type": "replenish", "now": True}, "replenish: unknown field 'now'"),
    ({"type": "replenish", 1: 1}, "replenish: unknown field a JSON number"),
    ({"type": "use_privilege"}, "use_privilege: field 'cell' is missing"),
    (changed("privilege@b2", cell="f1"), "use_privilege.cell: 'f1' is not a cell (a1 to e5)"),
    (changed("privilege@b2", cell=6), "use_privilege.cell: a JSON number where a string belongs"),
    (changed("privilege@b2", cell={}), "use_privilege.cell: a JSON object where a string belongs"),
    (changed("b2-c3-d4", cells=[]), "take_tokens.cells: one or more different cells belong here"),
    (
        changed("b2-c3-d4", cells=["b2", "b2"]),
        "take_tokens.cells: one or more different cells belong here",
    ),
    (changed("b2-c3-d4", cells="b2"), "take_tokens.cells: 'b2' where an array belongs"),
    (changed("b2-c3-d4", cells=["b2"] * 26), "take_tokens.cells: more than 25 values"),
    (changed("b2-c3-d4", cells=[1.5]), "take_tokens.cells: a JSON number where a string belongs"),
    (changed("reserve:L2@c3", deck=4), "reserve_card.deck: a number outside 1 to 3"),
    (changed("reserve:L2@c3", deck=0), "reserve_card.deck: a number outside 1 to 3"),
    (
        changed("reserve:L2@c3", deck=True),
        "reserve_card.deck: a JSON boolean where a whole number belongs",
    ),
    (
        changed("reserve:L2@c3", deck=2.0),
        "reserve_card.deck: a JSON number where a whole number belongs",
    ),
    (changed("reserve:L2@c3", card="J1-05"), "reserve_card: unknown field 'card'"),
    ({"type": "reserve_card", "gold": "c3"}, "reserve_card: field 'card' is missing"),
    (changed("reserve:J1-05@c3", card="R-1"), "reserve_card.card: 'R-1' is not a jewel card"),
    (
        changed("purchase:J1-05=0", payment={"pink": 1}),
        "purchase_card.payment: unknown field 'pink'",
    ),
    (
        changed("purchase:J1-05=0", payment={"red": 5}),
        "purchase_card.payment.red: a number outside 0 to 4",
    ),
    (
        changed("purchase:J1-05=0", payment={"red": -1}),
        "purchase_card.payment.red: a number outside 0 to 4",
    ),
    (
        changed("purchase:J1-05=0", payment={"red": 10**400}),
        "purchase_card.payment.red: a number outside 0 to 4",
    ),
    (
        changed("purchase:J1-05=0", payment={"red": float("nan")}),
        "purchase_card.payment.red: a JSON number where a whole number belongs",
    ),
    (
        changed("purchase:J1-05=0", payment=[["red", 1]]),
        "purchase_card.payment: a JSON array where an object belongs",
    ),
    (changed("purchase:J1-05=0", onto="J9"), "purchase_card.onto: 'J9' is not a jewel card"),
    (changed("steal:R", token="blood"), "steal_token.token: 'blood' is not a kind of token"),
    (changed("royal:R-1", card="R-9"), "choose_royal_card.card: 'R-9' is not a royal card"),
    (
        changed("discard:W1R2", tokens=None),
        "discard_tokens.tokens: a JSON null where an object belongs",
    ),
    (changed("replenish", type={1, 2}), "action.type: a JSON value where a string belongs"),
]


@pytest.mark.parametrize(("value", "message"), BAD, ids=[message for _, message in BAD])
def test_other_values_are_malformed(value: Any, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        action_from_json(value)
    assert str(caught.value) == message


KEYS = sorted({key for form in FORMS.values() for key in form})


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(list(FORMS.values())), st.dictionaries(st.sampled_from(KEYS), JSON_VALUES))
def test_a_changed_object_is_an_action_or_malformed(
    form: dict[str, Any], changes: dict[str, Any]
) -> None:
    try:
        action = action_from_json(form | changes)
    except Malformed:
        return
    assert action_from_json(action_to_json(action)) == action


@settings(max_examples=200, deadline=None)
@given(JSON_VALUES)
def test_any_value_is_an_action_or_malformed(value: Any) -> None:
    with pytest.raises(Malformed):
        action_from_json(value)
