"""Glicko-2 by Mark Glickman's paper "Example of the Glicko-2 system" (2013), whose steps are named below.

The paper rates all games of a period at once. Here each game is a period of its own, and the length of time since the
player's last game, in parts of a period, decides how far the deviation has grown (step 6). Pure functions: no clock, no
database.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178  # between the printed ratings and the internal ones
MEAN: Final = 1500.0
CEILING: Final = 350.0  # the deviation of somebody of whom nothing is known
FLOOR: Final = 45.0  # nobody is known better than that: else a rating would hardly move any more
PROVISIONAL: Final = 110.0  # above this deviation a rating carries a mark
TAU: Final = 0.5  # how much volatility may change; the paper's own choice
EPSILON: Final = 1e-6
MOST_ROUNDS: Final = 100  # of the iteration, which needs fewer than ten
# Somebody known to 60 points who plays no game for a year stands at about 107 then: nearly provisional again.
PERIOD: Final = timedelta(days=5)


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a player: rating, its deviation, and how much the strength itself wavers."""

    value: float = MEAN
    deviation: float = CEILING
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        """True while little is known."""
        return self.deviation > PROVISIONAL


INITIAL: Final = Strength()


def grown(strength: Strength, elapsed: timedelta) -> Strength:
    """What is still known after a time without games (step 6): the deviation grows, up to the ceiling."""
    periods = max(elapsed / PERIOD, 0.0)
    phi = strength.deviation / SCALE
    deviation = SCALE * sqrt(phi**2 + periods * strength.volatility**2)
    return Strength(strength.value, _clamped(deviation), strength.volatility)


def certain_for(strength: Strength) -> timedelta | None:
    """How long the rating stays without the provisional mark if no game is played; None if it has it already."""
    if strength.provisional:
        return None
    room = (PROVISIONAL**2 - strength.deviation**2) / (SCALE * strength.volatility) ** 2
    return room * PERIOD


def updated(
    strength: Strength, results: Iterable[tuple[Strength, float]], *, periods: float = 0.0
) -> Strength:
    """The strength after games, each an opponent's strength and a score: 1 won, 0.5 drawn, 0 lost.

    `periods` is the time since the last games that `strength` doesn't know of yet; the paper's batches use 1. All
    strengths are those before the games.
    """
    played = list(results)
    mu, phi = (strength.value - MEAN) / SCALE, strength.deviation / SCALE
    opponents = [((other.value - MEAN) / SCALE, other.deviation / SCALE) for other, _ in played]
    weights = [_weight(deviation) for _, deviation in opponents]
    expected = [
        _expected(mu, other, weight) for (other, _), weight in zip(opponents, weights, strict=True)
    ]
    information = sum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    surprise = sum(
        g * (score - e) for g, e, (_, score) in zip(weights, expected, played, strict=True)
    )
    if not information:  # no games, or a result that was certain to the last digit
        return grown(strength, periods * PERIOD)
    variance = 1 / information  # step 3
    volatility = _volatility(phi, variance, variance * surprise, strength.volatility)
    before = sqrt(phi**2 + periods * volatility**2)  # step 6
    after = 1 / sqrt(1 / before**2 + information)  # step 7
    value = mu + after**2 * surprise
    return Strength(SCALE * value + MEAN, _clamped(SCALE * after), volatility)


def _clamped(deviation: float) -> float:
    return min(max(deviation, FLOOR), CEILING)


def _weight(phi: float) -> float:
    """How much a game against somebody of this deviation tells: g in the paper."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, opponent: float, weight: float) -> float:
    """The expected score: E in the paper."""
    distance = max(min(-weight * (mu - opponent), 700.0), -700.0)  # exp() ends there
    return 1 / (1 + exp(distance))


def _volatility(phi: float, variance: float, delta: float, sigma: float) -> float:
    """The new volatility (step 5): the root of f by the Illinois variant of regula falsi."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, _other_end(delta**2 - phi**2 - variance, start)
    f_low, f_high = f(low), f(high)
    for _round in range(MOST_ROUNDS):
        if abs(high - low) <= EPSILON:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_end(excess: float, start: float) -> float:
    """Where f has the other sign than at `start`: `excess` is what the result surprises more than it may.

    The paper goes down in steps of TAU until f is positive. One step is always enough: its first term is never below
    -1/2, and the second is 1/TAU there, more than 1/2 with any TAU below 2.
    """
    return log(excess) if excess > 0 else start - TAU
