"""Random legal games and what happened in them."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.actions import Action, ChooseRoyalCard, PurchaseCard, StealToken, TakeMatchingToken
from engine.chance import Chance, RandomChance
from engine.constants import NOTHING
from engine.decide import start_game
from engine.events import (
    Event,
    ExtraTurnEarned,
    MatchingTokenTaken,
    PrivilegeGained,
    TokenStolen,
)
from engine.evolve import fold
from engine.legal import legal_actions
from engine.play import play
from engine.state import GameState

# Only these can bring an ability into play; all else is played without a record, as a search would play it.
_TELLING: Final = (PurchaseCard, ChooseRoyalCard, TakeMatchingToken, StealToken)
_ABILITY_OF: Final[dict[type, str]] = {
    ExtraTurnEarned: "extra_turn",
    MatchingTokenTaken: "take_matching",
    PrivilegeGained: "privilege",
    TokenStolen: "steal",
}
COPY: Final = "copy"
ABILITIES: Final = (*_ABILITY_OF.values(), COPY)


@dataclass
class Tally:
    """What a number of games came to. `abilities` counts those that did something, not those that found nothing."""

    games: int = 0
    turns: int = 0
    actions: int = 0
    wins: Counter[int] = field(default_factory=Counter)  # by seat, 0 for draws
    reasons: Counter[str] = field(default_factory=Counter)
    abilities: Counter[str] = field(default_factory=Counter)


def simulate(games: int, seed: int) -> Tally:
    """Play so many games, every action drawn evenly from all legal ones. The same seed gives the same games."""
    random = Random(seed)  # simulations keep no secrets
    chance = RandomChance(random)
    tally = Tally()
    for _ in range(games):
        state = fold(start_game(chance))
        while (outcome := state.outcome) is None:
            _play(state, random.choice(legal_actions(state)), chance, tally)
        tally.games += 1
        tally.turns += state.turn
        tally.wins[outcome.winner] += 1
        tally.reasons.update(outcome.reasons)
    return tally


def _play(state: GameState, action: Action, chance: Chance, tally: Tally) -> None:
    tally.actions += 1
    if not isinstance(action, _TELLING):
        play(state, action, chance)
        return
    log: list[Event] = []
    play(state, action, chance, log)
    tally.abilities.update(
        [_ABILITY_OF[event.__class__] for event in log if event.__class__ in _ABILITY_OF]
    )
    if isinstance(action, PurchaseCard) and action.onto != NOTHING:
        tally.abilities[COPY] += 1
