"""How each event changes a position, in place: the one home of every change.

Playing an action and folding an event both end here, so a search that makes no events and a server that replays them
cannot drift apart. Nothing is checked and nothing is drawn.
"""

from typing import Final

from engine.board import BIT
from engine.cards import BONUS, BONUS_COUNT, CROWNS, LEVEL, POINTS, ROYAL_IDS, ROYAL_POINTS
from engine.constants import (
    COLORS,
    COPY,
    GOLD,
    MAIN,
    NOTHING,
    OVER,
    PEARL,
    PRIVILEGES,
    ROW_SIZES,
    SEATS,
    TOKENS_OF_KIND,
    other_seat,
)
from engine.counts import ONE, Counts, contains
from engine.state import GameState, Holdings, Outcome

STAND_OFF_TOKENS: Final = ONE[GOLD] * TOKENS_OF_KIND[GOLD] + ONE[PEARL] * TOKENS_OF_KIND[PEARL]


def set_up(
    state: GameState, starter: int, board: tuple[int, ...], decks: tuple[tuple[int, ...], ...]
) -> None:
    """Lay out a new game: the first cards of each deck are turned up, the second player holds a privilege."""
    state.seat = starter
    set_board(state, board)
    state.pyramid = tuple(deck[:size] for deck, size in zip(decks, ROW_SIZES, strict=True))
    state.decks = tuple(deck[size:] for deck, size in zip(decks, ROW_SIZES, strict=True))
    state.royals = tuple(range(len(ROYAL_IDS)))
    state.of(other_seat(starter)).privileges = 1
    state.pool = PRIVILEGES - 1


def set_board(state: GameState, board: tuple[int, ...]) -> None:
    """Put a whole board, with the masks that go with it."""
    state.board = board
    state.usable = 0
    state.golds = 0
    for cell, kind in enumerate(board):
        if kind == GOLD:
            state.golds |= BIT[cell]
        elif kind != NOTHING:
            state.usable |= BIT[cell]


def _lift(state: GameState, cells: tuple[int, ...]) -> Counts:
    """Take tokens off the board."""
    board = list(state.board)
    lifted = 0
    kept = -1
    for cell in cells:
        lifted += ONE[board[cell]]
        board[cell] = NOTHING
        kept ^= BIT[cell]
    state.board = tuple(board)
    state.usable &= kept
    state.golds &= kept
    return lifted


def _give_up(holdings: Holdings, tokens: Counts) -> None:
    """Tokens leave a hand; a stand-off ends with the first of its five."""
    holdings.tokens -= tokens
    if holdings.stand_off and not contains(holdings.tokens, STAND_OFF_TOKENS):
        holdings.stand_off = 0


def use_privilege(state: GameState, cell: int) -> None:
    """A privilege goes back to the pool, a token to the mover."""
    mine = state.mine
    mine.privileges -= 1
    state.pool += 1
    mine.tokens += _lift(state, (cell,))
    state.fresh = False


def replenish(state: GameState, placed: tuple[tuple[int, int], ...]) -> None:
    """The bag is emptied onto these cells."""
    board = list(state.board)
    for cell, kind in placed:
        board[cell] = kind
        if kind == GOLD:
            state.golds |= BIT[cell]
        else:
            state.usable |= BIT[cell]
    state.board = tuple(board)
    state.bag = 0
    state.replenished = True
    state.replenishes += 1
    state.fresh = False


def take_tokens(state: GameState, cells: tuple[int, ...]) -> Counts:
    """Tokens of a line go to the mover."""
    taken = _lift(state, cells)
    state.mine.tokens += taken
    return taken


def gain_privilege(state: GameState, seat: int, from_opponent: bool) -> None:
    """A privilege goes to `seat`."""
    state.of(seat).privileges += 1
    if from_opponent:
        state.of(other_seat(seat)).privileges -= 1
    else:
        state.pool -= 1


def reserve(state: GameState, gold: int, level: int, card: int, unseen: bool) -> None:
    """Gold and a card go to the mover."""
    mine = state.mine
    mine.tokens += _lift(state, (gold,))
    mine.reserved += (card,)
    if unseen:
        _draw(state, level)
    else:
        mine.seen += (card,)
        _clear_place(state, level, card)


