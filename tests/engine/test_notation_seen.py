"""Positions and words as one viewer may see them."""

import json
import re

import pytest

from engine import WORD_KINDS, redact, view_for, write_position, write_seen_word, write_view
from engine.notation.game import write_word
from engine.notation.position import DEFAULTS
from tests.builders import position, random_play

STANDS = (
    "board=1A3/GRK1P/1WBK1/B1RG1/2W2 bag=rest tokens1=W2 cards1=J1-20,J1-26:B reserved1=J3-08:unseen,J1-09 "
    "reserved2=J3-10:unseen,J2-01 pyramid=J1-14,-,J1-23,J1-11,J1-02/J2-05,J2-24,J2-02,J2-12/J3-03,J3-12,J3-06 "
    "flags=acted seat=2"
)


def fields(line: str) -> dict[str, str]:
    """The fields of a line."""
    return dict(field.split("=", 1) for field in line.split())


def test_what_a_seat_sees_is_written_like_a_position() -> None:
    state = position(STANDS)
    seen, whole = fields(write_view(view_for(state, 1))), fields(write_position(state))
    assert set(DEFAULTS) - set(seen) == {"replenishes", "outcome"}
    assert [key for key in seen if seen[key] != whole[key]] == ["decks", "reserved2"]
    assert seen["reserved1"] == "J3-08:unseen,J1-09"
    assert seen["reserved2"] == "L2,L3"
    assert seen["decks"] == "/".join(str(len(deck)) for deck in state.decks)


def test_open_memory_names_the_card_that_both_have_seen() -> None:
    seen = fields(write_view(view_for(position(STANDS, options="open_memory"), 1)))
    assert seen["reserved2"] == "J2-01,L3"


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_no_card_is_written_that_the_view_hides(viewer: int | None) -> None:
    for state, _events in random_play(5):
        if not state.over:
            view = view_for(state, viewer)
            named = set(re.findall(r"J\d-\d\d", write_view(view)))
            assert named <= set(re.findall(r"J\d-\d\d", json.dumps(view)))


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_words_are_those_of_the_whole_record(viewer: int | None) -> None:
    for _state, events in random_play(6):
        for event in events:
            shown = redact(event, viewer)
            if shown["kind"] in WORD_KINDS:
                assert write_seen_word(shown) == write_word(event)
            else:
                assert write_word(event) is None
