"""Draws that can be checked (docs/chance.md), against a second implementation that shares nothing with the first."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import (
    Chance,
    HmacChance,
    RandomChance,
    SeededChance,
    commitment,
    event_to_json,
    start_game,
)

SECRET = bytes(range(32))
GAME = "abcdefghjk"
ENTROPIES = ("one", "two")
TOKENS = "W" * 4 + "B" * 4 + "G" * 4 + "R" * 4 + "K" * 4 + "PP" + "AAA"


def framed(text: str) -> bytes:
    data = text.encode("utf-8")
    return bytes([0, 0, len(data) // 256, len(data) % 256]) + data


def words_of(secret: bytes, game: str, entropies: tuple[str, str], step: str) -> Iterator[int]:
    head = (
        b"loupe/draw/1" + framed(game) + framed(entropies[0]) + framed(entropies[1]) + framed(step)
    )
    for number in count():
        block = hmac.new(secret, head + number.to_bytes(8, "big"), hashlib.sha256).hexdigest()
        yield from (int(word, 16) for word in re.findall("........", block))


def shuffled_again[T](
    secret: bytes, game: str, entropies: tuple[str, str], step: str, items: Sequence[T]
) -> list[T]:
    rest, words = list(items), words_of(secret, game, entropies, step)
    for last in reversed(range(1, len(rest))):
        limit = last + 1
        word = next(words)
        while word >= 2**32 - 2**32 % limit:
            word = next(words)
        rest[word % limit], rest[last] = rest[last], rest[word % limit]
    return rest


@pytest.mark.parametrize("entropies", [ENTROPIES, ("", ""), ("é对手", "x" * 64)])
@pytest.mark.parametrize(
    ("label", "number"), [("starter", 1), ("board", 1), ("deck", 3), ("replenish", 12)]
)
@pytest.mark.parametrize("size", [0, 1, 2, 10, 25, 30])
def test_shuffle_equals_second_implementation(
    entropies: tuple[str, str], label: str, number: int, size: int
) -> None:
    chance = HmacChance(SECRET, GAME, entropies)
    expected = shuffled_again(SECRET, GAME, entropies, f"{label}/{number}", range(size))
    assert chance.shuffle(label, number, range(size)) == expected


def test_published_vectors_hold(root: Path) -> None:
    page = (root / "docs" / "chance.md").read_text(encoding="utf-8")
    board = "".join(shuffled_again(SECRET, GAME, ENTROPIES, "board/1", TOKENS))
    deck = shuffled_again(SECRET, GAME, ENTROPIES, "deck/3", [f"J3-{n:02}" for n in range(1, 14)])
    assert f"`{commitment(SECRET, GAME)}`" in page
    assert f"| `board/1` | {board} |" in page
    assert f"| `deck/3` | {' '.join(deck)} |" in page
    row = " ".join(map(str, shuffled_again(SECRET, GAME, ENTROPIES, "replenish/1", range(10))))
    assert f"| `replenish/1` of the list 0 to 9 | {row} |" in page


def test_set_up_follows_from_the_named_steps() -> None:
    (started,) = start_game(HmacChance(SECRET, GAME, ENTROPIES))
    shown: dict[str, Any] = event_to_json(started)
    names = {
        "W": "white",
        "B": "blue",
        "G": "green",
        "R": "red",
        "K": "black",
        "P": "pearl",
        "A": "gold",
    }
    board = shuffled_again(SECRET, GAME, ENTROPIES, "board/1", TOKENS)
    assert shown["starter"] == shuffled_again(SECRET, GAME, ENTROPIES, "starter/1", [1, 2])[0]
    assert shown["board"] == [names[letter] for letter in board]
    for level, size in ((1, 30), (2, 24), (3, 13)):
        cards = [f"J{level}-{n:02}" for n in range(1, size + 1)]
        deck = shuffled_again(SECRET, GAME, ENTROPIES, f"deck/{level}", cards)
        assert shown["decks"][str(level)] == deck


def test_commitment_binds_game_and_secret_and_is_no_draw() -> None:
    expected = hashlib.sha256(b"loupe/commitment/1" + framed(GAME) + SECRET).hexdigest()
    assert commitment(SECRET, GAME) == expected
    assert commitment(SECRET, "abcdefghjm") != expected
    assert commitment(SECRET[::-1], GAME) != expected


@pytest.mark.parametrize(
    "other",
    [
        HmacChance(SECRET[::-1], GAME, ENTROPIES),
        HmacChance(SECRET, "abcdefghjm", ENTROPIES),
        HmacChance(SECRET, GAME, ("two", "one")),
        HmacChance(SECRET, GAME, ("onetwo", "")),
        HmacChance(SECRET, GAME, ("one", "two ")),
    ],
)
def test_any_other_ingredient_gives_another_order(other: HmacChance) -> None:
    items = range(25)
    ours = HmacChance(SECRET, GAME, ENTROPIES)
    assert ours.shuffle("board", 1, items) != other.shuffle("board", 1, items)


def test_steps_give_different_orders_and_leave_the_list_alone() -> None:
    chance, items = HmacChance(SECRET, GAME, ENTROPIES), list(range(20))
    orders = {tuple(chance.shuffle("replenish", number, items)) for number in range(50)}
    orders.add(tuple(chance.shuffle("board", 1, items)))
    assert len(orders) == 51
    assert items == list(range(20))


def test_every_place_is_equally_likely() -> None:
    """Chi-square of where each of six items lands in 6,000 shuffles."""
    chance, rounds, size = HmacChance(SECRET, GAME, ENTROPIES), 6000, 6
    places = Counter(
        (item, place)
        for number in range(rounds)
        for place, item in enumerate(chance.shuffle("replenish", number, range(size)))
    )
    expected = rounds / size
    chi_square = sum(
        (places[item, place] - expected) ** 2 / expected
        for item in range(size)
        for place in range(size)
    )
    assert chi_square < 60  # 25 degrees of freedom: one in ten thousand lies above 60


def test_starter_is_a_fair_coin() -> None:
    starters = Counter(
        HmacChance(SECRET, f"game{number}", ("", "")).shuffle("starter", 1, (1, 2))[0]
        for number in range(2000)
    )
    assert 900 < starters[1] < 1100


def test_seeded_chance_depends_on_step_and_seed_only() -> None:
    one, two = SeededChance(7), SeededChance(7)
    one.shuffle("board", 1, range(25))
    assert one.shuffle("replenish", 1, range(9)) == two.shuffle("replenish", 1, range(9))
    assert SeededChance(8).shuffle("replenish", 1, range(9)) != two.shuffle(
        "replenish", 1, range(9)
    )


def test_random_chance_draws_from_its_generator() -> None:
    expected = list(range(9))
    Random(3).shuffle(expected)
    assert RandomChance(Random(3)).shuffle("board", 1, range(9)) == expected


def test_bare_chance_draws_nothing() -> None:
    with pytest.raises(NotImplementedError):
        Chance().shuffle("board", 1, range(3))
