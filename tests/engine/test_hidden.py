"""What nobody can find out (RULES section 7; cases 129 to 135)."""

import json
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Event,
    GameState,
    Replenish,
    SeededChance,
    decide,
    event_from_json,
    event_to_json,
    fold,
    redact,
    reveals,
    start_game,
    state_from_json,
    state_to_json,
    view_for,
)
from engine.cards import CARD_IDS, LEVEL
from engine.constants import LEVELS, SEATS
from engine.events import BoardReplenished, CardReserved, GameStarted, PyramidRefilled
from tests.builders import position
from tests.engine.games import GAMES, RandomGame
from tests.engine.playing import after, events_of, legal

VIEWERS = (1, 2, None)
CARD = re.compile(r"J\d-\d\d")


def _hidden(state: GameState, viewer: int | None, *, face_up: bool = False) -> list[int]:
    """Cards the viewer cannot know: decks and what others reserved unseen (or at all, with `face_up`)."""
    cards = [card for deck in state.decks for card in deck]
    for seat in SEATS:
        owned = state.of(seat)
        if seat != viewer:
            cards += [card for card in owned.reserved if face_up or card not in owned.seen]
    return cards


def _exchange(cards: list[int], random: Random) -> dict[str, str]:
    """Another order of these cards, level by level, by id."""
    exchanged: dict[str, str] = {}
    for level in LEVELS:
        ids = [CARD_IDS[card] for card in cards if LEVEL[card] == level]
        exchanged |= dict(zip(ids, random.sample(ids, len(ids)), strict=True))
    return exchanged


def _renamed(value: object, names: dict[str, str]) -> object:
    """A JSON value with every card of `names` under its new id."""
    text = json.dumps(value)
    return json.loads(CARD.sub(lambda found: names.get(found[0], found[0]), text))


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def _in_another_world(
    log: list[tuple[Event, ...]], names: dict[str, str]
) -> list[tuple[Event, ...]]:
    """The same game with other hidden cards."""
    return [
        tuple(event_from_json(_renamed(event_to_json(event), names)) for event in events)
        for events in log
    ]


@settings(max_examples=40, deadline=None)
@given(GAMES, st.sampled_from(VIEWERS), st.integers(0, 2**32))
def test_views_and_events_do_not_depend_on_what_is_hidden(
    game: RandomGame, viewer: int | None, seed: int
) -> None:
    steps = [(events, state) for events, state in game.steps() if not state.over]
    last = steps[-1][1]
    names = _exchange(_hidden(last, viewer), Random(seed))
    other_log = _in_another_world([events for events, _ in steps], names)
    other = None
    for (events, state), other_events in zip(steps, other_log, strict=True):
        other = fold(other_events, other)
        assert _bytes(view_for(other, viewer)) == _bytes(view_for(state, viewer))
        for event, other_event in zip(events, other_events, strict=True):
            assert _bytes(redact(other_event, viewer)) == _bytes(redact(event, viewer))
    moved = any(old != new for old, new in names.items())
    assert (other != last) is moved


@settings(max_examples=60, deadline=None)
@given(GAMES, st.sampled_from(VIEWERS), st.integers(0, 2**32))
def test_a_view_forgets_face_up_reservations_unless_memory_is_open(
    game: RandomGame, viewer: int | None, seed: int
) -> None:
    state = game.position()
    if state.over:
        return
    hidden = _hidden(state, viewer, face_up=not game.open_memory)
    names = _exchange(hidden, Random(seed))

    other = state_from_json(_renamed(state_to_json(state), names))

    assert _bytes(view_for(other, viewer)) == _bytes(view_for(state, viewer))


def _two_reservations(options: str = "-") -> GameState:
    """Seat 1 holds a level 3 card reserved unseen and a level 1 card reserved face up."""
    return position(options=options, reserved1="J3-10:unseen,J1-20", board="WB3/5/5/5/5", seat=2)


def _reserved(state: GameState, viewer: int | None) -> list[object]:
    rows: list[object] = view_for(state, viewer)["seats"]["1"]["reserved"]
    return rows


@pytest.mark.parametrize("viewer", VIEWERS)
def test_case_129_no_view_names_a_card_of_a_deck(viewer: int | None) -> None:
    started = start_game(SeededChance(4))
    state = fold(started)

    shown = json.dumps([view_for(state, viewer), redact(started[0], viewer)])

    in_decks = {CARD_IDS[card] for deck in state.decks for card in deck}
    assert not in_decks & set(CARD.findall(shown))
    assert view_for(state, viewer)["decks"] == {"1": 25, "2": 20, "3": 10}


