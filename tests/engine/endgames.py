"""Random sound positions near the end of a game: both seats own much, and few tokens lie on the board."""

from random import Random

from engine import GameState, Holdings, effects
from engine.cards import BONUS, CARD_IDS, CARDS_OF_LEVEL, ROYAL_IDS, ROYAL_POINTS
from engine.constants import (
    COLORS,
    COPY,
    HAND_LIMIT,
    NOTHING,
    PRIVILEGES,
    ROW_SIZES,
    SEATS,
    WINNING_PRESTIGE,
)
from engine.counts import ALL_TOKENS, count, from_kinds, to_kinds
from engine.sound import check_sound, royals_owed
from engine.victory import has_won

MOST_CARDS = 25  # looked at for one seat
MOST_ON_BOARD = 7  # so few that every way of taking three can be tried


def near_the_end(seed: int) -> GameState:
    """The position of this seed, at the start of a turn or after a replenish."""
    random, state = Random(seed), GameState()
    cards = random.sample(range(len(CARD_IDS)), len(CARD_IDS))
    state.royals = tuple(range(len(ROYAL_IDS)))
    for seat in SEATS:
        _collect(state, state.of(seat), cards, random)
    for seat in SEATS:
        _reserve(state.of(seat), cards, random)
    rows = [[card for card in cards if card in level] for level in CARDS_OF_LEVEL]
    sized = list(zip(rows, ROW_SIZES, strict=True))
    state.pyramid = tuple(tuple((row + [NOTHING] * size)[:size]) for row, size in sized)
    state.decks = tuple(tuple(row[size:]) for row, size in sized)
    _spread(state, random)
    state.seat = random.choice(SEATS)
    state.replenished = random.random() < 0.2
    state.fresh = not state.replenished
    check_sound(state)
    return state


def _collect(state: GameState, mine: Holdings, cards: list[int], random: Random) -> None:
    """Cards up to the edge of a victory, then the royal cards that their crowns call for."""
    for card in cards[: random.randrange(6, MOST_CARDS)]:
        bases = [color for color in range(COLORS) if count(mine.bonuses, color)]
        onto = random.choice(bases) if bases else NOTHING
        after = mine.copy()
        effects.add_card(after, card, effects.color_of(card, onto))
        royal_points = max(ROYAL_POINTS) * royals_owed(after)
        room = after.prestige + royal_points < WINNING_PRESTIGE
        if not has_won(after) and room and (bases or BONUS[card] != COPY):
            effects.add_card(mine, card, effects.color_of(card, onto))
            cards.remove(card)
    for _due in range(royals_owed(mine)):
        royal = random.choice(state.royals)
        effects.add_royal(mine, royal)
        state.royals = tuple(left for left in state.royals if left != royal)


def _reserve(mine: Holdings, cards: list[int], random: Random) -> None:
    for _place in range(random.randrange(4)):
        card = cards.pop()
        mine.reserved += (card,)
        if random.random() < 0.6:
            mine.seen += (card,)


def _spread(state: GameState, random: Random) -> None:
    """Tokens and privileges."""
    tokens = to_kinds(ALL_TOKENS)
    random.shuffle(tokens)
    for seat in SEATS:
        number = random.randrange(HAND_LIMIT + 1)
        held, tokens = tokens[:number], tokens[number:]
        state.of(seat).tokens = from_kinds(held)
    lying, rest = tokens[:MOST_ON_BOARD], tokens[MOST_ON_BOARD:]
    board = [*lying, *[NOTHING] * (25 - len(lying))]
    random.shuffle(board)
    effects.set_board(state, tuple(board))
    state.bag = from_kinds(rest)
    state.pool = PRIVILEGES
    for _privilege in range(random.randrange(4)):
        state.of(random.choice(SEATS)).privileges += 1
        state.pool -= 1
