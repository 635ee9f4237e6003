"""How many streams one may hold open in this process. Each costs a thread that sleeps and a little memory."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

PER_PERSON = 12  # a browser opens six connections to a site; two browsers
PER_TOKEN = 6
PER_ADDRESS = 30  # of people who have not signed in
IN_ALL = 1_000
OF_STRANGERS = 300  # so that they can't take the places of those who play
STRANGER = "address "  # their names begin so


class Places:
    """Counts open streams by who holds them."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._open = 0
        self._strangers = 0

    def free(self, who: str, most: int) -> bool:
        """Whether `who` may open another stream, having `most` at the same time."""
        if who.startswith(STRANGER) and self._strangers >= OF_STRANGERS:
            return False
        return self._taken[who] < most and self._open < IN_ALL

    @contextmanager
    def take(self, *names: str) -> Iterator[None]:
        """Hold a place for one stream, which is counted under each of these names."""
        strangers = sum(name.startswith(STRANGER) for name in names)
        self._taken.update(names)
        self._open += 1
        self._strangers += strangers
        try:
            yield
        finally:
            self._open -= 1
            self._strangers -= strangers
            self._taken.subtract(names)
            for name in names:
                if not self._taken[name]:
                    del self._taken[name]


places = Places()
