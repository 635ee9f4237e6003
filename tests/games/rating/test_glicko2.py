"""Glicko-2: the paper's example to its printed digits, and what must hold of any result."""

from datetime import timedelta
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rating import (
    FLOOR,
    INITIAL,
    PERIOD,
    PROVISIONAL,
    Strength,
    certain_for,
    grown,
    updated,
)
from games.rating.glicko2 import CEILING, SCALE, _expected, _volatility, _weight

# The worked example of the paper: one period, three games.
PLAYER = Strength(1500, 200, 0.06)
GAMES = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]

strengths = st.builds(
    Strength,
    value=st.floats(600, 3000),
    deviation=st.floats(FLOOR, CEILING),
    volatility=st.floats(0.03, 0.12),
)
lengths = st.floats(0, 400)


def test_the_papers_example_to_its_printed_digits() -> None:
    after = updated(PLAYER, GAMES, periods=1)
    mu, phi = (after.value - 1500) / SCALE, after.deviation / SCALE
    assert (f"{mu:.4f}", f"{phi:.4f}") == ("-0.2069", "0.8722")
    assert f"{SCALE * round(mu, 4) + 1500:.2f}" == "1464.06"  # from the rounded figure, as there
    assert f"{after.deviation:.2f}" == "151.52"


@pytest.mark.parametrize(
    ("value", "deviation", "weight", "expected"),
    [(1400, 30, "0.9955", "0.639"), (1550, 100, "0.9531", "0.432"), (1700, 300, "0.7242", "0.303")],
)
def test_the_papers_table_of_opponents(
    value: float, deviation: float, weight: str, expected: str
) -> None:
    g = _weight(deviation / SCALE)
    assert f"{g:.4f}" == weight
    assert f"{_expected(0.0, (value - 1500) / SCALE, g):.3f}" == expected


def test_the_papers_volatility() -> None:
    volatility = _volatility(1.1513, 1.7785, -0.4834, 0.06)
    assert int(volatility * 100_000) == 5999  # printed as 0.05999


def test_a_surprise_takes_the_other_bracket_and_raises_volatility() -> None:
    after = _volatility(0.3, 1.0, 5.0, 0.06)  # 25 is more than 0.09 + 1
    assert after == pytest.approx(0.06027, abs=0.00001)
    assert _root_left(0.3, 1.0, 5.0, 0.06, after) == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("sigma", [0.03, 0.06, 2.0, 50.0])
def test_expected_results_calm_down_even_the_most_restless(sigma: float) -> None:
    after = _volatility(0.3, 1.0, 0.0, sigma)
    assert after < sigma
    assert _root_left(0.3, 1.0, 0.0, sigma, after) == pytest.approx(0, abs=1e-4)


def _root_left(phi: float, variance: float, delta: float, sigma: float, found: float) -> float:
    """What is left of the paper's f where it should be zero."""
    spread = phi**2 + variance + found**2
    pull = found**2 * (delta**2 - spread) / (2 * spread**2)
    return pull - (log(found**2) - log(sigma**2)) / 0.5**2


def test_newcomers_draw_changes_only_how_much_is_known() -> None:
    after = updated(INITIAL, [(INITIAL, 0.5)])
    assert after.value == 1500
    assert after.deviation == pytest.approx(290.23, abs=0.01)


def test_without_games_only_the_deviation_grows() -> None:
    assert updated(PLAYER, [], periods=1) == grown(PLAYER, PERIOD)
    assert grown(PLAYER, PERIOD).deviation == pytest.approx(200.2714, abs=0.0001)  # of the paper


def test_a_year_without_games_makes_a_known_rating_nearly_provisional() -> None:
    assert grown(Strength(1800, 60), timedelta(days=365)).deviation == pytest.approx(107, abs=1)


def test_time_that_runs_backwards_changes_nothing() -> None:
    assert grown(PLAYER, -PERIOD) == PLAYER


def test_a_foregone_conclusion_changes_no_value() -> None:
    giant, child = Strength(9000, 45), Strength(-9000, 45)
    assert updated(giant, [(child, 1.0)]).value == 9000


@given(strengths, strengths, lengths)
def test_a_winner_never_loses_points_and_a_loser_never_gains(
    one: Strength, other: Strength, periods: float
) -> None:
    assert updated(one, [(other, 1.0)], periods=periods).value >= one.value
    assert updated(one, [(other, 0.0)], periods=periods).value <= one.value


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]), lengths)
def test_results_mirror_each_other(
    one: Strength, other: Strength, score: float, periods: float
) -> None:
    after = updated(one, [(other, score)], periods=periods)
    mirrored = updated(_mirror(one), [(_mirror(other), 1 - score)], periods=periods)
    assert mirrored.value == pytest.approx(3000 - after.value, abs=1e-4)
    assert mirrored.deviation == pytest.approx(after.deviation, abs=1e-4)


def _mirror(strength: Strength) -> Strength:
    return Strength(3000 - strength.value, strength.deviation, strength.volatility)


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]), lengths)
def test_deviation_and_volatility_stay_in_bounds(
    one: Strength, other: Strength, score: float, periods: float
) -> None:
    after = updated(one, [(other, score)], periods=periods)
    assert FLOOR <= after.deviation <= CEILING
    assert one.volatility / 2 < after.volatility < one.volatility * 2


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]))
def test_a_game_without_time_passed_tells_something(
    one: Strength, other: Strength, score: float
) -> None:
    assert updated(one, [(other, score)]).deviation <= one.deviation


@given(strengths, lengths)
def test_a_rating_is_certain_until_just_then(strength: Strength, periods: float) -> None:
    left = certain_for(strength)
    elapsed = periods * PERIOD
    if left is None:
        assert strength.deviation > PROVISIONAL
    else:
        assert grown(strength, left).deviation == pytest.approx(PROVISIONAL)
        assert grown(strength, elapsed).provisional == (elapsed > left) or abs(
            elapsed - left
        ) < timedelta(seconds=1)
