"""How fast the rules are: `python -m benchmarks.engine`. Prints a table and asserts nothing.

Machines differ and so does what else they do, so every time is also given as a ratio to a fixed loop in plain Python,
measured between the others: compare ratios from one machine or day to another. A round measures everything once; the
table shows the best and the median round.
"""

import argparse
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

from engine.actions import Action
from engine.chance import RandomChance, SeededChance
from engine.decide import decide, start_game
from engine.evolve import fold
from engine.legal import legal_actions
from engine.play import play
from engine.simulate import simulate
from engine.state import GameState

GAMES = 100  # in a round
LOOP = 100_000  # turns of the fixed loop; the table counts in thousands of them
MICRO = 1e6


@dataclass(frozen=True)
class Measure:
    """Something to time: `run` does it once for the whole sample, `times` is how many single times that is."""

    name: str
    times: int
    run: Callable[[], object]


def fixed_loop() -> int:
    """Plain Python that never changes: arithmetic, a list and a dictionary."""
    table = {number: number * 7 % 31 for number in range(32)}
    cells = list(range(25))
    found = 0
    for turn in range(LOOP):
        cell = turn % 25
        cells[cell] = (cells[cell] + table[turn & 31]) & 1023
        if cells[cell] & 1:
            found += cells[cell]
    return found


def sample(games: int) -> list[tuple[GameState, Action]]:
    """Every position of some random games, with the action that was played there."""
    random = Random(7)
    chance = RandomChance(random)
    found = []
    for _ in range(games):
        state = fold(start_game(chance))
        while not state.over:
            action = random.choice(legal_actions(state))
            found.append((state.copy(), action))
            play(state, action, chance)
    return found


def measures() -> list[Measure]:
    """What the table shows."""
    positions = sample(20)
    chance = SeededChance(1)
    fast = RandomChance(Random(1))

    def legal() -> None:
        for state, _ in positions:
            legal_actions(state)

    def copy() -> None:
        for state, _ in positions:
            state.copy()

    def legal_and_apply() -> None:
        for state, action in positions:
            after = state.copy()
            legal_actions(after)
            play(after, action, fast)

    def decide_and_fold() -> None:
        for state, action in positions:
            fold(decide(state, state.seat, action, chance), state)

    number = len(positions)
    return [
        Measure("random game", GAMES, lambda: simulate(GAMES, 1)),
        Measure("copy", number, copy),
        Measure("legal", number, legal),
        Measure("copy + legal + apply", number, legal_and_apply),
        Measure("decide + fold, as the server does", number, decide_and_fold),
    ]


def seconds(run: Callable[[], object]) -> float:
    """How long it takes."""
    began = perf_counter()
    run()
    return perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often to measure (7)")
    rounds = parser.parse_args().rounds
    todo = measures()
    loops: list[float] = []
    found: dict[str, list[float]] = {measure.name: [] for measure in todo}
    for _ in range(rounds):
        for measure in todo:
            loops.append(seconds(fixed_loop) * 1000 / LOOP)
            found[measure.name].append(seconds(measure.run) / measure.times)
    show(found, loops)


def show(found: dict[str, list[float]], loops: list[float]) -> None:
    """Print the table."""
    out = sys.stdout.write
    out(f"Python {platform.python_version()}, {platform.machine()}; ")
    out(f"1,000 turns of the fixed loop: best {min(loops) * MICRO:,.0f} µs, ")
    out(f"median {median(loops) * MICRO:,.0f} µs\n\n")
    out(f"{'':36}{'best µs':>12}{'median µs':>12}{'best / loop':>14}\n")
    for name, times in found.items():
        best, middle = min(times), median(times)
        out(f"{name:36}{best * MICRO:12,.2f}{middle * MICRO:12,.2f}{best / min(loops):14.4f}\n")
    games = found["random game"]
    out(f"\nrandom games per second: best {1 / min(games):,.0f}, median {1 / median(games):,.0f}\n")


if __name__ == "__main__":
    main()
