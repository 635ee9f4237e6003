"""The careful beginner: looks through its own whole turn and takes what leaves it best off. It doesn't search replies."""

from random import Random
from typing import Final

from engine.actions import Action, Replenish, UsePrivilege
from engine.ai.evaluation import WON, evaluate
from engine.ai.imagine import imagine
from engine.chance import Chance, RandomChance
from engine.constants import MAIN
from engine.legal import legal_actions
from engine.play import play
from engine.redaction import View
from engine.state import GameState

_REFILLS_TRIED: Final = 3  # imagined draws that a replenish is judged by
_PRIVILEGES_TRIED: Final = 6  # most promising cells that are looked at with what follows
_RELUCTANCE: Final = 0.05  # so that an optional step needs a reason


def choose(view: View, seed: int) -> Action:
    """The action of the seat to move, from its own view alone. The same view and seed give the same action."""
    random = Random(seed)
    chance = RandomChance(random)
    state = imagine(view, random)
    actions = legal_actions(state)
    if state.phase != MAIN:
        return max(actions, key=lambda action: _after(state, action, chance))
    return _best_of_turn(state, actions, chance)


def _best_of_turn(state: GameState, actions: list[Action], chance: Chance) -> Action:
    mains = _mains(actions)
    scored: list[tuple[float, Action]] = [
        (_after(state, action, chance), action) for action in mains
    ]
    scored += [
        (_after_privilege(state, action, chance), action)
        for action in _likely_privileges(state, actions, chance)
    ]
    if Replenish() in actions:
        scored.append((_after_replenish(state, chance), Replenish()))
    return max(scored, key=lambda pair: pair[0])[1]


def _mains(actions: list[Action]) -> list[Action]:
    return [action for action in actions if not isinstance(action, UsePrivilege | Replenish)]


def _after(state: GameState, action: Action, chance: Chance) -> float:
    """The value of the position once the turn goes on from `action` as well as it can."""
    seat = state.seat
    after = state.copy()
    play(after, action, chance)
    if after.over or after.seat != seat or after.phase == MAIN:
        # An extra turn is worth about what a turn is worth.
        return evaluate(after, seat) + (2.0 if after.seat == seat and not after.over else 0.0)
    return max(_after(after, answer, chance) for answer in legal_actions(after))


def _best_main(state: GameState, chance: Chance) -> float:
    """The value of the best main action now; a lost cause if there is none."""
    mains = _mains(legal_actions(state))
    return max((_after(state, action, chance) for action in mains), default=-WON)


def _likely_privileges(state: GameState, actions: list[Action], chance: Chance) -> list[Action]:
    """The privilege uses that look best on their own."""
    uses: list[Action] = [action for action in actions if isinstance(action, UsePrivilege)]

    def at_once(action: Action) -> float:
        after = state.copy()
        play(after, action, chance)
        return evaluate(after, state.seat)

    return sorted(uses, key=at_once, reverse=True)[:_PRIVILEGES_TRIED]


def _after_privilege(state: GameState, action: Action, chance: Chance) -> float:
    after = state.copy()
    play(after, action, chance)
    return _best_main(after, chance) - _RELUCTANCE


def _after_replenish(state: GameState, chance: Chance) -> float:
    """The mean over a few imagined draws: the best of one draw would be wishful."""
    values = []
    for _ in range(_REFILLS_TRIED):
        after = state.copy()
        play(after, Replenish(), chance)
        values.append(_best_main(after, chance))
    return sum(values) / len(values) - _RELUCTANCE
