"""How good a position is for a seat, by what a careful player looks at. Larger is better; a won game is `WON`."""

from typing import Final

from engine.cards import ABILITY, BONUS, BONUS_COUNT, CROWNS, POINTS
from engine.constants import (
    COLORS,
    COPY,
    EXTRA_TURN,
    NO_ABILITY,
    NOTHING,
    WINNING_COLOR_POINTS,
    WINNING_CROWNS,
    WINNING_PRESTIGE,
    other_seat,
)
from engine.counts import GOLD_SHIFT, NOT_GOLD, PEARL_FIELD, count, less, total
from engine.payment import price
from engine.possible import face_up_cards
from engine.state import GameState, Holdings

WON: Final = 1000.0

_GOAL: Final = 14.0  # worth of the whole way to the nearest victory
_OTHER_GOALS: Final = 5.0
_BONUS: Final = 1.1
_TOKEN: Final = 0.22
_PEARL: Final = 0.25
_GOLD: Final = 0.35
_PRIVILEGE: Final = 0.7
_PLAN: Final = 0.35  # worth of what the best cards in reach would give: less than having them
_STAND_OFF: Final = 3.0  # of each turn nearer to losing by the stand-off
_CARDS_PLANNED: Final = 3


def evaluate(state: GameState, seat: int) -> float:
    """What `seat` has over its opponent, from what both own and which cards each is close to."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.0 if winner == 0 else WON if winner == seat else -WON
    market = face_up_cards(state)
    return _worth(state.of(seat), market) - _worth(state.of(other_seat(seat)), market)


def _worth(holdings: Holdings, market: list[int]) -> float:
    return _goals(holdings) + _means(holdings) + _plans(holdings, market)


def _goals(holdings: Holdings) -> float:
    """The way behind this seat towards each victory; the furthest counts most, and more than in proportion."""
    best_color = max(count(holdings.points, color) for color in range(COLORS))
    ways = sorted(
        (
            holdings.prestige / WINNING_PRESTIGE,
            holdings.crowns / WINNING_CROWNS,
            best_color / WINNING_COLOR_POINTS,
        )
    )
    return _GOAL * ways[2] * (0.6 + 0.4 * ways[2]) + _OTHER_GOALS * (ways[0] + ways[1])


def _means(holdings: Holdings) -> float:
    tokens = holdings.tokens
    return (
        _BONUS * total(holdings.bonuses)
        + _TOKEN * total(tokens & NOT_GOLD)
        + _PEARL * total(tokens & PEARL_FIELD)
        + _GOLD * (tokens >> GOLD_SHIFT)
        + _PRIVILEGE * holdings.privileges
        - _STAND_OFF * max(0, holdings.stand_off - 1)
    )


def _plans(holdings: Holdings, market: list[int]) -> float:
    """The cards nearest to being bought: what each gives, divided by the tokens still missing plus one."""
    values = [
        _card_value(card, holdings) / (1 + _missing(card, holdings))
        for card in [*market, *holdings.reserved]
    ]
    values.sort(reverse=True)
    return _PLAN * sum(value / (rank + 1) for rank, value in enumerate(values[:_CARDS_PLANNED]))


def _missing(card: int, holdings: Holdings) -> int:
    short = total(less(price(card, holdings), holdings.tokens & NOT_GOLD))
    return max(0, short - (holdings.tokens >> GOLD_SHIFT))


def _card_value(card: int, holdings: Holdings) -> float:
    if BONUS[card] == COPY and not holdings.bonuses:
        return 0.0
    value = 0.7 * POINTS[card] + 0.9 * CROWNS[card]
    if BONUS[card] != NOTHING:
        value += _BONUS * BONUS_COUNT[card]
    if ABILITY[card] != NO_ABILITY:
        value += 1.0 if ABILITY[card] == EXTRA_TURN else 0.6
    return value