@pytest.mark.parametrize("viewer", [2, None])
def test_case_130_others_see_nothing_of_what_a_seat_may_do(viewer: int | None) -> None:
    rich = position(reserved1="J3-10:unseen", tokens1="K3", board="W4/5/5/5/5")
    other = position(reserved1="J3-11:unseen", tokens1="K3", board="W4/5/5/5/5", decks="J3-10")
    affordable = position(reserved1="J1-19:unseen", tokens1="K3", board="W4/5/5/5/5")
    dear = position(reserved1="J1-20:unseen", tokens1="K3", board="W4/5/5/5/5")

    assert view_for(rich, viewer) == view_for(other, viewer)
    assert legal(affordable) != legal(dear)
    assert view_for(affordable, viewer) == view_for(dear, viewer)


@pytest.mark.parametrize("viewer", [2, None])
def test_case_131_others_see_two_backs_with_their_levels(viewer: int | None) -> None:
    assert _reserved(_two_reservations(), viewer) == [
        {"level": 1, "card": None, "face_up": None},
        {"level": 3, "card": None, "face_up": None},
    ]


@pytest.mark.parametrize("viewer", [2, None])
def test_case_131_open_memory_marks_what_lay_face_up(viewer: int | None) -> None:
    assert _reserved(_two_reservations("open_memory"), viewer) == [
        {"level": 1, "card": "J1-20", "face_up": True},
        {"level": 3, "card": None, "face_up": False},
    ]


@pytest.mark.parametrize("options", ["-", "open_memory"])
def test_case_134_the_owner_sees_the_own_cards_also_on_the_opponents_turn(options: str) -> None:
    state = _two_reservations(options)

    assert state.seat == 2
    assert _reserved(state, 1) == [
        {"level": 3, "card": "J3-10", "face_up": False},
        {"level": 1, "card": "J1-20", "face_up": True},
    ]


def test_the_place_of_a_back_does_not_tell_which_card_was_bought() -> None:
    held: dict[str, str | int] = {"tokens1": "K3", "board": "W4/5/5/5/5"}
    first = position("", reserved1="J1-19:unseen,J1-20:unseen,J2-20", **held)
    second = position("", reserved1="J1-20:unseen,J2-20,J1-19:unseen", **held)
    backs = [{"level": level, "card": None, "face_up": None} for level in (1, 2)]

    for state in (first, second):
        assert _reserved(after(state, "purchase:J1-19=K3"), 2) == backs


@pytest.mark.parametrize("viewer", VIEWERS)
def test_case_133_bag_and_decks_are_shown_as_counts(viewer: int | None) -> None:
    view = view_for(position(board="WGGA1/5/5/5/5", tokens1="B4P2"), viewer)

    colors = {"white": 3, "blue": 0, "green": 2, "red": 4, "black": 4}
    assert view["bag"] == {**colors, "pearl": 0, "gold": 2}
    assert view["decks"] == {"1": 25, "2": 20, "3": 10}


def test_case_133_the_draw_is_decided_when_the_bag_is_emptied() -> None:
    state = position(board="W4/5/5/5/5")

    first, second = (decide(state, 1, Replenish(), SeededChance(seed)) for seed in (1, 2))

    assert first != second
    assert (
        view_for(fold(first, state), None)["board"] != view_for(fold(second, state), None)["board"]
    )


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("reserve:L1@a1", [CardReserved]),
        ("reserve:J1-01@a1", [PyramidRefilled]),
        ("purchase:J1-04=B3", [PyramidRefilled]),
        ("replenish", [BoardReplenished]),
        ("b1", []),
        ("privilege@b1", []),
    ],
)
def test_case_135_what_shows_something_new_cannot_be_taken_back(
    word: str, shown: list[type]
) -> None:
    state = position(board="AWW2/5/5/5/5", tokens1="B3", privileges1=1, pyramid="J1-01,J1-04")

    assert [type(event) for event in events_of(state, word) if reveals(event)] == shown


def test_case_135_the_set_up_shows_something_new() -> None:
    (started,) = start_game(SeededChance(1))

    assert isinstance(started, GameStarted)
    assert reveals(started)
