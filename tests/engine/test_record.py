import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import event_to_json
from engine.constants import OVER
from engine.decide import resign, time_out
from engine.errors import Malformed
from engine.events import GameStarted, SeatResigned, TimeExpired
from engine.evolve import fold
from engine.notation import read_record, write_position, write_record
from engine.record import (
    GameRecord,
    action_of,
    final_position,
    positions,
    record_from_json,
    record_to_json,
)
from tests.builders import JSON_VALUES, position, random_play, random_record


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_text_and_object_round_trip_over_random_games(seed: int) -> None:
    record = random_record(seed)
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert record_from_json(json.loads(json.dumps(record_to_json(record)))) == record


def test_positions_are_those_of_the_game() -> None:
    states = [state for state, _ in random_play(3)]
    record = random_record(3)
    found = list(positions(record))
    assert len(found) == len(record.events)
    assert found[0] == states[0]
    assert found[-1] == states[-1] == final_position(record)
    assert [state for state in states if state not in found] == []


def test_a_game_may_start_anywhere() -> None:
    line = "turn=7 seat=2 board=R4/5/2B2/5/4A tokens2=W2 : c3 reserve:L3@e5 resign:2"
    record = read_record(line)
    assert record.start == position("turn=7 seat=2 board=R4/5/2B2/5/4A tokens2=W2")
    assert not isinstance(record.events[0], GameStarted)
    assert read_record(write_record(record)) == record
    assert record_from_json(record_to_json(record)) == record


def test_a_line_without_words_is_a_position() -> None:
    assert read_record("turn=2 :").events == ()
    assert read_record("turn=2") == GameRecord((), position("turn=2"))
    assert final_position(read_record("turn=2")) == position("turn=2")


def test_a_set_up_position_becomes_the_first_event() -> None:
    record = random_record(1)
    read = read_record(write_record(GameRecord(record.events[:1])))
    assert read.events == record.events[:1]
    assert read.start is None


def test_replenish_says_what_was_drawn() -> None:
    line = "board=W4/AAAP1/5/5/5 tokens1=W3B4 tokens2=G4R4K1 : replenish=KPKK c3"
    record = read_record(line)
    assert write_position(final_position(record)).split()[6] == "board=W4/AAAP1/1K3/1KP2/5"
    assert write_record(record).endswith(" : replenish=KPKK c3")


def test_seats_may_resign_out_of_turn_and_time_may_run_out() -> None:
    start = position("board=R4/5/5/5/5")
    resigned = read_record("board=R4/5/5/5/5 : resign:2")
    assert resigned.events == resign(start, 2)
    assert SeatResigned(2) in resigned.events
    late = read_record("board=R4/5/5/5/5 : timeout")
    assert late.events == time_out(start)
    assert TimeExpired(1) in late.events
    for record in (resigned, late):
        assert read_record(write_record(record)) == record
        assert final_position(record).phase == OVER


def test_names_id_and_version_are_kept_in_json() -> None:
    record = GameRecord(random_record(1).events[:5], game_id="g7", names=("Ann", "Bo"))
    form = record_to_json(record)
    assert (form["schema"], form["rules_version"], form["id"]) == (1, 1, "g7")
    assert form["names"] == {"1": "Ann", "2": "Bo"}
    assert record_from_json(form) == record


def test_action_of_an_event_leads_to_it_again() -> None:
    for (before, _), (_, events) in zip(random_play(5), list(random_play(5))[1:], strict=False):
        actions = [action for event in events if (action := action_of(event)) is not None]
        assert len(actions) == 1, (before, events)


