"""The legal list: complete, sorted, and confirmed by trying every well-formed action (issue 2, section 2)."""

from collections.abc import Iterator
from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Action, GameState, IllegalAction, SeededChance, decide, legal_actions
from engine.actions import (
    ChooseRoyalCard,
    ClaimStandOff,
    DiscardTokens,
    PurchaseCard,
    Replenish,
    ReserveCard,
    ReserveUnseen,
    StealToken,
    TakeMatchingToken,
    TakeTokens,
    UsePrivilege,
)
from engine.board import CELLS
from engine.cards import CARD_IDS, COST, ROYAL_IDS
from engine.check import check
from engine.constants import KINDS, NOTHING, SEATS
from engine.counts import ONE, Counts, count, total
from engine.legal import SORT_ORDER
from tests.builders import position
from tests.engine.games import GAMES, RandomGame
from tests.engine.playing import legal, refusal

CARDS = range(len(CARD_IDS))


def _parts(tokens: Counts) -> list[Counts]:
    """Every multiset within `tokens`."""
    piles = [[ONE[kind] * n for n in range(count(tokens, kind) + 1)] for kind in range(KINDS)]
    return [sum(chosen) for chosen in product(*piles)]


def _purchases(state: GameState) -> Iterator[Action]:
    """Every part of the hand as a payment for every card; the cards a copy may lie on: owned, not owned, none."""
    mine = state.mine
    ontos = {NOTHING, 0, *mine.cards, *state.theirs.cards[:1], *mine.reserved[:1]}
    for card in CARDS:
        payments = [part for part in _parts(mine.tokens) if total(part) <= total(COST[card]) + 1]
        in_sight = any(card in row for row in state.pyramid) or card in mine.reserved
        for payment in payments if in_sight else [0, COST[card]]:
            yield from (PurchaseCard(card, payment, onto) for onto in ontos)


def well_formed(state: GameState) -> Iterator[Action]:
    """Every action that could mean something here or elsewhere, whatever the rules say."""
    cells = range(-1, CELLS + 1)
    sizes = (1, 2, 3)
    return chain(
        [ClaimStandOff(), Replenish(), TakeTokens(()), TakeTokens((0, 1, 2, 3))],
        (UsePrivilege(cell) for cell in cells),
        (TakeTokens(line) for size in sizes for line in combinations(range(CELLS), size)),
        (ReserveCard(gold, card) for gold in cells for card in range(-1, len(CARDS) + 1)),
        (ReserveUnseen(gold, level) for gold in cells for level in range(5)),
        _purchases(state),
        (TakeMatchingToken(cell) for cell in cells),
        (StealToken(kind) for kind in range(-1, KINDS + 1)),
        (ChooseRoyalCard(card) for card in range(-1, len(ROYAL_IDS) + 1)),
        (DiscardTokens(part) for part in _parts(state.mine.tokens)),
    )


def _accepts(state: GameState, action: Action) -> bool:
    try:
        check(state, state.seat, action)
    except IllegalAction:
        return False
    return True


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_legal_is_what_is_accepted(game: RandomGame) -> None:
    state = game.position()

    assert set(legal_actions(state)) == {a for a in well_formed(state) if _accepts(state, a)}


@settings(max_examples=25, deadline=None)
@given(GAMES)
def test_every_legal_action_can_be_carried_out(game: RandomGame) -> None:
    state = game.position()
    before = state.copy()

    for action in legal_actions(state):
        assert decide(state, state.seat, action, SeededChance(0))
    assert state == before


@settings(max_examples=40, deadline=None)
@given(GAMES, st.data())
def test_refused_actions_leave_the_state_as_it_was(game: RandomGame, data: st.DataObject) -> None:
    state = game.position()
    legal_now = set(legal_actions(state))
    refused = [action for action in well_formed(state) if action not in legal_now]

    for action in data.draw(st.lists(st.sampled_from(refused), min_size=5, max_size=20)):
        refusal(state, action)  # compares the state before and after
    for action in list(legal_now)[:5]:
        refusal(state, action, seat=3 - state.seat)


def _key(action: Action) -> tuple[object, ...]:
    fields = [getattr(action, name) for name in action.__dataclass_fields__]
    return (SORT_ORDER.index(type(action)), *fields)


@settings(max_examples=100, deadline=None)
@given(GAMES)
def test_the_list_is_sorted_without_repetition_and_empty_only_at_the_end(game: RandomGame) -> None:
    state = game.position()
    keys = [_key(action) for action in legal_actions(state)]

    assert keys == sorted(set(keys))
    assert bool(keys) is not state.over


@settings(max_examples=25, deadline=None)
@given(GAMES)
def test_the_list_is_the_same_each_time_and_a_fresh_one(game: RandomGame) -> None:
    state = game.position()
    first = legal_actions(state)
    expected = list(first)
    first.clear()

    assert legal_actions(state) == expected
    assert legal_actions(state.copy()) == expected


def test_sort_order_names_every_action() -> None:
    assert set(SORT_ORDER) == set(Action.__args__)
    assert len(SORT_ORDER) == len(set(SORT_ORDER))


def test_the_list_in_the_order_of_a_turn() -> None:
    state = position(
        board="WW3/A4/5/5/5",
        tokens1="R3",
        privileges1=1,
        tokens2="P2A2",
        stand_off2=0,
        reserved1="J1-14",
        pyramid="J1-01,J1-02,J1-03,J1-05,J1-06/J2-01,J2-02,J2-03,J2-04/J3-01,J3-02,J3-03",
    )

    words = legal(state)

    assert words[:6] == ["privilege@a1", "privilege@b1", "replenish", "a1", "a1-b1", "b1"]
    assert words[6] == "reserve:J1-01@a2"
    assert words[-4:] == ["reserve:L1@a2", "reserve:L2@a2", "reserve:L3@a2", "purchase:J1-14=R3"]
    assert len(words) == 6 + 12 + 3 + 1


def test_only_the_seat_to_move_may_act() -> None:
    state = position(board="WW3/A4/5/5/5")

    for seat in SEATS:
        state.seat = seat
        assert refusal(state, "a1", seat=3 - seat) == "not_your_turn"