def _draw(state: GameState, level: int) -> None:
    decks = list(state.decks)
    decks[level - 1] = decks[level - 1][1:]
    state.decks = tuple(decks)


def _clear_place(state: GameState, level: int, card: int) -> None:
    row = state.pyramid[level - 1]
    _set_place(state, level, row.index(card), NOTHING)


def _set_place(state: GameState, level: int, place: int, card: int) -> None:
    row = list(state.pyramid[level - 1])
    row[place] = card
    pyramid = list(state.pyramid)
    pyramid[level - 1] = tuple(row)
    state.pyramid = tuple(pyramid)


def refill(state: GameState, level: int, place: int, card: int) -> None:
    """The top card of a deck is turned up."""
    _draw(state, level)
    _set_place(state, level, place, card)


def purchase(state: GameState, card: int, payment: Counts, color: int, from_reserve: bool) -> None:
    """Tokens go to the bag, the card to the mover, where it counts for `color`."""
    mine = state.mine
    _give_up(mine, payment)
    state.bag += payment
    if from_reserve:
        mine.reserved = tuple(kept for kept in mine.reserved if kept != card)
        mine.seen = tuple(kept for kept in mine.seen if kept != card)
    else:
        _clear_place(state, LEVEL[card], card)
    add_card(mine, card, color)
    state.last_purchase = state.turn


def add_card(holdings: Holdings, card: int, color: int) -> None:
    """A card and its sums."""
    holdings.cards += (card,)
    holdings.colors += (color,)
    holdings.prestige += POINTS[card]
    holdings.crowns += CROWNS[card]
    if color != NOTHING:
        holdings.points += ONE[color] * POINTS[card]
        holdings.bonuses += ONE[color] * BONUS_COUNT[card]


def color_of(card: int, onto_color: int) -> int:
    """The colour a card counts for: its own, the one it is laid on, or none."""
    bonus = BONUS[card]
    if bonus == COPY:
        return onto_color
    return bonus if bonus < COLORS else NOTHING


def earn_extra_turn(state: GameState) -> None:
    """Another turn of the mover will follow. No turn can grant two (cases.md appendix 1.6)."""
    assert not state.again, "two extra turns in one turn"
    state.again = True


def open_choice(state: GameState, phase: int, color: int) -> None:
    """The mover owes an answer."""
    state.phase = phase
    state.matching = color


def close_choice(state: GameState) -> None:
    """The answer was given."""
    state.phase = MAIN
    state.matching = NOTHING


def take_matching(state: GameState, cell: int) -> None:
    """A matching token goes to the mover."""
    close_choice(state)
    take_tokens(state, (cell,))


def steal(state: GameState, kind: int) -> None:
    """A token of the opponent's goes to the mover."""
    close_choice(state)
    _give_up(state.theirs, ONE[kind])
    state.mine.tokens += ONE[kind]


def choose_royal(state: GameState, card: int) -> None:
    """A royal card goes to the mover."""
    close_choice(state)
    add_royal(state.mine, card)
    state.royals = tuple(left for left in state.royals if left != card)


def add_royal(holdings: Holdings, card: int) -> None:
    """A royal card and its points, which count for no colour."""
    holdings.royals += (card,)
    holdings.prestige += ROYAL_POINTS[card]


def discard(state: GameState, tokens: Counts) -> None:
    """Tokens of the mover go to the bag."""
    close_choice(state)
    _give_up(state.mine, tokens)
    state.bag += tokens


def end_turn(state: GameState, next_seat: int) -> None:
    """The next turn begins; for its seat the stand-off count goes on or starts anew."""
    state.extra_turn = state.again
    state.again = False
    state.turn += 1
    state.seat = next_seat
    state.replenished = False
    state.fresh = True
    mine = state.mine
    if state.stand_off:
        mine.stand_off = mine.stand_off + 1 if contains(mine.tokens, STAND_OFF_TOKENS) else 0


def end_game(state: GameState, outcome: Outcome) -> None:
    """The game is over; an extra turn that was earned is dropped."""
    close_choice(state)
    state.phase = OVER
    state.again = False
    state.outcome = outcome
    assert state.pool + sum(state.of(seat).privileges for seat in SEATS) == PRIVILEGES, (
        "privileges were lost"
    )
