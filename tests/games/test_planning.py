"""Plans as pure functions: every kind of fact, what a turn rests on, how far it may go, which entry fits."""

from dataclasses import replace
from typing import Any

import pytest

from engine import GameState, read_action, view_for
from games.planning.attempt import Problem, as_mover, attempt, imagined, problem_of
from games.planning.entry import (
    Entry,
    entry_from_json,
    entry_to_json,
    first_that_fits,
    fits,
)
from games.planning.facts import Fact, FactKind, fact_from_json, fact_to_json, holds
from games.planning.implied import implied_by
from tests.builders import position, random_play

BOARD = "board=1A3/GRK1P/1WBK1/B1RG1/2W2 bag=rest"
CARDS = "pyramid=J1-05,J1-06,-,-,-/J2-05,-,-,-/J3-03,-,-"
ME = 1
# Seat 2 thinks, seat 1 plans.
STANDS = position(
    f"{BOARD} {CARDS} seat=2 turn=5 tokens1=W1A1 privileges1=1 reserved1=J1-16 "
    "tokens2=R1 cards2=J1-20,J3-01 reserved2=J2-07 privileges2=1 pool=1"
)


def view(state: GameState = STANDS) -> dict[str, Any]:
    """What seat 1 sees."""
    return view_for(state, ME)


def mine(state: GameState = STANDS) -> dict[str, Any]:
    """The same, seat 1 to move."""
    return as_mover(view(state), ME)


def entry(*words: str, wants: tuple[Fact, ...] = (), past: bool = False) -> Entry:
    """An entry made on the position above."""
    facts = implied_by([read_action(word) for word in words], mine())
    return Entry("k", words, facts, wants, past)


def problem(*words: str, past: bool = False, state: GameState = STANDS) -> Problem | None:
    """Why seat 1 can't plan this turn."""
    actions = [read_action(word) for word in words]
    return problem_of(attempt(mine(state), ME, actions), len(actions), past=past)


# Facts

TRUE_AND_FALSE = [
    (
        Fact(FactKind.CELL_HOLDS, cell="b2", token="red"),
        Fact(FactKind.CELL_HOLDS, cell="b2", token="blue"),
    ),
    (
        Fact(FactKind.CELL_HOLDS, cell="b1", token="gold"),
        Fact(FactKind.CELL_HOLDS, cell="a1", token="gold"),
    ),
    (Fact(FactKind.CELL_EMPTY, cell="a1"), Fact(FactKind.CELL_EMPTY, cell="b1")),
    (Fact(FactKind.CELL_FULL, cell="b1"), Fact(FactKind.CELL_FULL, cell="a1")),
    (Fact(FactKind.CARD_OPEN, card="J1-05"), Fact(FactKind.CARD_OPEN, card="J1-16")),
    (Fact(FactKind.DECK_LEFT, number=1), None),
    (Fact(FactKind.ROYAL_LEFT, card="R-1"), None),
    (Fact(FactKind.PRIVILEGES, number=1), Fact(FactKind.PRIVILEGES, number=2)),
    (
        Fact(FactKind.CAN_PAY, tokens={"white": 1, "gold": 1}),
        Fact(FactKind.CAN_PAY, tokens={"white": 2}),
    ),
    (
        Fact(FactKind.MY_TOKENS, tokens={"white": 1, "gold": 1}),
        Fact(FactKind.MY_TOKENS, tokens={"white": 1}),
    ),
    (Fact(FactKind.THEY_HOLD, token="red"), Fact(FactKind.THEY_HOLD, token="white")),
    (Fact(FactKind.NOT_BOUGHT, card="J1-05"), Fact(FactKind.NOT_BOUGHT, card="J1-20")),
    (Fact(FactKind.CARDS_AT_MOST, number=2), Fact(FactKind.CARDS_AT_MOST, number=1)),
    (Fact(FactKind.RESERVED_AT_MOST, number=1), Fact(FactKind.RESERVED_AT_MOST, number=0)),
]


@pytest.mark.parametrize(("true", "false"), TRUE_AND_FALSE)
def test_each_kind_of_fact_is_seen_in_the_view(true: Fact, false: Fact | None) -> None:
    assert holds(true, view(), ME)
    assert false is None or not holds(false, view(), ME)


