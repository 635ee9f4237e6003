"""Counts of action sequences: stored ones in tests/perft, confirmed by a generator that knows no rule.

On a mismatch compare with `python -m engine perft --depth N POSITION`, which splits the count by first action.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest

from engine.actions import (
    Action,
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
from engine.cards import CARD_IDS, ROYAL_IDS
from engine.chance import SeededChance
from engine.constants import KINDS, LEVELS, NOTHING
from engine.counts import ONE, Counts, count
from engine.decide import decide
from engine.errors import IllegalAction
from engine.evolve import fold
from engine.legal import legal_actions
from engine.notation import read_position, write_action
from engine.perft import perft, split
from engine.state import GameState
from tests.builders import position

CHANCE = SeededChance(1)
FAST = 100_000  # sequences counted in the normal run
FAST_TRIES = 300_000  # actions tried by the naive generator at one position in the normal run
MOST_TRIES = 1_500_000  # and over two levels in the slow run


@dataclass(frozen=True)
class Entry:
    """One count of a file."""

    id: str
    position: str
    depth: int
    count: int


def entries() -> Iterator[Entry]:
    for file in sorted((Path(__file__).parent.parent / "perft").glob("*.txt")):
        name = text = ""
        for line in file.read_text().splitlines():
            key, _, rest = line.partition(" ")
            if key == "id":
                name = f"{file.stem}-{rest}"
            elif key == "position":
                text = rest
            elif key == "perft":
                depth, number = rest.split()
                yield Entry(name, text, int(depth), int(number))
            else:
                assert not key or key.startswith("#"), line


ENTRIES = list(entries())
POSITIONS = {entry.id: entry.position for entry in ENTRIES}


def label(entry: Entry) -> str:
    return f"{entry.id}-{entry.depth}"


def slow_if(slow: bool) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if slow else []


@pytest.mark.parametrize(
    "entry",
    [pytest.param(entry, marks=slow_if(entry.count > FAST), id=label(entry)) for entry in ENTRIES],
)
def test_count_is_the_stored_one(entry: Entry) -> None:
    assert perft(read_position(entry.position), entry.depth, CHANCE) == entry.count


def parts(tokens: Counts) -> list[Counts]:
    """Every multiset within `tokens`."""
    piles = [
        [ONE[kind] * number for number in range(count(tokens, kind) + 1)] for kind in range(KINDS)
    ]
    return [sum(chosen) for chosen in product(*piles)]


def well_formed(state: GameState) -> Iterator[Action]:
    """Every action with at most three cells and no token that isn't in hand, whatever the rules say."""
    cells, cards = range(CELLS), range(len(CARD_IDS))
    within = parts(state.mine.tokens)
    yield from (ClaimStandOff(), Replenish())
    yield from map(UsePrivilege, cells)
    yield from (TakeTokens(line) for size in (1, 2, 3) for line in combinations(cells, size))
    yield from (ReserveCard(gold, card) for gold in cells for card in cards)
    yield from (ReserveUnseen(gold, level) for gold in cells for level in LEVELS)
    ontos = [NOTHING, *cards]
    yield from (PurchaseCard(*chosen) for chosen in product(cards, within, ontos))
    yield from map(TakeMatchingToken, cells)
    yield from map(StealToken, range(KINDS))
    yield from map(ChooseRoyalCard, range(len(ROYAL_IDS)))
    yield from map(DiscardTokens, within)


def accepted(state: GameState) -> dict[str, GameState]:
    """What `decide` takes, with the position after it."""
    found = {}
    for action in well_formed(state):
        try:
            events = decide(state, state.seat, action, CHANCE)
        except IllegalAction:
            continue
        found[write_action(action)] = fold(events, state)
    return found


def naive_perft(state: GameState, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(naive_perft(after, depth - 1) for after in accepted(state).values())


def tries(text: str) -> int:
    """About how many actions the naive generator tries: purchases are by far the most."""
    return len(parts(read_position(text).mine.tokens)) * len(CARD_IDS) * (len(CARD_IDS) + 1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=slow_if(tries(text) > FAST_TRIES), id=name)
        for name, text in POSITIONS.items()
    ],
)
def test_naive_generator_finds_the_same_actions(text: str) -> None:
    state = read_position(text)
    words = [write_action(action) for action in legal_actions(state)]
    assert len(set(words)) == len(words)
    assert set(words) == set(accepted(state))


@pytest.mark.slow
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(two, id=two.id)
        for one, two in pairwise(ENTRIES)
        if two.depth == 2 and one.count * tries(two.position) <= MOST_TRIES
    ],
)
def test_naive_generator_confirms_two_levels(entry: Entry) -> None:
    assert naive_perft(read_position(entry.position), 2) == entry.count


def test_split_adds_up() -> None:
    state = position("board=W4/5/2B2/5/4A tokens1=W2G1 tokens2=G3R4")
    counts = split(state, 2, CHANCE)
    assert list(counts) == [write_action(action) for action in legal_actions(state)]
    assert sum(counts.values()) == perft(state, 2, CHANCE)


def test_depth_nought_is_one_sequence_and_an_ended_game_has_none() -> None:
    state = position("board=W4/5/5/5/5")
    assert perft(state, 0, CHANCE) == 1
    over = position("phase=over outcome=2/timeout")
    assert (perft(over, 1, CHANCE), perft(over, 3, CHANCE)) == (0, 0)
