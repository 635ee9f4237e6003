"""The form of the game page read into actions: what is sent, and what no page of ours sends."""

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.web.forms import MalformedForm, parse_actions
from games.web.table import read_draft


@pytest.mark.parametrize(
    ("form", "actions"),
    [
        ("do=replenish", [{"type": "replenish"}]),
        ("do=claim", [{"type": "claim_stand_off"}]),
        (
            "do=take&cell=d4&cell=b2&cell=c3",
            [{"type": "take_tokens", "cells": ["b2", "c3", "d4"]}],
        ),
        (
            "do=take&cell=b1&turn=privilege@e5+privilege@a1",
            [
                {"type": "use_privilege", "cell": "e5"},
                {"type": "use_privilege", "cell": "a1"},
                {"type": "take_tokens", "cells": ["b1"]},
            ],
        ),
        (
            "do=reserve&gold=c3&card=J1-05",
            [{"type": "reserve_card", "gold": "c3", "card": "J1-05"}],
        ),
        ("do=reserve&gold=c3&deck=2", [{"type": "reserve_card", "gold": "c3", "deck": 2}]),
        (
            "do=purchase&card=J1-26&payment=white%3D3+gold%3D2&onto=J1-05",
            [
                {
                    "type": "purchase_card",
                    "card": "J1-26",
                    "payment": {"white": 3, "gold": 2},
                    "onto": "J1-05",
                }
            ],
        ),
        (
            "do=purchase&card=J1-14&payment=",
            [{"type": "purchase_card", "card": "J1-14", "payment": {}}],
        ),
        ("do=matching&cell=b2", [{"type": "take_matching_token", "cell": "b2"}]),
        ("do=steal&token=pearl", [{"type": "steal_token", "token": "pearl"}]),
        ("do=royal&royal=R-2", [{"type": "choose_royal_card", "card": "R-2"}]),
        (
            "do=discard&discard-red=2&discard-gold=0&discard-blue=",
            [{"type": "discard_tokens", "tokens": {"red": 2}}],
        ),
    ],
)
def test_form_becomes_actions(form: str, actions: list[dict[str, object]]) -> None:
    assert parse_actions(QueryDict(form)) == actions


@pytest.mark.parametrize(
    "form",
    [
        "",
        "do=win",
        "do=take",
        "do=take&cell=f9",
        "do=take&cell=b2&cell=b2",
        "do=take&cell=a1&cell=b1&cell=c1&cell=d1",
        "do=words",
        "do=words&words=b2+c9",
        "do=take&cell=b2&turn=privilege@z1",
        "do=reserve&card=J1-05",
        "do=reserve&gold=c3",
        "do=reserve&gold=c3&card=J1-05&deck=1",
        "do=reserve&gold=c3&deck=4",
        "do=purchase&payment=",
        "do=purchase&card=J1-05",
        "do=purchase&card=J9-05&payment=",
        "do=purchase&card=J1-05&payment=white",
        "do=purchase&card=J1-05&payment=white%3D0",
        "do=purchase&card=J1-05&payment=white%3D1+white%3D1",
        "do=purchase&card=J1-05&payment=ruby%3D1",
        "do=purchase&card=J1-05&payment=white%3D99",
        "do=purchase&card=J1-05&payment=white%3D%D9%A3",
        "do=purchase&card=J1-26&payment=&onto=me",
        "do=matching&cell=b2&cell=b3",
        "do=steal&token=ruby",
        "do=royal&royal=R-9",
        "do=discard",
        "do=discard&discard-red=-1",
        "do=discard&discard-red=999999999999",
        "do=discard&discard-red=%C2%B2",
    ],
)
def test_form_without_sense_is_refused_with_a_sentence(form: str) -> None:
    with pytest.raises(MalformedForm) as refused:
        parse_actions(QueryDict(form))
    assert str(refused.value).endswith(".")


NAMES = ("do", "cell", "gold", "card", "deck", "payment", "onto", "token", "royal", "discard-red")
VALUES = st.one_of(
    st.sampled_from(
        ("take", "words", "reserve", "purchase", "matching", "steal", "royal", "discard", "b2")
    ),
    st.sampled_from(("J1-05", "red", "red=1 gold=2", "3", "R-1", "=", " ", "white=1 " * 50)),
    st.text(max_size=12),
)


@given(st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=8))
def test_no_form_crashes(fields: list[tuple[str, str]]) -> None:
    post = QueryDict(mutable=True)
    for name, value in fields:
        post.appendlist(name, value)
    read_draft(post)
    try:
        actions = parse_actions(post)
    except MalformedForm:
        return
    assert all(action["type"] for action in actions)