def test_crowns_and_points_are_the_opponent_s() -> None:
    theirs = view()["seats"]["2"]
    for kind, has in (
        (FactKind.CROWNS_BELOW, theirs["crowns"]),
        (FactKind.PRESTIGE_BELOW, theirs["prestige"]),
    ):
        assert has > 0
        assert not holds(Fact(kind, number=has), view(), ME)
        assert holds(Fact(kind, number=has + 1), view(), ME)


def test_an_empty_deck_and_a_royal_card_that_is_gone() -> None:
    shown = view() | {"decks": {"1": 0, "2": 1, "3": 1}, "royal_cards": ["R-2"]}
    assert not holds(Fact(FactKind.DECK_LEFT, number=1), shown, ME)
    assert not holds(Fact(FactKind.ROYAL_LEFT, card="R-1"), shown, ME)


def test_every_kind_of_fact_is_tried_here() -> None:
    tried = {fact.kind for pair in TRUE_AND_FALSE for fact in pair if fact}
    assert tried | {FactKind.CROWNS_BELOW, FactKind.PRESTIGE_BELOW} == set(FactKind)


@pytest.mark.parametrize("fact", [fact for pair in TRUE_AND_FALSE for fact in pair if fact])
def test_facts_survive_being_stored(fact: Fact) -> None:
    assert fact_from_json(fact_to_json(fact)) == fact


# What a turn rests on


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (
            ["b2-c3"],
            [
                Fact(FactKind.CELL_HOLDS, cell="b2", token="red"),
                Fact(FactKind.CELL_HOLDS, cell="c3", token="blue"),
            ],
        ),
        (
            ["reserve:J1-05@b1"],
            [
                Fact(FactKind.CELL_HOLDS, cell="b1", token="gold"),
                Fact(FactKind.CARD_OPEN, card="J1-05"),
            ],
        ),
        (
            ["reserve:L2@b1"],
            [
                Fact(FactKind.CELL_HOLDS, cell="b1", token="gold"),
                Fact(FactKind.DECK_LEFT, number=2),
            ],
        ),
        (["purchase:J1-16=W1A1"], [Fact(FactKind.CAN_PAY, tokens={"white": 1, "gold": 1})]),
        (
            ["purchase:J1-05=W1"],
            [Fact(FactKind.CARD_OPEN, card="J1-05"), Fact(FactKind.CAN_PAY, tokens={"white": 1})],
        ),
        (["steal:R"], [Fact(FactKind.THEY_HOLD, token="red")]),
        (["royal:R-1"], [Fact(FactKind.ROYAL_LEFT, card="R-1")]),
        (["replenish", "b2"], []),
        (["discard:W1"], []),
        (["claim"], []),
    ],
)
def test_turn_rests_on_what_it_takes(words: list[str], facts: list[Fact]) -> None:
    assert list(implied_by([read_action(word) for word in words], mine())) == facts


def test_what_a_privilege_brings_in_need_not_be_held_before() -> None:
    actions = [read_action(word) for word in ("privilege@b3", "purchase:J1-16=W2A1")]
    assert Fact(FactKind.CAN_PAY, tokens={"white": 1, "gold": 1}) in implied_by(actions, mine())
    assert Fact(FactKind.PRIVILEGES, number=1) in implied_by(actions, mine())


# How far a turn may go


def test_the_view_is_read_as_if_its_seat_were_to_move() -> None:
    late = replace_phase(view())
    assert as_mover(late, ME)["phase"] == "main"
    assert as_mover(late, ME)["seat_to_move"] == ME
    assert view_for(imagined(mine()), ME) == mine()


def replace_phase(shown: dict[str, Any]) -> dict[str, Any]:
    """The opponent is in the middle of a turn that is an extra one."""
    return shown | {"phase": "discard_tokens", "replenished": True, "extra_turn": True}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["b2-c3-d4"], None),
        (["privilege@a2", "b2-c3-d4"], None),
        (["privilege@a2"], Problem.UNFINISHED),
        (["a1"], Problem.ILLEGAL),
        (["b2", "c3"], Problem.TOO_LONG),
        (["replenish"], None),
        (["replenish", "b2"], Problem.CROSSES),
        (["reserve:L2@b1"], None),
        (["reserve:J1-05@b1"], None),
        (["purchase:J1-05=W1"], Problem.ILLEGAL),
    ],
)
def test_turn_in_a_plan_is_whole_or_ends_where_something_is_turned_up(
    words: list[str], expected: Problem | None
) -> None:
    assert problem(*words) is expected


