"""The whole position, secrets included, as the rules see it.

A state belongs to whoever holds it: the rules change a state in place through `effects`, and everyone else copies
first. All parts but the two holdings are immutable, so a copy is a handful of references.
"""

from dataclasses import dataclass
from typing import Final

from engine.board import Board
from engine.constants import MAIN, NOTHING, OVER
from engine.counts import Counts

Deck = tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `winner` is a seat, or 0 for a draw; `colors` are those with ten points (RULES section 8)."""

    winner: int
    reasons: tuple[str, ...]
    colors: tuple[int, ...] = ()


class Holdings:
    """What one seat owns. `colors` says, card by card, for which colour a card counts."""

    __slots__ = (
        "bonuses",
        "cards",
        "colors",
        "crowns",
        "points",
        "prestige",
        "privileges",
        "reserved",
        "royals",
        "seen",
        "stand_off",
        "tokens",
    )

    def __init__(self) -> None:
        self.tokens: Counts = 0
        self.privileges: int = 0
        self.cards: tuple[int, ...] = ()
        self.colors: tuple[int, ...] = ()
        self.royals: tuple[int, ...] = ()
        self.reserved: tuple[int, ...] = ()
        self.seen: tuple[int, ...] = ()  # those of `reserved` that lay face up before
        # Sums over `cards` and `royals`, kept because every purchase needs them.
        self.bonuses: Counts = 0
        self.points: Counts = 0
        self.prestige: int = 0
        self.crowns: int = 0
        self.stand_off: int = 0  # own turns in a row begun with all gold and both pearls

    def copy(self) -> "Holdings":
        """An independent copy."""
        twin = Holdings.__new__(Holdings)
        twin.tokens = self.tokens
        twin.privileges = self.privileges
        twin.cards = self.cards
        twin.colors = self.colors
        twin.royals = self.royals
        twin.reserved = self.reserved
        twin.seen = self.seen
        twin.bonuses = self.bonuses
        twin.points = self.points
        twin.prestige = self.prestige
        twin.crowns = self.crowns
        twin.stand_off = self.stand_off
        return twin


class GameState:
    """One position. `seat` is the seat to move, also after the end (then it is the seat that moved last)."""

    __slots__ = (
        "again",
        "bag",
        "board",
        "decks",
        "extra_turn",
        "first",
        "fresh",
        "golds",
        "last_purchase",
        "matching",
        "open_memory",
        "outcome",
        "phase",
        "pool",
        "pyramid",
        "replenished",
        "replenishes",
        "royals",
        "seat",
        "second",
        "stand_off",
        "turn",
        "usable",
    )

    def __init__(self) -> None:
        self.open_memory: bool = False  # option: face-up reservations stay marked
        self.stand_off: bool = True  # option: the stand-off rule applies
        self.turn: int = 1
        self.seat: int = 1
        self.phase: int = MAIN
        self.extra_turn: bool = False  # this turn is an extra turn
        self.again: bool = False  # an extra turn follows this one
        self.fresh: bool = True  # nothing was done in this turn yet
        self.replenished: bool = False
        self.matching: int = NOTHING  # colour owed by take_matching
        self.board: Board = ()
        self.usable: int = 0  # mask of gems and pearls on the board
        self.golds: int = 0  # mask of gold on the board
        self.bag: Counts = 0
        self.pyramid: tuple[tuple[int, ...], ...] = ()
        self.decks: tuple[Deck, ...] = ()  # next card first
        self.royals: tuple[int, ...] = ()
        self.pool: int = 0  # privileges above the board
        self.replenishes: int = 0  # how often the bag was emptied: labels the draws
        self.last_purchase: int = 0  # number of the turn of the last purchase
        self.first: Holdings = Holdings()
        self.second: Holdings = Holdings()
        self.outcome: Outcome | None = None

    def copy(self) -> "GameState":
        """An independent copy."""
        twin = GameState.__new__(GameState)
        twin.open_memory = self.open_memory
        twin.stand_off = self.stand_off
        twin.turn = self.turn
        twin.seat = self.seat
        twin.phase = self.phase
        twin.extra_turn = self.extra_turn
        twin.again = self.again
        twin.fresh = self.fresh
        twin.replenished = self.replenished
        twin.matching = self.matching
        twin.board = self.board
        twin.usable = self.usable
        twin.golds = self.golds
        twin.bag = self.bag
        twin.pyramid = self.pyramid
        twin.decks = self.decks
        twin.royals = self.royals
        twin.pool = self.pool
        twin.replenishes = self.replenishes
        twin.last_purchase = self.last_purchase
        twin.first = self.first.copy()
        twin.second = self.second.copy()
        twin.outcome = self.outcome
        return twin

    def of(self, seat: int) -> Holdings:
        """The holdings of a seat."""
        return self.first if seat == 1 else self.second

    @property
    def mine(self) -> Holdings:
        """The holdings of the seat to move."""
        return self.first if self.seat == 1 else self.second

    @property
    def theirs(self) -> Holdings:
        """The holdings of the seat that waits."""
        return self.second if self.seat == 1 else self.first

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.phase == OVER

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and _parts(self) == _parts(other)

    def __hash__(self) -> int:
        return hash(_parts(self))


# Named once more, since a compiled class has no `__slots__` to read; a test compares the two.
SHARED: Final = (
    "again",
    "bag",
    "board",
    "decks",
    "extra_turn",
    "fresh",
    "golds",
    "last_purchase",
    "matching",
    "open_memory",
    "outcome",
    "phase",
    "pool",
    "pyramid",
    "replenished",
    "replenishes",
    "royals",
    "seat",
    "stand_off",
    "turn",
    "usable",
)
OWNED: Final = (
    "bonuses",
    "cards",
    "colors",
    "crowns",
    "points",
    "prestige",
    "privileges",
    "reserved",
    "royals",
    "seen",
    "stand_off",
    "tokens",
)


def _parts(state: GameState) -> tuple[object, ...]:
    """Everything in a state, for comparing two of them."""
    shared = [getattr(state, name) for name in SHARED]
    owned = [getattr(holdings, name) for holdings in (state.first, state.second) for name in OWNED]
    return tuple(shared + owned)
