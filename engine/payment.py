"""What a card costs a seat, and every exact way to pay (RULES section 3, Purchase)."""

from functools import lru_cache

from engine.cards import COST
from engine.constants import GOLD, KINDS
from engine.counts import (
    BITS,
    FIELD,
    GOLD_SHIFT,
    GUARDS,
    NOT_GOLD,
    ONE,
    Counts,
    clipped,
    count,
    less,
    total,
)
from engine.state import Holdings


def price(card: int, holdings: Holdings) -> Counts:
    """The cost left after bonuses. Pearls have no bonus; a bonus never pays more than its colour.

    No colour can have more than 16 bonuses before the game is over, so the subtraction never borrows.
    """
    return less(COST[card], holdings.bonuses)


def affordable(card: int, holdings: Holdings) -> bool:
    """True if bonuses, tokens and gold cover the cost. Gold covers what is missing, once."""
    return total(less(COST[card], _means(holdings))) <= holdings.tokens >> GOLD_SHIFT


def affordable_cards(cards: list[int], holdings: Holdings) -> list[int]:
    """Those of `cards` that are affordable. The innermost loop of every search: `less` and `total` written out."""
    means = _means(holdings)
    gold = holdings.tokens >> GOLD_SHIFT
    found = []
    for card in cards:
        raw = (COST[card] | GUARDS) - means
        kept = raw & GUARDS
        if (raw & (kept - (kept >> (BITS - 1)))) % FIELD <= gold:
            found.append(card)
    return found


def _means(holdings: Holdings) -> Counts:
    """Bonuses and tokens together, kind by kind, as far as any cost could ask."""
    return clipped(holdings.bonuses + (holdings.tokens & NOT_GOLD))


def is_exact(payment: Counts, price: Counts) -> bool:
    """True if `payment` pays `price`, no kind over, gold for whatever is left."""
    colored = payment & NOT_GOLD
    return less(colored, price) == 0 and total(payment) == total(price)


def payments(price: Counts, tokens: Counts) -> tuple[Counts, ...]:
    """Every exact payment of `price` from `tokens`, least gold first; empty if it can't be paid."""
    in_kind = price - less(price, tokens & NOT_GOLD)
    gold = min(tokens >> GOLD_SHIFT, total(price))
    return _payments(price, in_kind, gold)


@lru_cache(maxsize=1 << 14)
def _payments(price: Counts, in_kind: Counts, gold: int) -> tuple[Counts, ...]:
    """Payments from at most `in_kind` of each kind and `gold`. Only what matters is in the key."""
    owed = total(price)
    if owed - total(in_kind) > gold:
        return ()
    partial = [0]
    for kind in range(KINDS - 1):
        steps = [ONE[kind] * number for number in range(count(in_kind, kind) + 1)]
        partial = [paid + step for paid in partial for step in steps]
    return tuple(
        sorted(
            paid + ONE[GOLD] * (owed - total(paid))
            for paid in partial
            if owed - total(paid) <= gold
        )
    )
