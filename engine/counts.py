"""Packed multisets of tokens: five bits for each kind in one integer.

A field holds up to 15 where it is compared, so its top bit is free as a guard: subtracting whole multisets takes one
integer operation and no field ever borrows from its neighbour. This is what makes affordability cheap enough to search.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from engine.constants import COLORS, GOLD, KIND_BY_NAME, KIND_NAMES, KINDS, PEARL, TOKENS_OF_KIND

Counts: TypeAlias = int

BITS: Final = 5
FIELD: Final = (1 << BITS) - 1
ONE: Final = tuple(1 << (BITS * kind) for kind in range(KINDS))
GUARDS: Final = sum(one << (BITS - 1) for one in ONE)
GOLD_SHIFT: Final = BITS * GOLD
NOT_GOLD: Final = (1 << GOLD_SHIFT) - 1
PEARL_FIELD: Final = FIELD * ONE[PEARL]
ALL_TOKENS: Final = sum(ONE[kind] * number for kind, number in enumerate(TOKENS_OF_KIND))
TEN_REACHED: Final = sum(ONE[color] * 6 for color in range(COLORS))  # 10 + 6 reaches the guard bit


def count(counts: Counts, kind: int) -> int:
    """How many of `kind` are in `counts`."""
    return (counts >> (BITS * kind)) & FIELD


def total(counts: Counts) -> int:
    """Number of all tokens: the fields are digits to base 32, and 32 is 1 modulo 31. At most 30."""
    return counts % FIELD


def less(minuend: Counts, subtrahend: Counts) -> Counts:
    """Subtract kind by kind, never below nought. Fields of `minuend` are at most 15."""
    raw = (minuend | GUARDS) - subtrahend
    kept = raw & GUARDS
    return raw & (kept - (kept >> (BITS - 1)))


def clipped(counts: Counts) -> Counts:
    """Fields above 15 become 15: more than any card costs, and fit for comparing."""
    over = counts & GUARDS
    return (counts | (over - (over >> (BITS - 1)))) & ~GUARDS


def contains(whole: Counts, part: Counts) -> bool:
    """True if every kind of `part` is in `whole` at least as often. Fields of `whole` are at most 15; `part` is anything."""
    return (
        0 <= part < GUARDS and part & GUARDS == 0 and ((whole | GUARDS) - part) & GUARDS == GUARDS
    )


def reaches_ten(points: Counts) -> Counts:
    """Non-zero where a colour's field is 10 or more: the guard bits of those colours."""
    return (points + TEN_REACHED) & GUARDS


def from_kinds(kinds: Iterable[int]) -> Counts:
    """Count single tokens given by kind."""
    return sum(ONE[kind] for kind in kinds)


def to_kinds(counts: Counts) -> list[int]:
    """Single tokens by kind, in canonical order."""
    return [kind for kind in range(KINDS) for _ in range(count(counts, kind))]


def from_names(numbers: Mapping[str, int]) -> Counts:
    """Pack `{"white": 2}`; names and numbers were checked by the caller."""
    return sum(ONE[KIND_BY_NAME[name]] * number for name, number in numbers.items())


def to_names(counts: Counts, *, kinds: int = KINDS) -> dict[str, int]:
    """All of the first `kinds` kinds by name, noughts included."""
    return {KIND_NAMES[kind]: count(counts, kind) for kind in range(kinds)}


def some_names(counts: Counts) -> dict[str, int]:
    """Only the kinds that are there, by name."""
    return {name: number for name, number in to_names(counts).items() if number}
