"""Where the dice come from: a source is handed in, the engine owns none.

`HmacChance` is what the platform plays with: every draw follows from a secret that was committed to before play and
from what both seats added to it, so it can be checked afterwards (docs/chance.md). `SeededChance` is for simulation.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

_COMMIT_DOMAIN: Final = b"loupe/commitment/1"
_DRAW_DOMAIN: Final = b"loupe/draw/1"
_WORD: Final = 4  # bytes of one random number


class Chance:
    """Source of every shuffle. A step is named by a label and a number, so draws don't depend on one another."""

    def shuffle(self, label: str, number: int, items: Sequence[int]) -> list[int]:
        """`items` in a random order."""
        raise NotImplementedError


class SeededChance(Chance):
    """Reproducible from a seed, not secret: the same step gives the same order, whatever was drawn before."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffle(self, label: str, number: int, items: Sequence[int]) -> list[int]:
        """`items` in the order of this seed and step."""
        shuffled = list(items)
        Random(f"{self.seed}/{label}/{number}").shuffle(shuffled)
        return shuffled


class RandomChance(Chance):
    """Draws from a generator as it comes: for searches and simulations, where speed counts."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def shuffle(self, label: str, number: int, items: Sequence[int]) -> list[int]:
        """`items` in the generator's next order."""
        shuffled = list(items)
        self.random.shuffle(shuffled)
        return shuffled


class HmacChance(Chance):
    """Draws that anyone can check once `secret` is revealed."""

    def __init__(self, secret: bytes, game_id: str, entropies: tuple[str, str]) -> None:
        self.secret = secret
        self._prefix = (
            _DRAW_DOMAIN + _framed(game_id) + _framed(entropies[0]) + _framed(entropies[1])
        )

    def shuffle(self, label: str, number: int, items: Sequence[int]) -> list[int]:
        """Fisher-Yates from the last place down, each place drawn without bias."""
        shuffled = list(items)
        words = self._words(f"{label}/{number}")
        for last in range(len(shuffled) - 1, 0, -1):
            chosen = _below(last + 1, words)
            shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
        return shuffled

    def _words(self, step: str) -> Iterator[int]:
        """Endless 32-bit numbers of a step."""
        counter = 0
        while True:
            message = self._prefix + _framed(step) + counter.to_bytes(8, "big")
            block = hmac.digest(self.secret, message, "sha256")
            for start in range(0, len(block), _WORD):
                yield int.from_bytes(block[start : start + _WORD], "big")
            counter += 1


def commitment(secret: bytes, game_id: str) -> str:
    """What is shown before play: it fixes the secret and tells nothing about the draws. Hexadecimal."""
    return hashlib.sha256(_COMMIT_DOMAIN + _framed(game_id) + secret).hexdigest()


def _framed(text: str) -> bytes:
    """Text with its length in front, so that no two lists of texts give the same bytes."""
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def _below(limit: int, words: Iterator[int]) -> int:
    """An unbiased number below `limit`: words from the incomplete last stretch are thrown away."""
    usable = (1 << (8 * _WORD)) // limit * limit
    return next(word for word in words if word < usable) % limit
