"""Views and redacted events: allow-lists, and the law that one follows from the other (RULES section 7)."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GameState, event_to_json, fold, redact, redaction, resign, view_for
from engine.codec.events import EVENT_KINDS
from engine.events import SeatResigned, TokensTaken
from tests.builders import position
from tests.engine.games import GAMES, WHOLE_GAMES, RandomGame
from tests.engine.view_fold import ViewFold

VIEWERS = (1, 2, None)
# Every key of every kind of event that is not for everybody; all others are public.
SECRET_KEYS = {"game_started": {"decks"}, "card_reserved": {"card"}}
REVEALED = ("deck_cards", "seats")  # what the end of a game adds to the view

VIEW_KEYS = {
    "schema": int,
    "options": {"open_memory": bool, "stand_off": bool},
    "turn": int,
    "seat_to_move": int,
    "phase": str,
    "extra_turn": bool,
    "extra_turn_earned": bool,
    "fresh": bool,
    "replenished": bool,
    "last_purchase_turn": int,
    "matching_color": None,
    "board": list,
    "bag": dict,
    "pyramid": {"1": list, "2": list, "3": list},
    "decks": {"1": int, "2": int, "3": int},
    "royal_cards": list,
    "privileges": int,
    "seats": dict,
    "outcome": None,
}
SEAT_KEYS = {
    "tokens",
    "privileges",
    "cards",
    "bonuses",
    "points",
    "prestige",
    "crowns",
    "royal_cards",
    "stand_off",
    "reserved",
}


def _shape(view: dict[str, Any], model: dict[str, Any]) -> None:
    assert list(view) == list(model)
    for key, kind in model.items():
        if isinstance(kind, dict):
            _shape(view[key], kind)
        elif kind is not None:
            assert isinstance(view[key], kind)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_has_these_keys_and_no_others(viewer: int | None) -> None:
    state = position(reserved1="J3-10", reserved2="J3-11:unseen", cards1="J1-01")

    view = view_for(state, viewer)

    _shape(view, VIEW_KEYS)
    for seat in view["seats"].values():
        assert set(seat) == SEAT_KEYS
        assert all(set(row) == {"level", "card", "face_up"} for row in seat["reserved"])
        assert all(set(row) == {"card", "color"} for row in seat["cards"])
    assert json.loads(json.dumps(view)) == view


def test_a_view_is_a_fresh_one_each_time() -> None:
    state = position(board="WB3/5/5/5/5")
    first = view_for(state, 1)
    expected = deepcopy(first)
    first["board"].clear()
    first["seats"].clear()

    assert view_for(state, 1) == expected


@settings(max_examples=25, deadline=None)
@given(WHOLE_GAMES)
def test_a_redacted_event_hides_these_keys_and_no_others(game: RandomGame) -> None:
    for event in game.log():
        whole = event_to_json(event)
        secret = SECRET_KEYS.get(str(whole["kind"]), set())
        for viewer in VIEWERS:
            shown = redact(event, viewer)
            added = {"pyramid"} if whole["kind"] == "game_started" else set()
            assert set(shown) - {"card"} - added == set(whole) - secret - {"card"}
            assert all(shown[key] == whole[key] for key in set(whole) - secret)
            assert redact(event, viewer, over=True) == whole | {key: shown[key] for key in added}


def test_every_kind_of_event_says_what_everybody_may_see() -> None:
    assert set(redaction._PUBLIC) == set(EVENT_KINDS)
    assert all(
        set(SECRET_KEYS.get(kind, ())).isdisjoint(keys) for kind, keys in redaction._PUBLIC.items()
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_new_key_of_an_event_stays_hidden(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_secret(event: object) -> dict[str, object]:
        return {"kind": "seat_resigned", "seat": 1, "next_cards": ["J1-01"]}

    monkeypatch.setattr(redaction, "event_to_json", with_secret)

    assert redact(SeatResigned(1), viewer) == {"kind": "seat_resigned", "seat": 1}


def test_a_new_kind_of_event_is_not_shown_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        redaction, "event_to_json", lambda event: {"kind": "deck_stacked", "seat": 1}
    )

    with pytest.raises(KeyError):
        redact(SeatResigned(1), 1)


def test_a_new_attribute_of_the_position_stays_hidden() -> None:
    class Marked(GameState):
        """A position with one more attribute."""

    state = Marked()
    for name in GameState.__slots__:
        setattr(state, name, getattr(position(), name))
    state.tomorrow = "J3-01 comes next"  # type: ignore[attr-defined]

    assert "tomorrow" not in json.dumps(view_for(state, 1))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_event_without_secrets_is_shown_whole(viewer: int | None) -> None:
    event = TokensTaken(seat=1, cells=(0, 1), kinds=(0, 1))

    assert redact(event, viewer) == {
        "kind": "tokens_taken",
        "seat": 1,
        "cells": ["a1", "b1"],
        "tokens": ["white", "blue"],
    }


def _without_reveal(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what only the end of the game shows."""
    kept = {key: part for key, part in view.items() if key not in REVEALED}
    for seat, owned in view["seats"].items():
        kept[seat] = {key: part for key, part in owned.items() if key != "reserved"}
    return kept


