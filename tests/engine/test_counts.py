"""Packed multisets against plain dictionaries (engine.counts)."""

from hypothesis import given
from hypothesis import strategies as st

from engine.constants import COLORS, KIND_NAMES, KINDS, TOKENS_OF_KIND
from engine.counts import (
    ALL_TOKENS,
    ONE,
    contains,
    count,
    from_kinds,
    from_names,
    less,
    reaches_ten,
    some_names,
    to_kinds,
    to_names,
    total,
)

Numbers = list[int]


def _numbers(most: int) -> st.SearchStrategy[Numbers]:
    return st.lists(st.integers(0, most), min_size=KINDS, max_size=KINDS)


def _packed(numbers: Numbers) -> int:
    return sum(one * number for one, number in zip(ONE, numbers, strict=True))


@given(_numbers(15))
def test_count_reads_each_kind(numbers: Numbers) -> None:
    assert [count(_packed(numbers), kind) for kind in range(KINDS)] == numbers


@given(_numbers(4))
def test_total_is_the_sum(numbers: Numbers) -> None:
    assert total(_packed(numbers)) == sum(numbers)


@given(_numbers(15), _numbers(16))
def test_less_never_goes_below_nought(minuend: Numbers, subtrahend: Numbers) -> None:
    pairs = zip(minuend, subtrahend, strict=True)

    assert less(_packed(minuend), _packed(subtrahend)) == _packed([max(a - b, 0) for a, b in pairs])


@given(_numbers(15), _numbers(15))
def test_contains_compares_each_kind(whole: Numbers, part: Numbers) -> None:
    expected = all(a >= b for a, b in zip(whole, part, strict=True))

    assert contains(_packed(whole), _packed(part)) is expected


@given(_numbers(15), st.integers(-(1 << 80), 1 << 80))
def test_contains_takes_any_number_as_a_part(whole: Numbers, part: int) -> None:
    fields = [count(part, kind) for kind in range(KINDS)]
    is_count = 0 <= part == _packed(fields)
    fits = is_count and all(a >= b for a, b in zip(whole, fields, strict=True))

    assert contains(_packed(whole), part) is fits


@given(st.lists(st.integers(0, 15), min_size=COLORS, max_size=COLORS))
def test_reaches_ten_marks_ten_and_more(points: Numbers) -> None:
    marks = reaches_ten(_packed([*points, 0, 0]))

    assert bool(marks) is (max(points) >= 10)


@given(_numbers(4))
def test_kinds_and_names_read_back(numbers: Numbers) -> None:
    counts = _packed(numbers)

    assert to_kinds(counts) == [kind for kind in range(KINDS) for _ in range(numbers[kind])]
    assert from_kinds(to_kinds(counts)) == counts
    assert to_names(counts) == dict(zip(KIND_NAMES, numbers, strict=True))
    assert some_names(counts) == {k: n for k, n in to_names(counts).items() if n}
    assert from_names(some_names(counts)) == from_names(to_names(counts)) == counts


def test_there_are_25_tokens() -> None:
    assert [count(ALL_TOKENS, kind) for kind in range(KINDS)] == list(TOKENS_OF_KIND)
    assert total(ALL_TOKENS) == 25
