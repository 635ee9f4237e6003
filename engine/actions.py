"""What a seat may ask for: one frozen class for each action (RULES section 3 to 6).

Cells, cards, kinds and counts are the engine's numbers (see `board`, `cards`, `counts`); `codec` and `notation`
translate them.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.constants import NOTHING
from engine.counts import Counts


@dataclass(frozen=True)
class ClaimStandOff:
    """Claim the win against a seat that sits on all gold and both pearls (RULES section 8)."""


@dataclass(frozen=True)
class UsePrivilege:
    """Return a privilege and take the gem or pearl at `cell`."""

    cell: int


@dataclass(frozen=True)
class Replenish:
    """Fill the empty cells from the bag; the opponent gains a privilege."""


@dataclass(frozen=True)
class TakeTokens:
    """Take one to three gems or pearls that lie in one straight line without a gap."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class ReserveCard:
    """Take the gold at `gold` and keep the face-up card `card`."""

    gold: int
    card: int


@dataclass(frozen=True)
class ReserveUnseen:
    """Take the gold at `gold` and keep the top card of the deck of `level`."""

    gold: int
    level: int


@dataclass(frozen=True)
class PurchaseCard:
    """Pay for a face-up or own reserved card. A copy card is laid on `onto`, a card with a bonus colour."""

    card: int
    payment: Counts
    onto: int = NOTHING


@dataclass(frozen=True)
class TakeMatchingToken:
    """Ability take_matching: the token at `cell`."""

    cell: int


@dataclass(frozen=True)
class StealToken:
    """Ability steal: one gem or pearl of the opponent's."""

    kind: int


@dataclass(frozen=True)
class ChooseRoyalCard:
    """Take one of the royal cards left."""

    card: int


@dataclass(frozen=True)
class DiscardTokens:
    """Return these tokens to the bag, down to exactly ten."""

    tokens: Counts


Action: TypeAlias = (
    ClaimStandOff
    | UsePrivilege
    | Replenish
    | TakeTokens
    | ReserveCard
    | ReserveUnseen
    | PurchaseCard
    | TakeMatchingToken
    | StealToken
    | ChooseRoyalCard
    | DiscardTokens
)
