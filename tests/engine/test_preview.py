"""Trying a turn out: nothing drawn, nothing that is hidden looked at, no further than the turn goes."""

import pytest

from engine import (
    Preview,
    Refusal,
    decide,
    fold,
    is_gift,
    legal_actions,
    preview,
    read_action,
    reveals,
    write_position,
)
from engine.chance import SeededChance
from tests.builders import position, random_play

BOARD = "1A3/GRK1P/1WBK1/B1RG1/2W2"
OWN_TURN = f"board={BOARD} bag=rest privileges1=2 pool=1"


def tried(stands: str, *words: str) -> Preview:
    """The preview of seat 1's actions, in notation."""
    return preview(position(stands), 1, [read_action(word) for word in words])


def test_actions_are_carried_out_in_order() -> None:
    seen = tried(OWN_TURN, "privilege@e2", "privilege@b2")
    assert [len(seen.played), seen.ended, seen.revealing, seen.refused] == [2, False, False, None]
    assert "tokens1=R1P1" in write_position(seen.state)


def test_the_end_of_the_turn_is_the_end_of_the_preview() -> None:
    seen = tried(OWN_TURN, "a2", "c2")
    assert [write_position(seen.state).split()[1], len(seen.played), seen.ended] == [
        "seat=2",
        1,
        True,
    ]


def test_a_turn_that_owes_a_discard_has_not_ended() -> None:
    full = f"board={BOARD} bag=rest tokens1=W2B2G2R2K1"
    assert not tried(full, "b2-c3").ended
    assert tried(full, "b2-c3", "discard:K1").ended


def test_an_extra_turn_is_another_turn() -> None:
    seen = tried(
        "board=W4/5/5/5/5 bag=rest reserved1=J1-03 tokens1=B2G2P1", "purchase:J1-03=B2G2P1", "a1"
    )
    assert ("seat=1" in write_position(seen.state), len(seen.played), seen.ended) == (True, 1, True)


@pytest.mark.parametrize(
    ("stands", "word"),
    [
        (OWN_TURN, "replenish"),
        (OWN_TURN, "reserve:L2@b1"),
        (OWN_TURN + " pyramid=J1-05", "reserve:J1-05@b1"),
    ],
)
def test_what_reveals_something_is_not_tried(stands: str, word: str) -> None:
    seen = tried(stands, "privilege@e2", word, "b2")
    assert [len(seen.played), seen.revealing, seen.refused] == [1, True, None]


def test_what_is_illegal_is_not_tried_and_says_why() -> None:
    seen = tried(OWN_TURN, "privilege@b1", "b2")
    assert seen.refused is not None
    assert (seen.refused.code, seen.played) == (Refusal.GOLD_NOT_TAKEN, ())


@pytest.mark.parametrize("seed", range(6))
def test_a_preview_is_what_is_then_decided(seed: int) -> None:
    chance = SeededChance(seed)
    for state, _events in random_play(seed):
        if state.over:
            return
        action = legal_actions(state)[0]
        events = decide(state, state.seat, action, chance)
        seen = preview(state, state.seat, [action])
        assert seen.revealing == any(reveals(event) for event in events)
        assert seen.events == (() if seen.revealing else events)
        assert seen.state == (state if seen.revealing else fold(events, state))


@pytest.mark.parametrize(
    ("kinds", "gift"),
    [
        (("red", "red", "red"), True),
        (("pearl", "white", "pearl"), True),
        (("red", "red", "blue"), False),
        (("red", "red"), False),
        (("pearl",), False),
    ],
)
def test_three_alike_or_two_pearls_are_a_gift(kinds: tuple[str, ...], gift: bool) -> None:
    assert is_gift(kinds) is gift
