"""Deciding: a wish is checked in full and answered with the events it causes. Nothing is changed here."""

from engine import effects, flow
from engine.actions import Action
from engine.cards import CARDS_OF_LEVEL
from engine.chance import Chance
from engine.check import check
from engine.constants import DISCARD, HAND_LIMIT, KINDS, LEVELS, SEATS, other_seat
from engine.counts import ALL_TOKENS, ONE, Counts, count, to_kinds, total
from engine.errors import IllegalAction, Refusal
from engine.events import Event, GameStarted, SeatResigned, TimeExpired, TokensDiscarded
from engine.play import play
from engine.state import GameState, Outcome
from engine.victory import Reason, has_won

Events = tuple[Event, ...]


def start_game(chance: Chance, *, open_memory: bool = False, stand_off: bool = True) -> Events:
    """Shuffle and lay out a new game (RULES section 2)."""
    starter = chance.shuffle("starter", 1, SEATS)[0]
    board = tuple(chance.shuffle("board", 1, to_kinds(ALL_TOKENS)))
    decks = tuple(
        tuple(chance.shuffle("deck", level, CARDS_OF_LEVEL[level - 1])) for level in LEVELS
    )
    return (GameStarted(starter, board, decks, open_memory, stand_off),)


def decide(state: GameState, seat: int, action: Action, chance: Chance) -> Events:
    """The events of `seat` doing `action`. Raises IllegalAction, and then nothing has happened."""
    check(state, seat, action)
    log: list[Event] = []
    play(state.copy(), action, chance, log)
    return tuple(log)


def resign(state: GameState, seat: int) -> Events:
    """`seat` gives up, at any moment; it always loses (RULES section 8). Raises IllegalAction when the game is over."""
    return _concede(
        state, SeatResigned(seat), Outcome(other_seat(seat), (Reason.RESIGNATION.value,))
    )


def time_out(state: GameState) -> Events:
    """The seat to move has run out of time: it loses, unless it has won and only owes the discard (RULES section 8)."""
    expired = TimeExpired(state.seat)
    if state.phase == DISCARD and has_won(state.mine):
        return _discard_and_win(state.copy(), [expired])
    return _concede(state, expired, Outcome(other_seat(state.seat), (Reason.TIMEOUT.value,)))


def _concede(state: GameState, cause: Event, outcome: Outcome) -> Events:
    if state.over:
        raise IllegalAction(Refusal.GAME_OVER)
    log: list[Event] = [cause]
    flow.end_game(state.copy(), outcome, log)
    return tuple(log)


def _discard_and_win(state: GameState, log: list[Event]) -> Events:
    surplus = largest_piles(state.mine.tokens)
    log.append(TokensDiscarded(state.seat, surplus, automatic=True))
    effects.discard(state, surplus)
    flow.end_turn(state, log)
    return tuple(log)


def largest_piles(tokens: Counts) -> Counts:
    """The surplus over ten, one token at a time from the pile largest at that moment, ties in canonical order."""
    surplus = 0
    while total(tokens) > HAND_LIMIT:
        largest = max(range(KINDS), key=lambda kind: (count(tokens, kind), -kind))
        tokens -= ONE[largest]
        surplus += ONE[largest]
    return surplus