BAD_LINES = {
    "rules=2 turn=1 :": "rules: version 2 is not known",
    "rules=0 :": "rules: version 0 is not known",
    "rules=x :": "rules: 'x' is not a number",
    "turn=x :": "turn: 'x' is not a number",
    ": c3": "position: ':' is not a field",
    " : c3": "word 1: 'c3' is not legal there (empty_cell)",
    "board=R4/5/5/5/5 : a1 a1": "word 2: 'a1' is not legal there (empty_cell)",
    "board=R4/5/5/5/5 : zz": "word 1: action: 'zz' is not an action",
    "board=R4/5/5/5/5 : resign:3": "word 1: action: 'resign:3' is not an action",
    "board=R4/5/5/5/5 : resign:1 timeout": "word 2: 'timeout' is not legal there (game_over)",
    "board=R4/5/5/5/5 : replenish=W": "word 1: replenish: the bag holds WWWWBBBBGGGGRRRKKKKPPAAA",
    "board=R4/5/5/5/5 : replenish": "word 1: replenish: the bag holds WWWWBBBBGGGGRRRKKKKPPAAA",
    "board=R4/5/5/5/5 : replenish=Q": "word 1: replenish: 'Q' is not one of the letters WBGRKPA",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_other_lines_are_malformed(line: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_record(line)
    assert str(caught.value) == BAD_LINES[line]


def record_with(**changes: Any) -> dict[str, Any]:
    return record_to_json(random_record(2)) | changes


EVENTS: list[dict[str, Any]] = [event_to_json(event) for event in random_record(2).events]
BAD: list[tuple[Any, str]] = [
    ([], "record: a JSON array where an object belongs"),
    ({"schema": 1}, "record: field 'rules_version' is missing"),
    (record_with(schema=2), "schema: a number outside 1 to 1"),
    (record_with(rules_version=2), "rules_version: a number outside 1 to 1"),
    (record_with(id=7), "id: a JSON number where a string belongs"),
    (record_with(id="x" * 201), "id: more than 200 characters"),
    (record_with(names={"1": "Ann"}), "names: field '2' is missing"),
    (record_with(names={"1": "Ann", "2": None}), "names.2: a JSON null where a string belongs"),
    (record_with(start=None), "position: a JSON null where an object belongs"),
    (record_with(events={}), "events: a JSON object where an array belongs"),
    (record_with(events=[]), "events: the first one is the set-up, unless a start is given"),
    (
        record_with(events=EVENTS[1:]),
        "events: the first one is the set-up, unless a start is given",
    ),
    (record_with(events=[{"kind": "x"}]), "events.0: event.kind: 'x' is not an event"),
    (record_with(events=[EVENTS[0], EVENTS[0]]), "events.1: this can't have happened here"),
    (
        record_with(
            events=[
                EVENTS[0],
                {"kind": "pyramid_refilled", "level": 3, "place": 4, "card": "J1-01"},
            ]
        ),
        "events.1: this can't have happened here",
    ),
    (
        record_with(events=[EVENTS[0] | {"board": ["gold"] * 25}]),
        "tokens: 0 white instead of 4",
    ),
    (
        record_with(events=[EVENTS[0], {"kind": "extra_turn_earned", "seat": 1}]),
        "an extra turn can't have been earned yet",
    ),
]


@pytest.mark.parametrize(("value", "message"), BAD, ids=[message for _, message in BAD])
def test_other_values_are_malformed(value: Any, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        record_from_json(value)
    assert str(caught.value) == message


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_changed_record_is_a_record_or_malformed(data: st.DataObject) -> None:
    events = list(EVENTS)
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(events) - 1))
        event = events[number]
        if data.draw(st.booleans()):
            del events[number]
        else:
            key = data.draw(st.sampled_from(sorted(event)))
            other = EVENTS[data.draw(st.integers(0, len(EVENTS) - 1))]
            value = other.get(key, data.draw(JSON_VALUES))
            events[number] = event | {key: value}
        events = events or [EVENTS[0]]
    try:
        record = record_from_json(record_with(events=events))
    except Malformed:
        return
    assert record_from_json(record_to_json(record)) == record
    assert final_position(record) == fold(record.events)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_line_is_a_record_or_malformed(text: str) -> None:
    try:
        read_record(text)
    except Malformed as error:
        assert str(error)
