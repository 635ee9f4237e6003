"""How many streams one may hold open in this process. Each costs a thread that sleeps and a little memory."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

PER_PERSON = 12  # a browser opens six connections to a site; two browsers
PER_ADDRESS = 30  # of people who have not signed in
IN_ALL = 1_000


class Places:
    """Counts open streams by who holds them."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def free(self, who: str, most: int) -> bool:
        """Whether `who` may open another stream, having `most` at the same time."""
        return self._taken[who] < most and self._taken.total() < IN_ALL

    @contextmanager
    def take(self, who: str) -> Iterator[None]:
        """Hold a place."""
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


places = Places()
