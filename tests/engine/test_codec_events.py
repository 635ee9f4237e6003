import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as happened
from engine.cards import CARD_NUMBERS, CARDS_OF_LEVEL
from engine.codec import EVENT_KINDS, event_from_json, event_to_json
from engine.constants import BLUE, DISCARD, GREEN, MATCHING, NOTHING, PEARL, RED, STEAL_ABILITY
from engine.counts import ALL_TOKENS, from_names, to_kinds
from engine.errors import Malformed
from engine.events import Event
from engine.state import Outcome
from tests.builders import JSON_VALUES, random_play

BOARD = [
    *["white"] * 4,
    *["blue"] * 4,
    *["green"] * 4,
    *["red"] * 4,
    *["black"] * 4,
    *["pearl"] * 2,
    *["gold"] * 3,
]
DECKS = {
    "1": [f"J1-{number:02}" for number in range(1, 31)],
    "2": [f"J2-{number:02}" for number in range(1, 25)],
    "3": [f"J3-{number:02}" for number in range(1, 14)],
}
# The stored form of each kind. It may gain kinds; a form that is here stays.
STORED: list[tuple[Event, dict[str, Any]]] = [
    (
        happened.GameStarted(2, tuple(to_kinds(ALL_TOKENS)), CARDS_OF_LEVEL, False, True),
        {
            "kind": "game_started",
            "starter": 2,
            "board": BOARD,
            "decks": DECKS,
            "open_memory": False,
            "stand_off": True,
        },
    ),
    (
        happened.PrivilegeUsed(1, 6, PEARL),
        {"kind": "privilege_used", "seat": 1, "cell": "b2", "token": "pearl"},
    ),
    (
        happened.BoardReplenished(1, ((12, RED), (17, BLUE))),
        {
            "kind": "board_replenished",
            "seat": 1,
            "placed": [{"cell": "c3", "token": "red"}, {"cell": "c4", "token": "blue"}],
        },
    ),
    (
        happened.TokensTaken(2, (6, 12), (RED, GREEN)),
        {"kind": "tokens_taken", "seat": 2, "cells": ["b2", "c3"], "tokens": ["red", "green"]},
    ),
    (
        happened.CardReserved(1, 12, 3, CARD_NUMBERS["J3-07"], unseen=True),
        {
            "kind": "card_reserved",
            "seat": 1,
            "gold": "c3",
            "level": 3,
            "card": "J3-07",
            "unseen": True,
        },
    ),
    (
        happened.CardPurchased(
            2,
            CARD_NUMBERS["J1-26"],
            from_names({"white": 4, "gold": 1}),
            BLUE,
            CARD_NUMBERS["J1-10"],
            from_reserve=False,
        ),
        {
            "kind": "card_purchased",
            "seat": 2,
            "card": "J1-26",
            "payment": {"white": 4, "gold": 1},
            "color": "blue",
            "onto": "J1-10",
            "from_reserve": False,
        },
    ),
    (
        happened.CardPurchased(1, CARD_NUMBERS["J1-30"], 0, NOTHING, NOTHING, from_reserve=True),
        {
            "kind": "card_purchased",
            "seat": 1,
            "card": "J1-30",
            "payment": {},
            "color": None,
            "onto": None,
            "from_reserve": True,
        },
    ),
    (
        happened.PyramidRefilled(2, 3, CARD_NUMBERS["J2-11"]),
        {"kind": "pyramid_refilled", "level": 2, "place": 3, "card": "J2-11"},
    ),
    (
        happened.PrivilegeGained(1, from_opponent=True),
        {"kind": "privilege_gained", "seat": 1, "from_opponent": True},
    ),
    (happened.PrivilegeWithheld(2), {"kind": "privilege_withheld", "seat": 2}),
    (happened.ExtraTurnEarned(1), {"kind": "extra_turn_earned", "seat": 1}),
    (
        happened.ChoiceOpened(1, MATCHING, RED),
        {"kind": "choice_opened", "seat": 1, "phase": "take_matching_token", "color": "red"},
    ),
    (
        happened.ChoiceOpened(2, DISCARD, NOTHING),
        {"kind": "choice_opened", "seat": 2, "phase": "discard_tokens", "color": None},
    ),
    (
        happened.AbilitySkipped(1, STEAL_ABILITY),
        {"kind": "ability_skipped", "seat": 1, "ability": "steal"},
    ),
    (
        happened.MatchingTokenTaken(1, 24, GREEN, automatic=True),
        {
            "kind": "matching_token_taken",
            "seat": 1,
            "cell": "e5",
            "token": "green",
            "automatic": True,
        },
    ),
    (
        happened.TokenStolen(2, PEARL, automatic=False),
        {"kind": "token_stolen", "seat": 2, "token": "pearl", "automatic": False},
    ),
    (
        happened.RoyalCardChosen(1, 3, automatic=False),
        {"kind": "royal_card_chosen", "seat": 1, "card": "R-4", "automatic": False},
    ),
    (
        happened.TokensDiscarded(1, from_names({"red": 2}), automatic=True),
        {"kind": "tokens_discarded", "seat": 1, "tokens": {"red": 2}, "automatic": True},
    ),
    (happened.TurnEnded(1, 2), {"kind": "turn_ended", "seat": 1, "next_seat": 2}),
    (happened.StandOffWarned(1), {"kind": "stand_off_warned", "seat": 1}),
    (happened.StandOffClaimed(2), {"kind": "stand_off_claimed", "seat": 2}),
    (happened.SeatResigned(2), {"kind": "seat_resigned", "seat": 2}),
    (happened.TimeExpired(1), {"kind": "time_expired", "seat": 1}),
    (
        happened.GameEnded(Outcome(1, ("prestige", "color"), (RED,))),
        {
            "kind": "game_ended",
            "outcome": {"winner": 1, "reasons": ["prestige", "color"], "colors": ["red"]},
        },
    ),
    (
        happened.GameEnded(Outcome(0, ("no_progress",))),
        {
            "kind": "game_ended",
            "outcome": {"winner": None, "reasons": ["no_progress"], "colors": []},
        },
    ),
]


