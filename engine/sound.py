"""Whether a position read from outside is one the rules can be asked about.

Every token, card and privilege is somewhere exactly once, and nothing contradicts what the rules take for granted (and
assert). Whether real play could lead there is not asked: tests need positions that no game reaches.
"""

from collections import Counter
from typing import Final

from engine.cards import CARD_IDS, LEVEL, ROYAL_IDS
from engine.constants import (
    COLORS,
    DISCARD,
    HAND_LIMIT,
    KIND_NAMES,
    KINDS,
    LEVELS,
    MAIN,
    MATCHING,
    NOTHING,
    OVER,
    PHASE_NAMES,
    PRIVILEGES,
    RESERVE_LIMIT,
    ROW_SIZES,
    ROYAL,
    ROYAL_THRESHOLDS,
    SEATS,
    STEAL,
    TOKENS_OF_KIND,
)
from engine.counts import contains, count, from_kinds, total
from engine.effects import STAND_OFF_TOKENS
from engine.errors import Malformed
from engine.flow import matching_cells, stealable_kinds
from engine.state import GameState, Holdings, Outcome
from engine.victory import Reason

_MOST_POINTS: Final = 15  # of one colour: 9 without having won, and 6 on the best card
_REASONS: Final = frozenset(reason.value for reason in Reason)
_MOST_BONUSES: Final = 16  # of one colour without having won


def check_sound(state: GameState) -> None:
    """Raise Malformed, with a sentence that says what is wrong, unless the position is sound."""
    _check_tokens(state)
    _check_cards(state)
    _check_royals(state)
    _check_privileges(state)
    for seat in SEATS:
        _check_holdings(state, seat)
    _check_turn(state)
    _check_phase(state)


def _require(right: bool, problem: str) -> None:
    if not right:
        raise Malformed(problem)


def _check_tokens(state: GameState) -> None:
    on_board = from_kinds([kind for kind in state.board if kind != NOTHING])
    places = (on_board, state.bag, state.first.tokens, state.second.tokens)
    for kind in range(KINDS):
        found = sum(count(place, kind) for place in places)
        right = found == TOKENS_OF_KIND[kind]
        _require(right, f"tokens: {found} {KIND_NAMES[kind]} instead of {TOKENS_OF_KIND[kind]}")


def _check_cards(state: GameState) -> None:
    for level, size, row, deck in zip(LEVELS, ROW_SIZES, state.pyramid, state.decks, strict=True):
        _require(len(row) == size, f"pyramid: {len(row)} places of level {level} instead of {size}")
        right = all(LEVEL[card] == level for card in (*row, *deck) if card != NOTHING)
        _require(right, f"cards: one of level {level} is of another level")
        _require(NOTHING not in deck, f"decks: no card where one of level {level} belongs")
    places = Counter(card for row in state.pyramid for card in row if card != NOTHING)
    for cards in (*state.decks, *(part for seat in SEATS for part in _cards_of(state.of(seat)))):
        places.update(cards)
    for card, card_id in enumerate(CARD_IDS):
        _require(places[card] == 1, f"cards: {card_id} is in {places[card]} places")


def _cards_of(holdings: Holdings) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return holdings.cards, holdings.reserved


def _check_royals(state: GameState) -> None:
    places = Counter((*state.royals, *state.first.royals, *state.second.royals))
    for card, card_id in enumerate(ROYAL_IDS):
        _require(places[card] == 1, f"royal cards: {card_id} is in {places[card]} places")


def _check_privileges(state: GameState) -> None:
    found = state.pool + state.first.privileges + state.second.privileges
    _require(found == PRIVILEGES, f"privileges: {found} instead of {PRIVILEGES}")