def test_ticked_turn_may_go_on_after_what_is_turned_up() -> None:
    assert problem("replenish", "b2", past=True) is None


def test_follow_ups_behind_a_card_turned_up_are_checked_as_far_as_they_are_known() -> None:
    """The card that fills the gap is unknown, but not what may be chosen then."""
    state = position(
        f"{BOARD} pyramid=J1-04,-,-,-,-/J2-05,-,-,-/J3-03,-,- seat=2 tokens1=W2B2G2R2K2", turn=3
    )
    words = ["reserve:L1@b1", "discard:W1"]
    assert problem(*words, state=state) is Problem.CROSSES
    assert problem(*words, state=state, past=True) is None
    assert problem(words[0], "discard:W2", state=state, past=True) is Problem.ILLEGAL
    assert problem(words[0], state=state) is None


def test_gift_is_seen_even_when_the_opponent_has_no_room_for_it() -> None:
    full = position("board=5/RRR2/5/5/5 bag=rest seat=2 privileges2=3 pool=0")
    for state in (full, position("board=5/RRR2/5/5/5 bag=rest seat=2")):
        assert attempt(mine(state), ME, [read_action("a2-b2-c2")]).gives
        assert not attempt(mine(state), ME, [read_action("a2-b2")]).gives


# Entries


def test_entry_fits_while_what_it_rests_on_is_there() -> None:
    planned = entry("b2-c3-d4")
    assert fits(planned, mine(), ME)
    gone = mine() | {"board": [None if t == "blue" else t for t in view()["board"]]}
    assert not fits(planned, gone, ME)


def test_entry_fits_only_if_its_conditions_hold_too() -> None:
    theirs = view()["seats"]["2"]["crowns"]
    assert not fits(entry("b2-c3", wants=(Fact(FactKind.CROWNS_BELOW, number=theirs),)), mine(), ME)
    assert fits(entry("b2-c3", wants=(Fact(FactKind.CROWNS_BELOW, number=theirs + 1),)), mine(), ME)


def test_entry_whose_turn_would_be_left_unfinished_does_not_fit() -> None:
    """More tokens than planned: the same take would now leave a choice open, which nobody made."""
    state = position(f"{BOARD} seat=2 tokens1=W2B2G2R2")
    actions = [read_action("b2-c3")]
    planned = Entry("k", ("b2-c3",), implied_by(actions, mine(state)))
    assert fits(planned, mine(state), ME)
    more = position(f"{BOARD} seat=1 tokens1=W2B2G2R2K1")
    assert not fits(planned, view(more), ME)


def test_first_entry_that_fits_is_chosen() -> None:
    never = entry("b2-c3", wants=(Fact(FactKind.CELL_FULL, cell="a1"),))
    first, second = replace(entry("b2-c3"), key="1"), replace(entry("c3-d4"), key="2")
    assert first_that_fits([never, first, second], mine(), ME) == first
    assert first_that_fits([never], mine(), ME) is None


def test_entries_survive_being_stored() -> None:
    planned = entry(
        "privilege@b3", "b2-c3", wants=(Fact(FactKind.CELL_EMPTY, cell="a1"),), past=True
    )
    assert entry_from_json(entry_to_json(planned)) == planned


@pytest.mark.parametrize("seed", range(6))
def test_plans_rest_on_the_view_alone(seed: int) -> None:
    """In every position of a random game, every whole turn of one action fits, and only what the view says decides."""
    for number, (state, _events) in enumerate(random_play(seed)):
        if number % 9 or state.over or state.phase:
            continue
        shown = view_for(state, state.seat)
        assert view_for(imagined(shown), state.seat) == shown
        for word in ("replenish", "a1-a2-a3", "reserve:L1@c3"):
            tried = attempt(shown, state.seat, [read_action(word)])
            again = attempt(view_for(imagined(shown), state.seat), state.seat, [read_action(word)])
            assert (tried.ended, tried.revealed_at) == (again.ended, again.revealed_at)