@pytest.mark.parametrize(("event", "form"), STORED, ids=[form["kind"] for _, form in STORED])
def test_stored_form_of_each_kind(event: Event, form: dict[str, Any]) -> None:
    assert event_to_json(event) == form
    assert event_from_json(form) == event


def test_every_event_class_has_a_kind_and_a_stored_form() -> None:
    assert {type(event) for event, _ in STORED} == set(get_args(Event))
    assert {form["kind"] for _, form in STORED} == set(EVENT_KINDS)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_objects_round_trip_over_random_play(seed: int) -> None:
    for _, events in random_play(seed):
        for event in events:
            assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


FORMS = {form["kind"]: form for _, form in STORED}
BAD: list[tuple[Any, str]] = [
    (None, "event: a JSON null where an object belongs"),
    ({}, "event.kind: a JSON null where a string belongs"),
    ({"kind": "coffee"}, "event.kind: 'coffee' is not an event"),
    ({"kind": "turn_ended", "seat": 1}, "turn_ended: field 'next_seat' is missing"),
    (FORMS["turn_ended"] | {"seat": 3}, "turn_ended.seat: a number outside 1 to 2"),
    (
        FORMS["turn_ended"] | {"seat": True},
        "turn_ended.seat: a JSON boolean where a whole number belongs",
    ),
    (FORMS["turn_ended"] | {"note": ""}, "turn_ended: unknown field 'note'"),
    (
        FORMS["token_stolen"] | {"automatic": 0},
        "token_stolen.automatic: a JSON number where true or false belongs",
    ),
    (FORMS["game_started"] | {"board": BOARD[1:]}, "game_started.board: 24 cells instead of 25"),
    (
        FORMS["game_started"] | {"decks": {"1": []}},
        "game_started.decks: field '2' is missing",
    ),
    (
        FORMS["game_started"] | {"decks": {"1": ["J1-01"] * 68, "2": [], "3": []}},
        "game_started.decks.1: more than 67 values",
    ),
    (
        FORMS["board_replenished"] | {"placed": [["c3", "red"]]},
        "board_replenished.placed: a JSON array where an object belongs",
    ),
    (FORMS["pyramid_refilled"] | {"place": 5}, "pyramid_refilled.place: a number outside 0 to 4"),
    (
        FORMS["choice_opened"] | {"phase": "nap"},
        "choice_opened.phase: 'nap' is not one of main, take_matching_token, steal_token, "
        "choose_royal_card, discard_tokens, over",
    ),
    (FORMS["choice_opened"] | {"color": "gold"}, "choice_opened.color: gold is not a colour"),
    (
        {"kind": "game_ended", "outcome": {"winner": 1, "reasons": ["luck"], "colors": []}},
        "outcome: 'luck' is not a reason",
    ),
    (
        {"kind": "game_ended", "outcome": {"winner": 1, "reasons": ["color"], "colors": [None]}},
        "game_ended.outcome.colors: a JSON null where a string belongs",
    ),
]


@pytest.mark.parametrize(("value", "message"), BAD, ids=[message for _, message in BAD])
def test_other_values_are_malformed(value: Any, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        event_from_json(value)
    assert str(caught.value) == message


KEYS = sorted({key for _, form in STORED for key in form})


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from([form for _, form in STORED]),
    st.dictionaries(st.sampled_from(KEYS), JSON_VALUES, max_size=3),
)
def test_a_changed_object_is_an_event_or_malformed(
    form: dict[str, Any], changes: dict[str, Any]
) -> None:
    try:
        event = event_from_json(form | changes)
    except Malformed:
        return
    assert event_from_json(event_to_json(event)) == event
