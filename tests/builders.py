"""Positions and games for tests: from text (docs/notation.md) or from random legal play."""

from collections.abc import Iterator
from random import Random

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
