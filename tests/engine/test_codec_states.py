import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import state_from_json, state_to_json
from engine.errors import Malformed
from tests.builders import JSON_VALUES, position, random_play

Path = tuple[str | int, ...]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_object_round_trips_over_random_play(seed: int) -> None:
    for state, _ in random_play(seed):
        assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state


def example() -> dict[str, Any]:
    state = position(
        "turn=31 seat=2 last_purchase=30 replenishes=2 flags=extra,replenished options=open_memory "
        "board=1A3/GRK1P/1WBK1/B1RG1/2W2 tokens1=W1A2 tokens2=P1 privileges2=1 "
        "cards1=J1-05,J1-26:W,J1-30 reserved1=J3-01,J2-02:unseen "
        "cards2=J3-11:B,J1-10 royals2=R-1 pyramid=J1-20,J2-24,J3-13"
    )
    return state_to_json(state)


def test_object_of_a_position() -> None:
    found = example()
    decks = found.pop("decks")
    assert {level: len(cards) for level, cards in decks.items()} == {"1": 21, "2": 19, "3": 8}
    assert decks["3"][0] == "J3-04"
    assert found == {
        "schema": 1,
        "options": {"open_memory": True, "stand_off": True},
        "turn": 31,
        "seat": 2,
        "phase": "main",
        "fresh": False,
        "replenished": True,
        "extra_turn": True,
        "extra_turn_earned": False,
        "matching_color": None,
        "board": [
            *[None, "gold", None, None, None],
            *["green", "red", "black", None, "pearl"],
            *[None, "white", "blue", "black", None],
            *["blue", None, "red", "green", None],
            *[None, None, "white", None, None],
        ],
        "bag": {"white": 1, "blue": 2, "green": 2, "red": 2, "black": 2},
        "pyramid": {
            "1": ["J1-20", "J1-01", "J1-02", "J1-03", "J1-04"],
            "2": ["J2-24", "J2-01", "J2-03", "J2-04"],
            "3": ["J3-13", "J3-02", "J3-03"],
        },
        "royal_cards": ["R-2", "R-3", "R-4"],
        "privileges": 2,
        "replenishes": 2,
        "last_purchase": 30,
        "seats": {
            "1": {
                "tokens": {"white": 1, "gold": 2},
                "privileges": 0,
                "cards": [
                    {"card": "J1-05", "color": "white"},
                    {"card": "J1-26", "color": "white"},
                    {"card": "J1-30", "color": None},
                ],
                "royal_cards": [],
                "reserved": [
                    {"card": "J3-01", "face_up": True},
                    {"card": "J2-02", "face_up": False},
                ],
                "stand_off": 0,
            },
            "2": {
                "tokens": {"pearl": 1},
                "privileges": 1,
                "cards": [
                    {"card": "J3-11", "color": "blue"},
                    {"card": "J1-10", "color": "blue"},
                ],
                "royal_cards": ["R-1"],
                "reserved": [],
                "stand_off": 0,
            },
        },
        "outcome": None,
    }


def with_change(path: Path, value: Any) -> dict[str, Any]:
    whole = copy.deepcopy(example())
    part: Any = whole
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return whole


BAD: list[tuple[Path, Any, str]] = [
    (("schema",), 2, "schema: a number outside 1 to 1"),
    (("mood",), "good", "position: unknown field 'mood'"),
    (("turn",), "31", "turn: '31' where a whole number belongs"),
    (("turn",), 10**9, "turn: a number outside 0 to 999999"),
    (("seat",), 0, "seat: a number outside 1 to 2"),
    (("phase",), "nap", "phase: 'nap' is not a phase"),
    (("fresh",), None, "fresh: a JSON null where true or false belongs"),
    (("fresh",), True, "a replenish is an act of its turn"),
    (("options",), [], "options: a JSON array where an object belongs"),
    (("board", 0), "gold", "tokens: 4 gold instead of 3"),
    (("board", 0), "bread", "board: 'bread' is not a kind of token"),
    (("bag", "white"), 2, "tokens: 5 white instead of 4"),
    (("pyramid", "1"), [], "pyramid: 0 places of level 1 instead of 5"),
    (("pyramid", "1", 0), "J2-05", "cards: one of level 1 is of another level"),
    (("pyramid", "1", 0), None, "cards: J1-20 is in 0 places"),
    (("decks", "1", 0), None, "decks: no card where one of level 1 belongs"),
    (("decks", "3"), ["J3-04"], "cards: J3-05 is in 0 places"),
    (("royal_cards",), ["R-2"], "royal cards: R-3 is in 0 places"),
    (("royal_cards",), ["R-2"] * 5, "royal_cards: more than 4 values"),
    (("privileges",), 3, "privileges: 4 instead of 3"),
    (("seats",), {"1": {}}, "seats: field '2' is missing"),
    (("seats", "1", "cards", 0, "color"), "red", "seats.1.cards: J1-05 can't count for that colour"),
    (("seats", "1", "cards", 0, "color"), None, "seats.1.cards: J1-05 can't count for that colour"),
    (("seats", "1", "cards", 1, "color"), None, "seats.1.cards: J1-26 can't count for that colour"),
    (("seats", "1", "cards", 2, "color"), "red", "seats.1.cards: J1-30 can't count for that colour"),
    (("seats", "1", "cards", 0), "J1-05", "seats.1.cards: 'J1-05' where an object belongs"),
    (("seats", "1", "reserved", 0, "face_up"), 1, "seats.1.reserved: a JSON number where true or false belongs"),
    (("seats", "1", "reserved"), [{}] * 4, "seats.1.reserved: more than 3 values"),
    (("seats", "2", "tokens"), {"pearl": 3}, "seats.2.tokens.pearl: a number outside 0 to 2"),
    (("seats", "2", "stand_off"), 1, "seat 2: a stand-off count without all gold and both pearls"),
    (("outcome",), {"winner": 1, "reasons": ["timeout"], "colors": []}, "an outcome and phase over go together"),
    (("outcome",), {"winner": 1}, "outcome: field 'reasons' is missing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "message"), BAD, ids=[f"{path}-{message}" for path, _, message in BAD]
)
def test_unsound_objects_are_malformed(path: Path, value: Any, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        state_from_json(with_change(path, value))
    assert str(caught.value) == message


PATHS: list[Path] = [
    *[(key,) for key in example()],
    *[("seats", "1", key) for key in example()["seats"]["1"]],
    *[("seats", "1", "cards", 0, key) for key in ("card", "color")],
    *[("pyramid", "2", 1), ("decks", "1", 3), ("board", 5), ("board", 6), ("bag", "red")],
]


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(PATHS), JSON_VALUES)
def test_a_changed_object_is_a_position_or_malformed(path: Path, value: Any) -> None:
    try:
        state = state_from_json(with_change(path, value))
    except Malformed:
        return
    assert state_from_json(state_to_json(state)) == state
