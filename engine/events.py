"""What happened: one frozen class for each event, past tense. Folding them needs no rule and no chance.

Every outcome of chance stands in an event: the tokens that came from the bag, the card turned up, the deck order.
Numbers are the engine's; `codec` gives the stable JSON form and the stable name of each kind.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.counts import Counts
from engine.state import Outcome


@dataclass(frozen=True)
class GameStarted:
    """The set-up (RULES section 2). `decks` are whole, next card first: the face-up cards are their first ones."""

    starter: int
    board: tuple[int, ...]
    decks: tuple[tuple[int, ...], ...]
    open_memory: bool
    stand_off: bool


@dataclass(frozen=True)
class PrivilegeUsed:
    """`seat` returned a privilege and took the token at `cell`."""

    seat: int
    cell: int
    kind: int


@dataclass(frozen=True)
class BoardReplenished:
    """The bag was emptied onto the board: (cell, kind) in the order of filling."""

    seat: int
    placed: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class TokensTaken:
    """Tokens of one line; `kinds` stand in the order of `cells`."""

    seat: int
    cells: tuple[int, ...]
    kinds: tuple[int, ...]


@dataclass(frozen=True)
class CardReserved:
    """Gold taken from `gold` and a card kept. `unseen`: it came from the deck, only its owner knows `card`."""

    seat: int
    gold: int
    level: int
    card: int
    unseen: bool


@dataclass(frozen=True)
class CardPurchased:
    """A card paid for. `color` is the colour it counts for, `onto` the card a copy card lies on."""

    seat: int
    card: int
    payment: Counts
    color: int
    onto: int
    from_reserve: bool


@dataclass(frozen=True)
class PyramidRefilled:
    """The top card of a deck was turned up."""

    level: int
    place: int
    card: int


@dataclass(frozen=True)
class PrivilegeGained:
    """`seat` took a privilege from the pool, or from the opponent because the pool was empty."""

    seat: int
    from_opponent: bool


@dataclass(frozen=True)
class PrivilegeWithheld:
    """`seat` was due a privilege but holds all three (RULES section 4)."""

    seat: int


@dataclass(frozen=True)
class ExtraTurnEarned:
    """Another turn of `seat` follows this one."""

    seat: int


@dataclass(frozen=True)
class ChoiceOpened:
    """`seat` owes an answer before the turn goes on. `color` belongs to take_matching."""

    seat: int
    phase: int
    color: int


@dataclass(frozen=True)
class AbilitySkipped:
    """The ability found nothing to take."""

    seat: int
    ability: int


@dataclass(frozen=True)
class MatchingTokenTaken:
    """Ability take_matching. `automatic`: there was only one such token."""

    seat: int
    cell: int
    kind: int
    automatic: bool


@dataclass(frozen=True)
class TokenStolen:
    """Ability steal. `automatic`: the opponent had only one kind."""

    seat: int
    kind: int
    automatic: bool


@dataclass(frozen=True)
class RoyalCardChosen:
    """A royal card taken. `automatic`: it was the last."""

    seat: int
    card: int
    automatic: bool


@dataclass(frozen=True)
class TokensDiscarded:
    """Tokens returned to the bag, down to ten. `automatic`: the clock had run out (RULES section 8)."""

    seat: int
    tokens: Counts
    automatic: bool


@dataclass(frozen=True)
class TurnEnded:
    """`seat`'s turn is over and `next_seat` is to move."""

    seat: int
    next_seat: int


@dataclass(frozen=True)
class StandOffWarned:
    """`seat` begins its third turn in a row with all gold and both pearls."""

    seat: int


@dataclass(frozen=True)
class StandOffClaimed:
    """`seat` claimed the win against a stand-off."""

    seat: int


@dataclass(frozen=True)
class SeatResigned:
    """`seat` gave up."""

    seat: int


@dataclass(frozen=True)
class TimeExpired:
    """`seat` ran out of time."""

    seat: int


@dataclass(frozen=True)
class GameEnded:
    """The result."""

    outcome: Outcome


Event: TypeAlias = (
    GameStarted
    | PrivilegeUsed
    | BoardReplenished
    | TokensTaken
    | CardReserved
    | CardPurchased
    | PyramidRefilled
    | PrivilegeGained
    | PrivilegeWithheld
    | ExtraTurnEarned
    | ChoiceOpened
    | AbilitySkipped
    | MatchingTokenTaken
    | TokenStolen
    | RoyalCardChosen
    | TokensDiscarded
    | TurnEnded
    | StandOffWarned
    | StandOffClaimed
    | SeatResigned
    | TimeExpired
    | GameEnded
)


def reveals(event: Event) -> bool:
    """True if the event shows something that nobody could know before: from there nothing can be taken back."""
    if isinstance(event, CardReserved):
        return event.unseen
    return isinstance(event, GameStarted | BoardReplenished | PyramidRefilled)
