"""Splendor Duel as pure rules: what may be done, what happens then, and what each seat may know of it.

The position is a `GameState`. `decide` answers an action with events, `fold` and `evolve` turn events into positions;
`legal_actions` lists what may be done. `play` does the same as `decide` in place, unchecked and without events, for
searches. See docs/architecture.md.
"""

from engine.cards import JEWEL_CARDS, ROYAL_CARDS, JewelCard, RoyalCard
from engine.chance import Chance, HmacChance, RandomChance, SeededChance, commitment
from engine.decide import decide, resign, start_game, time_out
from engine.errors import EngineError, IllegalAction, Malformed, Refusal
from engine.evolve import evolve, fold
from engine.legal import legal_actions
from engine.play import play
from engine.state import GameState, Holdings, Outcome

RULES_VERSION = 1  # frozen with each game; events of other versions are read by `codec`'s upcasters

__all__ = [
    "JEWEL_CARDS",
    "ROYAL_CARDS",
    "RULES_VERSION",
    "Chance",
    "EngineError",
    "GameState",
    "HmacChance",
    "Holdings",
    "IllegalAction",
    "JewelCard",
    "Malformed",
    "Outcome",
    "RandomChance",
    "Refusal",
    "RoyalCard",
    "SeededChance",
    "commitment",
    "decide",
    "evolve",
    "fold",
    "legal_actions",
    "play",
    "resign",
    "start_game",
    "time_out",
]