def _check_holdings(state: GameState, seat: int) -> None:
    holdings = state.of(seat)
    right = len(holdings.reserved) <= RESERVE_LIMIT
    _require(right, f"seat {seat}: more than {RESERVE_LIMIT} reserved cards")
    _check_hand(state, seat)
    _check_sums(state, seat)
    due = royals_owed(holdings)
    chooses = seat == state.seat and state.phase == ROYAL
    # A game can end by resignation or on time while a royal card is still owed.
    right = due == int(chooses) or (due == 1 and seat == state.seat and state.phase == OVER)
    _require(right, f"seat {seat}: {holdings.crowns} crowns and {len(holdings.royals)} royal cards")


def royals_owed(holdings: Holdings) -> int:
    """Royal cards that the crowns call for and that were not taken; negative if too many were."""
    called_for = sum(holdings.crowns >= threshold for threshold in ROYAL_THRESHOLDS)
    return called_for - len(holdings.royals)


def _check_hand(state: GameState, seat: int) -> None:
    holdings = state.of(seat)
    tokens = total(holdings.tokens)
    _require(seat == state.seat or tokens <= HAND_LIMIT, f"seat {seat}: more than 10 tokens")
    # Privileges are all that brings tokens in before the main action.
    right = state.phase != MAIN or tokens <= HAND_LIMIT + PRIVILEGES
    _require(right, f"seat {seat}: more than 13 tokens before the main action")
    right = holdings.stand_off == 0 or contains(holdings.tokens, STAND_OFF_TOKENS)
    _require(right, f"seat {seat}: a stand-off count without all gold and both pearls")
    right = state.stand_off or holdings.stand_off == 0
    _require(right, f"seat {seat}: a stand-off count though the rule is switched off")


def _check_sums(state: GameState, seat: int) -> None:
    """Packed counts must stay within the fields that the rules compare (see `counts`)."""
    holdings = state.of(seat)
    for color in range(COLORS):
        name = KIND_NAMES[color]
        right = count(holdings.points, color) <= _MOST_POINTS
        _require(right, f"seat {seat}: more than {_MOST_POINTS} points on {name} cards")
        right = state.phase != MAIN or count(holdings.bonuses, color) <= _MOST_BONUSES
        _require(right, f"seat {seat}: more than {_MOST_BONUSES} {name} bonuses")


def _check_turn(state: GameState) -> None:
    _require(state.seat in SEATS, "the seat to move is 1 or 2")
    _require(state.turn >= 1, "the first turn is turn 1")
    _require(state.last_purchase <= state.turn, "the last purchase lies in the future")
    _require(not (state.replenished and state.fresh), "a replenish is an act of its turn")
    _require(not state.again or state.phase == DISCARD, "an extra turn can't have been earned yet")


def _check_phase(state: GameState) -> None:
    phase = state.phase
    name = PHASE_NAMES[phase]
    _require(
        (state.outcome is not None) == (phase == OVER), "an outcome and phase over go together"
    )
    right = (state.matching != NOTHING) == (phase == MATCHING)
    _require(right, "a matching colour and phase take_matching_token go together")
    answers = {
        MATCHING: lambda: bool(matching_cells(state, state.matching)),
        STEAL: lambda: bool(stealable_kinds(state.theirs)),
        DISCARD: lambda: total(state.mine.tokens) > HAND_LIMIT,
    }
    _require(answers.get(phase, lambda: True)(), f"phase {name}: there is nothing to choose")


def check_outcome(outcome: Outcome) -> None:
    """Raise Malformed unless winner, reasons and colours belong together."""
    reasons = outcome.reasons
    _require(bool(reasons) and len(set(reasons)) == len(reasons), "outcome: each reason once")
    for reason in reasons:
        _require(reason in _REASONS, f"outcome: {reason!r} is not a reason")
    drawn = reasons == (Reason.NO_PROGRESS.value,)
    right = outcome.winner in SEATS and Reason.NO_PROGRESS.value not in reasons
    _require(right or (drawn and outcome.winner == 0), "outcome: only no_progress is a draw")
    right = bool(outcome.colors) == (Reason.COLOR.value in reasons)
    _require(right, "outcome: colours and the reason color go together")