@settings(max_examples=30, deadline=None)
@given(WHOLE_GAMES)
def test_old_view_and_redacted_events_give_the_new_view(game: RandomGame) -> None:
    folds = {viewer: ViewFold(viewer) for viewer in VIEWERS}
    for events, state in game.steps():
        for viewer, following in folds.items():
            for event in events:
                following.follow(redact(event, viewer))
            fresh = view_for(state, viewer)
            if state.over:
                assert _without_reveal(following.view) == _without_reveal(fresh)
            else:
                assert following.view == fresh


@settings(max_examples=30, deadline=None)
@given(GAMES, st.sampled_from(VIEWERS), st.integers(0, 200))
def test_any_stored_view_can_be_followed_from(
    game: RandomGame, viewer: int | None, start: int
) -> None:
    following = None
    for number, (events, state) in enumerate(game.steps()):
        if following is not None and not state.over:
            for event in events:
                following.follow(json.loads(json.dumps(redact(event, viewer))))
            assert following.view == view_for(state, viewer)
        elif number == start and not state.over:
            following = ViewFold(viewer, json.loads(json.dumps(view_for(state, viewer))))


@settings(max_examples=15, deadline=None)
@given(WHOLE_GAMES, st.sampled_from(VIEWERS))
def test_the_log_of_a_finished_game_gives_everything(game: RandomGame, viewer: int | None) -> None:
    log = game.log()
    following = ViewFold(viewer)
    for event in log:
        following.follow(redact(event, viewer, over=True))

    assert following.view == view_for(fold(log), viewer)


@settings(max_examples=15, deadline=None)
@given(GAMES, st.sampled_from([1, 2]))
def test_a_game_given_up_is_followed_to_its_end(game: RandomGame, seat: int) -> None:
    state = game.position()
    if state.over:
        return
    for viewer in VIEWERS:
        following = ViewFold(viewer, view_for(state, viewer))
        events = resign(state, seat)
        for event in events:
            following.follow(redact(event, viewer))
        assert _without_reveal(following.view) == _without_reveal(
            view_for(fold(events, state), viewer)
        )


def test_an_earlier_position_of_a_game_that_is_over_may_be_revealed() -> None:
    state = position("reserved1=J3-08:unseen reserved2=J3-10:unseen,J2-01")
    then, now = view_for(state, 1), view_for(state, 1, over=True)
    assert [row["card"] for row in then["seats"]["2"]["reserved"]] == [None, None]
    assert [row["card"] for row in now["seats"]["2"]["reserved"]] == ["J3-10", "J2-01"]
    assert "deck_cards" not in then
    assert {level: len(cards) for level, cards in now["deck_cards"].items()} == now["decks"]
    hidden = {"deck_cards", "seats"}
    assert {key: then[key] for key in then.keys() - hidden} == {
        key: now[key] for key in now.keys() - hidden
    }
