"""What the table marks as new since the viewer's own last turn."""

from typing import Any

from games.selectors.marks import News, news_of

OWN_TURN: list[dict[str, Any]] = [
    {"kind": "tokens_taken", "seat": 1, "cells": ["a1"], "tokens": ["white"]},
    {"kind": "turn_ended", "seat": 1},
]
THEIR_TURN: list[dict[str, Any]] = [
    {"kind": "privilege_used", "seat": 2, "cell": "e5", "token": "pearl"},
    {"kind": "board_replenished", "seat": 2, "placed": [{"cell": "a1", "token": "red"}]},
    {"kind": "tokens_taken", "seat": 2, "cells": ["b2", "c3"], "tokens": ["blue", "black"]},
    {"kind": "turn_ended", "seat": 2},
    {"kind": "card_reserved", "seat": 2, "gold": "d4", "level": 1, "card": None},
    {"kind": "pyramid_refilled", "seat": 2, "card": "J1-05"},
    {"kind": "matching_token_taken", "seat": 2, "cell": "e1", "token": "green"},
]


def test_all_of_the_opponents_turns_since_the_own_one_are_marked() -> None:
    assert news_of([*OWN_TURN, *THEIR_TURN], 1) == News(
        taken={"e5": "pearl", "b2": "blue", "c3": "black", "d4": "gold", "e1": "green"},
        line=("b2", "c3"),
        came=frozenset(["a1"]),
        fresh=frozenset(["J1-05"]),
    )


def test_nothing_is_new_after_the_own_turn_or_before_the_first() -> None:
    assert news_of([*THEIR_TURN, *OWN_TURN], 1) == News()
    assert news_of(THEIR_TURN, 1) == News()


def test_who_watches_has_no_turn_to_compare_with() -> None:
    assert news_of([*OWN_TURN, *THEIR_TURN], None) == News()
