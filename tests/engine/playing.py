"""Playing a position in a test: words of the notation in, positions, events and refusals out.

A word is one of docs/notation.md; `replenish=RW` also says what the bag gives, in this order.
"""

import pytest

from engine import (
    Action,
    Chance,
    Event,
    GameState,
    IllegalAction,
    Refusal,
    SeededChance,
    decide,
    fold,
    legal_actions,
    read_action,
    write_action,
)
from engine.cards import CARD_IDS, ROYAL_IDS
from engine.constants import KIND_LETTERS, NOTHING, SEATS
from engine.counts import from_kinds
from engine.notation import ScriptedChance
from engine.notation.layout import write_board
from engine.notation.words import read_counts, write_counts

DRAWN = "replenish="
LETTERS = {letter: kind for kind, letter in enumerate(KIND_LETTERS)}


def _read(word: str) -> tuple[Action, Chance]:
    if word.startswith(DRAWN):
        drawn = [LETTERS[letter] for letter in word.removeprefix(DRAWN)]
        return read_action("replenish"), ScriptedChance(drawn)
    return read_action(word), SeededChance(0)


def events_of(state: GameState, word: str) -> tuple[Event, ...]:
    """What the seat to move causes by `word`."""
    action, chance = _read(word)
    return decide(state, state.seat, action, chance)


def after(state: GameState, *words: str) -> GameState:
    """The position once the seats to move have done all of `words`."""
    for word in words:
        state = fold(events_of(state, word), state)
    return state


def refusal(state: GameState, action: str | Action, *, seat: int | None = None) -> Refusal:
    """Why the seat to move (or `seat`) may not do this; checks that nothing was changed by asking."""
    before = state.copy()
    asked = read_action(action) if isinstance(action, str) else action
    with pytest.raises(IllegalAction) as caught:
        decide(state, seat or state.seat, asked, SeededChance(0))
    assert state == before
    return caught.value.code


def legal(state: GameState, start: str = "") -> list[str]:
    """The words of all legal actions, or of those that begin with `start`."""
    words = [write_action(action) for action in legal_actions(state)]
    return [word for word in words if word.startswith(start)]


def hand(state: GameState, seat: int) -> str:
    """The tokens of a seat, as text."""
    return write_counts(state.of(seat).tokens)


def bag(state: GameState) -> str:
    """The tokens in the bag, as text."""
    return write_counts(state.bag)


def board(state: GameState) -> str:
    """The board, as text."""
    return write_board(state.board)


def privileges(state: GameState) -> tuple[int, int, int]:
    """Privileges of the pool, of seat 1 and of seat 2."""
    return state.pool, state.first.privileges, state.second.privileges


def cards(state: GameState, seat: int) -> list[str]:
    """Ids of the jewel cards that a seat owns, first purchase first."""
    return [CARD_IDS[card] for card in state.of(seat).cards]


def reserved(state: GameState, seat: int) -> list[str]:
    """Ids of the cards that a seat has reserved."""
    return [CARD_IDS[card] for card in state.of(seat).reserved]


def royals(state: GameState, seat: int) -> list[str]:
    """Ids of the royal cards that a seat owns."""
    return [ROYAL_IDS[card] for card in state.of(seat).royals]


def row(state: GameState, level: int) -> list[str | None]:
    """Ids of the face-up cards of a level; None for an empty place."""
    found = state.pyramid[level - 1]
    return [None if card == NOTHING else CARD_IDS[card] for card in found]


def bonuses(state: GameState, seat: int) -> str:
    """Bonuses of a seat, as text like tokens."""
    return write_counts(state.of(seat).bonuses)


def all_tokens(state: GameState) -> int:
    """Board, bag and hands together."""
    on_board = from_kinds(kind for kind in state.board if kind != NOTHING)
    return on_board + state.bag + sum(state.of(seat).tokens for seat in SEATS)


def tokens(text: str) -> int:
    """Tokens from text, packed."""
    return read_counts(text, "tokens")
