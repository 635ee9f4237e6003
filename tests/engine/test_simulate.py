"""Many random games: no action fails, and every game ends in one of the ways the rules know."""

import pytest

from engine.simulate import ABILITIES, Tally, simulate
from engine.victory import Reason


def check(tally: Tally, games: int) -> None:
    assert tally.games == sum(tally.wins.values()) == games
    assert tally.turns < tally.actions
    assert set(tally.reasons) <= {reason.value for reason in Reason}
    assert set(tally.abilities) == set(ABILITIES)


def test_200_random_games() -> None:
    check(simulate(200, 1), 200)


@pytest.mark.slow
def test_2_000_random_games() -> None:
    tally = simulate(2_000, 2)
    check(tally, 2_000)
    # Each seat starts half the games; random play favours none. Five standard deviations.
    assert abs(tally.wins[1] - tally.wins[2]) < 5 * 2_000**0.5
    assert tally.reasons["prestige"] > tally.reasons["crowns"] > 0
    assert tally.reasons["color"] > 0
