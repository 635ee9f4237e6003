"""Counting sequences of actions: a number that betrays any change of the rules (docs/notation.md).

Draws come from the `Chance` handed in. It must depend on label and number of the draw alone, as `SeededChance` does,
so that the count is the same whatever order the tree is walked in.
"""

from engine.chance import Chance
from engine.legal import legal_actions
from engine.notation.action import write_action
from engine.play import play
from engine.state import GameState


def perft(state: GameState, depth: int, chance: Chance) -> int:
    """How many sequences of exactly `depth` actions there are. A game that ends earlier adds nothing."""
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    found = 0
    for action in actions:
        after = state.copy()
        play(after, action, chance)
        found += perft(after, depth - 1, chance)
    return found


def split(state: GameState, depth: int, chance: Chance) -> dict[str, int]:
    """The count of `perft` by first action, as its word. `depth` is at least 1."""
    counts: dict[str, int] = {}
    for action in legal_actions(state):
        after = state.copy()
        play(after, action, chance)
        counts[write_action(action)] = perft(after, depth - 1, chance)
    return counts
