"""Positions and games for tests, from text (docs/notation.md) or from random legal play, and junk for readers."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from engine.chance import SeededChance
from engine.decide import decide, start_game
from engine.events import Event
from engine.evolve import fold
from engine.legal import legal_actions
from engine.notation import read_position
from engine.record import GameRecord
from engine.state import GameState


def position(text: str = "", **fields: str | int) -> GameState:
    """The position of `text` and further fields; whatever is not said has its default.

    `position("tokens1=W2A1 pyramid=J1-05", seat=2)`
    """
    return read_position(" ".join([text, *(f"{key}={value}" for key, value in fields.items())]))


def random_play(seed: int) -> Iterator[tuple[GameState, tuple[Event, ...]]]:
    """A random legal game: each position with the events that led to it, from the set-up to the end."""
    random = Random(seed)
    chance = SeededChance(seed)
    events = start_game(chance)
    state = fold(events)
    yield state, events
    while not state.over:
        events = decide(state, state.seat, random.choice(legal_actions(state)), chance)
        state = fold(events, state)
        yield state, events


def random_record(seed: int) -> GameRecord:
    """The record of the random game with this seed."""
    return GameRecord(tuple(event for _, events in random_play(seed) for event in events))


_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["b2", "J1-05", "R-1", "red", "gold", "take_tokens", "card", "cells"]),
)
# What json.loads can give, with some words that readers know.
JSON_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["white", "gold", "cell", "x"]), inner, max_size=3),
    ),
    max_leaves=8,
)
